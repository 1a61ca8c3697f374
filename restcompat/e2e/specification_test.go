package e2e

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

// testNames are the tests of the repository: each top-level one, with the texts of the files that have one of its
// name, which name its subtests.
type testNames map[string]map[string]bool

// TestSpecification compares docs/dev/specification.md with the code: its operations and tests exist, and it names every
// operation.
func TestSpecification(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	operations := map[string]bool{} // whether the page names it
	for _, ep := range s.REST.Endpoints() {
		operations[ep.Operation] = false
	}
	schema := s.Engine.Schema()
	tests := findTests(t)
	rows := readRows(t)
	require.Greater(t, len(rows), 200)
	for _, row := range rows {
		named := quoted.FindAllStringSubmatch(row.tests, -1)
		require.NotEmpty(t, named, "%s: no test", row.rule)
		for _, name := range named {
			tests.require(t, name[1], operations)
		}
		for _, name := range quoted.FindAllStringSubmatch(row.operations, -1) {
			_, rest := operations[name[1]]
			root := schema.Query.Fields.ForName(name[1]) != nil || schema.Mutation.Fields.ForName(name[1]) != nil
			require.True(t, rest || root, "%s: there is no operation %s", row.rule, name[1])
			if rest {
				operations[name[1]] = true
			}
		}
	}
	for operation, named := range operations {
		require.True(t, named, "say which sentence %s fulfils", operation)
	}
}

// row is a row of a table of the page.
type row struct{ rule, operations, tests string }

var quoted = regexp.MustCompile("`([^`]+)`")

func readRows(t *testing.T) (rows []row) {
	text, err := os.ReadFile("../../docs/dev/specification.md")
	require.NoError(t, err)
	for line := range strings.SplitSeq(string(text), "\n") {
		cells := strings.Split(strings.Trim(line, "| "), " | ")
		if !strings.HasPrefix(line, "| ") || strings.HasPrefix(cells[0], "the ") {
			continue
		}
		switch len(cells) {
		case 2:
			rows = append(rows, row{cells[0], "", cells[1]})
		default:
			require.Len(t, cells, 3, line)
			rows = append(rows, row{cells[0], cells[1], cells[2]})
		}
	}
	return rows
}

// require expects a test to exist. The name of a subtest must be in the file of its test, or be an operation's or a
// code, over which tests range.
func (names testNames) require(t *testing.T, name string, operations map[string]bool) {
	t.Helper()
	steps := strings.Split(name, "/")
	require.Contains(t, names, steps[0], "there is no such test")
	for _, step := range steps[1:] {
		_, operation := operations[step]
		require.True(t, operation || names[steps[0]][step] || isProvoked(step), "%s: no subtest %s", name, step)
	}
}

func isProvoked(name string) bool {
	for code := range provocations {
		if string(code) == name {
			return true
		}
	}
	return false
}

func findTests(t *testing.T) testNames {
	names := testNames{}
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && path != "../.." && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "var" || entry.Name() == "node_modules") {
			return filepath.SkipDir
		}
		if strings.HasSuffix(path, "_test.go") {
			names.add(t, path)
		}
		return nil
	})
	require.NoError(t, err)
	return names
}

// add reads the tests of a file and its texts.
func (names testNames) add(t *testing.T, path string) {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	require.NoError(t, err)
	texts := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		if literal, ok := n.(*ast.BasicLit); ok && literal.Kind == token.STRING {
			text, err := strconv.Unquote(literal.Value)
			require.NoError(t, err)
			texts[text] = true
		}
		return true
	})
	for _, declaration := range file.Decls {
		f, ok := declaration.(*ast.FuncDecl)
		if !ok || f.Recv != nil || !strings.HasPrefix(f.Name.Name, "Test") {
			continue
		}
		if names[f.Name.Name] == nil {
			names[f.Name.Name] = map[string]bool{}
		}
		for text := range texts {
			names[f.Name.Name][text] = true
		}
	}
}

// TestChangelog: releases are numbered v<major>.<minor>.<patch>, and changes are a feature, an improvement or a fix.
func TestChangelog(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../CHANGELOG.md")
	require.NoError(t, err)
	release := regexp.MustCompile(`^## (Unreleased|v\d+\.\d+\.\d+( .*)?)$`)
	change := regexp.MustCompile(`^- (Feature|Improvement|Fix): `)
	for line := range strings.SplitSeq(string(text), "\n") {
		switch {
		case strings.HasPrefix(line, "## "):
			require.Regexp(t, release, line)
		case strings.HasPrefix(line, "- "):
			require.Regexp(t, change, line)
		}
	}
}
