package storagetest

import (
	"fmt"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/postgres"
)

// failures is a test that keeps its errors.
type failures struct {
	testing.TB
	told []string
}

func (f *failures) Errorf(format string, values ...any) {
	f.told = append(f.told, fmt.Sprintf(format, values...))
}

// TestGuard has the guard of a world see a statement that names no portfolio, and leave alone what is no affair of its.
func TestGuard(t *testing.T) {
	t.Parallel()
	w := NewWorld(t)
	failed := &failures{TB: t}
	g := &guard{t: failed, sweeps: map[string]string{"Handle.CountDocuments": "one that is excepted"}}
	pool, err := postgres.Open(t.Context(), w.Store.Pool().Pgx().Config().ConnString(), postgres.Options{Tracer: g})
	require.NoError(t, err)
	defer pool.Close()
	store := storage.New(pool)
	g.protect(t, store)

	_, err = store.CountDocuments(t.Context())
	require.NoError(t, err)
	_, err = storage.Cases.ByID(t.Context(), store.For(w.Harbor.Portfolio.ID()), []uuid.UUID{uuid.New()})
	require.NoError(t, err)
	_, err = pool.Pgx().Exec(t.Context(), "SELECT FROM event_heads")
	require.NoError(t, err)
	require.Empty(t, failed.told)

	_, err = store.FeedEnds(t.Context(), []uuid.UUID{uuid.New()})
	require.NoError(t, err)
	require.Len(t, failed.told, 1)
	require.Contains(t, failed.told[0], "(*Store).FeedEnds sends a statement that does not name the portfolio of event_heads: SELECT")
}
