package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// target counts what it is sent.
type target struct {
	mu   sync.Mutex
	seen map[string]int
	keys map[string]bool
	// accept is the last Accept-Encoding.
	accept string
}

func newTarget(t *testing.T) (*target, string) {
	t.Helper()
	x := &target{seen: map[string]int{}, keys: map[string]bool{}}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		x.mu.Lock()
		x.seen[r.Method+" "+r.URL.Path+" "+r.Header.Get("Authorization")+" "+string(body)]++
		x.accept = r.Header.Get("Accept-Encoding")
		if key := r.Header.Get("Idempotency-Key"); key != "" {
			x.keys[key] = true
		}
		x.mu.Unlock()
		if r.URL.Path == "/bad" {
			http.Error(w, "no", http.StatusTeapot)
		}
		_, _ = fmt.Fprint(w, strings.Repeat("long enough for chunks ", 1000))
	}))
	t.Cleanup(server.Close)
	return x, strings.TrimPrefix(server.URL, "http://")
}

func TestCount(t *testing.T) {
	t.Parallel()
	x, addr := newTarget(t)
	got, err := job{addr: addr, conns: 4, count: 100, shots: []shot{
		{method: "POST", path: "/a", token: "secret", body: "1", keyed: true},
		{method: "POST", path: "/a", token: "secret", body: "2", keyed: true},
	}}.run(t.Context())
	require.NoError(t, err)
	require.Equal(t, 100, got.requests)
	require.Equal(t, map[string]int{"POST /a Bearer secret 1": 50, "POST /a Bearer secret 2": 50}, x.seen)
	require.Len(t, x.keys, 100)
	require.LessOrEqual(t, got.p50, got.p99)
	require.Positive(t, rate(got))
}

func TestFor(t *testing.T) {
	t.Parallel()
	x, addr := newTarget(t)
	get := job{addr: addr, shots: []shot{{method: "GET", path: "/a"}}, conns: 1, lasts: 50 * time.Millisecond}
	good, err := get.run(t.Context())
	require.NoError(t, err)
	require.Equal(t, x.seen["GET /a Bearer "], good.requests)
	get.shots[0].path = "/bad"
	_, err = get.run(t.Context())
	require.ErrorContains(t, err, "/bad: 418")
}

// TestRate is that requests fall due at the rate, and that those behind a late answer count as late.
func TestRate(t *testing.T) {
	t.Parallel()
	var first sync.Once
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		first.Do(func() { time.Sleep(300 * time.Millisecond) })
		_, _ = fmt.Fprint(w, "ok")
	}))
	t.Cleanup(server.Close)
	got, err := job{
		addr: strings.TrimPrefix(server.URL, "http://"), shots: []shot{{method: "GET", path: "/"}}, conns: 1, rate: 100, count: 40,
	}.run(t.Context())
	require.NoError(t, err)
	require.Equal(t, 40, got.requests)
	require.GreaterOrEqual(t, got.seconds, 0.39, "the last one is due 390 ms after the first")
	require.GreaterOrEqual(t, got.p999, 0.3)
	require.GreaterOrEqual(t, got.p50, 0.09, "the 20th was due 190 ms after the first, and was sent after 300")
}

// TestShots is that a job of several kinds sends each in turn, and that bodies are counted as they come.
func TestShots(t *testing.T) {
	t.Parallel()
	x, addr := newTarget(t)
	got, err := job{addr: addr, conns: 2, count: 10, accept: "zstd", shots: []shot{
		{method: "GET", path: "/a", token: "secret"}, {method: "POST", path: "/b", token: "secret", body: "1", keyed: true},
	}}.run(t.Context())
	require.NoError(t, err)
	require.Equal(t, map[string]int{"GET /a Bearer secret ": 5, "POST /b Bearer secret 1": 5}, x.seen)
	require.Len(t, x.keys, 5)
	require.EqualValues(t, 10*23*1000, got.bytes)
	require.Equal(t, "zstd", x.accept)
}
