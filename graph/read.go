package graph

import (
	"context"
	"time"

	"github.com/99designs/gqlgen/graphql"

	"github.com/covertrack/covertrack/model"
)

// replicaWithin bounds a read from a replica, so that there is time left to read from the primary: a replica's statements end
// after 3 s, but one that has become unreachable says nothing.
const replicaWithin = 4 * time.Second

// read runs a query: on a replica that has all the caller's writes, where there is one, and else, or when that fails, on the
// primary. The answer comes from one server.
func (e *Engine) read(ctx context.Context, call Call, r *request) Outcome {
	if outcome, ok := e.readReplica(ctx, call, r); ok {
		return outcome
	}
	return e.execute(withRequest(ctx, r), call.Operation, call.Variables, call.Buffer)
}

// readReplica answers false when the call must be read from the primary.
func (e *Engine) readReplica(ctx context.Context, call Call, r *request) (Outcome, bool) {
	if e.store.Replicas() == nil {
		return Outcome{}, false
	}
	reading := e.store.Reading(ctx, *call.Principal.Actor.ID)
	defer reading.Close()
	if !reading.FromReplica() {
		return Outcome{}, false
	}
	within, cancel := context.WithTimeout(ctx, replicaWithin)
	defer cancel()
	there := e.request(call, reading.Handle)
	there.replica, there.now = true, r.now
	outcome := e.execute(withRequest(within, there), call.Operation, call.Variables, call.Buffer)
	for _, err := range outcome.Errors {
		if code := model.CodeOf(err); (code == model.CodeUnavailable || code == model.CodeInternal) && ctx.Err() == nil {
			e.store.Replicas().Failed.Add(1)
			return Outcome{}, false
		}
	}
	return outcome, true
}

// inTurn has the root fields of a query on one connection resolved one after the other; elsewhere they run at the same time.
func (r *request) inTurn(resolve graphql.RootFieldMiddleware) graphql.RootFieldMiddleware {
	if !r.replica {
		return resolve
	}
	return func(ctx context.Context, next graphql.RootResolver) graphql.Marshaler {
		r.turn.Lock()
		defer r.turn.Unlock()
		return resolve(ctx, next)
	}
}
