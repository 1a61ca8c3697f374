//go:build program

package main

import (
	"crypto/rand"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/credentials"
	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// flood has threads send one invented token after the other until end is called, which returns how many each status
// got.
func flood(t *testing.T, url string, threads int) (end func() map[int]int) {
	var stopped atomic.Bool
	var all sync.WaitGroup
	var mu sync.Mutex
	statuses := map[int]int{}
	for range threads {
		all.Go(func() {
			for !stopped.Load() {
				status, _, _ := timed(t, url, invented(t), "GET", "/rest/cases", nil)
				mu.Lock()
				statuses[status]++
				mu.Unlock()
			}
		})
	}
	return func() map[int]int {
		stopped.Store(true)
		all.Wait()
		return statuses
	}
}

// TestSoakS8Flood is a flood of invented tokens: it costs few look-ups, a good token that the node has never seen gets
// through, and a neighbour does not notice.
func TestSoakS8Flood(t *testing.T) {
	soak.Parallel(t)
	tally := soak.NewTally(t, "S8",
		"invented tokens of 150 threads: few look-ups, and each new token that is good is answered, in a full run within 1 s")
	x := newInProcess(t)
	server := httptest.NewServer(x.Handler)
	t.Cleanup(server.Close)
	lasting := time.Duration(soak.Count(1, 10)) * time.Second
	harbor := x.world.Harbor

	var statuses map[int]int
	begun := time.Now()
	lookups := x.world.CountStatements(func() {
		end := flood(t, server.URL, 150)
		time.Sleep(lasting)
		statuses = end()
	})
	took := time.Since(begun)
	require.Subset(t, []int{http.StatusUnauthorized, http.StatusServiceUnavailable}, keys(statuses))
	require.LessOrEqual(t, float64(lookups), 90+10*took.Seconds(), "of %d tokens in %v", statuses[401], took)
	tally.Tried(statuses[401])

	neighbour := &rush{url: server.URL, path: "/rest/cases?limit=10", tokens: []string{harbor.Token}, perSecond: 40}
	alone, _ := neighbour.run(t, lasting)
	end := flood(t, server.URL, 150)
	var newcomers []time.Duration
	var newcomer sync.WaitGroup
	newcomer.Go(func() { newcomers = x.newcomers(t, server.URL, soak.Count(5, 40)) })
	beside, _ := neighbour.run(t, lasting)
	newcomer.Wait()
	more := end()
	require.Subset(t, []int{http.StatusUnauthorized, http.StatusServiceUnavailable}, keys(more))
	require.Equal(t, []int{http.StatusOK}, keys(neighbour.statuses))
	tally.Tried(more[401] + len(newcomers))
	tally.Note("%d look-ups of %d tokens in %v; a new token took %v at most; a neighbour alone p50 %v, p99 %v, "+
		"beside the flood p50 %v, p99 %v",
		lookups, statuses[401], took.Round(time.Millisecond), at(newcomers, 100), at(alone, 50), at(alone, 99), at(beside, 50), at(beside, 99))
	if soak.Full() {
		require.Less(t, at(newcomers, 100), time.Second)
		require.LessOrEqual(t, at(beside, 50), 2*at(alone, 50)+2*time.Millisecond)
	}
}

// newcomers are the times of good tokens that the node has never seen, sorted.
func (x *inProcess) newcomers(t *testing.T, url string, n int) (took []time.Duration) {
	for range n {
		token := x.world.Caller(t, x.world.Harbor.Organization, x.world.Harbor.Mode)
		status, answered, body := timed(t, url, token, "GET", "/rest/cases?limit=1", nil)
		require.Equal(t, http.StatusOK, status, body)
		took = append(took, answered)
		time.Sleep(100 * time.Millisecond)
	}
	slices.Sort(took)
	return took
}

func keys(counts map[int]int) (list []int) {
	for key := range counts {
		list = append(list, key)
	}
	slices.Sort(list)
	return list
}

// TestTokenFloodOfOneClient has one client fill its part of the queue: it is asked to come again, in the agreed form,
// and others get through.
func TestTokenFloodOfOneClient(t *testing.T) {
	t.Parallel()
	x := newInProcess(t)
	get := func(from, token string) *httptest.ResponseRecorder {
		r := httptest.NewRequestWithContext(t.Context(), "GET", "/rest/cases", nil)
		r.RemoteAddr = from
		r.Header.Set("Authorization", "Bearer "+token)
		w := httptest.NewRecorder()
		x.Handler.ServeHTTP(w, r)
		return w
	}
	for range 100 { // those that may be looked up without waiting
		require.Equal(t, http.StatusUnauthorized, get("198.51.100.1:1", invented(t)).Code)
	}
	var all sync.WaitGroup
	var refused atomic.Int64
	for range 1000 {
		all.Go(func() {
			w := get("198.51.100.1:1", invented(t))
			if w.Code == http.StatusServiceUnavailable && w.Header().Get("Retry-After") == "1" &&
				strings.Contains(w.Body.String(), `"code":"unavailable"`) {
				refused.Add(1)
				return
			}
			require.Equal(t, http.StatusUnauthorized, w.Code, w.Body)
		})
	}
	fresh := x.world.Caller(t, x.world.Harbor.Organization, x.world.Harbor.Mode)
	require.Equal(t, http.StatusOK, get("203.0.113.7:1", fresh).Code)
	all.Wait()
	require.Positive(t, refused.Load())
	require.NotContains(t, x.log.String(), `"level":"ERROR"`, "a flood of tokens is not one of error entries")
	require.Contains(t, x.do("GET", "/metrics", "", "").Body.String(), `covertrack_token_lookups_total{result="refused"}`)
}

// TestUnknownTokenIsRemembered asks with one unknown token again and again: that is one look-up in four seconds, and
// the token works after them at the latest if it is made meanwhile.
func TestUnknownTokenIsRemembered(t *testing.T) {
	t.Parallel()
	x := newInProcess(t)
	token, err := credentials.NewToken(credentials.TokenKindLive, rand.Reader)
	require.NoError(t, err)
	begun := time.Now()
	asked := x.world.CountStatements(func() {
		for range 20 {
			require.Equal(t, http.StatusUnauthorized, x.do("GET", "/rest/cases", token.Reveal(), "").Code)
		}
	})
	require.LessOrEqual(t, asked, 1+int(time.Since(begun)/(4*time.Second)))
	digest := token.Digest()
	x.world.Exec(t, "UPDATE tokens SET digest = $1 WHERE organization_id = $2 AND mode = 'live'", digest[:],
		x.world.Harbor.Organization.ID.String())
	require.Eventually(t, func() bool { return x.do("GET", "/rest/cases", token.Reveal(), "").Code == http.StatusOK },
		20*time.Second, 50*time.Millisecond)
}

// TestTokenUseIsNoInconvenience has the row of a token locked: a request with it does not wait for that, and the use is
// noted later.
func TestTokenUseIsNoInconvenience(t *testing.T) {
	t.Parallel()
	x := newInProcess(t)
	pool := x.world.Store.Pool().Pgx()
	used := func() (n int) {
		require.NoError(t, pool.QueryRow(t.Context(), "SELECT count(*) FROM tokens WHERE last_used_at IS NOT NULL").Scan(&n))
		return n
	}
	tx, err := pool.Begin(t.Context())
	require.NoError(t, err)
	_, err = tx.Exec(t.Context(), "SELECT FROM tokens FOR UPDATE")
	require.NoError(t, err)
	statements := x.world.CountStatements(func() {
		require.Equal(t, http.StatusOK, x.do("GET", "/rest/cases?limit=0", x.world.Harbor.Token, "").Code)
	})
	require.Positive(t, statements)
	require.Zero(t, used())
	require.NotContains(t, x.log.String(), "WARN", "nothing waited for the lock until its time was over")
	require.NoError(t, tx.Rollback(t.Context()))
	require.Eventually(t, func() bool {
		require.Equal(t, http.StatusOK, x.do("GET", "/rest/cases?limit=0", x.world.Harbor.Token, "").Code)
		return used() == 1
	}, 20*time.Second, 100*time.Millisecond)
}
