package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
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
	require.Equal(t, command.ExitFailure, unsafe.code)
	require.Contains(t, unsafe.stderr, "fsync=off")
	const isolate = "portfolio isolate 0190c2d4-7b1e-7c55-9d6a-2f1c3b7a9e11"
	for line, want := range map[string]string{
		isolate:                   "fsync=off",
		"portfolio isolate":       "name the portfolio by its id",
		"portfolio isolate acme":  "name the portfolio by its id",
		"migrate distribute --no": "--no",
	} {
		require.Contains(t, x.run(t, strings.Fields(line)...).stderr, want, line)
	}
	kept := &terminal{dsn: durableDatabase(t)}
	require.Contains(t, kept.run(t, "migrate", "distribute").stderr, "CREATE EXTENSION citus")
	require.Contains(t, kept.run(t, strings.Fields(isolate)...).stderr, "the database is not distributed")
}
