package health

import (
	"context"
	"sync"
	"time"
)

const (
	// WritesKnownFor is how long it is taken for true that writes succeed, so that probes cost a node one write in so long.
	WritesKnownFor = 5 * time.Second
	// failureKnownFor is how long it is taken for true that they do not.
	failureKnownFor = time.Second
)

// writeCheck remembers whether writes succeed.
type writeCheck struct {
	mu   sync.Mutex
	at   time.Time
	last error
}

// ask returns what is known, or asks. Those who come meanwhile wait for that.
func (c *writeCheck) ask(ctx context.Context, check func(context.Context) error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	knownFor := WritesKnownFor
	if c.last != nil {
		knownFor = failureKnownFor
	}
	if c.at.IsZero() || time.Since(c.at) > knownFor {
		c.last = check(ctx)
		c.at = time.Now()
	}
	return c.last
}

// takesWrites returns an error unless the database answers and takes writes.
func (h *Health) takesWrites(ctx context.Context) error {
	if err := h.Store.Ping(ctx); err != nil {
		return err
	}
	return h.writes.ask(ctx, h.Store.CheckWrites)
}

// Writable reports whether the database takes writes.
func (h *Health) Writable() bool {
	ctx, cancel := context.WithTimeout(context.Background(), probeTimeout)
	defer cancel()
	return h.takesWrites(ctx) == nil
}
