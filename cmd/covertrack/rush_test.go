//go:build program

package main

import (
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// rush sends requests of some tokens in turn, at an even rate, whatever becomes of the earlier ones. What runs of it were answered adds up.
type rush struct {
	url, path string
	tokens    []string
	perSecond int // of all tokens together
	// most is how many requests may be open at once: beyond it, what is measured is who sends and not who answers. 0 is any number.
	most int
	// opening is how long what is sent does not count: the bursts with which an overload begins are served (R17).
	opening time.Duration

	mu       sync.Mutex
	statuses map[int]int
	took     map[bool][]time.Duration // by whether it was admitted
}

// run sends for so long, waits for all answers, and tells what the admitted and the refused ones of this time took, sorted.
func (c *rush) run(t *testing.T, lasting time.Duration) (admitted, refused []time.Duration) {
	c.took = map[bool][]time.Duration{}
	if c.statuses == nil {
		c.statuses = map[int]int{}
	}
	var all sync.WaitGroup
	var open atomic.Int64
	begun := time.Now()
	for due := 0; time.Since(begun) < lasting; {
		for ; due < int(time.Since(begun).Seconds()*float64(c.perSecond)); due++ {
			if c.most > 0 && int(open.Load()) >= c.most {
				continue
			}
			token := c.tokens[due%len(c.tokens)]
			open.Add(1)
			all.Go(func() {
				defer open.Add(-1)
				c.one(t, token, time.Since(begun) >= c.opening)
			})
		}
		time.Sleep(time.Millisecond)
	}
	all.Wait()
	for _, took := range c.took {
		slices.Sort(took)
	}
	return c.took[true], c.took[false]
}

func (c *rush) one(t *testing.T, token string, counts bool) {
	status, took, _ := timed(t, c.url, token, "GET", c.path, nil)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.statuses[status]++
	if !counts {
		return
	}
	c.took[status == http.StatusOK] = append(c.took[status == http.StatusOK], took)
}

// requireShed expects nothing but success and refusals that ask to come again.
func (c *rush) requireShed(t *testing.T) {
	for status := range c.statuses {
		require.Contains(t, []int{http.StatusOK, http.StatusTooManyRequests, http.StatusServiceUnavailable}, status)
	}
}
