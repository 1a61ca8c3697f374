package dev

import (
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// goneWords are phrases that nobody in the trade uses.
var goneWords = []string{
	"if nobody does anything", "nothing is to be done about this case", "by itself", "the likeliest first", "no task is like that",
	"judged anew at once", "what is waived is still told", "by covertrack (covertrack)", "line of time", "the same in words", "today it is",
	"not as demanded",
}

// TestWordsThatAreGone: no screen of the console, no letter, no page, no message and no description of the schema has them.
func TestWordsThatAreGone(t *testing.T) {
	t.Parallel()
	const root = "../.."
	read := 0
	look := func(path, text string) {
		read++
		for _, gone := range goneWords {
			require.NotContains(t, strings.ToLower(text), gone, path)
		}
	}
	for _, shown := range []string{"graph/console/src", "graph/evidence/files", "graph/letter/templates"} {
		eachFile(t, filepath.Join(root, shown), func(path string, raw []byte) { look(path, string(raw)) })
	}
	for _, room := range []string{"model", "graph", "restcompat"} {
		eachFile(t, filepath.Join(root, room), func(path string, raw []byte) {
			if strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") && !strings.Contains(path, "generated") {
				look(path, literals(path, raw))
			}
		})
	}
	schema, err := os.ReadFile(filepath.Join(root, "schema.graphqls"))
	require.NoError(t, err)
	look("schema.graphqls", string(schema))
	require.Greater(t, read, 300)
}

func eachFile(t *testing.T, root string, each func(path string, raw []byte)) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "gql" || d.Name() == "node_modules"):
			return fs.SkipDir
		case !d.Type().IsRegular():
			return nil
		}
		raw, err := os.ReadFile(path)
		each(path, raw)
		return err
	}))
}

// literals are the texts of a Go file, a line each.
func literals(path string, raw []byte) string {
	var s scanner.Scanner
	var texts strings.Builder
	files := token.NewFileSet()
	s.Init(files.AddFile(path, files.Base(), len(raw)), raw, nil, 0)
	for {
		_, kind, text := s.Scan()
		switch kind {
		case token.EOF:
			return texts.String()
		case token.STRING:
			texts.WriteString(text + "\n")
		}
	}
}
