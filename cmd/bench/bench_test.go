package main

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"github.com/stretchr/testify/require"
)

func TestRatio(t *testing.T) {
	t.Parallel()
	counted := func(counts ...int) (list results) {
		for _, n := range counts {
			list = append(list, result{requests: n, seconds: 2})
		}
		return list
	}
	// The second round was slow for both, the third for one: neither decides.
	require.InDelta(t, 1.5, ratio(counted(300, 30, 100), counted(200, 20, 200), rate), 1e-9)
	require.InDelta(t, 1.25, median([]float64{2, 1, 1.5, 1}), 1e-9)
	require.Equal(t, "1.00 / 0.33", figures(1, 1.0/3))
}

func TestTable(t *testing.T) {
	t.Parallel()
	r := newRig(t.Context(), settings{rounds: 7, round: time.Second})
	r.atLeast("all", 1.1, 1.1, 1.2)
	r.atLeast("not all", 1.1, 1.09, 1.2)
	r.atMost("at most", 5, 4.9)
	r.upTo("with its unit", "%.1f ms", 50, 50.04)
	r.tell("told", "0.5")
	require.Contains(t, r.text(),
		"\n| not all | 1.09 / 1.20 | ≥ 1.1 | not met |\n| at most | 4.90 | ≤ 5 | met |\n| with its unit | 50.0 ms | ≤ 50 ms | not met |\n")

	file := filepath.Join(t.TempDir(), "performance.md")
	require.NoError(t, os.WriteFile(file, []byte("before\n<!-- results: of make bench -->\nold\n<!-- /results -->\nafter\n"), 0o644))
	for range 2 { // again, it replaces what it wrote
		require.NoError(t, r.publishTo(file))
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Regexp(t, `(?s)^before\n<!-- results: of make bench -->\n\d{4}-\d\d-\d\d, `+
			`.*\n\| all \| 1\.10 / 1\.20 \| ≥ 1\.1 \| met \|\n.*\| told \| 0\.5 \| — \| — \|\n<!-- /results -->\nafter\n$`,
			string(text))
	}
	require.NoError(t, os.WriteFile(file, []byte("no marks"), 0o644))
	require.ErrorContains(t, r.publishTo(file), "are missing")
}

// TestDocument is that the published document can take the table.
func TestDocument(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../docs/dev/performance.md")
	require.NoError(t, err)
	require.True(t, place.Match(text))
}

func TestOnly(t *testing.T) {
	t.Parallel()
	for only, want := range map[string][]bool{
		"": {true, true, false}, "list": {true, false, false}, "list:policies": {true, false, false}, "list:cases": {false, false, false},
		"many": {false, false, true},
	} {
		s, err := parse([]string{"--only", only})
		require.NoError(t, err)
		require.Equal(t, want, []bool{s.wants("list:policies"), s.wants("page"), s.wants("many")}, only)
	}
	for _, wrong := range []string{"pages", "list:houses", "page:policies"} {
		_, err := parse([]string{"--only", wrong})
		require.ErrorContains(t, err, wrong)
	}
	_, err := parse([]string{"--only", "page", "--publish", "a.md"})
	require.ErrorContains(t, err, "not to be published")
}

// TestAttempt is that a failure ends a run, and nothing else is taken for one.
func TestAttempt(t *testing.T) {
	t.Parallel()
	require.NoError(t, attempt(func() { must(os.Getwd()) }))
	err := attempt(func() { must(os.Stat("nowhere")); t.Error("it went on") })
	require.ErrorIs(t, err, os.ErrNotExist)
	require.Panics(t, func() { _ = attempt(func() { panic("a mistake") }) })
}

func TestReadingOthersOutput(t *testing.T) {
	t.Parallel()
	out := "goos: linux\nBenchmarkEngineList-2   \t   34567\t     34821 ns/op\t   12345 B/op\t      79 allocs/op\n" +
		"BenchmarkEngineGet \t 1 \t 8.5 ns/op\t 1 B/op\t 2 allocs/op\n" +
		"BenchmarkCompliance/legacy-2 \t 9 \t 7 ns/op\t 4.5 cpu-µs/op\nBenchmarkCompliance/large-2 \t 9 \t 7 ns/op\t 6.5 cpu-µs/op\n"
	for _, want := range []struct {
		prefix, unit string
		figure       float64
	}{{"EngineList", "ns/op", 34821}, {"EngineList", "allocs/op", 79}, {"EngineGet", "ns/op", 8.5}, {"Compliance/", "cpu-µs/op", 6.5}} {
		require.InDelta(t, want.figure, slowest(out, want.prefix, want.unit), 0)
	}
	require.Error(t, attempt(func() { slowest(out, "Nothing", "ns/op") }))

	metrics := []byte("# TYPE x counter\ncovertrack_pool_acquires_total{pool=\"replica\"} 1.5e+06\ncovertrack_pool_acquires_total 7\n")
	require.InDelta(t, 1_500_007, metricIn(metrics, "covertrack_pool_acquires_total"), 0)
	require.Error(t, attempt(func() { metricIn(metrics, "covertrack_pool") }))

	next := nextPath(http.Header{"Link": {`<http://bench.example/rest/documents?after=x&limit=50>; rel="next"`}})
	require.Equal(t, "/rest/documents?after=x&limit=50", next)
	require.Error(t, attempt(func() { nextPath(http.Header{}) }))
}

// TestMetrics is that a program of Go tells how it collects garbage and how much it computed, by these names.
func TestMetrics(t *testing.T) {
	t.Parallel()
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	shown := httptest.NewRecorder()
	promhttp.HandlerFor(registry, promhttp.HandlerOpts{}).ServeHTTP(shown, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	for _, name := range []string{"go_gc_gogc_percent", "go_gc_gomemlimit_bytes", "process_cpu_seconds_total"} {
		require.NoError(t, attempt(func() { metricIn(shown.Body.Bytes(), name) }))
	}
}
