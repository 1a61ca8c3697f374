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
}

func newTarget(t *testing.T) (*target, string) {
	t.Helper()
	x := &target{seen: map[string]int{}, keys: map[string]bool{}}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		x.mu.Lock()
		x.seen[r.Method+" "+r.URL.Path+" "+r.Header.Get("Authorization")+" "+string(body)]++
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
