package engine

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/covertrack/covertrack/model"
)

var answeredErrors = prometheus.NewCounterVec(prometheus.CounterOpts{
	Name: "covertrack_errors_total", Help: "Errors that requests were answered with, by door and code.",
}, []string{"door", "code"})

// Collectors are the metrics of what this package counts.
func Collectors() []prometheus.Collector { return []prometheus.Collector{answeredErrors} }

// CountError counts an error that a door answers a request with.
func CountError(door string, code model.Code) {
	answeredErrors.WithLabelValues(door, string(code)).Inc()
}
