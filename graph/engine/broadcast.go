package engine

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"golang.org/x/time/rate"

	"github.com/covertrack/covertrack/model"
)

// Listeners are woken at this pace. Each writes about 30 µs, so they take a quarter of a core at most; 2,000 streams
// that all watch the same have a result within a quarter of a second.
const (
	wokenPerSecond = 8000
	wokenAtOnce    = 16
)

// broadcasts are the subscriptions that run. Each has any number of listeners, so that a change is read once for all
// who watch the same (reliability R12).
type broadcasts struct {
	changes *changeHub
	streams Streams
	pace    *rate.Limiter // of waking listeners

	ending context.Context // ends with all broadcasts

	mu   sync.Mutex // guards the members of each broadcast too
	open map[[sha256.Size]byte]*broadcast
}

// broadcast is one run of a subscription. It reads, then shows the outcome to its listeners, then reads again: one step
// after the other, so that it is known which listeners were there before a read began.
type broadcast struct {
	all       *broadcasts
	key       [sha256.Size]byte
	listeners map[*listener]struct{}
	watcher   *watcher           // nil before it watches
	cancel    context.CancelFunc // nil before it runs
	over      bool
	step      chan struct{} // has a token while nothing is read or shown
	leave     func()        // gives back the slot of the step, if there is one
}

// listener is one stream. It has the latest outcome at most: what it was too slow to take is replaced.
type listener struct {
	of       *broadcast
	outcomes chan Outcome
	told     bool // has had an outcome
	due      bool // gets the next outcome, because it was there when the read began
}

// broadcastKey is the same for calls that have the same results at any time: of the same document, variables, portfolio
// and rights.
func broadcastKey(call Call) [sha256.Size]byte {
	variables, err := json.Marshal(call.Variables)
	if err != nil {
		variables = []byte(call.RequestID) // shared with nobody
	}
	rights, op := rightsOf(call.Principal), call.Operation
	return sha256.Sum256(fmt.Appendf(nil, "%q %q %q %q", rights, op.Source, op.Name, variables))
}

func newBroadcasts(ending context.Context, changes *changeHub, streams Streams) *broadcasts {
	return &broadcasts{
		ending: ending, changes: changes, streams: streams, pace: rate.NewLimiter(wokenPerSecond, wokenAtOnce),
		open: map[[sha256.Size]byte]*broadcast{},
	}
}

// join adds a listener; fresh reports that the broadcast is new and has to be run. A listener of a running one gets a
// result that is read after it came, however recent the last one is: it may have written meanwhile.
func (bs *broadcasts) join(key [sha256.Size]byte) (l *listener, fresh bool) {
	bs.mu.Lock()
	defer bs.mu.Unlock()
	b := bs.open[key]
	if fresh = b == nil; fresh {
		b = &broadcast{all: bs, key: key, listeners: map[*listener]struct{}{}, step: make(chan struct{}, 1), leave: func() {}}
		b.step <- struct{}{}
	}
	l = &listener{of: b, outcomes: make(chan Outcome, 1)}
	if bs.ending.Err() != nil {
		close(l.outcomes)
		return l, false
	}
	bs.open[key] = b
	b.listeners[l] = struct{}{}
	if b.watcher != nil {
		bs.changes.wake(b.watcher)
	}
	return l, fresh
}

// leave ends a listener. The last one ends the broadcast too.
func (l *listener) leave() {
	b := l.of
	b.all.mu.Lock()
	defer b.all.mu.Unlock()
	delete(b.listeners, l)
	if len(b.listeners) == 0 && b.cancel != nil {
		b.forget()
		b.cancel()
	}
}

// starts keeps how the broadcast is ended. It is called before the broadcast runs.
func (b *broadcast) starts(cancel context.CancelFunc) {
	b.all.mu.Lock()
	defer b.all.mu.Unlock()
	b.cancel = cancel
	if len(b.listeners) == 0 {
		cancel()
	}
}

// forget lets those who come later start a new broadcast. It is called with the lock.
func (b *broadcast) forget() {
	if b.all.open[b.key] == b {
		delete(b.all.open, b.key)
	}
}

// watches keeps the watcher that wakes the broadcast.
func (b *broadcast) watches(w *watcher) {
	b.all.mu.Lock()
	defer b.all.mu.Unlock()
	b.watcher = w
}

// begin waits until the last outcome was shown and there is a slot to read the next one; false at the broadcast's end.
// Then the next outcome is due to all listeners, or, if nothing has changed, to those that had none yet.
func (b *broadcast) begin(ctx context.Context, caller *model.Principal) bool {
	select {
	case <-b.step:
	case <-ctx.Done():
		return false
	}
	leave, err := b.all.streams.Refresh(ctx, caller)
	if err != nil {
		return false
	}
	b.all.mu.Lock()
	defer b.all.mu.Unlock()
	if b.over {
		leave()
		return false
	}
	b.leave = leave
	changed := b.all.changes.take(b.watcher)
	for l := range b.listeners {
		l.due = l.due || changed || !l.told
	}
	return true
}

// deliver shows an outcome to the listeners that it is due to, and ends the step. A few are woken at a time: hundreds at
// once would keep all other requests of the node waiting.
func (b *broadcast) deliver(ctx context.Context, o Outcome) {
	for due := range slices.Chunk(b.due(), wokenAtOnce) {
		_ = b.all.pace.WaitN(ctx, len(due)) // at the end of ctx there is no hurry, and no listener either
		b.show(due, o)
	}
	b.skip()
}

// due gives the slot back, since nothing is read any more, and returns the listeners that the outcome is due to.
func (b *broadcast) due() (due []*listener) {
	b.all.mu.Lock()
	defer b.all.mu.Unlock()
	b.leaveSlot()
	for l := range b.listeners {
		if l.due {
			due = append(due, l)
		}
	}
	return due
}

// show shows an outcome to those listeners that have not left.
func (b *broadcast) show(listeners []*listener, o Outcome) {
	b.all.mu.Lock()
	defer b.all.mu.Unlock()
	for _, l := range listeners {
		if _, open := b.listeners[l]; open {
			l.show(o)
		}
	}
}

// skip ends a step without an outcome. What was due stays due.
func (b *broadcast) skip() {
	b.all.mu.Lock()
	defer b.all.mu.Unlock()
	b.endStep()
}

// endStep is called with the lock.
func (b *broadcast) endStep() {
	b.leaveSlot()
	b.step <- struct{}{}
}

// leaveSlot is called with the lock.
func (b *broadcast) leaveSlot() {
	b.leave()
	b.leave = func() {}
}

// refuse shows the outcome of a subscription that could not start to all who wait for it.
func (b *broadcast) refuse(o Outcome) {
	b.all.mu.Lock()
	defer b.all.mu.Unlock()
	b.forget()
	for l := range b.listeners {
		l.show(o)
	}
}

// show puts an outcome in the place of one that was not taken. It is called with the lock.
func (l *listener) show(o Outcome) {
	select {
	case <-l.outcomes:
	default:
	}
	l.outcomes <- o
	l.told, l.due = true, false
}

// end tells the listeners that no outcome follows.
func (b *broadcast) end() {
	b.all.mu.Lock()
	defer b.all.mu.Unlock()
	b.over = true
	b.forget()
	b.cancel()
	b.leaveSlot()
	for l := range b.listeners {
		close(l.outcomes)
	}
	clear(b.listeners)
}
