//go:build noun

package storage_test

import (
	"bytes"
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

// mostFiles is how many files a person touches at most for a new noun below a case.
const mostFiles = 12

// generate are the commands of `make generate`, but for the examples of /docs: they need demo data of the noun.
var generate = []string{
	"go generate ./graph",
	"go test ./storage ./restcompat/e2e -run Golden|Budgets -update",
	"go test ./cmd/covertrack -run RoutesPage -update",
}

// prove are the tests that a new noun must pass: those that range over all nouns and endpoints, and its own.
var prove = []string{
	"go vet ./...",
	"go test ./storage ./restcompat/e2e -run Noun|^TestNode$|Schema|Counters|Index|Examples|Specification|^TestGolden|Budgets|" +
		"Inspection|TestSoakS1Isolation/Inspection|TestSoakS1GraphQL/nspection",
}

// TestNewNoun adds a noun to a copy of the module by the list in doc.go: it touches exactly the files of the list, and
// the noun then works through both doors.
func TestNewNoun(t *testing.T) {
	added, err := txtar.ParseFile("testdata/newnoun.txtar")
	require.NoError(t, err)
	require.Equal(t, listed(t, "inspection"), touched(added), "the list in doc.go is not what the noun needs")
	require.LessOrEqual(t, len(added.Files), mostFiles, "files touched by hand:\n%s", sizes(added))
	dir := copyModule(t)
	for _, f := range added.Files {
		add(t, filepath.Join(dir, f.Name), f.Data)
	}
	for _, line := range slices.Concat(generate, prove) {
		command := strings.Fields(line)
		cmd := exec.CommandContext(t.Context(), command[0], command[1:]...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s\n%s\nfiles touched by hand:\n%s", line, out, sizes(added))
	}
}

// listed are the files of the list in doc.go for the noun. A folder is there for a new file in it.
func listed(t *testing.T, noun string) (files []string) {
	text, err := os.ReadFile("doc.go")
	require.NoError(t, err)
	_, list, ok := strings.Cut(string(text), "// # To add a noun below a case\n")
	require.True(t, ok)
	list, _, _ = strings.Cut(list, "\n//\n")
	for i, item := range regexp.MustCompile(`(?m)^// +(\d+)\. ([^:]+): `).FindAllStringSubmatch(list, -1) {
		require.Equal(t, fmt.Sprint(i+1), item[1])
		files = append(files, strings.NewReplacer("/x.", "/"+noun+".", "/x_", "/"+noun+"_").Replace(item[2]))
	}
	return files
}

// touched are the archive's files as the list names them, in the same order.
func touched(added *txtar.Archive) (files []string) {
	for _, f := range added.Files {
		if dir := filepath.Dir(f.Name) + "/"; strings.HasSuffix(dir, "/migrations/") {
			f.Name = dir
		}
		files = append(files, f.Name)
	}
	return files
}

func sizes(added *txtar.Archive) string {
	var all strings.Builder
	for _, f := range added.Files {
		_, _ = fmt.Fprintf(&all, "%4d lines  %s\n", bytes.Count(f.Data, []byte("\n")), f.Name)
	}
	return all.String()
}

// copyModule returns a folder with the files of the module that Git knows, as they are now.
func copyModule(t *testing.T) (dir string) {
	dir = t.TempDir()
	cmd := exec.CommandContext(t.Context(), "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	cmd.Dir = ".."
	names, err := cmd.Output()
	require.NoError(t, err)
	for name := range strings.SplitSeq(strings.Trim(string(names), "\x00"), "\x00") {
		content, err := os.ReadFile(filepath.Join("..", name))
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

// add writes a new file, or what a file gets at the places that data names.
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
		if side == "after" {
			at++
		}
		lines = slices.Insert(lines, at, text+"\n")
	}
	require.NoError(t, os.WriteFile(file, []byte(strings.Join(lines, "")), 0o644))
}

// lineOf returns the only line that begins with the mark. Blanks count as one.
func lineOf(t *testing.T, file string, lines []string, mark string) int {
	var at []int
	for i, line := range lines {
		if strings.HasPrefix(strings.Join(strings.Fields(line), " "), mark) {
			at = append(at, i)
		}
	}
	require.Len(t, at, 1, "%s: lines that begin with %q", file, mark)
	return at[0]
}
