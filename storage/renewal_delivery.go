package storage

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
)

// deliveries are the notices of policies that are followed up, whose turn at the mail server has come.
func (p *Portfolio) deliveries(now time.Time) *bun.SelectQuery {
	followedUp := []model.PolicyStatus{model.PolicyStatusActive, model.PolicyStatusRenewalInProgress}
	return p.renewalNotices().
		Join("JOIN policies AS o ON o.portfolio_id = t.portfolio_id AND o.id = t.policy_id").
		Where("t.next_attempt_at <= ?", now).Where("o.status IN (?)", bun.List(followedUp))
}

// HasDelivery tells whether a notice waits for the mail server, be it one that somebody else is sending.
func (p *Portfolio) HasDelivery(ctx context.Context, now time.Time) (bool, error) {
	waiting, err := p.deliveries(now).Exists(ctx)
	return waiting, Translate(err)
}

// LockNextDelivery finds the notice whose turn at the mail server comes next and that nobody else is sending, and locks it;
// nil when there is none. The transaction may be idle for as long as patience says, which a conversation with the mail server
// may take.
func (p *Portfolio) LockNextDelivery(ctx context.Context, now time.Time, patience time.Duration) (*model.RenewalNotice, error) {
	var next []*model.RenewalNotice
	err := p.deliveries(now).OrderExpr("t.next_attempt_at, t.id").Limit(1).For("NO KEY UPDATE OF t SKIP LOCKED").Scan(ctx, &next)
	if err != nil || len(next) == 0 {
		return nil, Translate(err)
	}
	_, err = p.db.NewRaw("SELECT set_config('idle_in_transaction_session_timeout', ?, true)", fmt.Sprint(patience.Milliseconds())).Exec(ctx)
	return next[0], Translate(err)
}
