package engine

import (
	"context"
	"sync"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/feed"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/blob"
)

// Request is what all resolvers of one call share. RequestOf finds it in their context.
type Request struct {
	// Principal is the caller.
	Principal *model.Principal
	// Now is the time of the request, the same for all that it writes.
	Now time.Time
	// Handle is the whole database, inside the mutation's transaction if there is one.
	Handle storage.Handle
	// Store is the same, limited to the caller's portfolio.
	Store *storage.Portfolio
	// Blobs is the object store.
	Blobs *blob.Store
	// BaseURL is the address that clients use.
	BaseURL string
	// Webhooks say what endpoints there may be.
	Webhooks Webhooks
	// Keyed reports whether the response will be stored with an idempotency key.
	Keyed bool
	// LastEventID is that of the Call.
	LastEventID string

	id           string
	portfolio    storage.Portfolio // what Store points to
	mutation     bool
	own          bool // see Operation
	replica      bool // Handle is one connection to a replica
	precondition Precondition
	events       []*model.AuditEvent
	unjudged     unjudged
	bytes        model.Usage // see AddBytes
	items        int         // see Charge
	errands      *errands
	changes      *changeHub
	broadcast    *broadcast // the run of a subscription, else nil
	tail         *tail      // the run of a subscription to the feed, else nil
	streams      Streams
	feed         *feed.Hub
	vigils       *vigils
	clock        func() time.Time

	turn                      sync.Mutex // see oneByOne
	mu                        sync.Mutex // guards the rest while the operation runs: a query's root fields run at the same time
	cursor                    string
	failed                    error
	records, statements, cost int // of the response, as Spend counts them
}

func (e *Engine) request(call Call, handle storage.Handle) *Request {
	r := &Request{
		Principal:    call.Principal,
		Now:          e.now(),
		Handle:       handle,
		Blobs:        e.blobs,
		BaseURL:      e.baseURL,
		Webhooks:     e.webhooks,
		Keyed:        call.Idempotency != nil,
		LastEventID:  call.LastEventID,
		id:           call.RequestID,
		portfolio:    *handle.For(call.Principal.PortfolioID),
		mutation:     call.Operation.IsMutation(),
		own:          call.Operation.own,
		precondition: call.Precondition,
		changes:      e.changes,
		streams:      e.streams,
		feed:         e.feed,
		vigils:       e.vigils,
		clock:        e.now,
	}
	r.Store = &r.portfolio
	return r
}

type requestKey struct{}

func withRequest(ctx context.Context, r *Request) context.Context {
	return context.WithValue(ctx, requestKey{}, r)
}

// RequestOf returns the request of a resolver's context. It panics outside of a call.
func RequestOf(ctx context.Context) *Request { return ctx.Value(requestKey{}).(*Request) }

// CheckPrecondition runs the caller's precondition, if any; `precondition_failed`. A resolver calls it after the record
// is locked and the request's meaning is accepted, and before the state machine decides (contract section 2, Order of
// checks).
func (r *Request) CheckPrecondition(ctx context.Context) error {
	if r.precondition == nil {
		return nil
	}
	return r.precondition(ctx)
}

// Audit records a change in the portfolio. The event is written at the end of the transaction.
func (r *Request) Audit(action, subjectType string, subject uuid.UUID, changes any) {
	r.events = append(r.events, r.event(action, subjectType, &subject, changes))
}

// AuditAdministration records a change that belongs to no portfolio. The event is written at the end of the
// transaction.
func (r *Request) AuditAdministration(action, subjectType string, subject *uuid.UUID, changes any) {
	event := r.event(action, subjectType, subject, changes)
	event.PortfolioID = uuid.Nil
	r.events = append(r.events, event)
}

func (r *Request) event(action, subjectType string, subject *uuid.UUID, changes any) *model.AuditEvent {
	return &model.AuditEvent{
		PortfolioID: r.Principal.PortfolioID,
		ID:          storage.NewID(),
		ActorKind:   r.Principal.Actor.Kind,
		ActorID:     r.Principal.Actor.ID,
		ActorName:   r.Principal.Actor.Name,
		Action:      action,
		SubjectType: subjectType,
		SubjectID:   subject,
		Changes:     scalar.EncodeJSON(changes),
		RequestID:   r.id,
		At:          r.Now,
	}
}

// auditStaffRead writes an event when staff read a portfolio (reliability S7).
func (r *Request) auditStaffRead(ctx context.Context, handle storage.Handle) error {
	if !r.Principal.IsStaff() || r.Principal.PortfolioID == uuid.Nil {
		return nil
	}
	event := r.event("portfolio.read", "portfolio", &r.Principal.PortfolioID, nil)
	return handle.InsertAuditEvents(ctx, []*model.AuditEvent{event})
}

// SetCursor sets where the list that was read continues; "" at its end.
func (r *Request) SetCursor(cursor string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.cursor = cursor
}

// noteConflict remembers that the transaction conflicts with another one, so that the engine runs it again.
func (r *Request) noteConflict(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.failed = err
}

// entitled is @entitled: it requires that the caller's plan has the entitlement, that the caller may write if the
// operation is a mutation, and that a portfolio is chosen.
func entitled(ctx context.Context, _ any, next graphql.Resolver, to model.Entitlement) (any, error) {
	r := RequestOf(ctx)
	if err := r.Principal.Require(to); err != nil {
		return nil, err
	}
	if r.mutation {
		if err := r.Principal.RequireWrite(); err != nil {
			return nil, err
		}
	}
	if r.Principal.PortfolioID == uuid.Nil {
		var vs fault.Violations
		vs.Add("X-Portfolio", fault.CodeRequired,
			"`X-Portfolio` is required of staff: the id of a portfolio, as the query portfolios lists them.")
		return nil, vs.Err()
	}
	return next(ctx)
}

// staff is @staff: it requires that the caller is of the operator's staff, in the role, with a token that may write if
// the operation is a mutation.
func staff(ctx context.Context, _ any, next graphql.Resolver, role model.StaffRole) (any, error) {
	r := RequestOf(ctx)
	if err := r.Principal.RequireStaff(role); err != nil {
		return nil, err
	}
	if err := r.Principal.RequireScope(r.mutation); err != nil {
		return nil, err
	}
	return next(ctx)
}

// anyCaller is @anyCaller: it requires that the caller has a token.
func anyCaller(ctx context.Context, _ any, next graphql.Resolver) (any, error) {
	if err := RequestOf(ctx).Principal.RequireToken(); err != nil {
		return nil, err
	}
	return next(ctx)
}
