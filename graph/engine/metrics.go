package engine

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/covertrack/covertrack/model/fault"
)

var answeredErrors = prometheus.NewCounterVec(prometheus.CounterOpts{
	Name: "covertrack_errors_total", Help: "Errors that requests were answered with, by door and code.",
}, []string{"door", "code"})

var tokenLookups = prometheus.NewCounterVec(prometheus.CounterOpts{
	Name: "covertrack_token_lookups_total",
	Help: "Tokens that were not in the cache, by what came of it: good, ended (expired or revoked), unknown, failed, " +
		"or refused since too many waited.",
}, []string{"result"})

func init() {
	for _, result := range []string{"good", "ended", "unknown", "failed", "refused"} {
		tokenLookups.WithLabelValues(result) // shown from the start, so that an alert sees the first increase
	}
}

// Collectors are the metrics of what this package counts.
func Collectors() []prometheus.Collector { return []prometheus.Collector{answeredErrors, tokenLookups} }

// CountError counts an error that a door answers a request with.
func CountError(door string, code fault.Code) {
	answeredErrors.WithLabelValues(door, string(code)).Inc()
}
