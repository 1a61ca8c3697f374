package main

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/storage/storagetest/nodes"
)

// TestPlainPlacement holds that one Postgres says nothing new, and refuses what is for several with what to do.
func TestPlainPlacement(t *testing.T) {
	t.Parallel()
	nodes.PlainOnly(t, "it is about a Postgres without the extension")
	x := newTerminal(t)
	require.NotContains(t, x.ok(t, "migrate", "status"), "tables:")
	require.NotContains(t, x.run(t, "doctor").stdout, "placement")
	unsafe := x.run(t, "migrate", "distribute")
	require.Equal(t, exitFailure, unsafe.code)
	require.Contains(t, unsafe.stderr, "fsync=off")
	for line, want := range map[string]string{
		"portfolio isolate 0190c2d4-7b1e-7c55-9d6a-2f1c3b7a9e11": "the database is not distributed",
		"portfolio isolate":       "name the portfolio by its id",
		"portfolio isolate acme":  "name the portfolio by its id",
		"portfolio isolated":      `did you mean "isolate"`,
		"migrate distribute --no": "--no",
	} {
		require.Contains(t, x.run(t, strings.Fields(line)...).stderr, want, line)
	}
	kept := &terminal{dsn: durableDatabase(t)}
	require.Contains(t, kept.run(t, "migrate", "distribute").stderr, "CREATE EXTENSION citus")
}

// TestDistributeCommands distributes an installation with a portfolio in it, loads another one and moves that.
func TestDistributeCommands(t *testing.T) {
	t.Parallel()
	nodes.Need(t)
	dir := newDataDir(t)
	cluster, err := nodes.StartIn(t.Context(), dir)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, cluster.Stop(context.Background())) })
	require.NoError(t, cluster.Join(t.Context(), embeddedName))
	x := &terminal{dsn: cluster.DSN(embeddedName)}
	load := func(lender string) {
		out := x.run(t, "load", "--cases", "20", "--lender", lender, "--data-dir", dir)
		require.Equal(t, exitOK, out.code, out.stderr)
	}
	load("First")
	refused := x.run(t, "migrate", "distribute")
	require.Equal(t, exitFailure, refused.code)
	require.Contains(t, refused.stderr, "has no LOGIN")
	_, err = x.store(t).Pool().Pgx().Exec(t.Context(), "ALTER ROLE covertrack_writer LOGIN")
	require.NoError(t, err)

	planned := x.ok(t, "migrate", "distribute", "--dry-run")
	require.Contains(t, planned, "create_distributed_table('cases'")
	require.NotContains(t, x.ok(t, "migrate", "status"), "tables:", "nothing was done")
	require.Equal(t, planned, x.ok(t, "migrate", "distribute"))
	require.Contains(t, x.ok(t, "migrate", "distribute"), "nothing to do")
	require.Equal(t, "up to date\n", x.ok(t, "migrate", "up"))

	load("Second")
	id := portfolioOf(t, x, "Second")
	moved := x.ok(t, "portfolio", "isolate", id)
	require.Contains(t, moved, "giving the portfolio shards of its own")
	require.NotContains(t, x.ok(t, "portfolio", "isolate", id), "giving")
	require.Contains(t, x.run(t, "portfolio", "isolate", id, "--to", "nowhere:5432").stderr, "nowhere:5432 is no worker")

	status := x.ok(t, "migrate", "status")
	require.Regexp(t, `tables: \d+ by portfolio, \d+ on every server`, status)
	require.NotContains(t, status, "missing")
	require.Contains(t, x.run(t, "doctor").stdout, "all 3 servers answer")
	replica := runLine(t, "serve", "--database-url", x.dsn, "--replica-urls", x.dsn, "--addr", "127.0.0.1:0", "--data-dir", dir)
	require.Equal(t, exitFailure, replica.code)
	require.Contains(t, replica.stderr, "the database is distributed")
}

// portfolioOf returns the id of a lender's test portfolio.
func portfolioOf(t *testing.T, x *terminal, lender string) string {
	for line := range strings.Lines(x.ok(t, "quota", "list")) {
		if fields := strings.Fields(line); len(fields) > 2 && fields[1] == lender && fields[2] == "test" {
			return fields[0]
		}
	}
	require.Fail(t, fmt.Sprintf("%s has no test portfolio", lender))
	return ""
}
