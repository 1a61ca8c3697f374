package storage

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
)

// casesOfEvents are the cases that the events "e" of a statement are about.
const casesOfEvents = `SELECT c.portfolio, c.of FROM (SELECT DISTINCT e.portfolio_id AS portfolio, CASE e.subject_type
	WHEN 'case' THEN e.subject_id
	WHEN 'policy' THEN (SELECT x.case_id FROM policies AS x WHERE x.portfolio_id = e.portfolio_id AND x.id = e.subject_id)
	WHEN 'asset' THEN (SELECT x.case_id FROM assets AS x WHERE x.portfolio_id = e.portfolio_id AND x.id = e.subject_id)
	WHEN 'document' THEN (SELECT x.case_id FROM documents AS x WHERE x.portfolio_id = e.portfolio_id AND x.id = e.subject_id)
	WHEN 'task' THEN (SELECT x.case_id FROM tasks AS x WHERE x.portfolio_id = e.portfolio_id AND x.id = e.subject_id)
	WHEN 'renewalNotice' THEN (SELECT x.case_id FROM renewal_notices AS x WHERE x.portfolio_id = e.portfolio_id AND x.id = e.subject_id)
	END AS of FROM e) AS c WHERE c.of IS NOT NULL`

// InsertAuditEvents records what was done, in order. Of a transaction the cases that it was about are told to those who listen
// (Store.Listen), after the commit. Events name their portfolio themselves, for administration has none.
func (h Handle) InsertAuditEvents(ctx context.Context, events []*model.AuditEvent) error {
	for some := range slices.Chunk(events, rowsAtOnce[model.AuditEvent]()) {
		if err := h.audit(ctx, some, nil); err != nil {
			return err
		}
	}
	return nil
}

// audit records events, as many as go at once, counts a token's write if there is one, and keeps which cases they were about.
func (h Handle) audit(ctx context.Context, events []*model.AuditEvent, writer *uuid.UUID) error {
	c, err := newInsert(events)
	if err != nil {
		return err
	}
	c.text = append([]byte("WITH e AS ("), c.text...)
	c.write(" RETURNING portfolio_id, subject_type, subject_id)")
	if writer != nil {
		c.write(", counted AS (").countWrite(*writer).write(")")
	}
	return c.write(" ", casesOfEvents).run(ctx, h.on, len(events) <= preparedRows, func(rows pgx.Rows) error {
		for rows.Next() {
			var key CaseKey
			if err := rows.Scan((*[16]byte)(&key.Portfolio), (*[16]byte)(&key.Case)); err != nil {
				return err
			}
			if h.changed != nil {
				*h.changed = append(*h.changed, key)
			}
		}
		return nil
	})
}

// AuditEvents reads a page of the portfolio's audit events. An event has one time, `at`, which both orders by time use.
func (p *Portfolio) AuditEvents(ctx context.Context, f model.AuditEventFilter, opt model.ListOptions) (*Page[model.AuditEvent], error) {
	return lister[model.AuditEvent]{
		given: f,
		base: func() *bun.SelectQuery {
			return p.db.NewSelect().Model((*model.AuditEvent)(nil)).Where("t.portfolio_id = ?", p.id)
		},
		filter: func(q *bun.SelectQuery) *bun.SelectQuery {
			q = in(q, "id", f.ID.Value())
			q = in(q, "subject_id", f.Subject.Value())
			q = in(q, "subject_type", f.SubjectType.Value())
			q = in(q, "actor_id", f.Actor.Value())
			q = in(q, "action", f.Action.Value())
			return within(q, "at", timeBounds(f.At.Value()))
		},
		key:     func(e *model.AuditEvent) (uuid.UUID, time.Time, time.Time) { return e.ID, e.At, e.At },
		columns: map[string]string{"created_at": "at", "updated_at": "at"},
	}.list(ctx, p, opt)
}
