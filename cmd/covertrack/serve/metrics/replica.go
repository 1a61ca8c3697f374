package metrics

import (
	"strconv"
	"sync/atomic"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/covertrack/covertrack/storage"
)

// WatchReplicas shows the state of each replica, by its position in the flag, and how often the primary was read instead.
func (m *Metrics) WatchReplicas(replicas *storage.Replicas) {
	if replicas == nil {
		return
	}
	for i, r := range replicas.List() {
		labels := prometheus.Labels{"replica": strconv.Itoa(i + 1)}
		m.gauge("replica_healthy", "Whether the replica may be read from.", labels, func() float64 {
			if r.Healthy() {
				return 1
			}
			return 0
		})
		m.gauge("replica_lag_seconds", "How far the replica was behind when it was last asked.", labels,
			func() float64 { return r.Lag().Seconds() })
		m.counter("replica_reads_total", "Calls that read from the replica.", labels,
			func() float64 { return float64(r.Reads.Load()) })
	}
	for reason, count := range map[string]*atomic.Int64{
		"away": &replicas.Away, "behind": &replicas.Behind, "failed": &replicas.Failed,
	} {
		m.counter("replica_fallbacks_total", "Calls that read from the primary since no replica was healthy (away), "+
			"none had the caller's writes (behind), or it failed.",
			prometheus.Labels{"reason": reason}, func() float64 { return float64(count.Load()) })
	}
}
