package storage

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/rows"
)

// WebhookDeliveries are what was, or is to be, sent to endpoints. A delivery has one time, that of its creation, which
// both orders by time use.
var WebhookDeliveries = rows.Define(Table[model.WebhookDelivery, model.WebhookDeliveryQuery]{
	Noun: "webhook delivery",
	Filter: func(f model.WebhookDeliveryQuery) []rows.Condition {
		return []rows.Condition{
			rows.In("id", f.ID.Value()),
			rows.In("endpoint_id", f.EndpointID.Value()),
			rows.In("event_id", f.EventID.Value()),
			rows.In("state", f.State.Value()),
			rows.In("type", f.Type.Value()),
			rows.Within("created_at", f.CreatedAt.Value()),
		}
	},
	Counted: []string{"state"},
})

// LockWebhookDeliveries finds the deliveries of events to an endpoint, by the events.
func (p *Portfolio) LockWebhookDeliveries(
	ctx context.Context, endpoint uuid.UUID, events []uuid.UUID,
) (map[uuid.UUID]*model.WebhookDelivery, error) {
	found, err := rows.Read[model.WebhookDelivery](ctx, p.db, rows.Prepared,
		WebhookDeliveries.Select(p, rows.Where("t.endpoint_id = ? AND t.event_id = ANY (?)", endpoint, rows.Array[uuid.UUID](events))).
			OrderExpr("t.id").For(string(rows.ForUpdate)))
	by := make(map[uuid.UUID]*model.WebhookDelivery, len(found))
	for _, d := range found {
		by[d.EventID] = d
	}
	return by, err
}

// giveUpWebhooks ends the deliveries of an endpoint that wait for their next attempt.
func (p *Portfolio) giveUpWebhooks(ctx context.Context, endpoint uuid.UUID, now time.Time) error {
	_, err := rows.Exec(ctx, p.db, p.db.NewUpdate().Table("webhook_deliveries").
		Set("state = 'failed', next_attempt_at = NULL, settled_at = ?", now).
		Where("portfolio_id = ? AND endpoint_id = ? AND next_attempt_at IS NOT NULL", p.ID(), endpoint))
	return err
}

// DisableWebhook has an endpoint that the transaction has locked, and was enabled, wait for nothing any more: its replays
// end, and its deliveries fail that wait for their next attempt.
func (p *Portfolio) DisableWebhook(ctx context.Context, endpoint uuid.UUID, now time.Time) error {
	_, err := rows.Exec(ctx, p.db,
		p.db.NewDelete().Model((*model.WebhookReplay)(nil)).Where("portfolio_id = ? AND endpoint_id = ?", p.ID(), endpoint))
	if err != nil {
		return err
	}
	return p.giveUpWebhooks(ctx, endpoint, now)
}

// CleanWebhookDeliveries removes the deliveries that are older than they are kept, and those of endpoints that were
// deleted. It returns how many.
func (s *Store) CleanWebhookDeliveries(ctx context.Context, now time.Time) (removed int, err error) {
	portfolios, err := s.portfoliosWithDeliveries(ctx)
	if err != nil {
		return removed, err
	}
	for _, id := range portfolios {
		n, failed := s.For(id).clean(ctx, "webhook_deliveries", "created_at <= ?", now.Add(-model.WebhookDeliveriesKept))
		if removed += n; failed != nil {
			return removed, failed
		}
		n, failed = s.For(id).cleanOrphans(ctx)
		if removed += n; failed != nil {
			return removed, failed
		}
	}
	return removed, nil
}

// cleanOrphans removes the deliveries of endpoints that were deleted. One step of the recursion looks at one endpoint, by
// the index.
func (p *Portfolio) cleanOrphans(ctx context.Context) (removed int, err error) {
	of, err := rows.IDs(ctx, p.db, rows.Planned, p.db.NewRaw(`WITH RECURSIVE d AS (
			(SELECT endpoint_id AS id FROM webhook_deliveries WHERE portfolio_id = ?0 ORDER BY 1 LIMIT 1)
			UNION ALL
			SELECT (SELECT o.endpoint_id FROM webhook_deliveries AS o WHERE o.portfolio_id = ?0 AND o.endpoint_id > d.id ORDER BY 1 LIMIT 1)
			FROM d WHERE d.id IS NOT NULL
		) SELECT id FROM d WHERE id IS NOT NULL AND NOT EXISTS (
			SELECT FROM webhook_endpoints AS e WHERE e.portfolio_id = ?0 AND e.id = d.id)`, p.ID()))
	for _, endpoint := range of {
		n, failed := p.clean(ctx, "webhook_deliveries", "endpoint_id = ?", endpoint)
		if removed += n; failed != nil {
			return removed, failed
		}
	}
	return removed, err
}

// NamesOf are the kinds of events that a scan for an endpoint asks for.
func NamesOf(e *model.WebhookEndpoint) []string {
	if len(e.Names) == 0 {
		return nil
	}
	return slices.Clone(e.Names)
}
