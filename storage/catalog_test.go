package storage_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/storage/storagetest"
)

// TestCatalogIsWrittenOnce holds that a start writes no entry of the catalog that is there already.
func TestCatalogIsWrittenOnce(t *testing.T) {
	t.Parallel()
	store := storagetest.New(t)
	written := func() (at string) {
		const query = "SELECT (SELECT max(xmin::text) FROM perils) || (SELECT max(xmin::text) FROM field_types) || (SELECT count(*) FROM " +
			"perils WHERE name = 'Quake')"
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
