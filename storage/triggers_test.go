package storage_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/storage/storagetest"
)

// TestTriggersHoldOnShards fails for a trigger that would not be on the shards of a distributed table, or would take a
// shard's name for the table's.
func TestTriggersHoldOnShards(t *testing.T) {
	t.Parallel()
	store := storagetest.New(t)
	_, err := store.PartitionTrail(t.Context(), time.Now().AddDate(1, 0, 0), 0)
	require.NoError(t, err)
	for name, query := range map[string]string{
		"a trigger on TRUNCATE does something else too": `SELECT array_agg(tgrelid::regclass || ': ' || tgname)
			FROM pg_trigger JOIN pg_class AS c ON c.oid = tgrelid WHERE tgtype & 32 <> 0 AND tgtype & 28 <> 0 AND NOT tgisinternal
				AND relnamespace = 'public'::regnamespace`,
		"a function of a trigger reads the name of the table": `SELECT array_agg(tgrelid::regclass || ': ' || tgname)
			FROM pg_trigger JOIN pg_proc AS f ON f.oid = tgfoid WHERE f.prosrc ~ 'TG_(TABLE_NAME|RELNAME|RELID)'`,
		"a table that is only added to can be emptied": `SELECT array_agg(a.tgrelid::regclass::text) FROM pg_trigger AS a
			WHERE a.tgname = 'append_only' AND a.tgrelid <> 'notice_attempts'::regclass AND NOT EXISTS (
				SELECT FROM pg_trigger AS b WHERE b.tgrelid = a.tgrelid AND b.tgname = 'never_emptied' AND b.tgfoid = a.tgfoid)`,
	} {
		var found []string
		require.NoError(t, store.Pool().Pgx().QueryRow(t.Context(), query).Scan(&found))
		require.Empty(t, found, name)
	}
}
