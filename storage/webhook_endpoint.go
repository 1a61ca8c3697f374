package storage

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/rows"
)

// WebhookEndpoints are the receivers of events.
var WebhookEndpoints = rows.Define(Table[model.WebhookEndpoint, model.WebhookEndpointFilter]{
	Noun: "webhook endpoint",
	Filter: func(f model.WebhookEndpointFilter) []rows.Condition {
		return []rows.Condition{
			rows.Common(f.ID, f.CreatedAt, f.UpdatedAt, f.Metadata),
			rows.In("url", f.URL.Value()),
			rows.Is("enabled", f.Enabled.Value()),
		}
	},
})

// LockWebhookEndpoints keeps others from adding endpoints to the portfolio until the transaction ends, and returns how
// many there are.
func (p *Portfolio) LockWebhookEndpoints(ctx context.Context) (n int, err error) {
	if err := p.lock(ctx, lockOfEndpoints); err != nil {
		return 0, err
	}
	err = rows.Scan(ctx, p.db, rows.Prepared, rows.SQL("SELECT count(*) FROM webhook_endpoints WHERE portfolio_id = ?", p.ID()), &n)
	return n, err
}

// InsertWebhookFeed adds the state of a new endpoint, which gets what comes behind the present end of the feed.
func (p *Portfolio) InsertWebhookFeed(ctx context.Context, f *model.WebhookFeed) error {
	state, err := p.FeedState(ctx)
	if err != nil {
		return err
	}
	f.Position = state.End
	_, err = rows.Exec(ctx, p.db, p.db.NewInsert().Model(f))
	return err
}

// LockWebhookFeed finds how far an endpoint has got, and keeps others from changing it until the transaction ends. Who
// locks the endpoint too locks it first.
func (p *Portfolio) LockWebhookFeed(ctx context.Context, endpoint uuid.UUID) (*model.WebhookFeed, error) {
	return rows.First[model.WebhookFeed](ctx, p.db, rows.Prepared, p.webhookFeed(endpoint).For("NO KEY UPDATE"), WebhookEndpoints.Noun)
}

// SaveWebhookFeed saves how far an endpoint has got, which the transaction has locked. The lease stays as it is.
func (p *Portfolio) SaveWebhookFeed(ctx context.Context, f *model.WebhookFeed) error {
	_, err := rows.Exec(ctx, p.db,
		p.db.NewUpdate().Model(f).Column("position", "failing_since", "failures", "resume_at", "task_origin").WherePK())
	return err
}

// webhookDeletedAtOnce is how many deliveries go with their endpoint at once.
const webhookDeletedAtOnce = 10_000

// DeleteWebhookEndpoint removes an endpoint that the transaction has locked, with its deliveries. Of many deliveries the
// rest is removed by CleanWebhookDeliveries.
func (p *Portfolio) DeleteWebhookEndpoint(ctx context.Context, endpoint uuid.UUID) error {
	some := p.db.NewSelect().Table("webhook_deliveries").Column("ctid").
		Where("portfolio_id = ? AND endpoint_id = ?", p.ID(), endpoint).Limit(webhookDeletedAtOnce)
	_, err := rows.Exec(ctx, p.db,
		p.db.NewDelete().Table("webhook_deliveries").Where("portfolio_id = ?", p.ID()).Where("ctid IN (?)", some))
	if err == nil {
		_, err = rows.Exec(ctx, p.db,
			p.db.NewDelete().Model((*model.WebhookEndpoint)(nil)).Where("portfolio_id = ? AND id = ?", p.ID(), endpoint))
	}
	return err
}

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
