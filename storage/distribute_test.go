package storage_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/storagetest"
	"github.com/covertrack/covertrack/storage/storagetest/nodes"
)

// TestPlainDistribution holds that one Postgres knows that it is one, and says what it lacks.
func TestPlainDistribution(t *testing.T) {
	t.Parallel()
	nodes.PlainOnly(t, "it is about a Postgres without the extension")
	w := storagetest.NewWorld(t)
	is, err := w.Store.IsDistributed(t.Context())
	require.NoError(t, err)
	require.False(t, is)
	placement, err := w.Store.Placement(t.Context())
	require.NoError(t, err)
	require.Nil(t, placement)
	none := func(text string) { require.Fail(t, "it did something", text) }
	require.ErrorContains(t, w.Store.Distribute(t.Context(), false, none), "CREATE EXTENSION citus")
	_, err = w.Store.Isolate(t.Context(), w.Harbor.Portfolio.ID(), "", none)
	require.ErrorIs(t, err, storage.ErrNotDistributed)
}

// TestCatalogIsWrittenOnce holds that a start writes no entry of the catalog that is there already.
func TestCatalogIsWrittenOnce(t *testing.T) {
	t.Parallel()
	store := storagetest.New(t)
	written := func() (at string) {
		const query = "SELECT (SELECT max(xmin::text) FROM perils) || (SELECT max(xmin::text) FROM field_types) || (SELECT count(*) FROM perils WHERE name = 'Quake')"
		require.NoError(t, store.Pool().Pgx().QueryRow(t.Context(), query).Scan(&at))
		return at
	}
	before := written()
	_, err := store.Migrate(t.Context())
	require.NoError(t, err)
	require.Equal(t, before, written())
	_, err = store.Pool().Pgx().Exec(t.Context(), "UPDATE perils SET name = 'Quake' WHERE position = 1")
	require.NoError(t, err)
	_, err = store.Migrate(t.Context())
	require.NoError(t, err)
	require.NotContains(t, written()[len(written())-1:], "1", "an entry that is not as the program has it is written")
}
