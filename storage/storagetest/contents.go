package storagetest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Contents returns a digest of the rows of each table, without the times at which tokens were last used: refused
// requests change these too.
func (w *World) Contents(t testing.TB) map[string]string {
	t.Helper()
	pool := w.Store.Pool().Pgx()
	var tables []string
	const query = "SELECT array_agg(tablename::text) FROM pg_tables WHERE schemaname = 'public'"
	err := pool.QueryRow(t.Context(), query).Scan(&tables)
	require.NoError(t, err)
	for i, table := range tables {
		tables[i] = fmt.Sprintf("SELECT '%[1]s', md5(coalesce(string_agg(j, E'\\n' ORDER BY j), '')) "+
			"FROM (SELECT (to_jsonb(r) - 'last_used_at')::text AS j FROM %[1]s AS r) AS rows", table)
	}
	rows, err := pool.Query(t.Context(), strings.Join(tables, " UNION ALL "))
	require.NoError(t, err)
	defer rows.Close()
	contents := map[string]string{}
	for rows.Next() {
		var table, digest string
		require.NoError(t, rows.Scan(&table, &digest))
		contents[table] = digest
	}
	require.NoError(t, rows.Err())
	return contents
}

// Exec runs a statement past every rule, to break what a test needs broken.
func (w *World) Exec(t testing.TB, statement string, args ...any) {
	t.Helper()
	_, err := w.Store.Pool().Pgx().Exec(t.Context(), statement, args...)
	require.NoError(t, err)
}
