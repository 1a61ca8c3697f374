package reader

import (
	"context"
	"net"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

const (
	// Large is from how many bytes on an answer may be too large for the buffers of a connection.
	Large = 64 << 10
	// slowest is how many bytes a reader of a large answer takes in each window at least (reliability R22).
	slowest = 16 << 10 * seconds
	// seconds is how long a window is.
	seconds = 10
)

var cutOff = prometheus.NewCounter(prometheus.CounterOpts{
	Name: "covertrack_slow_readers_total", Help: "Answers that were cut off because their reader took less than 16 KiB/s for 10 s.",
})

// Collectors are the metrics of what this package counts.
func Collectors() []prometheus.Collector { return []prometheus.Collector{cutOff} }

type connKey struct{}

// WithConn is the ConnContext of an http.Server. By the connection it is known what a reader has taken: much can be written
// to one that takes nothing, until all buffers are full.
func WithConn(ctx context.Context, conn net.Conn) context.Context {
	return context.WithValue(ctx, connKey{}, conn)
}

// ConnOf is the connection that a request came on; nil if it is not known.
func ConnOf(ctx context.Context) net.Conn {
	conn, _ := ctx.Value(connKey{}).(net.Conn)
	return conn
}

// Write writes a large body. Its reader may take as long as it gets on: it is cut off when it takes less than 16
// KiB/s for 10 s. Where nothing is known of the connection, the server's limit holds.
func Write(ctx context.Context, w http.ResponseWriter, body []byte) {
	if taken, _, ok := Taken(ConnOf(ctx)); ok {
		stop := make(chan struct{})
		defer close(stop)
		go watch(ConnOf(ctx), taken, stop)
	}
	_, _ = w.Write(body)
}

// watch moves the connection's deadline on while its reader gets on, until stop.
func watch(conn net.Conn, before uint64, stop <-chan struct{}) {
	var window [seconds]uint64 // what was taken, in each of the last seconds
	for i := range window {
		window[i] = before
	}
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for n := 0; ; n++ {
		select {
		case <-stop:
			return
		case now := <-tick.C:
			taken, waits, ok := Taken(conn)
			switch {
			case !ok:
				return
			case waits && n >= seconds-1 && taken-window[n%seconds] < slowest:
				cutOff.Inc()
				_ = conn.SetWriteDeadline(now)
				return
			}
			window[n%seconds] = taken
			_ = conn.SetWriteDeadline(now.Add(3 * seconds * time.Second))
		}
	}
}
