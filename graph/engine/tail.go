package engine

import (
	"bytes"
	"context"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/storage/pause"
)

// tail is the run of a subscription of which no result may be left out, unlike those that broadcasts show. Each stream
// has its own. The next result is on its way when the reader has taken the last one.
type tail struct {
	id    string        // of the result that is on its way: where a reader goes on who has it
	taken chan struct{} // has a token when the reader has the last one, and none is on its way
}

// isFeed reports whether a subscription is to the feed.
func isFeed(selected ast.SelectionSet) bool {
	for _, s := range selected {
		switch s := s.(type) {
		case *ast.Field:
			return s.Name == "events"
		case *ast.InlineFragment:
			return isFeed(s.SelectionSet)
		case *ast.FragmentSpread:
			return isFeed(s.Definition.SelectionSet)
		}
	}
	return false
}

// startTail runs a subscription to the feed until it ends, or ctx. The first outcome has only the id of where it begins.
func (e *Engine) startTail(ctx context.Context, call Call, r *Request) <-chan Outcome {
	outcomes := make(chan Outcome)
	r.tail = &tail{taken: make(chan struct{}, 1)}
	go func() {
		defer close(outcomes)
		e.runTail(withRequest(ctx, r), call, outcomes)
	}()
	return outcomes
}

func (e *Engine) runTail(ctx context.Context, call Call, outcomes chan<- Outcome) {
	r := RequestOf(ctx)
	leave, err := e.streams.Refresh(ctx, r.Principal) // its start reads too
	if err != nil {
		return
	}
	ctx = e.execution(r, call.Operation, call.Variables, nil).within(ctx)
	start := graphql.WithResponseContext(ctx, e.presenter, recovered)
	next := e.executable.Exec(start)
	leave()
	outcome := Outcome{ID: r.tail.id}
	if errs := graphql.GetErrors(start); errs != nil {
		outcome = Outcome{Errors: errs}.Identified(call.RequestID)
	}
	for r.tail.give(ctx, outcomes, outcome) && outcome.Errors == nil {
		each := graphql.WithResponseContext(ctx, e.presenter, recovered)
		response := next(each)
		if response == nil {
			return
		}
		outcome = outcomeOf(each, response).Identified(call.RequestID)
		outcome.ID, outcome.Data = r.tail.id, bytes.Clone(outcome.Data) // gqlgen writes the next one into the same bytes
	}
}

// give reports whether the reader has taken the outcome.
func (t *tail) give(ctx context.Context, outcomes chan<- Outcome, o Outcome) bool {
	select {
	case outcomes <- o:
		t.taken <- struct{}{}
		return true
	case <-ctx.Done():
		return false
	}
}

// FeedPlace is a place in the caller's feed: its position, and the id that a reader goes on from.
type FeedPlace struct {
	Position int64
	ID       string
}

// Placed is a value with the place behind it.
type Placed[T any] struct {
	FeedPlace
	Value T
}

// Tail returns what read returns of the caller's feed behind a place, one value after the other, and waits for what
// comes. Read returns up to where it has read, and whether there is more already. When the database is not available, it
// reads again later. The channel is closed when read fails otherwise, when the node stops, and at the end of the
// subscription of ctx.
func Tail[T any](
	ctx context.Context, from FeedPlace, read func(ctx context.Context, position int64) (values []Placed[T], end int64, more bool, err error),
) <-chan T {
	out, r := make(chan T), RequestOf(ctx)
	r.tail.id = from.ID
	go func() {
		defer close(out)
		for position := from.Position; ; {
			values, end, more, err := readTail(ctx, position, read)
			switch {
			case fault.CodeOf(err) == fault.CodeUnavailable && pause.For(ctx, readLater):
				continue
			case err != nil || !tell(ctx, r.tail, out, values):
				return // the stream ends, and the client subscribes again
			}
			if position = end; more && !r.feed.HasEnded() {
				continue
			}
			if r.feed.Wait(ctx, r.Principal.PortfolioID, position) != nil {
				return
			}
		}
	}()
	return out
}

// readTail reads in a place of the node.
func readTail[T any](
	ctx context.Context, position int64, read func(ctx context.Context, position int64) ([]Placed[T], int64, bool, error),
) (values []Placed[T], end int64, more bool, err error) {
	r := RequestOf(ctx)
	leave, err := r.streams.Refresh(ctx, r.Principal)
	if err != nil {
		return nil, 0, false, err
	}
	defer leave()
	values, err = readAgain(ctx, func(ctx context.Context) (values []Placed[T], err error) {
		values, end, more, err = read(ctx, position)
		return values, err
	})
	return values, end, more, err
}

// tell hands values on, each when the reader has taken the one before. It returns false at the end of ctx.
func tell[T any](ctx context.Context, t *tail, out chan<- T, values []Placed[T]) bool {
	for _, v := range values {
		select {
		case <-t.taken:
		case <-ctx.Done():
			return false
		}
		t.id = v.ID
		select {
		case out <- v.Value:
		case <-ctx.Done():
			return false
		}
	}
	return true
}
