package main

import (
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
	require.Regexp(t, `erased +1 +insureds`, erase("--insured", insured).stdout)
	var left int
	require.NoError(t, pool.QueryRow(t.Context(), "SELECT count(*) FROM insureds").Scan(&left))
	require.Zero(t, left)
	require.Equal(t, 2, strings.Count(erase("--lender", "Acme Bank").stdout, "portfolio"))
	require.NoError(t, pool.QueryRow(t.Context(), "SELECT count(*) FROM lenders").Scan(&left))
	require.Zero(t, left)
	require.Contains(t, x.audited(t), "data.erased")
}
