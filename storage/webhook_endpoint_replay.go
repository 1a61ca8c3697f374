package storage

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/rows"
)

// webhookFeed selects the state of an endpoint, without its columns.
func (p *Portfolio) webhookFeed(endpoint uuid.UUID) *bun.SelectQuery {
	return p.db.NewSelect().TableExpr("webhook_feeds AS t").Where("t.portfolio_id = ? AND t.endpoint_id = ?", p.ID(), endpoint)
}

// WebhookReplays are the replays of an endpoint that are not done, oldest first.
func (p *Portfolio) WebhookReplays(ctx context.Context, endpoint uuid.UUID) ([]*model.WebhookReplay, error) {
	return rows.Read[model.WebhookReplay](ctx, p.db, rows.Prepared, p.db.NewSelect().Model((*model.WebhookReplay)(nil)).
		Where("t.portfolio_id = ? AND t.endpoint_id = ?", p.ID(), endpoint).OrderExpr("t.replay_id"))
}

// InsertWebhookReplay adds a replay.
func (p *Portfolio) InsertWebhookReplay(ctx context.Context, r *model.WebhookReplay) error {
	_, err := rows.Exec(ctx, p.db, p.db.NewInsert().Model(r))
	return err
}

// SaveWebhookReplay saves how far a replay has got, and removes one that is done.
func (p *Portfolio) SaveWebhookReplay(ctx context.Context, r *model.WebhookReplay) error {
	if r.IsDone() {
		_, err := rows.Exec(ctx, p.db, p.db.NewDelete().Model(r).WherePK())
		return err
	}
	_, err := rows.Exec(ctx, p.db, p.db.NewUpdate().Model(r).Column("position").WherePK())
	return err
}

// WebhookPart is a part of a portfolio's feed.
type WebhookPart struct {
	Count       int   `bun:"count"`
	First, Last int64 // the positions of the first and the last event; 0 if there is none
}

// PartOfFeed finds the events of the kinds, nil for all, that happened from a time on and before another one.
func (p *Portfolio) PartOfFeed(ctx context.Context, names []string, from, until time.Time) (*WebhookPart, error) {
	q := p.db.NewSelect().TableExpr("events AS t").
		ColumnExpr("count(*) AS count, coalesce(min(t.position), 0) AS first, coalesce(max(t.position), 0) AS last").
		Where("t.portfolio_id = ? AND t.at >= ? AND t.at < ?", p.ID(), from, until)
	if names != nil {
		q = q.Where("t.type = ANY (?)", rows.Array[string](names))
	}
	return rows.First[WebhookPart](ctx, p.db, rows.Planned, q, "event")
}
