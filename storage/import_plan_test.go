package storage_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	rules "github.com/covertrack/covertrack/model/importing"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/importing"
	"github.com/covertrack/covertrack/storage/postgres"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// TestImportRecordsByKey finds what an import has written of a record by the whole key, however much else the import has written: a
// release of one policy beside an import of a million must not read all of it.
func TestImportRecordsByKey(t *testing.T) {
	t.Parallel()
	dsn := storagetest.Database(t)
	w := storagetest.WorldOn(t, dsn)
	b := &indexBundle{recorder: &recorder{}, pool: storagetest.Open(t, dsn, postgres.Options{}).Pool().Pgx()}
	b.store = storagetest.Open(t, dsn, postgres.Options{Tracer: b.recorder})
	b.portfolio = b.store.For(w.Harbor.Portfolio.ID())
	now := time.Now()
	i, _ := rules.New(storage.NewID(), model.CreateImportInput{}, &model.Principal{PortfolioID: b.portfolio.ID()}, now)
	i.State, i.Files = model.ImportStateCommitted, []*rules.File{}
	require.NoError(t, b.store.InTx(t.Context(), i.PortfolioID, func(ctx context.Context, tx *storage.Tx) error {
		return importing.Imports.Insert(ctx, tx.For(i.PortfolioID), i)
	}))
	_, err := b.pool.Exec(t.Context(), `INSERT INTO import_records (portfolio_id, import_id, chunk, noun, record_id, is_new, before, written_at)
		SELECT $1, $2, n / 500, CASE n % 3 WHEN 0 THEN 'case' WHEN 1 THEN 'policy' ELSE 'asset' END, gen_random_uuid(), true, '{}', $3
		FROM generate_series(1, 30000) AS n`, i.PortfolioID, i.ID, now)
	require.NoError(t, err)
	_, err = b.pool.Exec(t.Context(), "ANALYZE import_records, imports")
	require.NoError(t, err)
	one := []uuid.UUID{uuid.New()}
	for _, fn := range []func() error{
		func() error { _, err := importing.Held(t.Context(), b.portfolio, uuid.Nil, one); return err },
		func() error {
			_, err := importing.Untouched(t.Context(), b.portfolio, "policies", i.ID, one)
			return err
		},
	} {
		for _, p := range b.plansOf(t, fn) {
			found := 0
			var look func(p plan)
			look = func(p plan) {
				if p.Relation == "import_records" {
					found++
					for _, column := range []string{"import_id", "noun", "record_id"} {
						require.True(t, strings.Contains(p.Cond, column), "%s: %+v", column, p)
					}
				}
				for _, child := range p.Plans {
					look(child)
				}
			}
			look(p)
			require.Equal(t, 1, found)
		}
	}
}
