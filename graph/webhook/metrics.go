package webhook

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/covertrack/covertrack/model"
)

// The figures of the process. Receivers are of clients, so no label names one.
var (
	attempts = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "covertrack_webhook_attempts_total",
		Help: "Attempts to deliver webhooks, by result: delivered, refused (a status that is none of 2xx), or why no status came.",
	}, []string{"result"})
	attemptSeconds = prometheus.NewHistogram(prometheus.HistogramOpts{
		Name: "covertrack_webhook_attempt_seconds", Help: "How long attempts to deliver webhooks took.",
		Buckets: []float64{.01, .05, .1, .2, .5, 1, 2, 5, 10, 15},
	})
	underWay = prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "covertrack_webhook_attempts_in_flight", Help: "Attempts to deliver webhooks that are under way.",
	})
)

// The results of attempts that have a status.
const (
	resultDelivered = "delivered"
	resultRefused   = "refused"
)

// Collectors returns the figures, for the registry that exports them. Each result has its series from the start: the
// first one would be no increase else.
func Collectors() []prometheus.Collector {
	for _, result := range append([]string{resultDelivered, resultRefused}, reasons...) {
		attempts.WithLabelValues(result)
	}
	return []prometheus.Collector{attempts, attemptSeconds, underWay}
}

func count(o model.WebhookOutcome) {
	result := o.Error
	switch {
	case o.IsSuccess():
		result = resultDelivered
	case result == "":
		result = resultRefused
	}
	attempts.WithLabelValues(result).Inc()
	attemptSeconds.Observe(o.Duration.Seconds())
}
