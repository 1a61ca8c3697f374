package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/storage"
)

func TestLoad(t *testing.T) {
	t.Parallel()
	x, files := newTerminal(t), t.TempDir()
	load := func(x *terminal, args ...string) output {
		return x.run(t, append([]string{"load", "--data-dir", files}, args...)...)
	}
	out := load(x, "--cases", "30")
	require.Equal(t, command.ExitOK, out.code, out.stderr)
	require.Contains(t, out.stderr, "30/30", "a progress bar")

	t.Run("proportions", func(t *testing.T) {
		for noun, rows := range map[string]int{"cases": 30, "assets": 42, "policies": 108, "policy versions": 324, "documents": 360} {
			require.Regexp(t, fmt.Sprintf(`(?m)^%s +%d$`, noun, rows), out.stdout)
		}
	})
	t.Run("a number of documents", func(t *testing.T) {
		many := load(newTerminal(t), "--cases", "7", "--documents", "100")
		require.Equal(t, command.ExitOK, many.code, many.stderr)
		require.Regexp(t, `(?m)^documents +100$`, many.stdout)
		require.Regexp(t, `(?m)^all rows +\d+ in .*, \d+ a second$`, many.stdout)
	})
	t.Run("in the test portfolio of its own lender", func(t *testing.T) {
		portfolio := x.portfolio(t, "Load Example Lender", model.ModeTest)
		require.Contains(t, out.stdout, portfolio.String())
		page, err := storage.Policies.Page(t.Context(), x.store(t).For(portfolio), model.PolicyFilter{}, page.Options{Limit: 200})
		require.NoError(t, err)
		require.Len(t, page.Nodes, 108)
		for _, p := range page.Nodes {
			require.Equal(t, 3, p.VersionNumber)
			require.Equal(t, 2, p.TermNumber)
			require.NotNil(t, p.EndDate)
		}
	})
	t.Run("deterministic", func(t *testing.T) {
		y := newTerminal(t)
		require.Equal(t, command.ExitOK, load(y, "--cases", "30").code)
		require.Equal(t, x.contents(t), y.contents(t))
	})
	t.Run("a seed once, another one beside it", func(t *testing.T) {
		before := x.contents(t)
		again := load(x, "--cases", "30")
		require.Equal(t, command.ExitFailure, again.code)
		require.Contains(t, again.stderr, "loaded with --seed 1 before")
		require.Equal(t, before, x.contents(t))
		require.Equal(t, command.ExitOK, load(x, "--cases", "7", "--seed", "2").code)
		require.NotEqual(t, before, x.contents(t))
	})
	t.Run("a lender of one's own", func(t *testing.T) {
		x.ok(t, "org", "create", "--name", "Acme", "--lender", "Acme Bank", "--plan", "full")
		require.Equal(t, command.ExitOK, load(x, "--cases", "1", "--lender", "Acme Bank").code)
		page, err := storage.Cases.Page(t.Context(), x.store(t).For(x.portfolio(t, "Acme Bank", model.ModeTest)), model.CaseFilter{},
			page.Options{Limit: 1})
		require.NoError(t, err)
		require.Len(t, page.Nodes, 1)
	})
}

// portfolio is a lender's.
func (x *terminal) portfolio(t *testing.T, lender string, mode model.Mode) uuid.UUID {
	t.Helper()
	portfolios, err := x.store(t).Portfolios(t.Context())
	require.NoError(t, err)
	for _, p := range portfolios {
		if p.LenderName == lender && p.Mode == mode {
			return p.ID
		}
	}
	require.Fail(t, "there is no such portfolio")
	return uuid.Nil
}

// contents is a digest of every portfolio's records, apart from the ids of the portfolios.
func (x *terminal) contents(t *testing.T) string {
	t.Helper()
	var all strings.Builder
	pool := x.store(t).Pool().Pgx()
	for _, table := range []string{
		"users", "brokerages", "brokers", "insured_groups", "insureds", "certificate_holders", "mortgagee_clauses", "programs",
		"risk_profiles", "cases", "documents", "assets", "policies", "policy_versions", "cancellations", "tasks", "waivers",
		"renewal_notices",
	} {
		var digest *string
		query := "SELECT md5(string_agg((to_jsonb(t) - 'portfolio_id' - 'blob_key')::text, ',' ORDER BY id)) FROM " + table + " AS t"
		require.NoError(t, pool.QueryRow(t.Context(), query).Scan(&digest))
		if digest != nil {
			fmt.Fprintln(&all, table, *digest)
		}
	}
	return all.String()
}
