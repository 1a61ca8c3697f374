package storage

import (
	"context"
	"fmt"
	"strings"

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

// casesOfEvents selects the cases that the events "e" of a statement are about.
func casesOfEvents() string {
	var s strings.Builder
	s.WriteString("SELECT c.portfolio, c.of FROM (SELECT DISTINCT e.portfolio_id AS portfolio, CASE e.subject_type")
	s.WriteString(" WHEN 'case' THEN e.subject_id")
	for _, n := range Nouns() {
		if isOfCase(n) {
			fmt.Fprintf(&s, " WHEN '%s' THEN (SELECT x.case_id FROM %s AS x", n.Subject(), n.Name())
			s.WriteString(" WHERE x.portfolio_id = e.portfolio_id AND x.id = e.subject_id)")
		}
	}
	s.WriteString(" END AS of FROM e) AS c WHERE c.of IS NOT NULL")
	return s.String()
}

var selectCasesOfEvents = casesOfEvents()

// InsertAuditEvents records what was done, in order. Of a transaction the cases that it was about are told to those who
// listen (Store.Listen), after the commit. Events name their portfolio themselves, for administration has none.
func (h Handle) InsertAuditEvents(ctx context.Context, events []*model.AuditEvent) error {
	return h.recordEvents(ctx, events, nil)
}

// RecordWrite ends a token's transaction: it records what was done, as InsertAuditEvents does, and counts the write, so
// that reads of the same token find it (Store.Reading).
func (t *Tx) RecordWrite(ctx context.Context, token uuid.UUID, events []*model.AuditEvent) error {
	if len(events) == 0 {
		return countWrite(rows.NewCommand(), token).Run(ctx, t.db, nil)
	}
	return t.recordEvents(ctx, events, &token)
}

// recordEvents inserts events, counts a token's write if one is given, and keeps which cases the events were about.
func (h Handle) recordEvents(ctx context.Context, events []*model.AuditEvent, writer *uuid.UUID) error {
	for _, some := range rows.Chunks(events) {
		c := rows.WriteInsert(rows.NewCommand().Write("WITH e AS ("), some)
		c.Write(" RETURNING portfolio_id, subject_type, subject_id)")
		if writer != nil {
			countWrite(c.Write(", counted AS ("), *writer).Write(")")
			writer = nil
		}
		c.Write(" ", selectCasesOfEvents)
		if err := c.Run(ctx, h.db, h.keepChanged); err != nil {
			return err
		}
	}
	return nil
}

// keepChanged keeps the cases that a transaction changed.
func (h Handle) keepChanged(r pgx.Rows) error {
	for r.Next() {
		var key CaseKey
		if err := r.Scan((*[16]byte)(&key.Portfolio), (*[16]byte)(&key.Case)); err != nil {
			return err
		}
		if h.changed != nil {
			*h.changed = append(*h.changed, key)
		}
	}
	return nil
}
