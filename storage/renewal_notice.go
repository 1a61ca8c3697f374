package storage

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
)

func (p *Portfolio) renewalNotices() *bun.SelectQuery {
	return p.db.NewSelect().Model((*model.RenewalNotice)(nil)).Where("t.portfolio_id = ?", p.id)
}

// CurrentNoticesOfPolicies are the notices of the policies' current terms, in no certain order.
func (p *Portfolio) CurrentNoticesOfPolicies(ctx context.Context, policies []uuid.UUID) ([]*model.RenewalNotice, error) {
	if len(policies) == 0 {
		return []*model.RenewalNotice{}, nil
	}
	return read[model.RenewalNotice](ctx, p.on, prepared, p.renewalNotices().
		Join("JOIN policies AS o ON o.portfolio_id = t.portfolio_id AND o.id = t.policy_id AND o.term_number = t.term_number").
		Where("t.policy_id = ANY (?)", array[uuid.UUID](policies)))
}

// RenewalNotices reads a page of the portfolio's renewal notices.
func (p *Portfolio) RenewalNotices(ctx context.Context, f model.RenewalNoticeFilter, opt model.ListOptions) (*Page[model.RenewalNotice], error) {
	return lister[model.RenewalNotice]{
		base:  p.renewalNotices,
		given: f,
		filter: func(q *bun.SelectQuery) *bun.SelectQuery {
			q = common{f.ID, f.CreatedAt, f.UpdatedAt, f.Metadata}.apply(q)
			q = in(q, "policy_id", f.PolicyID.Value())
			q = in(q, "case_id", f.CaseID.Value())
			q = in(q, "step", f.Step.Value())
			q = in(q, "state", f.State.Value())
			return within(q, "due_at", timeBounds(f.DueAt.Value()))
		},
		key: func(n *model.RenewalNotice) (uuid.UUID, time.Time, time.Time) { return n.ID, n.CreatedAt, n.UpdatedAt },
	}.list(ctx, p, opt)
}

// RenewalNoticesOfPolicies are the notices of the policies, oldest first, at most 200 of each.
func (p *Portfolio) RenewalNoticesOfPolicies(ctx context.Context, policies []uuid.UUID) ([]*model.RenewalNotice, error) {
	return ofParents[model.RenewalNotice](ctx, p, p.renewalNotices(), "policy_id", policies)
}

// LockRenewalNotices finds all notices of policies whose cases are locked already, and keeps the delivery from them until the
// transaction ends. It waits for a notice that is on its way to the mail server at this moment.
func (p *Portfolio) LockRenewalNotices(ctx context.Context, policies []uuid.UUID) ([]*model.RenewalNotice, error) {
	if len(policies) == 0 {
		return []*model.RenewalNotice{}, nil
	}
	return read[model.RenewalNotice](ctx, p.on, prepared, p.renewalNotices().Where("t.policy_id = ANY (?)", array[uuid.UUID](policies)).
		OrderExpr("t.id").For("NO KEY UPDATE"))
}

// InsertRenewalNotices adds notices, with new ids.
func (p *Portfolio) InsertRenewalNotices(ctx context.Context, notices []*model.RenewalNotice) error {
	for _, n := range notices {
		n.PortfolioID, n.ID = p.id, NewID()
	}
	for some := range slices.Chunk(notices, rowsAtOnce[model.RenewalNotice]()) {
		c, err := newInsert(some)
		if err != nil {
			return err
		}
		if err := c.run(ctx, p.on, len(some) <= preparedRows, nothing); err != nil {
			return err
		}
	}
	return nil
}

// UpdateRenewalNotices saves what became of notices that the transaction has locked, in one statement.
func (p *Portfolio) UpdateRenewalNotices(ctx context.Context, notices []*model.RenewalNotice) error {
	if len(notices) == 0 {
		return nil
	}
	_, err := p.db.NewUpdate().Model(&notices).
		Column("due_at", "state", "recipients", "copies", "skip_reason", "subject", "body", "settled_at", "next_attempt_at", "attempts", "updated_at").
		Bulk().Exec(ctx)
	return Translate(err)
}

// RenewalSteps are the steps of the portfolio's lender, nil for the default.
func (p *Portfolio) RenewalSteps(ctx context.Context) (steps model.RenewalSteps, err error) {
	type row struct {
		ID           uuid.UUID // a row's first column is not NULL
		RenewalSteps model.RenewalSteps
	}
	found, err := first[row](ctx, p, p.db.NewSelect().TableExpr("portfolios AS t").Column("t.id", "l.renewal_steps").
		Join("JOIN lenders AS l ON l.id = t.lender_id").Where("t.id = ?", p.id), "portfolio")
	if err != nil {
		return nil, err
	}
	return found.RenewalSteps, nil
}
