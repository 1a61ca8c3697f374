package metrics

import (
	"log/slog"
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promauto"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/covertrack/covertrack/cmd/covertrack/serve/access"
	"github.com/covertrack/covertrack/graph/admission"
	graphqldoor "github.com/covertrack/covertrack/graph/door"
	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/graph/installation"
	"github.com/covertrack/covertrack/graph/reader"
	"github.com/covertrack/covertrack/graph/renewal"
	"github.com/covertrack/covertrack/graph/verdict"
	"github.com/covertrack/covertrack/graph/webhook"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/postgres"
)

// Metrics are what /metrics shows. No label contains an id or anything that a client sends: the label operation is for
// the REST door only, since clients choose the names of GraphQL operations.
type Metrics struct {
	registry   *prometheus.Registry
	factory    promauto.Factory // registers what it makes
	Requests   *prometheus.CounterVec
	durations  *prometheus.HistogramVec
	inFlight   prometheus.Gauge
	deprecated *prometheus.CounterVec
}

// New returns the metrics of a program of this version.
func New(version string) *Metrics {
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	registry.MustRegister(renewal.Collectors()...)
	registry.MustRegister(verdict.Collectors()...)
	registry.MustRegister(webhook.Collectors()...)
	registry.MustRegister(engine.Collectors()...)
	registry.MustRegister(admission.Collectors()...)
	registry.MustRegister(graphqldoor.Collectors()...)
	registry.MustRegister(reader.Collectors()...)
	factory := promauto.With(registry)
	factory.NewGauge(prometheus.GaugeOpts{
		Name: "covertrack_build_info", Help: "1, with the version of the program and of Go.",
		ConstLabels: prometheus.Labels{"version": version, "goversion": runtime.Version()},
	}).Set(1)
	return &Metrics{
		registry: registry, factory: factory,
		Requests: factory.NewCounterVec(prometheus.CounterOpts{
			Name: "covertrack_requests_total", Help: "Requests answered, by door, REST operation and status.",
		}, []string{"door", "operation", "status"}),
		durations: factory.NewHistogramVec(prometheus.HistogramOpts{
			Name: "covertrack_request_duration_seconds", Help: "How long requests took, by door and REST operation.",
			Buckets: []float64{.001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 2, 5, 10, 30},
		}, []string{"door", "operation"}),
		inFlight: factory.NewGauge(prometheus.GaugeOpts{
			Name: "covertrack_requests_in_flight", Help: "Requests that are being answered.",
		}),
		deprecated: factory.NewCounterVec(prometheus.CounterOpts{
			Name: "covertrack_deprecated_requests_total",
			Help: "Requests that sent, selected or (REST) were answered deprecated members, by the organization's name.",
		}, []string{"organization"}),
	}
}

// Handler serves the metrics to Prometheus.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

// Measured counts the requests of a handler and measures their time. It must run inside logged, which knows the caller.
func (m *Metrics) Measured(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		door := access.DoorOf(r.URL.Path)
		if door == "" {
			next.ServeHTTP(w, r)
			return
		}
		m.inFlight.Inc()
		defer m.inFlight.Dec()
		begun := time.Now()
		out := access.Watched(w, r)
		answered := false
		defer func() {
			status := access.StatusOf(r, out)
			if !answered {
				status = http.StatusInternalServerError // a panic, which logged handles
			}
			operation := out.Header().Get("X-GraphQL-Operation")
			if door != "rest" {
				operation = ""
			}
			m.Requests.WithLabelValues(door, operation, strconv.Itoa(status)).Inc()
			seen := engine.SeenOf(r.Context())
			isStream := strings.HasPrefix(out.Header().Get("Content-Type"), "text/event-stream")
			if !isStream && (seen == nil || !seen.Waited) { // open for as long as the client wants
				m.durations.WithLabelValues(door, operation).Observe(time.Since(begun).Seconds())
			}
			if seen != nil && out.Header().Get("Deprecation") != "" {
				m.deprecated.WithLabelValues(seen.Organization).Inc()
			}
		}()
		next.ServeHTTP(out, r)
		answered = true
	})
}

// gauge shows a value that is read at each scrape.
func (m *Metrics) gauge(name, help string, labels prometheus.Labels, value func() float64) {
	m.factory.NewGaugeFunc(prometheus.GaugeOpts{Name: "covertrack_" + name, Help: help, ConstLabels: labels}, value)
}

// counter shows a count that is read at each scrape.
func (m *Metrics) counter(name, help string, labels prometheus.Labels, value func() float64) {
	m.factory.NewCounterFunc(prometheus.CounterOpts{Name: "covertrack_" + name, Help: help, ConstLabels: labels}, value)
}

// WatchJobs shows what waits in the queues of jobs, and for webhooks.
func (m *Metrics) WatchJobs(store *storage.Store, log *slog.Logger) {
	m.registry.MustRegister(backlog{store, log}, webhookBacklog{store, log})
}

// WatchGuard shows whether the node sends and removes nothing, since its database may be a copy.
func (m *Metrics) WatchGuard(guard *installation.Guard) {
	m.gauge("restored", "1 while the node sends and removes nothing, because its database is or may be a copy.", nil,
		func() float64 {
			if guard.Paused() {
				return 1
			}
			return 0
		})
}

// WatchPool shows the database pool: waits for a connection are the first sign of overload.
func (m *Metrics) WatchPool(pool *postgres.Pool) {
	stat := pool.Pgx().Stat
	m.gauge("pool_max_connections", "The most connections to the database that the pool may have.", nil,
		func() float64 { return float64(stat().MaxConns()) })
	m.gauge("pool_connections", "Connections to the database.", nil, func() float64 { return float64(stat().TotalConns()) })
	m.gauge("pool_acquired_connections", "Connections in use.", nil, func() float64 { return float64(stat().AcquiredConns()) })
	m.counter("pool_acquires_total", "Connections that were asked for and given.", nil,
		func() float64 { return float64(stat().AcquireCount()) })
	m.counter("pool_hung_connections_total", "Connections on which the database said nothing for too long.", nil,
		func() float64 { return float64(pool.Hung()) })
	m.counter("pool_waits_total", "Connections that had to be waited for.", nil,
		func() float64 { waits, _, _ := pool.Waits(); return float64(waits) })
	m.counter("pool_wait_seconds_total", "Time waited for connections.", nil,
		func() float64 { _, waited, _ := pool.Waits(); return waited.Seconds() })
	m.counter("pool_refused_total", "Connections that did not become free in time: an organization held its half of the pool, "+
		"or all were in use.", nil, func() float64 { _, _, refused := pool.Waits(); return float64(refused) })
}
