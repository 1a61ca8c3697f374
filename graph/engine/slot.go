package engine

import (
	"context"
	"sync"

	"github.com/covertrack/covertrack/model"
)

// Slot is one of the slots that package admission lets requests work in. It is given back once.
type Slot struct {
	mu    sync.Mutex
	leave func()
}

// Leave gives the slot back. Repeated, it does nothing.
func (s *Slot) Leave() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.leave()
	s.leave = func() {}
}

type slotKey struct{}

// WithSlot returns the context of a request that has a slot, and the slot, which must be given back at its end.
func WithSlot(ctx context.Context, leave func()) (context.Context, *Slot) {
	s := &Slot{leave: leave}
	return context.WithValue(ctx, slotKey{}, s), s
}

// leaveSlot gives back the slot of a request, if it has one.
func leaveSlot(ctx context.Context) {
	if s, ok := ctx.Value(slotKey{}).(*Slot); ok {
		s.Leave()
	}
}

// Streams limits what stays open until something happens: subscriptions, and requests that wait for news (reliability
// R12). Package admission has the limits; without them there is no limit.
type Streams interface {
	// Open counts a stream of the caller until it calls leave: `too_many_streams` when the token or the organization
	// has enough of them, `unavailable` when the node has.
	Open(caller *model.Principal) (leave func(), err error)
	// Refresh waits for a slot to work in for the streams of the caller, who gives it back by leave. The error is that of
	// ctx.
	Refresh(ctx context.Context, caller *model.Principal) (leave func(), err error)
}

// StreamRetryAfter is how long, in seconds, a caller waits whose stream was refused: that soon the streams of readers
// that do not read have ended.
const StreamRetryAfter = "10"

// unlimited are streams without limits.
type unlimited struct{}

func (unlimited) Open(*model.Principal) (func(), error) { return func() {}, nil }

func (unlimited) Refresh(ctx context.Context, _ *model.Principal) (func(), error) {
	return func() {}, ctx.Err()
}
