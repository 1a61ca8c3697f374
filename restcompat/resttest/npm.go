package resttest

import (
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// Node runs a script of .ci/npm with arguments and returns its output. Tests that call it have the build tag npm.
func Node(t testing.TB, script string, args ...string) string {
	t.Helper()
	_, file, _, _ := runtime.Caller(0)
	cmd := exec.CommandContext(t.Context(), "node", append([]string{script}, args...)...)
	cmd.Dir = filepath.Join(filepath.Dir(file), "../../.ci/npm")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return string(out)
}
