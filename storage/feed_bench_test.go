package storage_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// BenchmarkPlaceEvents gives events positions among 20,000 portfolios: one event in each of so many.
func BenchmarkPlaceEvents(b *testing.B) {
	w := storagetest.NewWorld(b)
	w.Exec(b, `WITH made AS (
			INSERT INTO lenders (id, name, review_days, created_at, updated_at)
			SELECT gen_random_uuid(), 'Lender ' || g, 10, now(), now() FROM generate_series(1, 20000) AS g RETURNING id
		) INSERT INTO portfolios (id, lender_id, mode, created_at) SELECT gen_random_uuid(), id, 'live', now() FROM made`)
	w.Exec(b, "ANALYZE")
	for _, written := range []int{0, 1, 1000} {
		b.Run(fmt.Sprintf("%d written", written), func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				ids := make([]string, written)
				for i := range ids {
					ids[i] = storage.NewID().String()
				}
				w.Exec(b, `INSERT INTO audit_events (portfolio_id, id, actor_kind, actor_name, action, subject_type, subject_id, changes,
						request_id, at)
					SELECT p.id, e.id, 'system', 'test', 'case.updated', 'case', gen_random_uuid(), '{}', 'r', now()
					FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM portfolios) AS p
					JOIN unnest($1::uuid[]) WITH ORDINALITY AS e (id, n) USING (n)`, ids)
				b.StartTimer()
				for {
					unplaced, err := w.Store.UnplacedPortfolios(b.Context())
					require.NoError(b, err)
					for some := range slices.Chunk(unplaced, storage.PortfoliosAtOnce) {
						_, _, err := w.Store.PlaceEvents(b.Context(), some, time.Now())
						require.NoError(b, err)
					}
					if len(unplaced) == 0 {
						break
					}
				}
			}
		})
	}
}
