//go:build program

package main

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// TestSoakR1 kills the server at a random moment under 200 concurrent creations, again and again; the clients go on with
// the next server. Each key has one row, and all that was acknowledged is there, byte for byte.
func TestSoakR1(t *testing.T) {
	soak.Parallel(t)
	const clients = 200
	rounds := soak.Count(2, 25)
	dsn := durableDatabase(t)
	s := nodeOn(t, dsn)
	c := newCrowd(t, tokenOn(t, dsn), s.url)
	for range rounds {
		moment := c.after(1 + rand.IntN(clients))
		var all sync.WaitGroup
		for range clients {
			key, another := c.newKey(), c.newKey()
			all.Go(func() {
				c.create(t.Context(), key)
				c.create(t.Context(), another)
			})
		}
		c.await(t, moment)
		time.Sleep(time.Duration(rand.IntN(3000)) * time.Microsecond) // anywhere within a request
		require.NoError(t, s.Process.Kill())
		require.Equal(t, -1, s.ended(t))
		s = nodeOn(t, dsn)
		c.turnTo(s.url)
		all.Wait()
	}
	require.Equal(t, rounds*clients*2, c.count())
	lost, doubled, unknown := c.compare(t)
	different := c.replays(t)
	soak.Report(t, soak.Result{
		Line: "R1", What: "creations with a key while the server is killed", Tried: c.count(),
		Failed: len(lost) + len(doubled) + len(unknown) + len(different) + len(c.odd),
		Note:   fmt.Sprintf("%d kills, %d requests without an answer", rounds, c.broken),
	})
	require.Empty(t, lost, "acknowledged writes that were lost")
	require.Empty(t, doubled, "keys with several rows")
	require.Empty(t, unknown, "rows of nobody")
	require.Empty(t, different, "replays")
	require.Empty(t, c.odd)
	require.Positive(t, c.broken, "the kills cut requests off")
}

// tokenOn makes an organization and a token in a database that a server has migrated.
func tokenOn(t *testing.T, dsn string) string { return tokenOf(t, dsn, "Acme") }

// tokenOf does so for an organization of that name.
func tokenOf(t *testing.T, dsn, name string) string {
	t.Helper()
	org := line(t, on(dsn), "org", "create", "--name", name, "--lender", name+" Bank", "--plan", "full")
	return line(t, on(dsn), "token", "create", "--org", org, "--mode", "test")
}
