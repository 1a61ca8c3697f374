package engine

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/storage"
)

// Place is what a request keeps others from while it works: see package admission. It is given back once.
type Place struct {
	mu    sync.Mutex
	leave func()
}

// Leave gives the place back. Repeated, it does nothing.
func (p *Place) Leave() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.leave()
	p.leave = func() {}
}

type placeKey struct{}

// WithPlace returns the context of a request that has a place, and the place, which must be given back at its end.
func WithPlace(ctx context.Context, leave func()) (context.Context, *Place) {
	p := &Place{leave: leave}
	return context.WithValue(ctx, placeKey{}, p), p
}

// placeOf is the place of a request; one of nothing where there are no limits.
func placeOf(ctx context.Context) *Place {
	if p, ok := ctx.Value(placeKey{}).(*Place); ok {
		return p
	}
	return &Place{leave: func() {}}
}

// Await calls read each time that the portfolio's feed goes on behind a position, until read is done or the wait is
// over, which is no error. The wait is over early when the node stops, or the caller's token is no longer what it was:
// the next request is told why. Meanwhile the request holds neither a place nor a connection; it counts as a stream of
// its caller. The errors are those of Streams.Open and of read.
func (r *Request) Await(
	ctx context.Context, wait time.Duration, position func() int64, read func(ctx context.Context) (done bool, err error),
) error {
	seeWait(ctx)
	uncount, err := r.streams.Open(r.Principal)
	if err != nil {
		return err
	}
	defer uncount()
	placeOf(ctx).Leave()
	waiting, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	defer r.vigils.watch(r.Principal, cancel)()
	for {
		if r.feed.Wait(waiting, r.Store.ID(), position()) != nil {
			return storage.Translate(ctx.Err())
		}
		leave, err := r.streams.Refresh(ctx, r.Principal)
		if err != nil {
			return storage.Translate(err)
		}
		done, err := read(ctx)
		leave() // at once: a client that takes its time to receive would keep the others of its organization waiting
		if done || err != nil {
			return err
		}
	}
}

// waits reports whether an operation waits for the feed with these variables. It must not keep a connection to a replica
// meanwhile.
func waits(selected ast.SelectionSet, variables map[string]any) bool {
	for _, s := range selected {
		switch s := s.(type) {
		case *ast.Field:
			if wait := s.Arguments.ForName("wait"); wait != nil && isPositive(wait.Value, variables) {
				return true
			}
		case *ast.InlineFragment:
			if waits(s.SelectionSet, variables) {
				return true
			}
		case *ast.FragmentSpread:
			if waits(s.Definition.SelectionSet, variables) {
				return true
			}
		}
	}
	return false
}

// isPositive reports whether an argument is not 0 or null.
func isPositive(v *ast.Value, variables map[string]any) bool {
	value, err := v.Value(variables)
	return err != nil || value != nil && fmt.Sprint(value) != "0"
}
