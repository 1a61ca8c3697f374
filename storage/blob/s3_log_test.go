package blob

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestS3LogsThroughOurs reads a file without a checksum, which the SDK warns of.
func TestS3LogsThroughOurs(t *testing.T) {
	t.Setenv("AWS_ACCESS_KEY_ID", "key")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "secret")
	var asked []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.Path+" "+r.Header.Get("X-Amz-Server-Side-Encryption"))
		_, _ = fmt.Fprint(w, "content")
	}))
	t.Cleanup(server.Close)
	var log bytes.Buffer
	store, err := Open(t.Context(), Config{
		URL:     "s3://bucket?region=us-east-1&use_path_style=true&ssetype=aes256&prefix=below/&endpoint=" + server.URL,
		BaseURL: "http://covertrack.example.com", SigningKey: bytes.Repeat([]byte("k"), 32),
		Logger: slog.New(slog.NewJSONHandler(&log, nil)),
	})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, store.Close()) })
	content, err := store.bucket.ReadAll(t.Context(), "file")
	require.NoError(t, err)
	require.Equal(t, "content", string(content))
	require.NoError(t, store.bucket.WriteAll(t.Context(), "file", []byte("content"), nil))
	require.Equal(t, []string{"/bucket/below/file ", "/bucket/below/file AES256"}, asked, "all parameters of the address hold")
	require.Contains(t, log.String(), `"level":"WARN"`)
	require.Contains(t, log.String(), `"library":"aws-sdk-go"`)
	require.Contains(t, log.String(), "checksum")
}
