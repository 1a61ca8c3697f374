package main

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
)

func TestRoutes(t *testing.T) {
	t.Parallel()
	out := runLine(t, "routes")
	require.Equal(t, command.ExitOK, out.code, out.stderr)
	lines := strings.Split(strings.TrimSuffix(out.stdout, "\n"), "\n")
	require.Equal(t, []string{"METHOD", "PATH", "OPERATION", "ENTITLEMENT", "FIELD"}, strings.Fields(lines[0]))
	column := strings.Index(lines[0], "OPERATION")
	var found bool
	for _, line := range lines[1:] {
		fields := strings.Fields(line)
		require.Len(t, fields, 5, line)
		require.Equal(t, fields[2], strings.Fields(line[column:])[0], "the columns are aligned")
		found = found || strings.Join(fields, " ") == "POST /rest/policies CreatePolicy API_ACCESS createPolicy"
	}
	require.True(t, found, out.stdout)
}

// TestRoutesPage keeps docs/guide/routes.md the table of the endpoints.
func TestRoutesPage(t *testing.T) {
	t.Parallel()
	const file = "../../docs/guide/routes.md"
	out := runLine(t, "routes", "--markdown")
	require.Equal(t, command.ExitOK, out.code, out.stderr)
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(out.stdout), 0o644))
	}
	page, err := os.ReadFile(file)
	require.NoError(t, err, "run make generate and look at the diff")
	require.Equal(t, out.stdout, string(page), "run make generate and look at the diff")
}
