package engine

import (
	"bytes"
	"context"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// OpenStream counts a stream of the caller and returns the context to run it in. That one outlives ctx, and ends soon
// after the caller's token or rights do, and with their session. The stream must call leave at its end. The errors
// are those of Streams.Open.
func (e *Engine) OpenStream(ctx context.Context, caller *model.Principal) (open context.Context, leave func(), err error) {
	uncount, err := e.streams.Open(caller)
	if err != nil {
		return nil, nil, err
	}
	open, end := context.WithCancel(context.WithoutCancel(ctx))
	if !caller.SessionEnds.IsZero() {
		open, end = context.WithTimeout(context.WithoutCancel(ctx), caller.SessionEnds.Sub(e.now()))
	}
	unwatch := e.tokens.watch(caller, end)
	return open, func() {
		end()
		unwatch()
		uncount()
	}, nil
}

// Stream runs a subscription and returns a channel with its latest outcome, which is closed when the subscription ends.
// Callers of the same rights who watch the same share one run. Of the feed the channel has every outcome, see tail.
func (e *Engine) Stream(ctx context.Context, call Call) <-chan Outcome {
	seeOperation(ctx, call.Operation)
	ctx = storage.ForTenant(ctx, call.Principal.Tenant(), nil)
	r := e.request(call, e.store.Handle)
	err := e.setTime(ctx, r)
	if err == nil {
		err = r.auditStaffRead(ctx, e.store.Handle)
	}
	if err != nil {
		refused := make(chan Outcome, 1)
		refused <- e.Refuse(ctx, err).Identified(call.RequestID)
		close(refused)
		return refused
	}
	if isFeed(call.Operation.Definition.SelectionSet) {
		return e.startTail(ctx, call, r)
	}
	l, fresh := e.broadcasts.join(broadcastKey(call))
	context.AfterFunc(ctx, l.leave)
	if fresh {
		shared, cancel := context.WithCancel(context.WithoutCancel(ctx))
		stop := context.AfterFunc(e.ending, cancel)
		l.of.starts(func() {
			stop()
			cancel()
		})
		r.broadcast = l.of
		go e.broadcast(withRequest(shared, r), call)
	}
	return l.outcomes
}

// broadcast runs a subscription for all its listeners, until the last one has left or it ends by itself.
func (e *Engine) broadcast(ctx context.Context, call Call) {
	r := RequestOf(ctx)
	b := r.broadcast
	defer b.end()
	leave, err := e.streams.Refresh(ctx, r.Principal) // its start reads too
	if err != nil {
		return
	}
	ctx = e.execution(r, call.Operation, call.Variables, nil).within(ctx)
	start := graphql.WithResponseContext(ctx, e.presenting, recovered)
	next := e.executable.Exec(start)
	leave()
	for ctx.Err() == nil {
		var response *graphql.Response
		each := graphql.WithResponseContext(ctx, e.presenting, recovered)
		if graphql.GetErrors(start) == nil {
			response = next(each)
		}
		if response == nil {
			if errs := graphql.GetErrors(start); errs != nil {
				b.refuse(Outcome{Errors: errs}.Identified(call.RequestID))
			}
			return
		}
		outcome := outcomeOf(each, response).Identified(call.RequestID)
		outcome.Data = bytes.Clone(outcome.Data) // gqlgen writes the next one into the same bytes
		b.deliver(ctx, outcome)
	}
}

// EndStreams ends all subscriptions and refuses new ones: open ones would delay the end of the server.
func (e *Engine) EndStreams() { e.end() }

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
	start := graphql.WithResponseContext(ctx, e.presenting, recovered)
	next := e.executable.Exec(start)
	leave()
	outcome := Outcome{ID: r.tail.id}
	if errs := graphql.GetErrors(start); errs != nil {
		outcome = Outcome{Errors: errs}.Identified(call.RequestID)
	}
	for r.tail.give(ctx, outcomes, outcome) && outcome.Errors == nil {
		each := graphql.WithResponseContext(ctx, e.presenting, recovered)
		response := next(each)
		if response == nil {
			return
		}
		outcome = outcomeOf(each, response).Identified(call.RequestID)
		outcome.ID, outcome.Data = r.tail.id, bytes.Clone(outcome.Data) // gqlgen writes the next one into the same bytes
	}
}
