package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/admission"
	"github.com/covertrack/covertrack/storage/postgres"
	"github.com/covertrack/covertrack/storage/storagetest"
	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// TestSoakR6Places is who is refused when all places are taken: an organization beyond its half, anybody once the node is full,
// and nobody else. Those in the places wait for a lock, so that nothing depends on how fast the machine is.
func TestSoakR6Places(t *testing.T) {
	t.Parallel()
	tally := soak.NewTally(t, "R6", "places taken one by one: an organization beyond its half is refused, and all when the node is full")
	x := newInProcessWith(t, func(s *service) {
		s.gate = admission.New(admission.Config{InFlight: 4})
		s.store = storagetest.Open(t, s.store.Pool().Pgx().Config().ConnString(), postgres.Options{}) // waits for locks for ever
	})
	server := httptest.NewServer(x.handler)
	t.Cleanup(server.Close)
	harbor, prairie, basic := x.world.Harbor, x.world.Prairie, x.world.Basic
	get := func(token string) int {
		tally.Tried(1)
		status, _, _ := timed(t, server.URL, token, "GET", "/rest/insured-groups", nil)
		return status
	}
	release, waiting := x.holdLocks(t)
	var inside sync.WaitGroup
	take := func(tenant *storagetest.Tenant, n int) {
		path := "/rest/cases/" + x.world.Case(t, tenant).String()
		before := waiting()
		for range n {
			inside.Go(func() {
				status, _, body := timed(t, server.URL, tenant.Token, "PATCH", path, []byte(`{"loanNumber":"LN-1"}`))
				require.Equal(t, http.StatusOK, status, body)
			})
		}
		require.Eventually(t, func() bool { return waiting() == before+n }, time.Minute, 5*time.Millisecond)
	}

	take(harbor, 2)
	r := x.do("GET", "/rest/cases", harbor.Token, "")
	require.Equal(t, http.StatusServiceUnavailable, r.Code)
	require.Equal(t, "1", r.Header().Get("Retry-After"))
	require.Contains(t, r.Body.String(), `"code":"unavailable"`)
	require.Equal(t, http.StatusServiceUnavailable, get(x.world.HarborTest.Token), "the other mode is the same organization")
	require.Equal(t, http.StatusOK, get(prairie.Token))
	require.Equal(t, http.StatusOK, get(basic.Token), "another organization of the same lender")

	take(prairie, 2)
	for _, token := range []string{harbor.Token, prairie.Token, basic.Token} {
		require.Equal(t, http.StatusServiceUnavailable, get(token))
	}
	require.Equal(t, http.StatusUnauthorized, get("live_nobody"), "who is nobody takes no place")
	require.Equal(t, http.StatusOK, x.do("GET", "/readyz", "", "").Code, "a full node is a healthy one")
	release()
	inside.Wait()
	for _, token := range []string{harbor.Token, prairie.Token, basic.Token} {
		require.Equal(t, http.StatusOK, get(token))
	}
}

// holdLocks keeps every change of a case waiting until release, and counts who waits.
func (x *inProcess) holdLocks(t *testing.T) (release func(), waiting func() int) {
	pool := x.world.Store.Pool().Pgx()
	_, err := pool.Exec(t.Context(), `CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS
		$$ BEGIN PERFORM pg_advisory_xact_lock_shared(4711); RETURN NEW; END $$`)
	require.NoError(t, err)
	_, err = pool.Exec(t.Context(), "CREATE TRIGGER wait BEFORE INSERT ON audit_events FOR EACH ROW EXECUTE FUNCTION wait()")
	require.NoError(t, err)
	tx, err := pool.Begin(t.Context())
	require.NoError(t, err)
	_, err = tx.Exec(t.Context(), "SET LOCAL idle_in_transaction_session_timeout = 0")
	require.NoError(t, err)
	_, err = tx.Exec(t.Context(), "SELECT pg_advisory_xact_lock(4711)")
	require.NoError(t, err)
	return func() { require.NoError(t, tx.Rollback(t.Context())) }, func() (n int) {
		err := pool.QueryRow(t.Context(), `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
			AND wait_event_type = 'Lock'`).Scan(&n)
		require.NoError(t, err)
		return n
	}
}

// rush sends requests of some tokens in turn, at an even rate, whatever becomes of the earlier ones.
type rush struct {
	url, path string
	tokens    []string
	perSecond int // of all tokens together
	// most is how many requests may be open at once: beyond it, what is measured is who sends and not who answers. 0 is any number.
	most int

	mu       sync.Mutex
	statuses map[int]int
	took     map[bool][]time.Duration // by whether it was admitted
}

func (c *rush) run(t *testing.T, lasting time.Duration) *rush {
	c.statuses, c.took = map[int]int{}, map[bool][]time.Duration{}
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
				c.one(t, token)
			})
		}
		time.Sleep(time.Millisecond)
	}
	all.Wait()
	for _, took := range c.took {
		slices.Sort(took)
	}
	return c
}

func (c *rush) one(t *testing.T, token string) {
	status, took, _ := timed(t, c.url, token, "GET", c.path, nil)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.statuses[status]++
	c.took[status == http.StatusOK] = append(c.took[status == http.StatusOK], took)
}

// requireShed expects nothing but success and refusals that ask to come again.
func (c *rush) requireShed(t *testing.T) {
	for status := range c.statuses {
		require.Contains(t, []int{http.StatusOK, http.StatusTooManyRequests, http.StatusServiceUnavailable}, status)
	}
}

// TestSoakR6Node is a real node at ten times its capacity, and beside a neighbour at fifty times its rate. What it measures
// counts in `make soak` only, where nothing else runs; in `make test` nothing but 200, 429 and 503 may be answered.
func TestSoakR6Node(t *testing.T) {
	if !soak.Full() {
		t.Parallel() // what is measured is measured alone
	}
	url, tokens := newNode(t, 0)
	for _, token := range tokens {
		for i := range 50 {
			status, _, body := timed(t, url, token, "POST", "/rest/insured-groups", []byte(groupBody(fmt.Sprint(i))))
			require.Equal(t, http.StatusCreated, status, body)
		}
	}
	const path = "/rest/insured-groups?limit=50"
	lasting := time.Duration(soak.Count(1, 20)) * time.Second
	capacity := measureCapacity(t, url, path, tokens, lasting/2)

	tally := soak.NewTally(t, "R6", "requests to a node at ten times its capacity, as many open as ten nodes have places: admitted p99 at most twice the calm one, the rest refused within 20 ms")
	calm := (&rush{url: url, path: path, tokens: tokens, perSecond: max(10, capacity/10)}).run(t, lasting)
	full := (&rush{url: url, path: path, tokens: tokens, perSecond: 10 * capacity, most: 10 * inFlightPerCore * runtime.NumCPU()}).run(t, lasting)
	full.requireShed(t)
	admitted, refused := full.took[true], full.took[false]
	tally.Tried(len(admitted) + len(refused))
	tally.Note("capacity %d/s, sent %d/s; calm p99 %v; %d admitted, p50 %v, p99 %v; %d refused, p50 %v, p99 %v", capacity,
		(len(admitted)+len(refused))/int(lasting.Seconds()), at(calm.took[true], 99),
		len(admitted), at(admitted, 50), at(admitted, 99), len(refused), at(refused, 50), at(refused, 99))
	if soak.Full() {
		require.LessOrEqual(t, at(admitted, 99), 2*at(calm.took[true], 99))
		require.LessOrEqual(t, at(refused, 99), 20*time.Millisecond)
	}
}

// TestSoakR6Neighbour is a node with its ordinary limits, an organization within its rate and one at fifty times as much.
func TestSoakR6Neighbour(t *testing.T) {
	if !soak.Full() {
		t.Parallel() // what is measured is measured alone
	}
	tally := soak.NewTally(t, "R6", "requests beside an organization at fifty times its rate: all answered, p99 at most 20 % higher")
	url, tokens := newNode(t, 600)
	const path = "/rest/insured-groups?limit=50"
	lasting := time.Duration(soak.Count(1, 60)) * time.Second
	one := &rush{url: url, path: path, tokens: tokens[:1], perSecond: soak.Count(4, 9)}
	alone := at(one.run(t, lasting).took[true], 99)
	noisy := &rush{url: url, path: path, tokens: tokens[1:2], perSecond: 50 * 10}
	var both sync.WaitGroup
	both.Go(func() { noisy.run(t, lasting) })
	one.run(t, lasting)
	both.Wait()
	noisy.requireShed(t)
	tally.Tried(len(one.took[true]) + len(one.took[false]))
	tally.Note("p99 alone %v, beside the neighbour %v; the neighbour sent %d and got %d", alone, at(one.took[true], 99),
		len(noisy.took[true])+len(noisy.took[false]), len(noisy.took[true]))
	require.Empty(t, one.took[false], "who keeps within the rate is refused nothing")
	require.NotEmpty(t, noisy.took[false])
	if soak.Full() {
		require.LessOrEqual(t, at(one.took[true], 99), alone*12/10)
	}
}

// measureCapacity is how many requests a second the node answers to as many clients as it has places.
func measureCapacity(t *testing.T, url, path string, tokens []string, lasting time.Duration) int {
	var all sync.WaitGroup
	var mu sync.Mutex
	answered := 0
	begun := time.Now()
	for i := range inFlightPerCore * runtime.NumCPU() / 2 {
		all.Go(func() {
			for time.Since(begun) < lasting {
				status, _, _ := timed(t, url, tokens[i%len(tokens)], "GET", path, nil)
				mu.Lock()
				if status == http.StatusOK {
					answered++
				}
				mu.Unlock()
			}
		})
	}
	all.Wait()
	return max(1, int(float64(answered)/time.Since(begun).Seconds()))
}

// newNode is the program itself with tokens of three organizations; in `make test` its handler in this process.
func newNode(t *testing.T, perMinute int) (url string, tokens []string) {
	if !soak.Full() {
		x := newInProcessWith(t, func(s *service) {
			s.gate = admission.New(admission.Config{PerMinute: perMinute, InFlight: inFlightPerCore * runtime.NumCPU()})
		})
		server := httptest.NewServer(x.handler)
		t.Cleanup(server.Close)
		return server.URL, []string{x.world.Harbor.Token, x.world.Prairie.Token, x.world.Basic.Token}
	}
	dir := newDataDir(t)
	s := serveOn(t, dir, nil, "--rate-limit", fmt.Sprint(perMinute))
	for i := range 3 {
		name := fmt.Sprintf("Organization %d", i)
		org := line(t, nil, "org", "create", "--name", name, "--lender", name+" Bank", "--plan", "full", "--data-dir", dir)
		tokens = append(tokens, line(t, nil, "token", "create", "--org", org, "--mode", "test", "--data-dir", dir))
	}
	return s.url, tokens
}
