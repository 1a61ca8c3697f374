package engine

import (
	"context"

	"github.com/covertrack/covertrack/storage"
)

// Do runs a call and returns the door's reply. Every failure is a reply too.
func (e *Engine) Do(ctx context.Context, call Call) Reply {
	seeOperation(ctx, call.Operation)
	ctx = tenantOf(ctx, call)
	if call.Operation.IsMutation() {
		return settle(ctx, e.write(ctx, call))
	}
	if call.Refused != nil {
		return call.reply(e.Refuse(ctx, call.Refused))
	}
	r := e.request(call, e.store.Handle)
	if err := e.setTime(ctx, r); err != nil {
		return call.reply(e.Refuse(ctx, err))
	}
	if err := r.auditStaffRead(ctx, e.store.Handle); err != nil {
		return call.reply(e.Refuse(ctx, err))
	}
	return settle(ctx, call.reply(e.read(ctx, call, r)))
}

// tenantOf is the context of a call to the database, whose connections and memory are its organization's.
func tenantOf(ctx context.Context, call Call) context.Context {
	if slot := slotOf(ctx); slot != nil {
		slot.isWrite = call.Operation.IsMutation()
		return storage.ForTenant(ctx, call.Principal.Tenant(), slot)
	}
	return storage.ForTenant(ctx, call.Principal.Tenant(), nil)
}

// Read runs another operation inside the request of ctx: for the same caller, in the same transaction.
func (e *Engine) Read(ctx context.Context, op *Operation, variables map[string]any) Outcome {
	return e.execute(ctx, op, variables, nil)
}

// Handle is the database as ReadIn reads it.
type Handle = storage.Handle

// ReadIn runs a query of the program itself on a handle, for the caller.
func (e *Engine) ReadIn(ctx context.Context, handle Handle, call Call) Outcome {
	r := e.request(call, handle)
	r.replica = true // it may be one connection
	if err := e.setTime(ctx, r); err != nil {
		return e.Refuse(ctx, err)
	}
	return e.execute(withRequest(ctx, r), call.Operation, call.Variables, call.Buffer)
}

func (e *Engine) request(call Call, handle storage.Handle) *Request {
	r := &Request{
		Principal:    call.Principal,
		Real:         e.now(),
		Handle:       handle,
		Resolvers:    e.resolvers,
		Keyed:        call.Idempotency != nil,
		IsRefused:    call.Refused != nil,
		LastEventID:  call.LastEventID,
		Quotas:       e.quotas.defaults,
		id:           call.RequestID,
		primary:      e.store.Handle,
		portfolio:    *handle.For(call.Principal.PortfolioID),
		mutation:     call.Operation.IsMutation(),
		own:          call.Operation.own,
		precondition: call.Precondition,
		changes:      e.changes,
		streams:      e.streams,
		tokens:       e.tokens,
		ending:       e.ending,
		setTime:      e.setTime,
	}
	r.Now, r.Store = r.Real, &r.portfolio
	return r
}
