package engine

import (
	"context"
	"time"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
)

const (
	// replicaWithin limits a read from a replica, so that there is time left to read from the primary. Statements on a
	// replica end after 3 s by themselves, but a replica that cannot be reached never replies.
	replicaWithin = 3 * time.Second
	// bothWithin limits a read from a replica that failed and then from the primary (reliability R10). A statement that
	// does not end within a second after is given up.
	bothWithin = 4 * time.Second
	// quickly is how soon a replica fails that leaves the primary its usual time.
	quickly = 100 * time.Millisecond
)

// read runs a query: on a replica if one has all the caller's writes, and on the primary if there is none or it fails.
// Only the writes of tokens are counted, so callers without one read from the primary, and those in a sandbox, where its clock
// writes too.
// The whole response comes from one server.
func (e *Engine) read(ctx context.Context, call Call, r *Request) Outcome {
	if e.store.Replicas() == nil || waits(call.Operation.Definition.SelectionSet, call.Variables) || !isCounted(call.Principal) {
		return e.execute(withRequest(ctx, r), call.Operation, call.Variables, call.Buffer)
	}
	begun := time.Now()
	outcome, done := e.readReplica(ctx, call, r)
	if done {
		return outcome
	}
	if time.Since(begun) > quickly {
		limited, cancel := context.WithDeadline(ctx, begun.Add(bothWithin))
		defer cancel()
		ctx = limited
	}
	return e.execute(withRequest(ctx, r), call.Operation, call.Variables, call.Buffer)
}

// readReplica returns false when the primary must be read.
func (e *Engine) readReplica(ctx context.Context, call Call, r *Request) (Outcome, bool) {
	reading, err := e.store.Reading(ctx, *call.Principal.Actor.ID)
	if err != nil {
		return e.Refuse(ctx, err), true
	}
	defer reading.Close()
	if !reading.FromReplica() {
		return Outcome{}, false
	}
	within, cancel := context.WithTimeout(ctx, replicaWithin)
	defer cancel()
	onReplica := e.request(call, reading.Handle)
	onReplica.replica, onReplica.Now, onReplica.Real = true, r.Now, r.Real
	outcome := e.execute(withRequest(within, onReplica), call.Operation, call.Variables, call.Buffer)
	for _, err := range outcome.Errors {
		if code := fault.CodeOf(err); (code == fault.CodeUnavailable || code == fault.CodeInternal) && ctx.Err() == nil {
			e.store.Replicas().Failed.Add(1)
			return Outcome{}, false
		}
	}
	return outcome, true
}

func isCounted(p *model.Principal) bool { return p.HasToken() && p.Mode != model.ModeSandbox }
