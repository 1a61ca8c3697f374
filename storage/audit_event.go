package storage

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"

	"github.com/covertrack/covertrack/model"
)

// InsertAuditEvents records what was done, in order. Of a transaction the cases that it was about are told to those who listen
// (Store.Listen), after the commit. Events name their portfolio themselves, for administration has none.
func (h Handle) InsertAuditEvents(ctx context.Context, events []*model.AuditEvent) error {
	if len(events) == 0 {
		return nil
	}
	return h.audit(ctx, h.auditing(events))
}

// audit runs a statement of auditing and keeps which cases it was about.
func (h Handle) audit(ctx context.Context, statement *bun.SelectQuery) error {
	var changed []CaseKey
	err := statement.Scan(ctx, &changed)
	if err == nil && h.changed != nil {
		*h.changed = append(*h.changed, changed...)
	}
	return Translate(err)
}

// auditing is the statement of InsertAuditEvents; it answers the cases that the events are about.
func (h Handle) auditing(events []*model.AuditEvent) *bun.SelectQuery {
	caseOf := func(subject, table string) schema.QueryWithArgs {
		return bun.SafeQuery("WHEN ? THEN (SELECT x.case_id FROM ? AS x WHERE x.portfolio_id = e.portfolio_id AND x.id = e.subject_id)",
			subject, bun.Ident(table))
	}
	inserted := h.db.NewInsert().Model(&events).Returning("portfolio_id, subject_type, subject_id")
	cases := h.db.NewSelect().TableExpr("e").Distinct().ColumnExpr(
		"e.portfolio_id AS portfolio, CASE e.subject_type WHEN 'case' THEN e.subject_id ? ? ? ? ? END AS \"case\"",
		caseOf("policy", "policies"), caseOf("asset", "assets"), caseOf("document", "documents"), caseOf("task", "tasks"),
		caseOf("renewalNotice", "renewal_notices"))
	return h.db.NewSelect().With("e", inserted).TableExpr("(?) AS c", cases).Column("c.portfolio", "c.case").
		Where("c.case IS NOT NULL")
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
