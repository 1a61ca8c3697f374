package storage

import (
	"context"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/rows"
)

// AuditEvents are what was done to records. An event has one time, `at`, which both orders by time use.
var AuditEvents = rows.Define(Table[model.AuditEvent, model.AuditEventFilter]{
	Noun: "audit event",
	Filter: func(f model.AuditEventFilter) []rows.Condition {
		return []rows.Condition{
			rows.In("id", f.ID.Value()),
			rows.In("subject_id", f.Subject.Value()),
			rows.In("subject_type", f.SubjectType.Value()),
			rows.In("actor_id", f.Actor.Value()),
			rows.In("action", f.Action.Value()),
			rows.In("request_id", f.RequestID.Value()),
			rows.Within("at", f.At.Value()),
		}
	},
})

// recorded begins a statement with the insertion of the events "e".
const recorded = "WITH e AS (? RETURNING subject_type, subject_id)"

// selectCasesOfEvents selects the cases that the events "e" of a statement are about, of the portfolio $1.
var selectCasesOfEvents = " SELECT c.of FROM (SELECT DISTINCT " + caseOfEvent() + " AS of FROM e) AS c WHERE c.of IS NOT NULL"

// InsertAuditEvents records what was done, in order: in a transaction with its next statement or its COMMIT. The cases
// that it was about are then told to those who listen (Store.Listen), after the commit. Events name their portfolio
// themselves, for administration has none.
func (h Handle) InsertAuditEvents(ctx context.Context, events []*model.AuditEvent) error {
	return h.recordEvents(ctx, events, nil)
}

// RecordWrite ends a token's transaction: it records what was done, as InsertAuditEvents does, and counts the write, so
// that reads of the same token find it (Store.Reading). Where tables are distributed there are no replicas, and the count
// would be a second server's part of each write.
func (t *Tx) RecordWrite(ctx context.Context, token uuid.UUID, events []*model.AuditEvent) error {
	if !t.countsWrites {
		return t.InsertAuditEvents(ctx, events)
	}
	if len(events) == 0 {
		return rows.Later(ctx, t.db, rows.Prepared, countWrite(token), nil)
	}
	return t.recordEvents(ctx, events, &token)
}

// recordEvents inserts events, counts a token's write if one is given, and keeps which cases the events were about.
func (h Handle) recordEvents(ctx context.Context, events []*model.AuditEvent, writer *uuid.UUID) error {
	for len(events) > 0 {
		n := ofOnePortfolio(events)
		for _, some := range rows.Chunks(events[:n]) {
			q := rows.SQL(recorded+selectCasesOfEvents, rows.InsertionOf(some)) // whose first value is the portfolio
			if writer != nil {
				q = rows.SQL(recorded+", counted AS (?)"+selectCasesOfEvents, rows.InsertionOf(some), countWrite(*writer))
				writer = nil
			}
			if err := rows.Later(ctx, h.db, rows.HowFor(len(some)), q, h.keepChanged(some[0].PortfolioID)); err != nil {
				return err
			}
		}
		events = events[n:]
	}
	return nil
}

// ofOnePortfolio returns how many of the first events are of the same portfolio.
func ofOnePortfolio(events []*model.AuditEvent) int {
	n := slices.IndexFunc(events, func(e *model.AuditEvent) bool { return e.PortfolioID != events[0].PortfolioID })
	if n < 0 {
		return len(events)
	}
	return n
}

// keepChanged keeps the cases of a portfolio that a transaction changed.
func (h Handle) keepChanged(portfolio uuid.UUID) func(pgx.Rows) error {
	return func(r pgx.Rows) error {
		for r.Next() {
			key := CaseKey{Portfolio: portfolio}
			if err := r.Scan((*[16]byte)(&key.Case)); err != nil {
				return err
			}
			if h.changed != nil {
				*h.changed = append(*h.changed, key)
			}
		}
		return nil
	}
}

// Trail is the audit events of one origin, until they are saved.
type Trail struct {
	model.AuditOrigin
	events []*model.AuditEvent
}

// NewTrail returns an empty trail.
func NewTrail(origin model.AuditOrigin) *Trail { return &Trail{AuditOrigin: origin} }

// Add adds the event of what was done to a record.
func (t *Trail) Add(action, subjectType string, subject uuid.UUID, changes any) {
	t.AddAs(NewID(), action, subjectType, subject, changes)
}

// AddAs is Add for an event whose id is known before. It returns the event.
func (t *Trail) AddAs(id uuid.UUID, action, subjectType string, subject uuid.UUID, changes any) *model.AuditEvent {
	e := t.Event(id, action, subjectType, &subject, changes)
	t.events = append(t.events, e)
	return e
}

// Events returns the events that were added.
func (t *Trail) Events() []*model.AuditEvent { return t.events }

// OpenTasks opens tasks, as Portfolio.OpenTasks does, with an event of each that is new.
func (t *Trail) OpenTasks(ctx context.Context, p *Portfolio, tasks ...*model.Task) error {
	opened, err := p.OpenTasks(ctx, tasks)
	for _, task := range opened {
		t.Add("task.created", "task", task.ID, model.Changes(model.Task{}, *task))
	}
	return err
}

// Save records the events in the transaction.
func (t *Trail) Save(ctx context.Context, tx *Tx) error { return tx.InsertAuditEvents(ctx, t.events) }
