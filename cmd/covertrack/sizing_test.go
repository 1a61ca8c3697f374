//go:build program

package main

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
)

var recordForm = regexp.MustCompile(`(?m)^\| ([a-z ]+) \| ([\d,]+) \| [\d.]+ \|$`)

// TestSizing loads a portfolio and measures its records by the statement of sizing.md. The figures there are of a
// larger portfolio, in which indexes are fuller: here a record may take half as much or twice as much.
func TestSizing(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../docs/guide/sizing.md")
	require.NoError(t, err)
	page := string(text)
	statement := regexp.MustCompile(`(?s)    (SELECT relname.*?;)\n`).FindStringSubmatch(page)
	require.NotNil(t, statement)
	x := newTerminal(t)
	out := x.run(t, "load", "--cases", "400", "--data-dir", t.TempDir())
	require.Equal(t, command.ExitOK, out.code, out.stderr)
	pool := x.store(t).Pool().Pgx()
	_, err = pool.Exec(t.Context(), "VACUUM ANALYZE")
	require.NoError(t, err)
	rows, err := pool.Query(t.Context(), statement[1])
	require.NoError(t, err)
	measured := map[string]int{}
	for rows.Next() {
		var table string
		var records, bytes int
		require.NoError(t, rows.Scan(&table, &records, &bytes))
		measured[table] = bytes
	}
	require.NoError(t, rows.Err())

	documented := map[string]string{}
	for _, record := range recordForm.FindAllStringSubmatch(page, -1) {
		documented[record[1]] = strings.ReplaceAll(record[2], ",", "")
	}
	for record, table := range map[string]string{
		"case": "cases", "insured": "insureds", "asset": "assets", "policy": "policies", "policy version": "policy_versions",
		"renewal notice": "renewal_notices", "document": "documents",
	} {
		want, err := strconv.Atoi(documented[record])
		require.NoError(t, err, record)
		require.Greater(t, measured[table], want/2, record)
		require.Less(t, measured[table], want*2, record)
	}
}
