package door

import (
	"context"
	"net"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	connection "github.com/covertrack/covertrack/graph/reader"
)

var droppedReaders = prometheus.NewCounter(prometheus.CounterOpts{
	Name: "covertrack_streams_dropped_total", Help: "Subscriptions that were ended because their reader did not read.",
})

// Collectors are the metrics of what this package counts.
func Collectors() []prometheus.Collector { return []prometheus.Collector{droppedReaders} }

// reader is who a stream is sent to.
type reader struct {
	conn  net.Conn // nil if it is not known
	taken uint64
	since time.Time // when taken last changed, or nothing waited
}

func newReader(ctx context.Context) *reader {
	return &reader{conn: connection.ConnOf(ctx), since: time.Now()}
}

// isStalled reports whether the reader has taken nothing for readWithin, although something waits for it. A host that
// is gone takes nothing either.
func (r *reader) isStalled(now time.Time) bool {
	taken, waits, ok := connection.Taken(r.conn)
	if !ok || !waits || taken != r.taken {
		r.taken, r.since = taken, now
	}
	return now.Sub(r.since) >= readWithin
}
