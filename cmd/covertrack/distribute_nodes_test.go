//go:build citus

package main

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/storage/storagetest/nodes"
)

// TestDistributeOnNodes distributes an installation with a portfolio in it, loads another one and moves that.
func TestDistributeOnNodes(t *testing.T) {
	t.Parallel()
	dir := newDataDir(t)
	cluster, err := nodes.StartIn(t.Context(), dir)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, cluster.Stop(context.Background())) })
	require.NoError(t, cluster.Join(t.Context(), command.EmbeddedName))
	x := &terminal{dsn: cluster.DSN(command.EmbeddedName)}
	load := func(lender string) {
		out := x.run(t, "load", "--cases", "20", "--lender", lender, "--data-dir", dir)
		require.Equal(t, command.ExitOK, out.code, out.stderr)
	}
	load("First")
	refused := x.run(t, "migrate", "distribute")
	require.Equal(t, command.ExitFailure, refused.code)
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
	replica := runLine(t, "serve", "--database-url", x.dsn, "--replica-urls", x.dsn, "--addr", "127.0.0.1:0", "--data-dir", dir,
		"--signing-key", testKey)
	require.Equal(t, command.ExitFailure, replica.code)
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
