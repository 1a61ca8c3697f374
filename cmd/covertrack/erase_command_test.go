package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
)

func TestEraseCommand(t *testing.T) {
	t.Parallel()
	x, files := newTerminal(t), t.TempDir()
	x.ok(t, "org", "create", "--name", "Acme", "--lender", "Acme Bank", "--plan", "full")
	pool := x.store(t).Pool().Pgx()
	insured := uuid.NewString()
	_, err := pool.Exec(t.Context(),
		`INSERT INTO insureds (portfolio_id, id, type, type_given, display_name, path_name, created_at, updated_at)
		SELECT id, $1, 'individual', false, 'Zebulon Quixworth', 'zebulon-quixworth', now(), now() FROM portfolios LIMIT 1`, insured)
	require.NoError(t, err)
	erase := func(args ...string) output {
		return x.run(t, append([]string{"erase", "--data-dir", files}, args...)...)
	}
	require.Contains(t, erase().stderr, "give one of --insured")
	require.Contains(t, erase("--insured", insured, "--lender", "Acme Bank").stderr, "give one of --insured")
	require.Contains(t, erase("--insured", uuid.NewString()).stderr, "no such insured")
	require.Contains(t, erase("--contact", "nobody@example.com").stderr, "no such contact")
	require.Regexp(t, `would erase +1 +insureds`, erase("--insured", insured, "--dry-run").stdout)
	var portfolio string
	const export = `INSERT INTO exports
		(portfolio_id, id, format, nouns, state, attempt, leased_until, cursor, settled_at, created_at, updated_at)
		SELECT portfolio_id, $2, 'csv', '{insureds}', CASE WHEN $3 THEN 'done' ELSE 'running' END, 1, now(), CASE WHEN $3 THEN 'x' END,
		CASE WHEN $3 THEN now() END, now(), now() FROM insureds WHERE id = $1 RETURNING portfolio_id`
	for _, isDone := range []bool{true, false} {
		id := uuid.NewString()
		require.NoError(t, pool.QueryRow(t.Context(), export, insured, id, isDone).Scan(&portfolio))
		folder := filepath.Join(files, "blobs", "exports", portfolio, id, "1")
		require.NoError(t, os.MkdirAll(folder, 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(folder, "insureds.csv"), []byte("Quixworth"), 0o600))
	}
	require.Regexp(t, `erased +1 +insureds`, erase("--insured", insured).stdout)
	var left int
	require.NoError(t, pool.QueryRow(t.Context(), "SELECT sum(attempt) FROM exports").Scan(&left))
	require.Equal(t, 2, left, "the finished export is gone, and the other starts again")
	exports, err := filepath.Glob(filepath.Join(files, "blobs", "exports", portfolio, "*", "1", "*"))
	require.NoError(t, err)
	require.Len(t, exports, 1, "what was written of the unfinished export is removed when it starts again")
	require.NoError(t, pool.QueryRow(t.Context(), "SELECT count(*) FROM insureds").Scan(&left))
	require.Zero(t, left)
	require.Equal(t, 2, strings.Count(erase("--lender", "Acme Bank").stdout, "portfolio"))
	require.NoError(t, pool.QueryRow(t.Context(), "SELECT count(*) FROM lenders").Scan(&left))
	require.Zero(t, left)
	require.Contains(t, x.audited(t), "data.erased")
}
