// Package soak lets one test be both a bounded one of `make test` and a full one of `make soak`, which counts what it
// tried for the table of docs/dev/reliability.md.
package soak

import (
	"encoding/json"
	"fmt"
	"os"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// FileVariable is the environment variable that turns full runs on: the file that results are added to, as JSON lines.
const FileVariable = "COVERTRACK_SOAK"

// Result is what one test counted for a line of the table.
type Result struct {
	Line   string `json:"line"` // the statement's name, such as R1 or S3
	What   string `json:"what"` // what was tried, in a few words
	Tried  int    `json:"tried"`
	Failed int    `json:"failed"`
	Note   string `json:"note,omitempty"` // a figure worth keeping with the counts, if any
}

// Full reports whether this is `make soak`.
func Full() bool { return os.Getenv(FileVariable) != "" }

// Count returns how often to try: bounded in `make test`, full in `make soak`.
func Count(bounded, full int) int {
	if Full() {
		return full
	}
	return bounded
}

// Parallel lets a test run beside others in `make test`. In `make soak` it runs alone, since times are measured there.
func Parallel(t *testing.T) {
	t.Helper()
	if !Full() {
		t.Parallel()
	}
}

// Report logs a result and, in a full run, adds it to the file. Call it before judging, so that failures count too.
func Report(t testing.TB, r Result) {
	t.Helper()
	t.Logf("%s, %s: %d tried, %d failed. %s", r.Line, r.What, r.Tried, r.Failed, r.Note)
	if !Full() {
		return
	}
	line, err := json.Marshal(r)
	require.NoError(t, err)
	file, err := os.OpenFile(os.Getenv(FileVariable), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	require.NoError(t, err)
	_, err = file.Write(append(line, '\n')) // One write: tests of several packages add lines at the same time.
	require.NoError(t, err)
	require.NoError(t, file.Close())
}

// Tally counts the trials of a test and of its subtests, and reports them when all of these have ended.
type Tally struct {
	mu     sync.Mutex
	result Result
}

// NewTally starts to count for a line of the table.
func NewTally(t testing.TB, line, what string) *Tally {
	t.Helper()
	c := &Tally{result: Result{Line: line, What: what}}
	t.Cleanup(func() {
		if t.Failed() {
			c.result.Failed = max(c.result.Failed, 1)
		}
		Report(t, c.result)
	})
	return c
}

// Tried adds trials.
func (c *Tally) Tried(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.result.Tried += n
}

// Watch counts a failure when a subtest, which ends at its first one, has failed.
func (c *Tally) Watch(t testing.TB) {
	t.Helper()
	t.Cleanup(func() {
		if t.Failed() {
			c.Failed(1)
		}
	})
}

// Failed adds failures that are not a subtest's.
func (c *Tally) Failed(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.result.Failed += n
}

// Note keeps a figure with the counts.
func (c *Tally) Note(format string, args ...any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.result.Note = fmt.Sprintf(format, args...)
}
