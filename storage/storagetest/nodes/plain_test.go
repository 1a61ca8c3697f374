package nodes

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPlainOnly keeps the table of docs/dev/tests.md: the tests that are left out on nodes, no more and no fewer.
func TestPlainOnly(t *testing.T) {
	t.Parallel()
	const root = "../../.."
	text, err := os.ReadFile(filepath.Join(root, "docs/dev/tests.md"))
	require.NoError(t, err)
	_, table, _ := strings.Cut(string(text), "<!-- plain only -->")
	table, _, ok := strings.Cut(table, "<!-- /plain only -->")
	require.True(t, ok)
	named := regexp.MustCompile("`(Test[A-Za-z0-9]+)`").FindAllStringSubmatch(table, -1)
	documented := make([]string, 0, len(named))
	for _, name := range named {
		documented = append(documented, name[1])
	}
	var found []string
	module := os.DirFS(root)
	require.NoError(t, fs.WalkDir(module, ".", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && path != "." && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "node_modules") {
			return fs.SkipDir
		}
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, path), nil, 0)
		if err == nil {
			found = append(found, plainOnly(file)...)
		}
		return err
	}))
	require.ElementsMatch(t, found, documented)
}

// plainOnly returns the functions of a file that call PlainOnly.
func plainOnly(file *ast.File) (functions []string) {
	for _, declaration := range file.Decls {
		function, ok := declaration.(*ast.FuncDecl)
		if !ok {
			continue
		}
		calls := false
		ast.Inspect(function, func(n ast.Node) bool {
			selector, ok := n.(*ast.SelectorExpr)
			calls = calls || ok && selector.Sel.Name == "PlainOnly"
			return true
		})
		if calls {
			functions = append(functions, function.Name.Name)
		}
	}
	return functions
}
