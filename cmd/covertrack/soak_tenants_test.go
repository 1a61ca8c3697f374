//go:build program

package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/serve"
	"github.com/covertrack/covertrack/storage/postgres"
	"github.com/covertrack/covertrack/storage/storagetest"
	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// TestSoakR17Burst sends as many requests at once as the rate limit lets through, to a node that does nothing else: all are
// served.
func TestSoakR17Burst(t *testing.T) {
	soak.Parallel(t)
	tally := soak.NewTally(t, "R17", "requests of one token at once on an idle node, as many as the rate limit allows: all are served")
	dsn := durableDatabase(t)
	s := nodeOn(t, dsn, "--workers", "0", "--rate-limit", "600")
	org := line(t, on(dsn), "org", "create", "--name", "Burst", "--lender", "Burst Bank", "--plan", "full")
	newToken := func() string { return line(t, on(dsn), "token", "create", "--org", org, "--mode", "test") }
	status, _, body := timed(t, s.url, newToken(), "POST", "/rest/insured-groups", []byte(groupBody("1")))
	require.Equal(t, http.StatusCreated, status, body)
	_, id, _ := strings.Cut(body, `"id":"`)
	one := "/rest/insured-groups/" + id[:36]
	var slowest time.Duration
	for range soak.Count(1, 10) {
		for _, burst := range []struct {
			path string
			n    int
		}{{one, 64}, {groups, 64}, {one, 100}, {groups, 100}} {
			tally.Tried(burst.n)
			got, took := atOnce(t, s.url, newToken(), burst.path, burst.n)
			require.Equal(t, map[int]int{http.StatusOK: burst.n}, got, burst.path)
			slowest = max(slowest, took)
		}
	}
	tally.Note("the slowest was answered after %v", slowest.Round(time.Millisecond))
}

// atOnce sends as many requests at the same moment, and tells their statuses and what the slowest took.
func atOnce(t *testing.T, url, token, path string, n int) (statuses map[int]int, slowest time.Duration) {
	var all sync.WaitGroup
	var mu sync.Mutex
	statuses = map[int]int{}
	for range n {
		all.Go(func() {
			status, took, _ := timed(t, url, token, "GET", path, nil)
			mu.Lock()
			defer mu.Unlock()
			statuses[status]++
			slowest = max(slowest, took)
		})
	}
	all.Wait()
	return statuses, slowest
}

// TestSoakR11Connections has an organization ask for all it can of a table that is locked, so that nothing depends on how fast the
// machine is: it holds half of the pool, one request of it two connections, and others are answered as if it were not there.
func TestSoakR11Connections(t *testing.T) {
	t.Parallel()
	tally := soak.NewTally(t, "R11",
		"connections beside an organization whose statements never end: it holds half of the pool, one request two")
	x := newInProcessWith(t, func(s *serve.Service) {
		s.Store = storagetest.Open(t, s.Store.Pool().Pgx().Config().ConnString(), postgres.Options{Shared: true}) // waits for locks for ever
	})
	server := httptest.NewServer(x.Handler)
	t.Cleanup(server.Close)
	pool := x.world.Store.Pool().Pgx()
	tx, err := pool.Begin(t.Context())
	require.NoError(t, err)
	_, err = tx.Exec(t.Context(), "LOCK TABLE insured_groups IN ACCESS EXCLUSIVE MODE")
	require.NoError(t, err)
	waiting := func() (n int) {
		require.NoError(t, pool.QueryRow(t.Context(), `SELECT count(*) FROM pg_stat_activity
			WHERE datname = current_database() AND wait_event_type = 'Lock'`).Scan(&n))
		return n
	}
	harbor, prairie := x.world.Harbor, x.world.Prairie
	var fields strings.Builder
	for i := range 29 {
		fmt.Fprintf(&fields, " a%d: insuredGroups(limit: 1) { nodes { id } }", i)
	}
	many := []byte(fmt.Sprintf(`{"query":"{%s }"}`, fields.String()))
	var inside sync.WaitGroup
	ask := func(status int) {
		tally.Tried(1)
		inside.Go(func() {
			got, took, body := timed(t, server.URL, harbor.Token, "POST", "/graphql", many)
			require.Equal(t, status, got, body)
			if strings.Contains(body, `"unavailable"`) {
				require.Less(t, took, 20*time.Second)
			}
		})
	}
	ask(http.StatusOK)
	require.Eventually(t, func() bool { return waiting() == 2 }, time.Minute, 5*time.Millisecond)
	time.Sleep(50 * time.Millisecond)
	require.Equal(t, 2, waiting(), "a request holds two")
	ask(http.StatusOK)
	require.Eventually(t, func() bool { return waiting() == 4 }, time.Minute, 5*time.Millisecond)

	for _, token := range []string{harbor.Token, x.world.HarborTest.Token} {
		tally.Tried(1)
		w := x.do("GET", "/rest/cases", token, "")
		require.Equal(t, http.StatusServiceUnavailable, w.Code, "the organization has its half, in both modes together")
		require.NotEmpty(t, w.Header().Get("Retry-After"))
		require.Contains(t, w.Body.String(), `"code":"unavailable"`)
	}
	require.Equal(t, 4, waiting(), "half of eight")
	for range 20 {
		tally.Tried(1)
		require.Equal(t, http.StatusOK, x.do("GET", "/rest/cases", prairie.Token, "").Code)
	}
	require.Equal(t, http.StatusUnauthorized, x.do("GET", "/rest/cases", "live_nobody", "").Code)
	require.Equal(t, http.StatusOK, x.do("GET", "/readyz", "", "").Code)
	begun := time.Now()
	require.Equal(t, http.StatusServiceUnavailable, x.do("POST", "/rest/insured-groups", harbor.Token, groupBody("1")).Code)
	require.GreaterOrEqual(t, time.Since(begun), 250*time.Millisecond)
	require.Less(t, time.Since(begun), 2*time.Second)

	require.NoError(t, tx.Rollback(t.Context()))
	inside.Wait()
	require.Equal(t, http.StatusOK, x.do("GET", "/rest/cases", harbor.Token, "").Code)
}
