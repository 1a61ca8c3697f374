package storage

import (
	"context"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
)

func (p *Portfolio) renewalNotices() *bun.SelectQuery {
	return p.db.NewSelect().Model((*model.RenewalNotice)(nil)).Where("t.portfolio_id = ?", p.id)
}

// CurrentNoticesOfPolicies are the notices of the policies' current terms, in no certain order.
func (p *Portfolio) CurrentNoticesOfPolicies(ctx context.Context, policies []uuid.UUID) ([]*model.RenewalNotice, error) {
	notices := []*model.RenewalNotice{}
	if len(policies) == 0 {
		return notices, nil
	}
	err := p.renewalNotices().
		Join("JOIN policies AS o ON o.portfolio_id = t.portfolio_id AND o.id = t.policy_id AND o.term_number = t.term_number").
		Where("t.policy_id IN (?)", bun.List(policies)).Scan(ctx, &notices)
	return notices, Translate(err)
}
