package main

import (
	"os"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
)

// onlyInTests are the modules of the test binary that the program itself does not contain.
var onlyInTests = []string{
	"github.com/stretchr/testify",
}

// TestLicenses looks for each module that this very binary is built from, and for the files from npm.
func TestLicenses(t *testing.T) {
	t.Parallel()
	out := runLine(t, "licenses")
	require.Equal(t, command.ExitOK, out.code, out.stderr)
	info, ok := debug.ReadBuildInfo()
	require.True(t, ok)
	require.Greater(t, len(info.Deps), 50)
	var missing []string
	for _, module := range info.Deps {
		if !strings.Contains(out.stdout, "\n"+module.Path+" "+module.Version+"\n") {
			missing = append(missing, module.Path)
		}
	}
	require.Subset(t, onlyInTests, missing, "run make generate")
	for _, file := range []string{"../../restcompat/viewer/NOTICE", "../../graph/playground/files/LICENSES.txt",
		"../../graph/console/files/LICENSES.txt"} {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		clean := strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n"))
		require.True(t, strings.Contains(out.stdout, clean), "%s: run make generate", file)
	}
	require.True(t, strings.Contains(out.stdout, "The Go Authors"))
}
