package storage_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/storage/storagetest"
)

var update = flag.Bool("update", false, "write the golden files")

// schemaQuery describes every table of ours, partitions left out: columns, then constraints, then indexes that no constraint made, then
// triggers.
const schemaQuery = `
WITH ours AS (
  SELECT oid, relname FROM pg_class
  WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND relname NOT LIKE 'bun_%'
    AND relname NOT LIKE 'river_%'
), lines AS (
  SELECT relname, 0 AS part, '' AS name, 0 AS place, 'TABLE ' || relname || coalesce(' PARTITION BY ' || pg_get_partkeydef(oid), '') AS line
    FROM ours
  UNION ALL
  SELECT relname, 1, '', attnum, '  ' || attname || ' ' || format_type(atttypid, atttypmod)
    || CASE WHEN attnotnull THEN ' NOT NULL' ELSE '' END
    || CASE WHEN attgenerated <> '' THEN ' GENERATED ' ELSE ' DEFAULT ' END || pg_get_expr(adbin, adrelid)
  FROM ours JOIN pg_attribute ON attrelid = ours.oid JOIN pg_attrdef ON adrelid = ours.oid AND adnum = attnum WHERE attnum > 0
    AND NOT attisdropped
  UNION ALL
  SELECT relname, 1, '', attnum, '  ' || attname || ' ' || format_type(atttypid, atttypmod)
    || CASE WHEN attnotnull THEN ' NOT NULL' ELSE '' END
  FROM ours JOIN pg_attribute ON attrelid = ours.oid WHERE attnum > 0 AND NOT attisdropped AND NOT atthasdef
  UNION ALL
  SELECT relname, 2, conname::text, 0, '  CONSTRAINT ' || conname || ' ' || pg_get_constraintdef(pg_constraint.oid)
  FROM ours JOIN pg_constraint ON conrelid = ours.oid WHERE contype <> 'n'
  UNION ALL
  SELECT ours.relname, 3, i.relname::text, 0, '  ' || pg_get_indexdef(indexrelid)
  FROM ours JOIN pg_index ON indrelid = ours.oid JOIN pg_class i ON i.oid = indexrelid
  WHERE NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
  UNION ALL
  SELECT relname, 4, tgname::text, 0, '  ' || pg_get_triggerdef(pg_trigger.oid, true) FROM ours JOIN pg_trigger ON tgrelid = ours.oid
    WHERE NOT tgisinternal
)
SELECT line FROM lines ORDER BY relname COLLATE "C", part, name COLLATE "C", place`

// TestSchemaGolden keeps schema.sql, the whole schema on one page, true: a migration shows in its diff.
func TestSchemaGolden(t *testing.T) {
	t.Parallel()
	store := storagetest.New(t)
	rows, err := store.Pool().Pgx().Query(t.Context(), schemaQuery)
	require.NoError(t, err)
	defer rows.Close()
	got := "-- The whole schema, for reading. Written by `make generate` from the migrations; never edited.\n"
	for rows.Next() {
		var line string
		require.NoError(t, rows.Scan(&line))
		if strings.HasPrefix(line, "TABLE") {
			got += "\n"
		}
		got += line + "\n"
	}
	require.NoError(t, rows.Err())
	if *update {
		require.NoError(t, os.WriteFile("schema.sql", []byte(got), 0o644))
	}
	want, err := os.ReadFile("schema.sql")
	require.NoError(t, err)
	require.Equal(t, string(want), got, "run make generate and look at the diff")
}

// TestPendingLists looks that each GIN index of ours but those of trigrams keeps few new rows apart (migration 0083).
func TestPendingLists(t *testing.T) {
	t.Parallel()
	const long = `SELECT coalesce(string_agg(indexname, ', '), '') FROM pg_indexes WHERE indexdef LIKE '%gin (portfolio\_id,%'
		AND indexdef NOT LIKE '%gin_trgm_ops%' AND indexdef NOT LIKE '%(gin_pending_list_limit=''64'')%'`
	var names string
	require.NoError(t, storagetest.New(t).Pool().Pgx().QueryRow(t.Context(), long).Scan(&names))
	require.Empty(t, names, "give them WITH (gin_pending_list_limit = 64)")
}
