package engine

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/pause"
)

const (
	// relisten is how long the hub waits before it connects again.
	relisten = time.Second
	// wakeEvery is how often all watchers are woken without a change: a node that is killed right after a commit sends
	// no notification.
	wakeEvery = 30 * time.Second
)

// changeHub wakes watchers when Postgres notifies of changes. While there are watchers, it listens on one connection.
type changeHub struct {
	store *storage.Store
	log   *slog.Logger
	every time.Duration // see wakeEvery

	mu       sync.Mutex
	watchers map[*watcher]struct{}
	hearing  bool               // no change from now on is missed
	stop     context.CancelFunc // ends the listening; nil without watchers
}

// watcher is woken when its case has changed, or may have. Several wakes before it reads them are one.
type watcher struct {
	key   storage.CaseKey
	woken chan struct{}
	// changed reports that a wake since the last take was for a change, and not for a new listener.
	changed bool
}

func newChangeHub(store *storage.Store, log *slog.Logger) *changeHub {
	return &changeHub{store: store, log: log, every: wakeEvery, watchers: map[*watcher]struct{}{}}
}

// watch returns a watcher that is woken once no later change can be missed, and then after each change. The caller must
// call leave.
func (h *changeHub) watch(key storage.CaseKey) *watcher {
	w := &watcher{key: key, woken: make(chan struct{}, 1)}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.watchers[w] = struct{}{}
	if h.hearing {
		w.wake()
	}
	if h.stop == nil {
		ctx, cancel := context.WithCancel(context.Background())
		h.stop = cancel
		go h.listen(ctx)
		go h.wakePeriodically(ctx)
	}
	return w
}

func (h *changeHub) wakePeriodically(ctx context.Context) {
	ticker := time.NewTicker(h.every)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			h.wakeThose(everyone)
		}
	}
}

// leave ends a watch. The last one ends the listening too.
func (h *changeHub) leave(w *watcher) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.watchers, w)
	if len(h.watchers) == 0 && h.stop != nil {
		h.stop()
		h.stop, h.hearing = nil, false
	}
}

// listen stays connected. After each new connection all watchers are woken, because changes may have been missed before
// it.
func (h *changeHub) listen(ctx context.Context) {
	for {
		connected := func() {
			h.setHearing(ctx, true)
			h.wakeThose(everyone)
		}
		err := h.store.Listen(ctx, connected, func(key storage.CaseKey) { h.wakeThose(func(w *watcher) bool { return w.key == key }) })
		if ctx.Err() != nil {
			return
		}
		h.log.WarnContext(ctx, "changes of cases are not heard", "error", err)
		h.setHearing(ctx, false)
		if !pause.For(ctx, relisten) {
			return
		}
	}
}

func (h *changeHub) setHearing(ctx context.Context, hearing bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if ctx.Err() == nil { // otherwise others may listen by now
		h.hearing = hearing
	}
}

func everyone(*watcher) bool { return true }

// wakeThose wakes watchers because of a change.
func (h *changeHub) wakeThose(which func(*watcher) bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for w := range h.watchers {
		if which(w) {
			w.changed = true
			w.wake()
		}
	}
}

// wake wakes a watcher although nothing has changed. While changes are not heard it does nothing: the watcher is woken
// as soon as they are.
func (h *changeHub) wake(w *watcher) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if _, watches := h.watchers[w]; watches && h.hearing {
		w.wake()
	}
}

// take reports whether there was a change since it was called before. What is read from now on shows all wakes so far.
func (h *changeHub) take(w *watcher) (changed bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	changed, w.changed = w.changed, false
	select {
	case <-w.woken:
	default:
	}
	return changed
}

// wake is called with the hub's lock.
func (w *watcher) wake() {
	select {
	case w.woken <- struct{}{}:
	default:
	}
}

// awake waits for the next wake. It returns false at the end of ctx.
func (w *watcher) awake(ctx context.Context) bool {
	select {
	case <-w.woken:
		return true
	case <-ctx.Done():
		return false
	}
}
