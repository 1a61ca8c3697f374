package main

import (
	"cmp"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/graph/renewal"
	"github.com/covertrack/covertrack/storage/postgres"
)

// metrics are what /metrics shows. No label has an id or anything that a client sends: operations are those of the REST
// door, since the names of GraphQL's are the client's own.
type metrics struct {
	registry   *prometheus.Registry
	requests   *prometheus.CounterVec
	durations  *prometheus.HistogramVec
	inFlight   prometheus.Gauge
	deprecated *prometheus.CounterVec
}

func newMetrics() *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "covertrack_requests_total", Help: "Requests answered, by door, REST operation and status.",
		}, []string{"door", "operation", "status"}),
		durations: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "covertrack_request_duration_seconds", Help: "How long requests took, by door and REST operation.",
			Buckets: []float64{.001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 2, 5, 10, 30},
		}, []string{"door", "operation"}),
		inFlight: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "covertrack_requests_in_flight", Help: "Requests that are being answered.",
		}),
		deprecated: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "covertrack_deprecated_requests_total",
			Help: "Requests that sent, selected or (REST) were answered deprecated members, by the organization's name.",
		}, []string{"organization"}),
	}
	m.registry.MustRegister(m.requests, m.durations, m.inFlight, m.deprecated,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.registry.MustRegister(renewal.Collectors()...)
	return m
}

// handler answers a scrape.
func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

// measured counts the requests of a handler and takes their time. It stands within logged, which sees the caller.
func (m *metrics) measured(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		door := doorOf(r.URL.Path)
		if door == "" {
			next.ServeHTTP(w, r)
			return
		}
		m.inFlight.Inc()
		defer m.inFlight.Dec()
		begun := time.Now()
		out := watched(w, r)
		answered := false
		defer func() {
			status := cmp.Or(out.Status(), http.StatusOK)
			if !answered {
				status = http.StatusInternalServerError // a panic, which logged answers
			}
			operation := out.Header().Get("X-GraphQL-Operation")
			if door != "rest" {
				operation = ""
			}
			m.requests.WithLabelValues(door, operation, strconv.Itoa(status)).Inc()
			if !strings.HasPrefix(out.Header().Get("Content-Type"), "text/event-stream") { // open for hours, by design
				m.durations.WithLabelValues(door, operation).Observe(time.Since(begun).Seconds())
			}
			if seen := engine.SeenOf(r.Context()); seen != nil && out.Header().Get("Deprecation") != "" {
				m.deprecated.WithLabelValues(seen.Organization).Inc()
			}
		}()
		next.ServeHTTP(out, r)
		answered = true
	})
}

// doorOf is which door a path leads to; "" for what asks about the server itself.
func doorOf(path string) string {
	switch {
	case path == "/healthz" || path == "/readyz" || path == "/metrics":
		return ""
	case strings.HasPrefix(path, "/rest/"):
		return "rest"
	case path == "/graphql":
		return "graphql"
	case strings.HasPrefix(path, "/files/"):
		return "files"
	default:
		return "other"
	}
}

// watchPool shows the database pool: a wait for a connection is the first sign of overload.
func (m *metrics) watchPool(pool *postgres.Pool) {
	stat := pool.Pgx().Stat
	gauge := func(name, help string, value func() float64) {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "covertrack_pool_" + name, Help: help}, value))
	}
	counter := func(name, help string, value func() float64) {
		m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "covertrack_pool_" + name, Help: help}, value))
	}
	gauge("max_connections", "The most connections to the database that the pool may have.", func() float64 { return float64(stat().MaxConns()) })
	gauge("connections", "Connections to the database.", func() float64 { return float64(stat().TotalConns()) })
	gauge("acquired_connections", "Connections in use.", func() float64 { return float64(stat().AcquiredConns()) })
	counter("acquires_total", "Connections that were asked for and given.", func() float64 { return float64(stat().AcquireCount()) })
	counter("waits_total", "Connections that had to be waited for.", func() float64 { return float64(stat().EmptyAcquireCount()) })
	counter("wait_seconds_total", "Time waited for connections.", func() float64 { return stat().EmptyAcquireWaitTime().Seconds() })
}
