package e2e

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"runtime/metrics"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/exporting"
	"github.com/covertrack/covertrack/model"
	export "github.com/covertrack/covertrack/model/exporting"
	"github.com/covertrack/covertrack/restcompat"
	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage/storagetest"
	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// TestSoakExportMemory takes out a great many records in each format: what the program keeps stays within 20 MB.
func TestSoakExportMemory(t *testing.T) {
	soak.Parallel(t)
	many := soak.Count(20_000, 1_000_000)
	tally := soak.NewTally(t, "Export", "records taken out in each format: the memory that is kept grows by 20 MB at most")
	s := resttest.New(resttest.Measured{TB: t})
	of := s.Harbor.Portfolio.ID()
	bulk := storagetest.Bulk{Portfolios: []uuid.UUID{of}, First: 1, Last: 50, Parents: 50}
	bulk.Fill(t, s.Store.Pool().Pgx())
	for bulk.Last < many {
		bulk.First, bulk.Last = bulk.Last+1, min(bulk.Last+10_000, many)
		s.Exec(t, bulk.Insert(t, "tasks"))
	}
	s.Exec(t, "ANALYZE")
	lists, err := restcompat.NewLists(s.Engine)
	require.NoError(t, err)
	var notes []string
	for _, format := range model.AllExportFormat {
		e := &export.Export{PortfolioID: of, Format: format, Nouns: []model.ExportNoun{model.ExportNounTasks}}
		runtime.GC()
		before, most := kept(), uint64(0)
		book := &exporting.Book{Store: s.Store, Lists: lists, Now: time.Now, Wrote: func(int, int) { most = max(most, kept()) }}
		begun := time.Now()
		set, err := book.WriteAll(t.Context(), e, func(_ context.Context, _, _ string, r io.Reader) error {
			_, err := io.Copy(io.Discard, r)
			return err
		})
		require.NoError(t, err)
		require.Equal(t, many, set.Files[0].Records)
		tally.Tried(many)
		grown := (int64(most) - int64(before)) >> 20
		notes = append(notes, fmt.Sprintf("%s: %d records/s, %d MB more", format, int(float64(many)/time.Since(begun).Seconds()), grown))
		tally.Note("%s", strings.Join(notes, "; "))
		require.LessOrEqual(t, grown, int64(20), format)
	}
}

// kept is how much memory was kept at the last collection.
func kept() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
