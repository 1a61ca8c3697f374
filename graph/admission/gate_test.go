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
)

// caller is a token of an organization before a gate.
type caller struct{ token, organization uuid.UUID }

func newCaller() caller { return caller{uuid.New(), uuid.New()} }

func (c caller) send(gate *Gate, work http.HandlerFunc) *httptest.ResponseRecorder {
	return c.sendBy(http.MethodGet, gate, work)
}

func (c caller) sendBy(method string, gate *Gate, work http.HandlerFunc) *httptest.ResponseRecorder {
	refuse := func(w http.ResponseWriter, _ *http.Request, err error) {
		status := map[model.Code]int{model.CodeRateLimited: 429, model.CodeUnavailable: 503}[model.CodeOf(err)]
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
	require.Equal(t, model.CodeRateLimited, model.CodeOf(charge(10)))
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

func TestSlots(t *testing.T) {
	t.Parallel()
	gate := New(Config{InFlight: 4})
	a, b, c := newCaller(), newCaller(), newCaller()
	free := make(chan struct{})
	var working, ended sync.WaitGroup
	hold := func(x caller) {
		working.Add(1)
		ended.Go(func() {
			x.send(gate, func(http.ResponseWriter, *http.Request) {
				working.Done()
				<-free
			})
		})
	}
	hold(a)
	hold(a)
	working.Wait()
	begun := time.Now()
	shed := a.send(gate, quick)
	require.Equal(t, 503, shed.Code, "an organization has half of the node")
	require.Equal(t, "1", shed.Header().Get("Retry-After"))
	require.GreaterOrEqual(t, time.Since(begun), patience)
	require.Equal(t, 200, b.send(gate, quick).Code, "another organization has the other half")
	hold(b)
	hold(b)
	working.Wait()
	require.Equal(t, 503, c.send(gate, quick).Code, "the node is full")

	close(free)
	ended.Wait()
	require.Equal(t, 200, a.send(gate, quick).Code)
	require.Empty(t, gate.slots.organizations, "nothing is kept of those who are gone")
}

// TestSlotsHaveShortQueues: as many wait as there are places, for as long as the patience lasts; the next is refused at once.
func TestSlotsHaveShortQueues(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		gate, a := New(Config{InFlight: 4}), newCaller()
		var all sync.WaitGroup
		send := func(n, status int, took time.Duration) {
			for range n {
				all.Go(func() {
					begun := time.Now()
					require.Equal(t, status, a.send(gate, func(http.ResponseWriter, *http.Request) { time.Sleep(patience + time.Millisecond) }).Code)
					require.Equal(t, took, time.Since(begun))
				})
			}
			synctest.Wait()
		}
		send(2, 200, patience+time.Millisecond)
		send(2, 503, patience)
		send(3, 503, 0)
		all.Wait()
		send(2, 200, patience+time.Millisecond)
		time.Sleep(2 * time.Millisecond)
		send(2, 200, 2*patience)
		send(1, 503, 0)
		all.Wait()
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
	leave, ok := gate.slots.enter(gone, a.organization)
	require.True(t, ok)
	cancel()
	_, ok = gate.slots.enter(gone, a.organization)
	require.False(t, ok)
	leave()
	require.Equal(t, 200, a.send(gate, quick).Code)
}
