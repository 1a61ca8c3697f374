//go:build program

package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const (
	module = "github.com/covertrack/covertrack/"
	// toldMost is how many files the walk names at most, and ranMost of how many a line runs: it may only fall.
	toldMost, ranMost = 45, 111
	// walks is how many creations are counted: more often than what new connections have run.
	walks = 200
)

var (
	stepForm = regexp.MustCompile("(?m)^[0-9]+\\. `([^`]+)`")
	ranForm  = regexp.MustCompile(`^` + regexp.QuoteMeta(module) + `([^:]+):\S+ \d+ (\d+)$`)
	madeForm = regexp.MustCompile(`/generated/|_gen\.go$|_test\.go$|/storagetest/`)
)

// TestWalk is that a line of each file that the walk of a request in docs/dev/architecture.md names runs for one creation of
// a policy, and that the hand-written files which take part do not become more.
func TestWalk(t *testing.T) {
	t.Parallel()
	program := filepath.Join(t.TempDir(), "walk")
	out, err := exec.Command("go", "test", "-c", "-o", program, "-vet=off", "-tags", "walk",
		"-covermode", "atomic", "-coverpkg", module+"...", ".").CombinedOutput()
	require.NoError(t, err, "%s", out)
	before, ran := walked(t, program, 0), map[string]bool{}
	for block, count := range walked(t, program, walks) {
		file, _, _ := strings.Cut(block, ":")
		if count-before[block] >= walks && !madeForm.MatchString(file) {
			ran[file] = true
		}
	}
	_, walk, found := strings.Cut(readDocument(t, "../../docs/dev/architecture.md"), "## The walk of POST")
	require.True(t, found)
	walk, _, _ = strings.Cut(walk, "\n## ")
	told := stepForm.FindAllStringSubmatch(walk, -1)
	for _, step := range told {
		require.FileExists(t, filepath.Join("../..", step[1]))
		require.True(t, ran[step[1]] || !strings.HasSuffix(step[1], ".go"), "no line of %s runs", step[1])
	}
	require.NotEmpty(t, told)
	require.LessOrEqual(t, len(told), toldMost)
	require.LessOrEqual(t, len(ran), ranMost)
}

// walked returns how often each block of the code ran for so many creations, by file and position.
func walked(t *testing.T, program string, times int) map[string]int {
	t.Helper()
	profile := filepath.Join(t.TempDir(), "profile")
	record := exec.Command(program, "-test.run", "^TestRecordWalk$", "-test.coverprofile", profile)
	record.Env = append(os.Environ(), fmt.Sprint("WALK=", times))
	out, err := record.CombinedOutput()
	require.NoError(t, err, "%s", out)
	file, err := os.Open(profile)
	require.NoError(t, err)
	defer func() { require.NoError(t, file.Close()) }()
	counts := map[string]int{}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if found := ranForm.FindStringSubmatch(lines.Text()); found != nil {
			block, _, _ := strings.Cut(strings.TrimPrefix(lines.Text(), module), " ")
			n, err := strconv.Atoi(found[2])
			require.NoError(t, err)
			counts[block] += n
		}
	}
	return counts
}
