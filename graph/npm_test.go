//go:build npm

// The tests of this file speak to the door with clients from npm; `make npm-test` installs and runs them.
package graph_test

import (
	"testing"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

// TestNPMAudits is the audit of graphql-http: the whole of the GraphQL over HTTP specification.
func TestNPMAudits(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	t.Log(resttest.Node(t, "audit.js", s.URL+"/graphql", s.Support))
}
