//go:build program

package main

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// TestSoakR4 loses connections to Postgres, at COMMIT above all. Whether a lost COMMIT was done is unknown: it is answered
// 503, never tried again by the server, and the client's retry under its key comes to one row in both cases.
func TestSoakR4(t *testing.T) {
	soak.Parallel(t)
	p, dsn := newProxy(t, durableDatabase(t))
	s := nodeOn(t, dsn, "--workers", "0")
	c := newCrowd(t, tokenOn(t, dsn), s.url)
	for how, committed := range map[cut]bool{cutBefore: false, cutAfter: true} {
		key := c.newKey()
		p.next.Store(int32(how))
		r, err := c.send(t.Context(), key, true)
		require.NoError(t, err)
		require.Equal(t, http.StatusServiceUnavailable, r.status, r.body)
		require.Empty(t, c.odd)
		present := 0
		if committed {
			present = 1
		}
		require.Equal(t, present, c.rows(t)["Group "+key], "it was not tried again")
		c.create(t.Context(), key)
		require.Equal(t, 1, c.rows(t)["Group "+key])
		r, err = c.send(t.Context(), key, true)
		require.NoError(t, err)
		require.Equal(t, c.acknowledged[key], r.body)
	}
	p.unsteady.Store(true)
	enough := c.after(soak.Count(300, 5000))
	finish := c.press(t.Context(), 20)
	c.await(t, enough)
	finish()
	p.unsteady.Store(false)
	require.Eventually(t, s.healthy, time.Minute, 10*time.Millisecond)
	lost, doubled, unknown := c.compare(t)
	different := c.replays(t)
	soak.Report(t, soak.Result{
		Line: "R4", What: "creations with a key over connections to Postgres that break", Tried: c.count(),
		Failed: len(lost) + len(doubled) + len(unknown) + len(different) + len(c.odd) + c.broken,
		Note:   fmt.Sprintf("%d connections cut, %d times 503", p.cuts.Load(), c.statuses[http.StatusServiceUnavailable]),
	})
	require.Empty(t, lost, "acknowledged writes that were lost")
	require.Empty(t, doubled, "keys with several rows")
	require.Empty(t, unknown)
	require.Empty(t, different, "replays")
	require.Empty(t, c.odd)
	require.Zero(t, c.broken, "each request was answered")
	require.Greater(t, p.cuts.Load(), int64(2))
	require.Positive(t, c.statuses[http.StatusServiceUnavailable])
}
