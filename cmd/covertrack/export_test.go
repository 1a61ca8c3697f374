package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// TestExportCommand takes a portfolio out into a folder, whole or not at all, and says so in the audit trail.
func TestExportCommand(t *testing.T) {
	t.Parallel()
	w := storagetest.NewWorld(t)
	w.Case(t, w.Harbor)
	dsn := w.Store.Pool().Pgx().Config().ConnString()
	x := &terminal{dsn: dsn}
	export := func(args ...string) []string {
		return append([]string{"export", "--portfolio", w.Harbor.Portfolio.ID().String()}, args...)
	}
	folder := filepath.Join(t.TempDir(), "out")
	out := x.ok(t, export("--to", folder)...)
	require.Regexp(t, `cases\.csv +1 records`, out)
	require.Regexp(t, `cursor +\S{32}`, out)
	for _, noun := range model.AllExportNoun {
		require.FileExists(t, filepath.Join(folder, string(noun)+".csv"))
	}
	for _, name := range []string{"columns.csv", "export.json"} {
		require.FileExists(t, filepath.Join(folder, name))
	}
	var events int
	require.NoError(t, w.Store.Pool().Pgx().QueryRow(t.Context(),
		`SELECT count(*) FROM audit_events WHERE action = 'export.created' AND actor_kind = 'system'`).Scan(&events))
	require.Equal(t, 1, events)

	for says, args := range map[string][]string{
		"exists already": {"--to", folder}, "--format is csv": {"--format", "pdf", "--to", folder + "2"},
		"--noun is one of": {"--noun", "loans", "--to", folder + "2"}, "--on": {"--on", "2999-01-01", "--to", folder + "2"},
	} {
		got := x.run(t, export(args...)...)
		require.NotZero(t, got.code)
		require.Contains(t, got.stderr, says)
	}
	_, err := os.Stat(folder + "2")
	require.ErrorIs(t, err, os.ErrNotExist)
}
