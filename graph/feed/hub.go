package feed

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/storage"
)

const (
	// lookEvery is how often a node looks whether the feeds that somebody waits for go on.
	lookEvery = 100 * time.Millisecond
	// lookWithin bounds one look.
	lookWithin = 3 * time.Second
)

// Hub wakes those who wait for the next event of a portfolio. While there are any, it asks the database again and again,
// once for all of them; those who wait hold no connection.
type Hub struct {
	store *storage.Store
	log   *slog.Logger

	mu      sync.Mutex
	waiting map[*waiter]struct{}
	looking bool
}

// waiter waits for an event behind a position.
type waiter struct {
	portfolio uuid.UUID
	position  int64
	wake      chan struct{} // closed once
}

// NewHub returns a hub on the database, which must be the one that events are written to or a replica of it.
func NewHub(store *storage.Store, log *slog.Logger) *Hub {
	return &Hub{store: store, log: log, waiting: map[*waiter]struct{}{}}
}

// Wait returns when the feed of a portfolio goes on behind a position. The error is that of ctx.
func (h *Hub) Wait(ctx context.Context, portfolio uuid.UUID, position int64) error {
	w := &waiter{portfolio: portfolio, position: position, wake: make(chan struct{})}
	h.join(w)
	defer h.leave(w)
	select {
	case <-w.wake:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (h *Hub) join(w *waiter) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.waiting[w] = struct{}{}
	if !h.looking {
		h.looking = true
		go h.look()
	}
}

func (h *Hub) leave(w *waiter) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.waiting, w)
}

// look asks until nobody waits.
func (h *Hub) look() {
	for portfolios := h.portfolios(); len(portfolios) > 0; portfolios = h.portfolios() {
		ctx, cancel := context.WithTimeout(context.Background(), lookWithin)
		ends, err := h.store.FeedEnds(ctx, portfolios)
		cancel()
		if err != nil {
			h.log.Debug("the ends of feeds are not known", "error", err)
		}
		h.wake(ends)
		time.Sleep(lookEvery)
	}
}

// portfolios are those that somebody waits for. Without any the look ends.
func (h *Hub) portfolios() []uuid.UUID {
	h.mu.Lock()
	defer h.mu.Unlock()
	var ids []uuid.UUID
	known := map[uuid.UUID]bool{}
	for w := range h.waiting {
		if !known[w.portfolio] {
			known[w.portfolio] = true
			ids = append(ids, w.portfolio)
		}
	}
	h.looking = len(ids) > 0
	return ids
}

func (h *Hub) wake(ends map[uuid.UUID]int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for w := range h.waiting {
		if ends[w.portfolio] > w.position {
			close(w.wake)
			delete(h.waiting, w)
		}
	}
}
