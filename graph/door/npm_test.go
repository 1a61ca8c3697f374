//go:build npm

// The tests of this file speak to the door with clients from npm; `make npm-test` installs and runs them.
package door_test

import (
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

// TestNPMAudits is the audit of graphql-http: the whole of the GraphQL over HTTP specification.
func TestNPMAudits(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	t.Log(resttest.Node(t, "audit.js", s.URL+"/graphql", s.Support))
}

// TestNPMSubscription is graphql-sse's client.
func TestNPMSubscription(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	t.Log(resttest.Node(t, "subscribe.js", s.URL, s.Harbor.Token, s.Case(t, s.Harbor).String()))
}

// TestNPMTypedClient generates a strict TypeScript client of the schema and uses it.
func TestNPMTypedClient(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	env := []string{"GRAPHQL_URL=" + s.URL + "/graphql", "TOKEN=" + s.Harbor.Token}
	resttest.NodeWith(t, env, "node_modules/@graphql-codegen/cli/esm/bin.js", "--config", "codegen.yaml")
	resttest.Node(t, "node_modules/typescript/bin/tsc", "-p", ".")
	t.Log(resttest.Node(t, "client/client.js", s.URL, s.Harbor.Token, s.Program(t, s.Harbor).String()))
}

// TestNPMIntrospection is graphql-js, which reads the schema for GraphiQL and for code generators.
func TestNPMIntrospection(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	t.Log(resttest.Node(t, "introspect.js", s.URL, s.Basic.Token))
}

// TestNPMRelay is the compiler of Relay.
func TestNPMRelay(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	t.Log(resttest.Node(t, "relay.js", s.URL, s.Harbor.Token))
}

// TestNPMGoClient generates a Go client of the schema with genqlient and uses it.
func TestNPMGoClient(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	for _, args := range [][]string{{"tool", "genqlient"}, {"run", ".", s.URL, s.Harbor.Token, s.Program(t, s.Harbor).String()}} {
		cmd := exec.CommandContext(t.Context(), "go", args...)
		cmd.Dir = "../../.ci/goclient"
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
		t.Logf("%s", out)
	}
}
