package storage

import (
	"context"
	"time"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/rows"
)

// WebhookBacklog counts the endpoints of all portfolios that are enabled: those whose receiver has failed since its last
// success, and those that have had work for longer than a minute and that no node delivers to.
type WebhookBacklog struct{ Failing, Waiting int }

// WebhookBacklog returns how webhooks fare now.
func (h Handle) WebhookBacklog(ctx context.Context, now time.Time) (b WebhookBacklog, err error) {
	const backlog = `SELECT count(*) FILTER (WHERE f.failing_since IS NOT NULL), count(*) FILTER (WHERE f.leased_until <= ? AND (
			EXISTS (SELECT FROM webhook_deliveries AS d WHERE d.portfolio_id = f.portfolio_id AND d.endpoint_id = f.endpoint_id
				AND d.next_attempt_at <= $1)
			OR (f.resume_at IS NULL OR f.resume_at <= $1) AND EXISTS (
				SELECT FROM events AS v WHERE v.portfolio_id = f.portfolio_id AND v.position > f.position AND v.at <= $1)))
		FROM webhook_feeds AS f JOIN webhook_endpoints AS e ON e.portfolio_id = f.portfolio_id AND e.id = f.endpoint_id WHERE e.enabled`
	err = rows.Scan(ctx, h.db, rows.Prepared, rows.SQL(backlog, now.Add(-time.Minute)), &b.Failing, &b.Waiting)
	return b, err
}

// FailingWebhooks returns the states of the enabled endpoints of all portfolios that had no success since a time.
func (s *Store) FailingWebhooks(ctx context.Context, since time.Time) ([]*model.WebhookFeed, error) {
	return rows.Read[model.WebhookFeed](ctx, s.db, rows.Planned, s.db.NewSelect().Model((*model.WebhookFeed)(nil)).
		Join("JOIN webhook_endpoints AS e ON e.portfolio_id = t.portfolio_id AND e.id = t.endpoint_id").
		Where("e.enabled AND t.failing_since <= ?", since))
}
