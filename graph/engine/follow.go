package engine

import (
	"context"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/pause"
)

// readLater is when a read is tried again that the database was not available for.
const readLater = time.Second

// Follow returns what read returns, now and after each change of the case. When the database is not available, it reads
// again later. The channel is closed when read fails otherwise, which the readers are told, and at the end of the subscription of
// ctx.
func Follow[T any](ctx context.Context, caseID uuid.UUID, read func(ctx context.Context) (T, error)) <-chan T {
	values := make(chan T)
	go func() {
		defer close(values)
		r := RequestOf(ctx)
		w := r.changes.watch(storage.CaseKey{Portfolio: r.Principal.PortfolioID, Case: caseID})
		defer r.changes.leave(w)
		r.broadcast.watches(w)
		for w.awake(ctx) && r.broadcast.begin(ctx, r.Principal) {
			value, err := readAgain(ctx, func(ctx context.Context) (T, error) {
				r.reading = callOf(ctx) // nothing is shown while it is read, see broadcast.begin
				return read(ctx)
			})
			if fault.CodeOf(err) == fault.CodeUnavailable {
				r.broadcast.skip()
				time.AfterFunc(readLater, func() { r.changes.wake(w) })
				continue
			}
			if err != nil {
				if ctx.Err() == nil {
					graphql.AddError(ctx, err) // that the stream ends with
				}
				return
			}
			select {
			case values <- value:
			case <-ctx.Done():
				return
			}
		}
	}()
	return values
}

// readAgain calls read for the next result of a subscription, with a request of its own: that has the present time, and
// its cost begins at 0.
func readAgain[T any](ctx context.Context, read func(ctx context.Context) (T, error)) (value T, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = recovered(ctx, cause) // a goroutine of its own has nobody else to catch it
		}
	}()
	r := callOf(ctx)
	again := &Request{
		Principal: r.Principal, Handle: r.Handle, Store: r.Store, Resolvers: r.Resolvers, id: r.id, setTime: r.setTime,
	}
	if err := r.setTime(ctx, again); err != nil {
		return value, err
	}
	return read(withRequest(ctx, again))
}

// FeedPosition is a position in the caller's feed, with the id that a reader goes on from.
type FeedPosition struct {
	Position int64
	ID       string
}

// FeedPage is a part of the feed: its values, each with the position behind it, where it ends, and whether more follows
// already.
type FeedPage[T any] struct {
	Values    []T
	Positions []FeedPosition
	End       int64
	More      bool
}

// Tail returns the values of the caller's feed behind a position, one after the other, and waits for those to come. Read
// returns the page behind a position; wait returns nil once the feed goes on behind one. When the database is not
// available, Tail reads again later. The channel is closed when read fails otherwise, when the node stops, and at the end
// of the subscription of ctx.
func Tail[T any](
	ctx context.Context, from FeedPosition,
	read func(ctx context.Context, position int64) (*FeedPage[T], error), wait func(ctx context.Context, position int64) error,
) <-chan T {
	out, r := make(chan T), RequestOf(ctx)
	r.tail.id = from.ID
	go func() {
		defer close(out)
		waiting, cancel := context.WithCancel(ctx)
		defer cancel()
		defer context.AfterFunc(r.ending, cancel)()
		for position := from.Position; ; {
			page, err := readTail(ctx, position, read)
			switch {
			case fault.CodeOf(err) == fault.CodeUnavailable && pause.For(ctx, readLater):
				continue
			case err != nil || !tell(ctx, r.tail, out, page):
				return // the stream ends, and the client subscribes again
			}
			if position = page.End; page.More && waiting.Err() == nil {
				continue
			}
			if wait(waiting, position) != nil {
				return
			}
		}
	}()
	return out
}

// readTail reads in a slot of the node.
func readTail[T any](
	ctx context.Context, position int64, read func(ctx context.Context, position int64) (*FeedPage[T], error),
) (*FeedPage[T], error) {
	r := RequestOf(ctx)
	leave, err := r.streams.Refresh(ctx, r.Principal)
	if err != nil {
		return nil, err
	}
	defer leave()
	return readAgain(ctx, func(ctx context.Context) (*FeedPage[T], error) { return read(ctx, position) })
}

// tell sends the values of a page, each when the reader has taken the one before. It returns false at the end of ctx.
func tell[T any](ctx context.Context, t *tail, out chan<- T, page *FeedPage[T]) bool {
	for i, value := range page.Values {
		select {
		case <-t.taken:
		case <-ctx.Done():
			return false
		}
		t.id = page.Positions[i].ID
		select {
		case out <- value:
		case <-ctx.Done():
			return false
		}
	}
	return true
}
