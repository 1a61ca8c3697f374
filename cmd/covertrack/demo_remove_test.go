package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/cmd/covertrack/sample"
	"github.com/covertrack/covertrack/model"
)

// TestDemoBesideOthers loads the demo data beside a real lender, when that is said, and removes it again.
func TestDemoBesideOthers(t *testing.T) {
	t.Parallel()
	x, files := newTerminal(t), t.TempDir()
	x.ok(t, "org", "create", "--name", "Acme", "--lender", "Acme Bank", "--plan", "full")
	refused := x.run(t, "demo", "--data-dir", files)
	require.Equal(t, command.ExitFailure, refused.code)
	require.Contains(t, refused.stderr, "lenders of its own, like Acme Bank")
	require.NotContains(t, x.ok(t, "org", "list"), "Harbor", "nothing was loaded")
	require.Contains(t, x.refused(t, "--demo", "--signing-key", testKey), "covertrack demo --yes")
	require.Equal(t, command.ExitFailure, x.answered(t, "no", "demo", "--data-dir", files).code)

	loaded := x.answered(t, "yes", "demo", "--json", "--data-dir", files)
	require.Equal(t, command.ExitOK, loaded.code, loaded.stderr)
	require.Contains(t, loaded.stderr, "Load it? [y/N]")
	var access sample.Access
	require.NoError(t, json.Unmarshal([]byte(loaded.stdout), &access))
	x.ok(t, "demo", "--data-dir", files) // it is there already: nothing to ask
	portfolio := access.Lenders[0].Portfolios[model.ModeTest].String()
	require.DirExists(t, filepath.Join(files, "blobs", "documents", portfolio))

	before := x.ok(t, "demo", "remove", "--data-dir", files)
	require.Equal(t, "removed 3 lenders of the demo data\n", before)
	require.Equal(t, "removed 0 lenders of the demo data\n", x.ok(t, "demo", "remove", "--yes", "--data-dir", files))
	require.NotContains(t, x.ok(t, "org", "list"), "Example")
	require.Contains(t, x.ok(t, "org", "list"), "Acme Bank")
	require.Empty(t, x.rowsOf(t, portfolio))
	left, err := filepath.Glob(filepath.Join(files, "blobs", "documents", portfolio, "*", "*"))
	require.NoError(t, err)
	require.Empty(t, left)
	require.NoFileExists(t, filepath.Join(files, "demo-tokens.json"))
	require.Contains(t, x.audited(t), "demo.removed")
	x.ok(t, "demo", "--yes", "--data-dir", files) // it can be loaded again
}

// answered runs a command line for somebody who answers its question.
func (x *terminal) answered(t *testing.T, answer string, args ...string) output {
	t.Helper()
	var stdout, stderr bytes.Buffer
	root := newRoot(&stdout, &stderr)
	root.Reader = strings.NewReader(answer + "\n")
	code := command.Report(&stderr, root.Run(t.Context(), append(append([]string{"covertrack"}, args...), "--database-url", x.dsn)))
	return output{stdout.String(), stderr.String(), code}
}

// rowsOf returns the tables that have rows of a portfolio.
func (x *terminal) rowsOf(t *testing.T, portfolio string) (tables []string) {
	t.Helper()
	pool := x.store(t).Pool().Pgx()
	found, err := pool.Query(t.Context(), `SELECT table_name::text FROM information_schema.columns
		WHERE column_name = 'portfolio_id' AND table_schema = 'public'`)
	require.NoError(t, err)
	all, err := pgx.CollectRows(found, pgx.RowTo[string])
	require.NoError(t, err)
	require.Greater(t, len(all), 30)
	for _, table := range all {
		var has bool
		query := fmt.Sprintf("SELECT EXISTS (SELECT FROM %s WHERE portfolio_id = $1)", pgx.Identifier{table}.Sanitize())
		require.NoError(t, pool.QueryRow(t.Context(), query, portfolio).Scan(&has))
		if has {
			tables = append(tables, table)
		}
	}
	return tables
}
