//go:build program

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const (
	module = "github.com/covertrack/covertrack/"
	// walkMost is how many hand-written files may take part in the creation of a policy.
	walkMost = 45
)

var (
	stepForm = regexp.MustCompile("(?m)^[0-9]+\\. `([^`]+)`")
	ranForm  = regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(module) + `(\S+\.go):\S+ \d+ [1-9]`)
	madeForm = regexp.MustCompile(`/generated/|_gen\.go$|_test\.go$|/storagetest/`)
)

// TestWalk compares the walk of a request in docs/dev/architecture.md with the hand-written files of which a line runs for
// one creation of a policy; besides them it names the schema and the operation.
func TestWalk(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	record := exec.Command("go", "test", "-tags", "walk", "-run", "^TestRecordWalk$", "-count", "1", "-covermode", "atomic", "-coverpkg", module+"...", ".")
	record.Env = append(os.Environ(), "WALK="+folder)
	out, err := record.CombinedOutput()
	require.NoError(t, err, "%s", out)
	counted := filepath.Join(folder, "lines")
	out, err = exec.Command("go", "tool", "covdata", "textfmt", "-i", folder, "-o", counted).CombinedOutput()
	require.NoError(t, err, "%s", out)
	lines, err := os.ReadFile(counted)
	require.NoError(t, err)
	var ran []string
	for _, found := range ranForm.FindAllStringSubmatch(string(lines), -1) {
		if !madeForm.MatchString(found[1]) && !slices.Contains(ran, found[1]) {
			ran = append(ran, found[1])
		}
	}
	slices.Sort(ran)

	_, walk, found := strings.Cut(readDocument(t, "../../docs/dev/architecture.md"), "## The walk of POST")
	require.True(t, found)
	walk, _, _ = strings.Cut(walk, "\n## ")
	var told []string
	for _, step := range stepForm.FindAllStringSubmatch(walk, -1) {
		require.FileExists(t, filepath.Join("../..", step[1]))
		if strings.HasSuffix(step[1], ".go") {
			told = append(told, step[1])
		}
	}
	slices.Sort(told)
	require.Equal(t, ran, told, "the walk of docs/dev/architecture.md, and the files of which a line ran")
	require.LessOrEqual(t, len(ran), walkMost)
}
