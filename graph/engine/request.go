package engine

import (
	"context"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/generated"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// Request is what all resolvers of one call share. RequestOf finds it in their context.
type Request struct {
	// Principal is the caller.
	Principal *model.Principal
	// Now is the time of the request, the same for all that it writes. In a sandbox it is that of the sandbox's clock.
	Now time.Time
	// Real is the real time, for what machinery knows: tokens, signatures, leases, retries. It is Now but in a sandbox.
	Real time.Time
	// Handle is the whole database, inside the mutation's transaction if there is one.
	Handle storage.Handle
	// Store is the same, limited to the caller's portfolio.
	Store *storage.Portfolio
	// Resolvers is the root of the resolvers that New was given.
	Resolvers generated.ResolverRoot
	// Keyed reports whether the response will be stored with an idempotency key.
	Keyed bool
	// Quotas are those of portfolios that have none of their own.
	Quotas model.Quotas
	// IsRefused reports that the door has refused a member of the input, so that the call changes nothing: it only finds out what
	// else is wrong.
	IsRefused bool
	// Import is the import whose rows the request writes: what it makes or changes names it, and waits for its release. uuid.Nil
	// for every other request.
	Import uuid.UUID
	// LastEventID is that of the Call.
	LastEventID string
	// Narrowed are the lists that the query asks for in part, by the records that have them, and Narrowing is held while
	// one is loaded: resolvers of nested fields run at the same time.
	Narrowed  sync.Map
	Narrowing sync.Mutex

	id           string
	primary      storage.Handle    // whatever the request reads from
	portfolio    storage.Portfolio // what Store points to
	mutation     bool
	own          bool // see Operation
	replica      bool // Handle is one connection to a replica
	isTrial      bool // see Work
	precondition Precondition
	events       []*model.AuditEvent
	marks        []Mark
	bytes        model.Usage // see AddBytes
	items        int         // see Charge
	fields       int         // see chargeField
	deferrals    *deferrals
	changes      *changeHub
	broadcast    *broadcast // the run of a subscription, else nil
	tail         *tail      // the run of a subscription to the feed, else nil
	reading      *Request   // that read the result which a subscription shows, see Follow; nil for every other request
	streams      Streams
	tokens       *tokenWatches
	ending       context.Context                             // ends with EndStreams
	setTime      func(ctx context.Context, r *Request) error // gives a request its time
	isAdvancing  bool                                        // the clock of the sandbox is moving

	halved                    atomic.Int32 // see PageBytes
	turn                      sync.Mutex   // see oneByOne
	mu                        sync.Mutex   // guards the rest while the operation runs: a query's root fields run at the same time
	cursor                    string
	isCut, isFound            bool
	failed                    error
	records, statements, cost int // of the response, as Spend counts them
}

type requestKey struct{}

func withRequest(ctx context.Context, r *Request) context.Context {
	return context.WithValue(ctx, requestKey{}, r)
}

// RequestOf returns the request of a resolver's context: of what is in a result of a subscription the request that has read it.
// It panics outside of a call.
func RequestOf(ctx context.Context) *Request {
	r := callOf(ctx)
	if r.reading != nil {
		return r.reading
	}
	return r
}

// callOf is the request of the call itself, also while a subscription shows a result.
func callOf(ctx context.Context) *Request { return ctx.Value(requestKey{}).(*Request) }

// CheckPrecondition runs the caller's precondition, if any; `precondition_failed`. A resolver calls it after the record
// is locked and the request's meaning is accepted, and before the state machine decides (contract section 2, Order of
// checks).
func (r *Request) CheckPrecondition(ctx context.Context) error {
	if r.precondition == nil {
		return nil
	}
	return r.precondition(ctx)
}

// Audit records a change in the portfolio. The event, which it returns, is written at the end of the transaction. In a trial,
// that of a new record does not say what it has.
func (r *Request) Audit(action, subjectType string, subject uuid.UUID, changes any) *model.AuditEvent {
	if r.isTrial && strings.HasSuffix(action, ".created") {
		changes = nil
	}
	e := r.origin(r.Principal.PortfolioID).Event(storage.NewID(), action, subjectType, &subject, changes)
	r.events = append(r.events, e)
	return e
}

// LastEvent returns the event of the last change that was recorded; nil for none.
func (r *Request) LastEvent() *model.AuditEvent {
	if len(r.events) == 0 {
		return nil
	}
	return r.events[len(r.events)-1]
}

// HasRecorded reports whether a change of a record of one of the nouns was recorded.
func (r *Request) HasRecorded(nouns ...string) bool {
	return slices.ContainsFunc(r.events, func(e *model.AuditEvent) bool { return slices.Contains(nouns, e.SubjectType) })
}

// Trail returns an empty trail of the request's changes in the portfolio, which Keep adds to its events.
func (r *Request) Trail() *storage.Trail { return storage.NewTrail(r.origin(r.Principal.PortfolioID)) }

// Keep adds the events of a trail to the request's.
func (r *Request) Keep(t *storage.Trail) { r.events = append(r.events, t.Events()...) }

// AuditAdministration records a change that belongs to no portfolio. The event is written at the end of the
// transaction.
func (r *Request) AuditAdministration(action, subjectType string, subject *uuid.UUID, changes any) {
	origin := r.origin(uuid.Nil)
	origin.At = r.Real
	r.events = append(r.events, origin.Event(storage.NewID(), action, subjectType, subject, changes))
}

// origin is what all audit events of the request share.
func (r *Request) origin(portfolio uuid.UUID) model.AuditOrigin {
	return model.AuditOrigin{PortfolioID: portfolio, Actor: r.Principal.Actor, RequestID: r.id, At: r.Now}
}

// auditStaffRead writes an event when staff read a portfolio (reliability S7).
func (r *Request) auditStaffRead(ctx context.Context, handle storage.Handle) error {
	if !r.Principal.IsStaff() || r.Principal.PortfolioID == uuid.Nil {
		return nil
	}
	portfolio := &r.Principal.PortfolioID
	event := r.origin(*portfolio).Event(storage.NewID(), "portfolio.read", "portfolio", portfolio, nil)
	return handle.InsertAuditEvents(ctx, []*model.AuditEvent{event})
}

// RecordRead records at once, on the primary, that a record was read: what a query does besides.
func (r *Request) RecordRead(ctx context.Context, action, subjectType string, subject uuid.UUID, changes any) error {
	event := r.origin(r.Principal.PortfolioID).Event(storage.NewID(), action, subjectType, &subject, changes)
	return r.primary.InsertAuditEvents(ctx, []*model.AuditEvent{event})
}

// Mark names a record that Config.BeforeCommit is to look at, and the event for which it is looked at first.
type Mark struct {
	Noun  string
	ID    uuid.UUID
	Cause *model.AuditEvent
}

// Mark adds a record to those that Config.BeforeCommit is to look at, once.
func (r *Request) Mark(m Mark) {
	if !slices.ContainsFunc(r.marks, func(other Mark) bool { return other.Noun == m.Noun && other.ID == m.ID }) {
		r.marks = append(r.marks, m)
	}
}

// TakeMarks returns the marks since it was called last, in their order.
func (r *Request) TakeMarks() []Mark {
	if len(r.marks) == 0 {
		return nil // always so in a query, whose root fields run at the same time
	}
	marks := r.marks
	r.marks = nil
	return marks
}

// SetCursor sets where the list that was read continues; "" at its end. It is cut if more would be too large for an answer.
func (r *Request) SetCursor(cursor string, isCut bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.cursor, r.isCut = cursor, isCut
}

// SetFound says that the record which the operation would have made was there already.
func (r *Request) SetFound() { r.isFound = true }

// noteConflict remembers that the transaction conflicts with another one, so that the engine runs it again.
func (r *Request) noteConflict(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.failed = err
}
