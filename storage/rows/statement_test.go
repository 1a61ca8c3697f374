package rows_test

import (
	"testing"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/postgres"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// TestPreparedOnce reads by more and more other values on one connection: what it keeps prepared does not grow, and is
// nothing at all where the DSN forbids it.
func TestPreparedOnce(t *testing.T) {
	t.Parallel()
	dsn := storagetest.Database(t)
	for mode, want := range map[string]int{"prepared": 5, "exec": 0} {
		opt := postgres.DefaultOptions()
		opt.MaxConns = 1
		store := storagetest.Open(t, dsn+modes[mode], opt)
		var ids []uuid.UUID
		for range 5 {
			ids = append(ids, storage.NewID())
			readByValues(t, store.For(ids[0]), ids)
			var prepared int
			require.NoError(t, store.Pool().Pgx().QueryRow(t.Context(), "SELECT count(*) FROM pg_prepared_statements").Scan(&prepared))
			require.Equal(t, want, prepared, mode)
		}
	}
}

// readByValues reads in five shapes whose plan is good for any value, and in others.
func readByValues(t *testing.T, p *storage.Portfolio, ids []uuid.UUID) {
	last := ids[len(ids)-1]
	_, err := storage.Documents.One(t.Context(), p, last)
	require.Equal(t, fault.CodeNotFound, fault.CodeOf(err))
	_, err = storage.Documents.ByID(t.Context(), p, ids)
	require.NoError(t, err)
	_, err = storage.Documents.Of(t.Context(), p, "case_id", ids)
	require.NoError(t, err)
	for _, f := range []model.DocumentFilter{{}, {CaseID: graphql.OmittableOf(ids)},
		{Metadata: graphql.OmittableOf([]*model.MetadataMatch{{Key: "k", Value: last.String()}})}} {
		opt := page.Options{Limit: 50, WithTotal: true, After: &page.Cursor{ID: last}}
		_, err = storage.Documents.Page(t.Context(), p, f, opt)
		require.NoError(t, err)
		opt.After, opt.Offset = nil, len(ids)
		_, err = storage.Documents.Page(t.Context(), p, f, opt)
		require.NoError(t, err)
	}
}
