//go:build program

package main

import (
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// TestSoakR8 is SIGTERM under load, for clients that never repeat a request. A node by itself answers all that it has
// accepted: its rows are exactly those that were acknowledged. Two nodes behind a load balancer that are replaced one after
// the other refuse nothing at all.
func TestSoakR8(t *testing.T) {
	soak.Parallel(t)
	t.Run("one node", func(t *testing.T) {
		soak.Parallel(t)
		rounds := soak.Count(2, 25)
		dsn := durableDatabase(t)
		s := nodeOn(t, dsn)
		c := newCrowd(t, tokenOn(t, dsn), s.url)
		for range rounds {
			enough := c.after(50)
			finish := c.once(t, 20)
			c.await(t, enough)
			require.NoError(t, s.Process.Signal(syscall.SIGTERM))
			require.Equal(t, command.ExitOK, s.ended(t), s.stderr.String())
			finish()
			require.NotContains(t, s.stderr.String(), "cut off")
			s = nodeOn(t, dsn)
			c.turnTo(s.url)
		}
		c.judge(t, "creations while the one node is stopped", rounds)
	})
	t.Run("rolling restart", func(t *testing.T) {
		soak.Parallel(t)
		rounds := soak.Count(1, 10)
		dsn := durableDatabase(t)
		nodes := [2]*server{nodeOn(t, dsn, "--drain-delay", "3s"), nodeOn(t, dsn, "--drain-delay", "3s")}
		b := newBalancer(t, nodes[:]...)
		c := newCrowd(t, tokenOn(t, dsn), b.url)
		finish := c.once(t, 4) // an organization has four connections of a node: more clients may have to wait too long (R11)
		for range rounds {
			for i, old := range nodes {
				c.await(t, c.after(20))
				require.NoError(t, old.Process.Signal(syscall.SIGTERM))
				require.Eventually(t, func() bool { return !old.healthy() }, time.Minute, time.Millisecond)
				require.False(t, old.over(), "it still answers")
				require.Equal(t, command.ExitOK, old.ended(t), old.stderr.String())
				nodes[i] = nodeOn(t, dsn, "--drain-delay", "3s")
				b.add(t, nodes[i])
			}
		}
		c.await(t, c.after(20))
		finish()
		c.judge(t, "creations while two nodes are replaced in turn", 2*rounds)
		require.Zero(t, c.broken)
		require.Equal(t, c.count(), c.statuses[http.StatusCreated])
		require.Len(t, c.statuses, 1, "every answer was 201: %v", c.statuses)
	})
}

// once has so many clients send new requests without keys, one after the other, each exactly once.
func (c *crowd) once(t *testing.T, clients int) (finish func()) {
	t.Helper()
	var stopped atomic.Bool
	var all sync.WaitGroup
	for range clients {
		all.Go(func() {
			for !stopped.Load() && t.Context().Err() == nil {
				key := c.newKey()
				if r, err := c.send(t.Context(), key, false); err != nil {
					time.Sleep(5 * time.Millisecond) // the node is away
				} else if r.status == http.StatusCreated {
					c.acknowledge(key, r.body)
				}
			}
		})
	}
	return func() {
		stopped.Store(true)
		all.Wait()
	}
}

// judge expects the rows to be those that were acknowledged.
func (c *crowd) judge(t *testing.T, what string, stops int) {
	t.Helper()
	lost, doubled, unknown := c.compare(t)
	soak.Report(t, soak.Result{
		Line: "R8", What: what, Tried: c.count(), Failed: len(lost) + len(doubled) + len(unknown) + len(c.odd),
		Note: fmt.Sprintf("%d stops, %d requests not accepted", stops, c.broken),
	})
	require.Empty(t, lost, "acknowledged writes that were lost")
	require.Empty(t, doubled)
	require.Empty(t, unknown, "accepted requests that were not answered")
	require.Empty(t, c.odd)
}
