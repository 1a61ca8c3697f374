//go:build noun

// Package dev proves the lists of add.md: each archive of the folder add makes one new thing in a copy of the module. It
// touches exactly the files of its list, and what it makes then works.
package dev

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"
)

const root = "../.."

// generate are the commands of `make generate`, but for the examples of /docs: they need demo data of the noun.
var generate = []string{
	"go generate ./graph",
	"go test ./storage ./restcompat/e2e -run Golden|Budgets -update",
	"go test ./cmd/covertrack -run RoutesPage|OperationsTable -update",
}

// addition is a new thing: the archive `name.txtar`, whose comment begins with these fields.
type addition struct {
	name   string
	list   string   // List: the heading in add.md
	called string   // New: what takes the place of x in the list's names
	proofs []string // Prove: commands that fail without it
	files  []txtar.File
}

// TestAdd makes everything that add.md has a list for, or what LIST names, in one copy of the module.
func TestAdd(t *testing.T) {
	additions := read(t, cmp.Or(os.Getenv("LIST"), "*"))
	lists := readLists(t)
	if os.Getenv("LIST") == "" {
		require.Len(t, additions, len(lists), "each list of add.md has an archive")
	}
	dir := copyModule(t)
	commands := slices.Clone(generate)
	for _, a := range additions {
		require.Equal(t, lists[a.list], a.touched(), "%s: the list in add.md is not what it needs", a.name)
		for _, f := range a.files {
			add(t, filepath.Join(dir, f.Name), f.Data)
		}
		commands = append(commands, a.proofs...)
	}
	for _, line := range commands {
		command := strings.Fields(line)
		cmd := exec.CommandContext(t.Context(), command[0], command[1:]...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s\n%s", line, out)
	}
}

func read(t *testing.T, pattern string) (additions []addition) {
	paths, err := filepath.Glob(filepath.Join("add", pattern+".txtar"))
	require.NoError(t, err)
	require.NotEmpty(t, paths, "there is no list %s", pattern)
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		require.NoError(t, err)
		a := addition{name: strings.TrimSuffix(filepath.Base(path), ".txtar"), files: archive.Files}
		for line := range strings.Lines(string(archive.Comment)) {
			switch field, value, _ := strings.Cut(strings.TrimSpace(line), ": "); field {
			case "List":
				a.list = value
			case "New":
				a.called = value
			case "Prove":
				a.proofs = append(a.proofs, value)
			}
		}
		require.NotEmpty(t, a.proofs, "%s proves nothing", a.name)
		additions = append(additions, a)
	}
	return additions
}

// touched are the archive's files as its list names them: x for the noun, and the folder alone for a migration.
func (a *addition) touched() (files []string) {
	for _, f := range a.files {
		dir, file := filepath.Split(f.Name)
		switch {
		case strings.HasSuffix(dir, "/migrations/"):
			file = ""
		case a.called != "":
			file = regexp.MustCompile("^"+a.called+`([._])`).ReplaceAllString(file, "x$1")
		}
		files = append(files, dir+file)
	}
	return files
}

var (
	itemForm = regexp.MustCompile("^([0-9]+)\\. `([^`]+)`: \\S")
	fileForm = regexp.MustCompile(`\w\.(go|graphqls?|sql|md|ts)\b`)
)

// readLists returns the files of each list of add.md. Nothing else in it names a file.
func readLists(t *testing.T) (lists map[string][]string) {
	text, err := os.ReadFile("add.md")
	require.NoError(t, err)
	lists = map[string][]string{}
	for _, section := range strings.Split(string(text), "\n## ")[1:] {
		heading, list, _ := strings.Cut(section, "\n")
		for line := range strings.Lines(list) {
			item := itemForm.FindStringSubmatch(line)
			if item == nil {
				require.NotRegexp(t, fileForm, line, "a file beside the list %q", heading)
				continue
			}
			lists[heading] = append(lists[heading], item[2])
			require.Equal(t, fmt.Sprint(len(lists[heading])), item[1])
		}
	}
	return lists
}

// copyModule returns a folder with the files of the module that Git knows, as they are now.
func copyModule(t *testing.T) (dir string) {
	dir = t.TempDir()
	cmd := exec.CommandContext(t.Context(), "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	cmd.Dir = root
	names, err := cmd.Output()
	require.NoError(t, err)
	for name := range strings.SplitSeq(strings.Trim(string(names), "\x00"), "\x00") {
		content, err := os.ReadFile(filepath.Join(root, name))
		if os.IsNotExist(err) {
			continue // removed, but not committed yet
		}
		require.NoError(t, err)
		to := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(to), 0o755))
		require.NoError(t, os.WriteFile(to, content, 0o644))
	}
	return dir
}

// add writes a new file, or what a file gets at the places that data names: a line `@@ before: MARK`, `@@ after: MARK` or
// `@@ instead: MARK` names the one line that begins with MARK, or with `A >> B` the first line after A that begins with B.
func add(t *testing.T, file string, data []byte) {
	if !bytes.HasPrefix(data, []byte("@@ ")) {
		require.NoFileExists(t, file)
		require.NoError(t, os.WriteFile(file, data, 0o644))
		return
	}
	content, err := os.ReadFile(file)
	require.NoError(t, err)
	lines := strings.SplitAfter(string(content), "\n")
	insertions := strings.TrimSuffix(strings.TrimPrefix(string(data), "@@ "), "\n")
	for insertion := range strings.SplitSeq(insertions, "\n@@ ") {
		place, text, _ := strings.Cut(insertion, "\n")
		side, mark, _ := strings.Cut(place, ": ")
		at := lineOf(t, file, lines, mark)
		switch side {
		case "after":
			at++
		case "instead":
			lines = slices.Delete(lines, at, at+1)
		}
		lines = slices.Insert(lines, at, text+"\n")
	}
	require.NoError(t, os.WriteFile(file, []byte(strings.Join(lines, "")), 0o644))
}

// lineOf returns the line that a mark names. Blanks count as one.
func lineOf(t *testing.T, file string, lines []string, mark string) int {
	first, then, two := strings.Cut(mark, " >> ")
	var at []int
	for i, line := range lines {
		if strings.HasPrefix(strings.Join(strings.Fields(line), " "), first) {
			at = append(at, i)
		}
	}
	require.Len(t, at, 1, "%s: lines that begin with %q", file, first)
	if !two {
		return at[0]
	}
	for i, line := range lines[at[0]+1:] {
		if strings.HasPrefix(strings.Join(strings.Fields(line), " "), then) {
			return at[0] + 1 + i
		}
	}
	require.Failf(t, "no such line", "%s: %s", file, mark)
	return 0
}
