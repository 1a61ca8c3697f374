package fire_test

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

	"github.com/covertrack/covertrack/cmd/bench/fire"
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
	result, err := fire.Run(t.Context(), fire.Job{
		Addr: addr, Method: "POST", Paths: []string{"/a"}, Bodies: []string{"1", "2"}, Token: "secret", Keyed: true, Conns: 4, Count: 100,
	})
	require.NoError(t, err)
	require.Equal(t, 100, result.Requests)
	require.Equal(t, map[string]int{"POST /a Bearer secret 1": 50, "POST /a Bearer secret 2": 50}, x.seen)
	require.Len(t, x.keys, 100)
	require.LessOrEqual(t, result.P50, result.P99)
	require.Positive(t, result.PerSecond())
}

func TestFor(t *testing.T) {
	t.Parallel()
	x, addr := newTarget(t)
	get := fire.Job{Addr: addr, Method: "GET", Paths: []string{"/a"}, Conns: 1, For: 50 * time.Millisecond}
	good, err := fire.Run(t.Context(), get)
	require.NoError(t, err)
	require.Equal(t, x.seen["GET /a Bearer "], good.Requests)
	get.Paths = []string{"/bad"}
	_, err = fire.Run(t.Context(), get)
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
	result, err := fire.Run(t.Context(), fire.Job{
		Addr: strings.TrimPrefix(server.URL, "http://"), Method: "GET", Paths: []string{"/"}, Conns: 1, Rate: 100, Count: 40,
	})
	require.NoError(t, err)
	require.Equal(t, 40, result.Requests)
	require.GreaterOrEqual(t, result.Seconds, 0.39, "the last one is due 390 ms after the first")
	require.GreaterOrEqual(t, result.P999, 0.3)
	require.GreaterOrEqual(t, result.P50, 0.09, "the 20th was due 190 ms after the first, and was sent after 300")
}

// TestShots is that a job of several kinds sends each in turn, and that bodies are counted as they come.
func TestShots(t *testing.T) {
	t.Parallel()
	x, addr := newTarget(t)
	result, err := fire.Run(t.Context(), fire.Job{
		Addr: addr, Token: "secret", Conns: 2, Count: 10,
		Shots: []fire.Shot{{Method: "GET", Path: "/a"}, {Method: "POST", Path: "/b", Body: "1", Keyed: true}},
	})
	require.NoError(t, err)
	require.Equal(t, map[string]int{"GET /a Bearer secret ": 5, "POST /b Bearer secret 1": 5}, x.seen)
	require.Len(t, x.keys, 5)
	require.EqualValues(t, 10*23*1000, result.Bytes)
}

func TestAccept(t *testing.T) {
	t.Parallel()
	x, addr := newTarget(t)
	_, err := fire.Run(t.Context(), fire.Job{Addr: addr, Method: "GET", Paths: []string{"/a"}, Accept: "zstd", Conns: 1, Count: 1})
	require.NoError(t, err)
	require.Equal(t, "zstd", x.accept)
}
