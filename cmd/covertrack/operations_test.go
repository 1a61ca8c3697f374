package main

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/cmd/covertrack/serve"
)

var update = flag.Bool("update", false, "write the tables of the documents")

var tableForm = regexp.MustCompile(`(?s)(<!-- flags: [^\n]*-->\n).*?(<!-- /flags -->)`)

// TestOperationsTable keeps the table of settings what the flags are.
func TestOperationsTable(t *testing.T) {
	t.Parallel()
	const file = "../../docs/guide/operations.md"
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	var table strings.Builder
	table.WriteString("| flag | default | what it is |\n|---|---|---|\n")
	for _, f := range serve.Command().Flags {
		documented, ok := f.(cli.DocGenerationFlag)
		require.True(t, ok)
		initial := cmp.Or(documented.GetDefaultText(), documented.GetValue())
		name := f.Names()[0]
		require.Equal(t, []string{"COVERTRACK_" + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))}, documented.GetEnvVars())
		fmt.Fprintf(&table, "| `--%s` | %s | %s |\n", name, code(initial), strings.ReplaceAll(documented.GetUsage(), "|", `\|`))
	}
	want := tableForm.ReplaceAllString(string(text), "${1}"+strings.ReplaceAll(table.String(), "$", "$$")+"${2}")
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(want), 0o644))
	}
	text, err = os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, want, string(text), "run go test ./cmd/covertrack -run TestOperationsTable -update")
}

// TestMakeRun says what it does before it compiles, which takes long the first time.
func TestMakeRun(t *testing.T) {
	t.Parallel()
	out, err := exec.Command("make", "-n", "-C", "../..", "run", "ARGS=--addr :9090").CombinedOutput()
	require.NoError(t, err, "%s", out)
	said, compiled := strings.Index(string(out), "Compiling covertrack"), strings.Index(string(out), "go build")
	require.Greater(t, said, -1)
	require.Greater(t, compiled, said)
	require.Contains(t, string(out), "serve --demo --mail=off --addr :9090")
}

func code(text string) string {
	if text == "" {
		return ""
	}
	return "`" + strings.Trim(text, `"`) + "`"
}
