package graph

import (
	"context"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/blob"
)

// request is what all resolvers of one call share. It travels in the context, as a context itself.
type request struct {
	context.Context
	principal    *model.Principal
	id           string
	now          time.Time
	handle       storage.Handle     // the pool, or the mutation's transaction
	store        *storage.Portfolio // the same, scoped to the caller's portfolio
	portfolio    storage.Portfolio  // what store points to
	blobs        *blob.Store
	mutation     bool
	own          bool // see Operation
	replica      bool // the handle is one connection to a replica
	keyed        bool // the response will be kept with an idempotency key
	precondition func(ctx context.Context) error
	events       []*model.AuditEvent
	changes      *changeHub
	clock        func() time.Time

	turn          sync.Mutex // see inTurn
	mu            sync.Mutex // a query's root fields run at the same time
	cursor        string
	failed        error
	records, cost int // of the response, as spend counts them
}

func (e *Engine) request(call Call, handle storage.Handle) *request {
	r := &request{
		principal:    call.Principal,
		id:           call.RequestID,
		now:          e.now(),
		handle:       handle,
		portfolio:    *handle.For(call.Principal.PortfolioID),
		blobs:        e.blobs,
		mutation:     call.Operation.IsMutation(),
		own:          call.Operation.own,
		keyed:        call.Idempotency != nil,
		precondition: call.Precondition,
		changes:      e.changes,
		clock:        e.now,
	}
	r.store = &r.portfolio
	return r
}

// again is the request of a subscription at a later time.
func (r *request) again() *request {
	return &request{
		principal: r.principal, id: r.id, now: r.clock(), handle: r.handle, store: r.store, blobs: r.blobs, changes: r.changes, clock: r.clock,
	}
}

type requestKey struct{}

// withRequest is the context of a call; a request has one.
func withRequest(ctx context.Context, r *request) context.Context {
	r.Context = ctx
	return r
}

// Value finds the request itself, and else what the context around it has.
func (r *request) Value(key any) any {
	if key == (requestKey{}) {
		return r
	}
	return r.Context.Value(key)
}

// requestOf panics outside a call: a resolver is never run otherwise.
func requestOf(ctx context.Context) *request { return ctx.Value(requestKey{}).(*request) }

// checkPrecondition is the caller's If-Match, if any; `precondition_failed`. Resolvers ask it after the record is locked and
// the request's meaning accepted, and before the state machine decides (contract section 2, Order of checks).
func (r *request) checkPrecondition(ctx context.Context) error {
	if r.precondition == nil {
		return nil
	}
	return r.precondition(ctx)
}

// audit records a change, to be written with the transaction.
func (r *request) audit(action, subjectType string, subject uuid.UUID, changes any) {
	r.events = append(r.events, r.event(action, subjectType, &subject, changes))
}

func (r *request) event(action, subjectType string, subject *uuid.UUID, changes any) *model.AuditEvent {
	return &model.AuditEvent{
		PortfolioID: r.principal.PortfolioID,
		ID:          storage.NewID(),
		ActorKind:   r.principal.Actor.Kind,
		ActorID:     r.principal.Actor.ID,
		ActorName:   r.principal.Actor.Name,
		Action:      action,
		SubjectType: subjectType,
		SubjectID:   subject,
		Changes:     model.EncodeJSON(changes),
		RequestID:   r.id,
		At:          r.now,
	}
}

// auditStaffRead records that staff looked into a portfolio (reliability S7).
func (r *request) auditStaffRead(ctx context.Context, handle storage.Handle) error {
	if !r.principal.IsStaff() || r.principal.PortfolioID == uuid.Nil {
		return nil
	}
	event := r.event("portfolio.read", "portfolio", &r.principal.PortfolioID, nil)
	return handle.InsertAuditEvents(ctx, []*model.AuditEvent{event})
}

// setCursor publishes where the list that was read goes on; "" at its end.
func (r *request) setCursor(cursor string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.cursor = cursor
}

func (r *request) nextCursor() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.cursor
}

// noteConflict remembers that the transaction lost against another, so that the engine runs it again.
func (r *request) noteConflict(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.failed = err
}

func (r *request) conflict() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.failed
}
