package blob_test

import (
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/storage/blob"
)

// BenchmarkSignDownload is what each document of a response costs besides its row.
func BenchmarkSignDownload(b *testing.B) {
	store, err := blob.Open(blob.Config{
		DataDir: b.TempDir(), BaseURL: "https://covertrack.example.com", SigningKeys: signingKeys, Logger: slog.New(slog.DiscardHandler),
	})
	require.NoError(b, err)
	now := time.Now()
	b.ReportAllocs()
	for b.Loop() {
		_, err = store.SignDownload("documents/01999999-0000-7000-8000-000000000001/01999999-0000-7000-8000-000000000002",
			"evidence.pdf", pdf, now)
	}
	require.NoError(b, err)
}
