package storage

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
)

// InsertAuditEvents records what was done, in order. Events name their portfolio themselves, for administration has none.
func (h Handle) InsertAuditEvents(ctx context.Context, events []*model.AuditEvent) error {
	if len(events) == 0 {
		return nil
	}
	_, err := h.db.NewInsert().Model(&events).Exec(ctx)
	return Translate(err)
}

// AuditEvents reads a page of the portfolio's audit events. An event has one time, `at`, which both orders by time use.
func (p *Portfolio) AuditEvents(ctx context.Context, f model.AuditEventFilter, opt model.ListOptions) (*Page[model.AuditEvent], error) {
	return lister[model.AuditEvent]{
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
	}.list(ctx, opt)
}
