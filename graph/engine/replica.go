package engine

import (
	"context"
	"time"

	"github.com/99designs/gqlgen/graphql"

	"github.com/covertrack/covertrack/model"
)

// replicaWithin limits a read from a replica, so that there is time left to read from the primary. Statements on a
// replica end after 3 s by themselves, but a replica that cannot be reached never replies.
const replicaWithin = 4 * time.Second

// read runs a query: on a replica if one has all the caller's writes, and on the primary if there is none or it fails.
// The whole response comes from one server.
func (e *Engine) read(ctx context.Context, call Call, r *Request) Outcome {
	if outcome, ok := e.readReplica(ctx, call, r); ok {
		return outcome
	}
	return e.execute(withRequest(ctx, r), call.Operation, call.Variables, call.Buffer)
}

// readReplica returns false when the primary must be read.
func (e *Engine) readReplica(ctx context.Context, call Call, r *Request) (Outcome, bool) {
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
	onReplica := e.request(call, reading.Handle)
	onReplica.replica, onReplica.Now = true, r.Now
	outcome := e.execute(withRequest(within, onReplica), call.Operation, call.Variables, call.Buffer)
	for _, err := range outcome.Errors {
		if code := model.CodeOf(err); (code == model.CodeUnavailable || code == model.CodeInternal) && ctx.Err() == nil {
			e.store.Replicas().Failed.Add(1)
			return Outcome{}, false
		}
	}
	return outcome, true
}

// oneByOne makes the root fields of a query on a replica run one after the other, because they share one connection. On
// the primary they run at the same time.
func (r *Request) oneByOne(resolve graphql.RootFieldMiddleware) graphql.RootFieldMiddleware {
	if !r.replica {
		return resolve
	}
	return func(ctx context.Context, next graphql.RootResolver) graphql.Marshaler {
		r.turn.Lock()
		defer r.turn.Unlock()
		return resolve(ctx, next)
	}
}
