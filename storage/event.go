package storage

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/rows"
)

// EventsAfter returns the events behind a position of the portfolio's feed, oldest first, at most limit, with their
// audit events.
func (p *Portfolio) EventsAfter(ctx context.Context, position int64, limit int) ([]*model.Event, error) {
	events, err := rows.Read[model.Event](ctx, p.db, rows.Prepared, p.db.NewSelect().Model((*model.Event)(nil)).
		Where("t.portfolio_id = ?", p.ID()).Where("t.position > ?", rows.Number(position)).
		OrderExpr("t.position").Limit(int64(limit)))
	if err != nil || len(events) == 0 {
		return events, err
	}
	ids := make([]uuid.UUID, len(events))
	for i, e := range events {
		ids[i] = e.ID
	}
	audited, err := AuditEvents.ByID(ctx, p, ids)
	if err != nil {
		return nil, err
	}
	byID := map[uuid.UUID]*model.AuditEvent{}
	for _, a := range audited {
		byID[a.ID] = a
	}
	for _, e := range events {
		e.Audit = byID[e.ID]
	}
	return events, nil
}

// FeedEnd returns the position of the last event of the portfolio's feed, 0 if there was none ever.
func (p *Portfolio) FeedEnd(ctx context.Context) (position int64, err error) {
	c := rows.NewCommand().Write("SELECT position FROM event_heads WHERE portfolio_id = ").Value(rows.IDValue(p.ID()))
	err = c.Run(ctx, p.db, rows.ScanIfAny(&position))
	return position, err
}
