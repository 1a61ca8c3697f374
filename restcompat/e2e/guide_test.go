package e2e

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

var guideBlock = regexp.MustCompile("(?s)\n```sh\n(.*?)```\n(?:```text\n(.*?)```\n)?")

// TestGuide runs every command of docs/guide/rest.md, in order and in one shell, and expects each line of output that the
// page shows, in order; … matches anything.
func TestGuide(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	s.Program(t, s.Harbor)
	text, err := os.ReadFile("../../docs/guide/rest.md")
	require.NoError(t, err)
	blocks := guideBlock.FindAllStringSubmatch(string(text), -1)
	require.GreaterOrEqual(t, len(blocks), 9)
	script := "set -euo pipefail\n"
	for _, block := range blocks {
		script += block[1] + "\nprintf '\\n-- end of block --\\n'\n"
	}
	shell := exec.CommandContext(t.Context(), "bash", "-c", script)
	shell.Dir = t.TempDir()
	shell.Env = append(os.Environ(), "BASE="+s.URL, "TOKEN="+s.Harbor.Token)
	out, err := shell.CombinedOutput()
	require.NoError(t, err, "%s", out)
	printed := strings.Split(string(out), "\n-- end of block --\n")
	for i, block := range blocks {
		var want strings.Builder
		want.WriteString("(?s)")
		for line := range strings.SplitSeq(strings.TrimSpace(block[2]), "\n") {
			want.WriteString(strings.ReplaceAll(regexp.QuoteMeta(line), "…", ".*") + ".*")
		}
		require.Regexp(t, want.String(), printed[i], block[1])
	}
}
