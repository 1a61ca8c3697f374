package e2e

import (
	"regexp"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage/storagetest/nodes"
)

var tablesOf = regexp.MustCompile(`\b(?:FROM|JOIN) ([a-z_]+)\b`)

// count reads a number from the database itself.
func count(t *testing.T, s *resttest.Server, query string, args ...any) (n int) {
	t.Helper()
	require.NoError(t, pgx.BeginFunc(t.Context(), s.Store.Pool().Pgx(), func(tx pgx.Tx) error {
		if nodes.Wanted() {
			copyTables(t, tx, query)
		}
		return tx.QueryRow(t.Context(), query, args...).Scan(&n)
	}))
	return n
}

// copyTables has a query read copies of its tables: nodes refuse one over several portfolios that looks up a row for each row.
func copyTables(t *testing.T, tx pgx.Tx, query string) {
	t.Helper()
	for _, named := range tablesOf.FindAllStringSubmatch(query, -1) {
		var table *string // null for a set that the query itself names, and for a table that is copied
		require.NoError(t, tx.QueryRow(t.Context(), `SELECT relname::text FROM pg_class WHERE oid = to_regclass('public.' || $1)
			AND to_regclass('pg_temp.' || $1) IS NULL UNION ALL SELECT NULL LIMIT 1`, named[1]).Scan(&table))
		if table != nil {
			_, err := tx.Exec(t.Context(), "CREATE TEMP TABLE "+*table+" ON COMMIT DROP AS TABLE public."+*table)
			require.NoError(t, err)
		}
	}
}
