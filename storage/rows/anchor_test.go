package rows_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// deepEvents is the length of the list, and lateStep how far apart its ids are, so that others fit between.
const deepEvents, lateStep = 16_000, 16

// TestDeepPages reads pages by great offsets while events come to be far before the end of the list, as slow
// transactions and clocks that are behind make them: every page is that of a plain reference.
func TestDeepPages(t *testing.T) {
	t.Parallel()
	w := storagetest.NewWorld(t)
	p, pool := w.Harbor.Portfolio, w.Store.Pool().Pgx()
	const add = `INSERT INTO audit_events (portfolio_id, id, actor_kind, actor_name, action, subject_type, changes, request_id, at)
		SELECT $1, ('01900000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid, 'system', '', '', '', '[]', '', now()
		FROM generate_series($2::bigint, $3, $4) AS i`
	for from := 0; from < deepEvents; from += 4000 {
		_, err := pool.Exec(t.Context(), add, p.ID(), (from+1)*lateStep, (from+4000)*lateStep, lateStep)
		require.NoError(t, err)
	}
	require.NoError(t, w.Store.Analyze(t.Context()))

	page := func(offset, limit int) (statements int) {
		var want []uuid.UUID
		rows, err := pool.Query(t.Context(), "SELECT id FROM audit_events WHERE portfolio_id = $1 ORDER BY id LIMIT $2 OFFSET $3",
			p.ID(), limit, offset)
		require.NoError(t, err)
		want, err = pgx.AppendRows(want, rows, pgx.RowTo[uuid.UUID])
		require.NoError(t, err)
		var got []uuid.UUID
		statements = w.CountStatements(func() {
			list, err := storage.AuditEvents.Page(t.Context(), p, model.AuditEventFilter{},
				page.Options{Limit: limit, Offset: offset, WithTotal: offset%2 == 0})
			require.NoError(t, err)
			for _, e := range list.Nodes {
				got = append(got, e.ID)
			}
			if offset%2 == 0 {
				require.GreaterOrEqual(t, list.Total, deepEvents)
			}
		})
		require.Equal(t, want, got, "offset %d", offset)
		return statements
	}
	insert := func(on interface {
		Exec(ctx context.Context, statement string, args ...any) (pgconn.CommandTag, error)
	}, from, n int) {
		_, err := on.Exec(t.Context(), add, p.ID(), from, from+n-1, 1)
		require.NoError(t, err)
	}

	require.Equal(t, 2, page(12_000, 10), "a plain page, and the anchors")
	require.Equal(t, 1, page(12_000, 10), "behind an anchor")
	require.Equal(t, 1, page(deepEvents+5, 10), "nothing lies beyond the end")

	slow, err := pool.Begin(t.Context())
	require.NoError(t, err)
	insert(slow, 7, 1) // its id is older than every other's
	require.Equal(t, 1, page(12_000, 10), "nobody sees it yet")
	require.NoError(t, slow.Commit(t.Context()))
	require.Equal(t, 3, page(12_000, 10), "the anchors are no longer true: nothing behind them, a plain page, new anchors")
	require.Equal(t, 1, page(12_000, 10))

	random, end := rand.New(rand.NewPCG(1, 2)), (deepEvents+1)*lateStep
	for i := range 40 {
		switch random.IntN(3) {
		case 0: // in order
			n := 1 + random.IntN(1500)
			insert(pool, end, n)
			end += n
		case 1: // anywhere; each place is in a stretch of its own
			insert(pool, (i*400+random.IntN(400))*lateStep+1, 1+random.IntN(lateStep-1))
		}
		page(10_000+random.IntN(deepEvents-9_000), 1+random.IntN(200))
	}
}
