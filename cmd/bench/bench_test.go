package main

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/bench/fire"
)

func TestRatio(t *testing.T) {
	t.Parallel()
	results := func(counts ...int) (list []fire.Result) {
		for _, n := range counts {
			list = append(list, fire.Result{Requests: n, Seconds: 2})
		}
		return list
	}
	// The second round was slow for both, the third for one: neither decides.
	require.InDelta(t, 1.5, ratio(results(300, 30, 100), results(200, 20, 200), rate), 1e-9)
	require.InDelta(t, 1.25, median([]float64{2, 1, 1.5, 1}), 1e-9)
	require.Equal(t, "1.00 / 0.33", figures(1, 1.0/3))
}

func TestTable(t *testing.T) {
	t.Parallel()
	x := newTable(settings{rounds: 7, round: time.Second})
	x.atLeast("all", 1.1, 1.1, 1.2)
	x.atLeast("not all", 1.1, 1.09, 1.2)
	x.atMost("at most", 5, 4.9)
	x.tell("told", "0.5")
	var printed strings.Builder
	x.print(&printed)
	require.Regexp(t, `(?m)^not all +1\.09 / 1\.20 +≥ 1\.1 +not met$`, printed.String())
	require.Regexp(t, `(?m)^told +0\.5 +— +—$`, printed.String())

	file := filepath.Join(t.TempDir(), "performance.md")
	require.NoError(t, os.WriteFile(file, []byte("before\n"+begin+"old\n"+end+"\nafter\n"), 0o644))
	for range 2 { // again, it replaces what it wrote
		require.NoError(t, x.publish(file))
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Regexp(t, `(?s)^before\n<!--.*-->\n\d{4}-\d\d-\d\d, .*\n\| all \| 1\.10 / 1\.20 \| ≥ 1\.1 \| met \|\n.*\| at most \| 4\.90 \| ≤ 5 \| met \|\n\| told \| 0\.5 \| — \| — \|\n<!-- /results -->\nafter\n$`,
			string(text))
	}
	require.NoError(t, os.WriteFile(file, []byte("no marks"), 0o644))
	require.ErrorContains(t, x.publish(file), "are missing")
}

func TestOnly(t *testing.T) {
	t.Parallel()
	s := settings{only: "list:policies"}
	require.NoError(t, s.parseOnly([]string{"list", "page"}))
	require.True(t, s.wants("list") && s.wantsNoun("policies"))
	require.False(t, s.wants("page") || s.wantsNoun("cases"))
	for _, wrong := range []string{"pages", "list:houses", "page:policies"} {
		s := settings{only: wrong}
		require.ErrorContains(t, s.parseOnly([]string{"list", "page"}), wrong)
	}
}

// TestCollector is that the metrics of a program of Go tell how it collects garbage.
func TestCollector(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(321))
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector())
	shown := httptest.NewRecorder()
	promhttp.HandlerFor(registry, promhttp.HandlerOpts{}).ServeHTTP(shown, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	env, err := collectorIn(shown.Body.Bytes())
	require.NoError(t, err)
	require.ElementsMatch(t, []string{"GOGC=321", "GOMEMLIMIT=off"}, env)
	_, err = collectorIn(nil)
	require.Error(t, err)
	t.Setenv("GOGC", "321")
	require.NotContains(t, ownCollector(), "GOGC=321")
}

// TestDocument is that the published document can take the table.
func TestDocument(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../docs/dev/performance.md")
	require.NoError(t, err)
	require.Contains(t, string(text), begin)
	require.Contains(t, string(text), end)
	require.Contains(t, string(text), beginPeers)
	require.Contains(t, string(text), endPeers)
}

func TestReadingOthersOutput(t *testing.T) {
	t.Parallel()
	out := "goos: linux\nBenchmarkEngineList-2   \t   34567\t     34821 ns/op\t   12345 B/op\t      79 allocs/op\nBenchmarkEngineGet \t 1 \t 8.5 ns/op\t 1 B/op\t 2 allocs/op\n"
	found := benchmark.FindAllStringSubmatch(out, -1)
	require.Len(t, found, 2)
	require.Equal(t, []string{"EngineList", "34821", "79"}, found[0][1:])
	require.Equal(t, []string{"EngineGet", "8.5", "2"}, found[1][1:])

	metrics := "# TYPE x counter\ncovertrack_pool_acquires_total{pool=\"replica\"} 1.5e+06\ncovertrack_pool_acquires_total 7\n"
	require.Len(t, acquires.FindAllStringSubmatch(metrics, -1), 2)

	next, err := nextPath(http.Header{"Link": {`<http://bench.example/rest/documents?after=x&limit=50>; rel="next"`}})
	require.NoError(t, err)
	require.Equal(t, "/rest/documents?after=x&limit=50", next)
	_, err = nextPath(http.Header{})
	require.Error(t, err)
}

func TestParseStat(t *testing.T) {
	t.Parallel()
	pid, parent, ticks := parseStat("42 (postgres: a b) x) S 7 42 42 0 -1 4194304 1 2 3 4 10 20 300 4000 20 0 1 0 99\n")
	require.Equal(t, []int{42, 7}, []int{pid, parent})
	require.InDelta(t, 4330, ticks, 0)
	_, _, none := parseStat("42 (short) S 7")
	require.Zero(t, none)
}
