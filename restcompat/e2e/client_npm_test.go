//go:build npm

package e2e

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

// TestNPMTypeScriptClient generates a client with openapi-typescript, compiles it strictly and runs it.
func TestNPMTypeScriptClient(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	s.Program(t, s.Harbor)
	t.Log(resttest.Node(t, "client.js", s.URL, s.Harbor.Token))
}

// TestNPMGoClient generates a client with oapi-codegen, in a module of its own, and runs it. It has the tag npm
// because it downloads its tools too.
func TestNPMGoClient(t *testing.T) {
	t.Parallel()
	const generator = "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2"
	s := resttest.New(t)
	s.Program(t, s.Harbor)
	dir := t.TempDir()
	write(t, dir, "openapi.json", plainTypes(t, s.REST.OpenAPI()))
	write(t, dir, "config.yaml", []byte("package: main\ngenerate: {models: true, client: true}\noutput: client.gen.go\n"))
	source, err := os.ReadFile("testdata/client.go.txt")
	require.NoError(t, err)
	write(t, dir, "main.go", source)
	for _, line := range [][]string{
		{"mod", "init", "example.com/client"},
		{"run", generator, "-config", "config.yaml", "openapi.json"},
		{"get", "github.com/oapi-codegen/runtime@v1.8.0"},
		{"mod", "tidy"},
		{"run", ".", s.URL, s.Harbor.Token},
	} {
		cmd := exec.CommandContext(t.Context(), "go", line...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "go %v: %s", line, out)
	}
}

func write(t *testing.T, dir, name string, content []byte) {
	t.Helper()
	require.NoError(t, os.WriteFile(filepath.Join(dir, name), content, 0o644))
}

// plainTypes removes lists of types from the document, except those of a type and null: oapi-codegen does not know
// others, and a value without a type may be anything.
func plainTypes(t *testing.T, document []byte) []byte {
	t.Helper()
	var root any
	require.NoError(t, json.Unmarshal(document, &root))
	var walk func(node any)
	walk = func(node any) {
		switch node := node.(type) {
		case map[string]any:
			if types, ok := node["type"].([]any); ok && len(types) > 2 {
				delete(node, "type")
				delete(node, "items")
			}
			for _, child := range node {
				walk(child)
			}
		case []any:
			for _, child := range node {
				walk(child)
			}
		}
	}
	walk(root)
	plain, err := json.Marshal(root)
	require.NoError(t, err)
	return plain
}
