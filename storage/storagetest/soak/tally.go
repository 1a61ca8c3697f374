package soak

import (
	"fmt"
	"sync"
	"testing"
)

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
		c.mu.Lock()
		defer c.mu.Unlock()
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
			c.mu.Lock()
			defer c.mu.Unlock()
			c.result.Failed++
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
