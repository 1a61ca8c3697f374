package engine

import (
	"context"
	"fmt"
	"time"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/storage"
)

// Await waits for news and then calls read, again and again, until read is done or the time is over, which is no error.
// The time is over early when the node stops, and when the caller's token ends or changes its rights. While it waits,
// the request holds neither a slot nor a connection, and counts as a stream of its caller. The errors are those of
// Streams.Open, of news and of read.
func (r *Request) Await(
	ctx context.Context, within time.Duration, news func(ctx context.Context) error, read func(ctx context.Context) (done bool, err error),
) error {
	seeWait(ctx)
	uncount, err := r.streams.Open(r.Principal)
	if err != nil {
		return err
	}
	defer uncount()
	leaveSlot(ctx)
	waiting, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	defer r.tokens.watch(r.Principal, cancel)()
	defer context.AfterFunc(r.ending, cancel)()
	for {
		if news(waiting) != nil {
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

// waits reports whether an operation has an argument `wait` with these variables: it may call Await, and must not keep a
// connection to a replica meanwhile.
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
