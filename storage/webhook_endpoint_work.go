package storage

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/storage/rows"
)

// ErrLeaseLost means that another node works on the endpoint now, or that the endpoint is deleted.
var ErrLeaseLost = errors.New("the lease of the webhook endpoint is lost")

// WebhookWork is an endpoint that one node delivers to, as long as it keeps the lease. Its methods of the store renew
// what it says. It serves one goroutine at a time.
type WebhookWork struct {
	Endpoint *model.WebhookEndpoint
	Feed     *model.WebhookFeed
	Replays  []*model.WebhookReplay // that are not done, oldest first
	Live     bool                   // of a live portfolio
	Sandbox  bool                   // of a sandbox, where deliveries fail on order
	Lender   uuid.UUID              // of the portfolio; of a sandbox the real one
	Lease    uuid.UUID
}

// dueWebhooks selects endpoints that have work, of all lenders but $2. Those that were released first come first. Tests and what
// somebody sent again are attempted for disabled ones too.
const dueWebhooks = `SELECT f.portfolio_id, f.endpoint_id, coalesce(l.sandbox_of, l.id) FROM webhook_feeds AS f
	JOIN portfolios AS p ON p.id = f.portfolio_id
	JOIN lenders AS l ON l.id = p.lender_id
	JOIN webhook_endpoints AS e ON e.portfolio_id = f.portfolio_id AND e.id = f.endpoint_id
	WHERE f.leased_until <= $1 AND coalesce(l.sandbox_of, l.id) <> ALL ($2::text[]::uuid[]) AND (
		EXISTS (SELECT FROM webhook_deliveries AS d WHERE d.portfolio_id = f.portfolio_id AND d.endpoint_id = f.endpoint_id
			AND d.next_attempt_at <= $1)
		OR e.enabled AND (f.resume_at IS NULL OR f.resume_at <= $1) AND (
			EXISTS (SELECT FROM event_heads AS h WHERE h.portfolio_id = f.portfolio_id AND h.position > f.position)
			OR EXISTS (SELECT FROM webhook_replays AS r WHERE r.portfolio_id = f.portfolio_id AND r.endpoint_id = f.endpoint_id)))
	ORDER BY f.leased_until LIMIT 10`

// leaseWebhook leases one of them, unless another node was faster.
const leaseWebhook = `UPDATE webhook_feeds SET lease = $3, leased_until = $4 WHERE portfolio_id = $1 AND endpoint_id IN (
	SELECT endpoint_id FROM webhook_feeds WHERE portfolio_id = $1 AND endpoint_id = $2 AND leased_until <= $5
	FOR NO KEY UPDATE SKIP LOCKED)`

// TakeWebhook leases an endpoint until a time that has work to be done now: unread events of its portfolio, a replay, or
// a delivery whose next attempt is due. It returns nil if there is none that nobody else works on, but for those of some
// lenders.
func (s *Store) TakeWebhook(ctx context.Context, lease uuid.UUID, until, now time.Time, but ...uuid.UUID) (*WebhookWork, error) {
	lenders := make([]string, len(but))
	for i, id := range but {
		lenders[i] = id.String()
	}
	found, err := s.pool.Pgx().Query(ctx, dueWebhooks, now, lenders)
	if err != nil {
		return nil, Translate(err)
	}
	due, err := pgx.CollectRows(found, func(row pgx.CollectableRow) (w WebhookWork, err error) {
		w.Endpoint = &model.WebhookEndpoint{}
		return w, row.Scan((*[16]byte)(&w.Endpoint.PortfolioID), (*[16]byte)(&w.Endpoint.ID), (*[16]byte)(&w.Lender))
	})
	if err != nil {
		return nil, Translate(err)
	}
	for _, work := range due {
		e := work.Endpoint
		leased, err := s.pool.Pgx().Exec(ctx, leaseWebhook, rows.IDValue(e.PortfolioID), rows.IDValue(e.ID), rows.IDValue(lease), until, now)
		if err != nil {
			return nil, Translate(err)
		}
		if leased.RowsAffected() > 0 {
			work.Lease = lease
			if err := s.For(e.PortfolioID).renewWebhook(ctx, &work); err != nil {
				return nil, err
			}
			return &work, nil
		}
	}
	return nil, nil
}

// leasedFeed is the state of an endpoint, with the mode of its portfolio.
type leasedFeed struct {
	model.WebhookFeed `bun:",extend"`

	Mode model.Mode `bun:",scanonly"`
}

// renewWebhook reads what the work is about. ErrLeaseLost.
func (p *Portfolio) renewWebhook(ctx context.Context, work *WebhookWork) error {
	id := work.Endpoint.ID
	feed, err := rows.First[leasedFeed](ctx, p.db, rows.Prepared, p.webhookFeed(id).ColumnExpr("t.*, f.mode").
		Join("JOIN portfolios AS f ON f.id = t.portfolio_id").Where("t.lease = ?", work.Lease), WebhookEndpoints.Noun)
	if err != nil {
		return lostUnless(err)
	}
	endpoint, err := WebhookEndpoints.One(ctx, p, id)
	if err != nil {
		return lostUnless(err)
	}
	replays, err := p.WebhookReplays(ctx, id)
	if err != nil {
		return err
	}
	work.Endpoint, work.Feed, work.Replays = endpoint, &feed.WebhookFeed, replays
	work.Live, work.Sandbox = feed.Mode == model.ModeLive, feed.Mode == model.ModeSandbox
	return nil
}

// lostUnless returns ErrLeaseLost for a record that is gone, and other errors as they are.
func lostUnless(err error) error {
	if fault.CodeOf(err) == fault.CodeNotFound {
		return ErrLeaseLost
	}
	return err
}

// LockWebhookWork locks the endpoint of a work and its feed, and renews what the work says. ErrLeaseLost.
func (p *Portfolio) LockWebhookWork(ctx context.Context, work *WebhookWork) error {
	endpoint, err := WebhookEndpoints.Lock(ctx, p, work.Endpoint.ID)
	if err != nil {
		return lostUnless(err)
	}
	feed, err := p.LockWebhookFeed(ctx, endpoint.ID)
	if err != nil {
		return lostUnless(err)
	}
	if feed.Lease == nil || *feed.Lease != work.Lease {
		return ErrLeaseLost
	}
	work.Endpoint, work.Feed = endpoint, feed
	work.Replays, err = p.WebhookReplays(ctx, endpoint.ID)
	return err
}

// KeepWebhook prolongs the lease, and renews what the work says. It reports false if the lease is lost.
func (s *Store) KeepWebhook(ctx context.Context, work *WebhookWork, until time.Time) (bool, error) {
	kept, err := s.setLease(ctx, work, "leased_until = ?", until)
	if err != nil || !kept {
		return false, err
	}
	err = s.For(work.Endpoint.PortfolioID).renewWebhook(ctx, work)
	if errors.Is(err, ErrLeaseLost) {
		return false, nil
	}
	return err == nil, err
}

// ReleaseWebhook ends the lease, if it is not lost.
func (s *Store) ReleaseWebhook(ctx context.Context, work *WebhookWork, now time.Time) error {
	_, err := s.setLease(ctx, work, "lease = NULL, leased_until = ?", now)
	return err
}

func (s *Store) setLease(ctx context.Context, work *WebhookWork, set string, until time.Time) (done bool, err error) {
	n, err := rows.Exec(ctx, s.db, s.db.NewUpdate().Table("webhook_feeds").Set(set, until).
		Where("portfolio_id = ? AND endpoint_id = ? AND lease = ?", work.Endpoint.PortfolioID, work.Endpoint.ID, work.Lease))
	return n > 0, err
}

// DueDeliveries are the deliveries of the work whose next attempt is due, those that wait longest first.
func (s *Store) DueDeliveries(ctx context.Context, work *WebhookWork, now time.Time, limit int) ([]*model.WebhookDelivery, error) {
	p := s.For(work.Endpoint.PortfolioID)
	return rows.Read[model.WebhookDelivery](ctx, p.db, rows.Prepared,
		WebhookDeliveries.Select(p, rows.Where("t.endpoint_id = ? AND t.next_attempt_at <= ?", work.Endpoint.ID, now)).
			OrderExpr("t.next_attempt_at, t.id").Limit(int64(limit)))
}

// WebhookPage are the deliveries of a part of the feed that were never attempted, or are to be made again.
type WebhookPage struct {
	Deliveries []*model.WebhookDelivery // in the order of their positions
	End        int64                    // the position up to which the feed was read
	More       bool                     // the feed, or the replay, went on behind End
}

// NextEvents makes deliveries of the events behind a position that the endpoint gets. Nothing is saved.
func (s *Store) NextEvents(ctx context.Context, work *WebhookWork, from int64, limit int, now time.Time) (*WebhookPage, error) {
	page, err := s.For(work.Endpoint.PortfolioID).Events(ctx, EventScan{
		After: from, Limit: limit, Names: NamesOf(work.Endpoint), Bare: true,
	})
	if err != nil {
		return nil, err
	}
	return newWebhookPage(work, page, now, func(*model.Event) bool { return true }), nil
}

// NextReplayed is NextEvents for a replay of the work, behind a position of it.
func (s *Store) NextReplayed(
	ctx context.Context, work *WebhookWork, replay *model.WebhookReplay, from int64, limit int, now time.Time,
) (*WebhookPage, error) {
	page, err := s.For(work.Endpoint.PortfolioID).Events(ctx, EventScan{
		After: from, Limit: limit, Names: NamesOf(work.Endpoint), Bare: true,
	})
	if err != nil {
		return nil, err
	}
	made := newWebhookPage(work, page, now, replay.Has)
	if made.End >= replay.UntilPosition || !made.More {
		made.End, made.More = replay.UntilPosition, false
	}
	return made, nil
}

func newWebhookPage(work *WebhookWork, page *EventPage, now time.Time, has func(*model.Event) bool) *WebhookPage {
	made := &WebhookPage{End: page.End, More: page.More}
	for _, e := range page.Events {
		if has(e) {
			made.Deliveries = append(made.Deliveries, model.NewWebhookDelivery(NewID(), work.Endpoint, e, now))
		}
	}
	return made
}
