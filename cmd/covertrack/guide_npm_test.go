//go:build npm

package main

import "testing"

// TestNPMGuide follows the GraphQL guide with the tools from npm that it names.
func TestNPMGuide(t *testing.T) {
	t.Parallel()
	makeRun(t).follow(t, "docs/guide/graphql.md", "sh", "sh npm")
}
