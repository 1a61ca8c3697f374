package engine

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/pause"
)

// Work is a part of a job that runs the operations of clients, as one of them, in one transaction.
type Work struct {
	Principal *model.Principal
	// RequestID is what its audit events have.
	RequestID string
	// Import is the import whose rows are written; see Request.Import.
	Import uuid.UUID
	// IsTrial reports whether all is undone in the end.
	IsTrial bool
}

// errTrial ends a transaction that was only a trial.
var errTrial = errors.New("only tried")

// Work runs fn as a request of the principal, in one transaction, with all that a mutation has besides: verdicts, quotas, audit
// events. Fn runs operations by Run, and may run again as a whole if the transaction lost to another.
func (e *Engine) Work(ctx context.Context, w Work, fn func(ctx context.Context) error) error {
	ctx = storage.ForTenant(ctx, w.Principal.Tenant(), nil)
	for attempt := 1; ; attempt++ {
		err := e.workOnce(ctx, w, fn)
		if errors.Is(err, errTrial) {
			return nil
		}
		if !storage.IsConflict(err) || attempt == attempts {
			return err
		}
		_ = pause.For(ctx, time.Duration(attempt)*time.Duration(5+rand.IntN(20))*time.Millisecond)
	}
}

func (e *Engine) workOnce(ctx context.Context, w Work, fn func(ctx context.Context) error) error {
	return e.store.InTx(ctx, w.Principal.PortfolioID, func(ctx context.Context, tx *storage.Tx) error {
		r := &Request{
			Principal: w.Principal, Handle: tx.Handle, Resolvers: e.resolvers, Quotas: e.quotas.defaults, Import: w.Import,
			id: w.RequestID, portfolio: *tx.For(w.Principal.PortfolioID), mutation: true, own: true, changes: e.changes,
			streams: e.streams, tokens: e.tokens, ending: e.ending, setTime: e.setTime, deferrals: &deferrals{}, isTrial: w.IsTrial,
		}
		r.Store = &r.portfolio
		if err := e.setTime(ctx, r); err != nil {
			return err
		}
		if r.isAdvancing {
			return fault.New(fault.CodeUnavailable, "The sandbox's clock is moving; the work goes on when it stands still.")
		}
		ctx = withRequest(ctx, r)
		if err := fn(ctx); err != nil {
			return err
		}
		switch {
		case r.failed != nil:
			return r.failed
		case w.IsTrial:
			return errTrial
		}
		if err := e.quotas.check(ctx, tx, r); err != nil {
			return err
		}
		if err := e.Settle(ctx); err != nil {
			return err
		}
		return tx.InsertAuditEvents(ctx, r.events)
	})
}

// Settle brings up to date what follows from the changes so far, as it is before a commit: the verdicts of cases.
func (e *Engine) Settle(ctx context.Context) error {
	if e.beforeCommit == nil {
		return nil
	}
	return e.beforeCommit(ctx)
}

// Run runs a mutation of the program itself inside of the request of ctx: all of it or nothing. The error is the refusal, whose
// violations point into the variables.
func (e *Engine) Run(ctx context.Context, op *Operation, variables map[string]any) (data []byte, err error) {
	r := RequestOf(ctx)
	events, marks := len(r.events), len(r.marks)
	err = r.Handle.Attempt(ctx, func() error {
		outcome := e.execute(ctx, op, variables, nil)
		if r.failed != nil {
			return r.failed
		}
		var all fault.Violations
		for _, failure := range outcome.Errors {
			if domain, ok := errors.AsType[*fault.Error](failure); ok && domain.Violations == nil {
				return domain
			}
			all.AppendErr(failure)
		}
		data = outcome.Data
		return all.Err()
	})
	if err != nil {
		r.events, r.marks = r.events[:events], r.marks[:min(marks, len(r.marks))]
	}
	return data, err
}

// Events are the events of the changes so far, from one on.
func (r *Request) Events(from int) []*model.AuditEvent { return r.events[min(from, len(r.events)):] }

// Attempt runs fn so that the transaction of ctx's request goes on as it was if fn fails.
func (r *Request) Attempt(ctx context.Context, fn func() error) error {
	events, marks := len(r.events), len(r.marks)
	err := r.Handle.Attempt(ctx, fn)
	if err != nil {
		r.events, r.marks = r.events[:events], r.marks[:min(marks, len(r.marks))]
	}
	return err
}
