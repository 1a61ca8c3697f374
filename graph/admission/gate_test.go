package admission

import (
	"context"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
)

// caller is a token of an organization before a gate.
type caller struct{ token, organization uuid.UUID }

func newCaller() caller { return caller{uuid.New(), uuid.New()} }

func (c caller) send(gate *Gate, work http.HandlerFunc) *httptest.ResponseRecorder {
	return c.sendBy(http.MethodGet, gate, work)
}

func (c caller) sendBy(method string, gate *Gate, work http.HandlerFunc) *httptest.ResponseRecorder {
	refuse := func(w http.ResponseWriter, _ *http.Request, err error) {
		status := map[fault.Code]int{fault.CodeRateLimited: 429, fault.CodeUnavailable: 503}[fault.CodeOf(err)]
		w.WriteHeader(status)
	}
	r := httptest.NewRequest(method, "/", nil)
	r = r.WithContext(engine.WithPrincipal(r.Context(), &model.Principal{
		Actor: model.Actor{Kind: model.ActorKindServiceAccount, ID: &c.token}, OrganizationID: c.organization,
	}))
	w := httptest.NewRecorder()
	gate.Middleware(refuse)(work).ServeHTTP(w, r)
	return w
}

func quick(http.ResponseWriter, *http.Request) {}

func TestRate(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	gate := New(Config{PerMinute: 600, Now: func() time.Time { return now }})
	a := newCaller()

	first := a.send(gate, quick)
	require.Equal(t, 200, first.Code)
	require.Equal(t, `"minute";q=600;w=60, "burst";q=100;w=10`, first.Header().Get("RateLimit-Policy"))
	require.Equal(t, `"burst";r=99;t=1`, first.Header().Get("RateLimit"))
	for range 99 {
		require.Equal(t, 200, a.send(gate, quick).Code)
	}
	over := a.send(gate, quick)
	require.Equal(t, 429, over.Code)
	require.Equal(t, "1", over.Header().Get("Retry-After"))
	require.Equal(t, `"burst";r=0;t=10`, over.Header().Get("RateLimit"))

	require.Equal(t, 200, newCaller().send(gate, quick).Code, "another token has a bucket of its own")

	admitted := 0
	for range 60 * 20 {
		now = now.Add(50 * time.Millisecond)
		if a.send(gate, quick).Code == 200 {
			admitted++
		}
	}
	require.InDelta(t, 600, admitted, 1, "in the long run 600 a minute, whatever is tried")
}

// TestRateOfMore has a request that costs several once it knows.
func TestRateOfMore(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	gate, a := New(Config{PerMinute: 20, Now: func() time.Time { return now }}), newCaller()
	var charge func(requests int) error
	keep := func(_ http.ResponseWriter, r *http.Request) { charge = engine.ChargeOf(r.Context()) }
	a.send(gate, keep)
	require.Nil(t, charge, "what only reads costs one")
	w := a.sendBy(http.MethodPost, gate, keep)
	require.Equal(t, `"burst";r=18;t=6`, w.Header().Get("RateLimit"))
	for range 2 { // a transaction that lost against another is run again
		require.NoError(t, charge(1))
		require.NoError(t, charge(10))
		require.Equal(t, `"burst";r=9;t=33`, w.Header().Get("RateLimit"))
	}
	w = a.sendBy(http.MethodPost, gate, keep)
	require.Equal(t, fault.CodeRateLimited, fault.CodeOf(charge(10)))
	require.Equal(t, "6", w.Header().Get("Retry-After"), "ten, of which eight are there")
	require.NoError(t, charge(9), "nothing was taken")

	now = now.Add(time.Minute)
	a.sendBy(http.MethodPost, gate, keep)
	require.NoError(t, charge(1000), "nothing costs more than a full bucket")
}

func TestRateOfLess(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	gate, a := New(Config{PerMinute: 6, Now: func() time.Time { return now }}), newCaller()
	for range 6 {
		require.Equal(t, 200, a.send(gate, quick).Code)
	}
	require.Equal(t, "10", a.send(gate, quick).Header().Get("Retry-After"))
}

func TestOff(t *testing.T) {
	t.Parallel()
	gate, a := New(Config{}), newCaller()
	for range 1000 {
		w := a.send(gate, quick)
		require.Equal(t, 200, w.Code)
		require.Empty(t, w.Header())
	}
}

// hold has requests of a caller stay in their places until free is closed.
func hold(t *testing.T, gate *Gate, x caller, n int, free chan struct{}) (ended *sync.WaitGroup) {
	ended = &sync.WaitGroup{}
	for range n {
		ended.Go(func() {
			require.Equal(t, 200, x.send(gate, func(http.ResponseWriter, *http.Request) { <-free }).Code)
		})
	}
	synctest.Wait()
	return ended
}

func TestSlots(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		gate := New(Config{InFlight: 4})
		a, b, c := newCaller(), newCaller(), newCaller()
		free := make(chan struct{})
		as := hold(t, gate, a, 4, free)
		begun := time.Now()
		shed := a.send(gate, quick)
		require.Equal(t, 503, shed.Code, "an organization that is alone has all of the node, and no more")
		require.Equal(t, "1", shed.Header().Get("Retry-After"))
		require.Equal(t, longestWait, time.Since(begun))
		begun = time.Now()
		bs := hold(t, gate, b, 2, free)
		require.Zero(t, time.Since(begun), "what is lent is out of nobody's way")
		require.Equal(t, 503, b.send(gate, quick).Code, "the node is full, and b has its half")
		require.Equal(t, 503, c.send(gate, quick).Code, "the node is full")
		close(free)
		as.Wait()
		bs.Wait()
		require.Equal(t, 200, a.send(gate, quick).Code)
		require.Empty(t, gate.slots.organizations, "nothing is kept of those who are gone")
		require.Zero(t, gate.slots.used+gate.slots.lent)
	})
}

// TestSlotsAreHalved: once others are there, an organization has half of the node.
func TestSlotsAreHalved(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		gate, a, b := New(Config{InFlight: 4}), newCaller(), newCaller()
		require.Equal(t, 200, b.send(gate, quick).Code)
		free := make(chan struct{})
		as := hold(t, gate, a, 2, free)
		require.Equal(t, 503, a.send(gate, quick).Code)
		time.Sleep(idleAfter)
		as2 := hold(t, gate, a, 2, free)
		close(free)
		as.Wait()
		as2.Wait()
	})
}

// TestBurst: what a token sends at once is served as long as it takes less than a second, and costs no rate if not.
func TestBurst(t *testing.T) {
	t.Parallel()
	for name, config := range map[string]Config{"with a rate": {InFlight: 4, PerMinute: 600}, "without": {InFlight: 4}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				gate, a := New(config), newCaller()
				statuses := func(takes time.Duration) map[int]int {
					var all sync.WaitGroup
					var mu sync.Mutex
					got := map[int]int{}
					for range 100 {
						all.Go(func() {
							w := a.send(gate, func(http.ResponseWriter, *http.Request) { time.Sleep(takes) })
							mu.Lock()
							got[w.Code]++
							mu.Unlock()
						})
					}
					all.Wait()
					return got
				}
				require.Equal(t, map[int]int{200: 100}, statuses(39*time.Millisecond), "the last begins after 936 ms")
				time.Sleep(10 * time.Second)
				got := statuses(99 * time.Millisecond)
				require.Equal(t, map[int]int{200: 44, 503: 56}, got, "those that begin within a second")
				if config.PerMinute > 0 {
					require.Equal(t, `"burst";r=65;t=4`, a.send(gate, quick).Header().Get("RateLimit"), "what was shed costs nothing")
				}
			})
		})
	}
}

// TestBeyondBurst: a token that sends more than a burst is refused at once what would wait for long.
func TestBeyondBurst(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		gate, a := New(Config{InFlight: 4}), newCaller()
		slow := func(http.ResponseWriter, *http.Request) { time.Sleep(20 * time.Millisecond) }
		for range 200 { // the burst is spent, and a request known to take 20 ms
			a.send(gate, slow)
			for gate.isInBurst(a.token) {
			}
		}
		var all sync.WaitGroup
		var mu sync.Mutex
		refused := 0
		for range 100 {
			all.Go(func() {
				begun := time.Now()
				if w := a.send(gate, slow); w.Code != 200 {
					mu.Lock()
					refused++
					mu.Unlock()
					require.LessOrEqual(t, time.Since(begun), 20*time.Millisecond)
					return
				}
				require.LessOrEqual(t, time.Since(begun), farthestWait+2*20*time.Millisecond)
			})
		}
		all.Wait()
		require.InDelta(t, 100-4-50, refused, 4, "four have places, and fifty wait for 250 ms")
	})
}

// TestEnter takes places for what is no request.
func TestEnter(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		gate, a := New(Config{InFlight: 2}), newCaller()
		leave, err := gate.Enter(t.Context(), a.organization)
		require.NoError(t, err)
		second, err := gate.Enter(t.Context(), a.organization)
		require.NoError(t, err)
		_, err = gate.Enter(t.Context(), a.organization)
		require.Equal(t, fault.CodeUnavailable, fault.CodeOf(err))
		leave()
		second()
		none, err := New(Config{}).Enter(t.Context(), a.organization)
		require.NoError(t, err)
		none()
	})
}

// TestSlotsAreGivenBack has callers leave in the midst of waiting, and handlers panic.
func TestSlotsAreGivenBack(t *testing.T) {
	t.Parallel()
	gate, a := New(Config{InFlight: 2}), newCaller()
	for range 3 {
		require.Panics(t, func() { a.send(gate, func(http.ResponseWriter, *http.Request) { panic("canary") }) })
	}
	gone, cancel := context.WithCancel(t.Context())
	leave, ok := gate.slots.enter(gone, a.organization, true)
	require.True(t, ok)
	cancel()
	second, ok := gate.slots.enter(gone, a.organization, true)
	require.True(t, ok, "a free place is given even to who is leaving")
	_, ok = gate.slots.enter(gone, a.organization, true)
	require.False(t, ok)
	second()
	leave()
	require.Equal(t, 200, a.send(gate, quick).Code)
}
