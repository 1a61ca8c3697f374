//go:build npm

// The tests of this file speak to the door with clients from npm; `make npm-test` installs and runs them.
package graph_test

import (
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

// node runs a script of .ci/npm with variables of the environment, each as NAME=value.
func node(t *testing.T, script string, env ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "node", script)
	cmd.Dir = "../.ci/npm"
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return string(out)
}

// TestNPMAudits is the audit of graphql-http: the whole of the GraphQL over HTTP specification.
func TestNPMAudits(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	t.Log(node(t, "audit.js", "URL="+s.URL+"/graphql", "TOKEN="+s.Support))
}
