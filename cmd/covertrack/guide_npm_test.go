//go:build npm

package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

// TestNPMGuide follows the GraphQL guide with the tools from npm that it names, and the REST guide in TypeScript.
func TestNPMGuide(t *testing.T) {
	t.Parallel()
	stranger := makeRun(t)
	stranger.follow(t, "docs/guide/graphql.md", "sh", "sh npm")
	source, want := program(t, "docs/guide/rest.md", "ts", "example.mts")
	packages, err := filepath.Abs("../../.ci/npm/node_modules")
	require.NoError(t, err)
	resttest.Node(t, "node_modules/typescript/bin/tsc", "--strict", "--module", "NodeNext", "--target", "ES2022", "--types", "node",
		"--typeRoots", filepath.Join(packages, "@types"), source)
	stranger.run(t, want, "node", strings.TrimSuffix(source, ".mts")+".mjs")
}
