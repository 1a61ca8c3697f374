package storage

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
)

func (p *Portfolio) brokerages() *bun.SelectQuery {
	return p.db.NewSelect().Model((*model.Brokerage)(nil)).Where("t.portfolio_id = ?", p.id)
}

// Brokerages reads a page of the portfolio's brokerages.
func (p *Portfolio) Brokerages(ctx context.Context, f model.BrokerageFilter, opt model.ListOptions) (*Page[model.Brokerage], error) {
	return lister[model.Brokerage]{
		base:  p.brokerages,
		given: f,
		filter: func(q *bun.SelectQuery) *bun.SelectQuery {
			q = common{f.ID, f.CreatedAt, f.UpdatedAt, f.Metadata}.apply(q)
			q = in(q, "state", f.State.Value())
			return contains(q, f.Q.Value())
		},
		key: func(b *model.Brokerage) (uuid.UUID, time.Time, time.Time) { return b.ID, b.CreatedAt, b.UpdatedAt },
	}.list(ctx, p, opt)
}

// Brokerage finds one brokerage; `not_found`.
func (p *Portfolio) Brokerage(ctx context.Context, id uuid.UUID) (*model.Brokerage, error) {
	return one[model.Brokerage](ctx, p, p.brokerages, "", id, "brokerage")
}

// BrokeragesByID finds those of the ids that exist, in no certain order.
func (p *Portfolio) BrokeragesByID(ctx context.Context, ids []uuid.UUID) ([]*model.Brokerage, error) {
	return byID[model.Brokerage](ctx, p, p.brokerages(), ids)
}

// ExistingBrokerages says which of the ids are brokerages of the portfolio.
func (p *Portfolio) ExistingBrokerages(ctx context.Context, ids ...uuid.UUID) (map[uuid.UUID]bool, error) {
	found, err := p.existing(ctx, asked{"brokerages": ids})
	return found["brokerages"], err
}

// LockBrokerage finds one brokerage and keeps others from writing it until the transaction ends; `not_found`.
func (p *Portfolio) LockBrokerage(ctx context.Context, id uuid.UUID) (*model.Brokerage, error) {
	return one[model.Brokerage](ctx, p, p.brokerages, "NO KEY UPDATE", id, "brokerage")
}

// InsertBrokerage adds a brokerage and reads back what the database made of it.
func (p *Portfolio) InsertBrokerage(ctx context.Context, b *model.Brokerage) error {
	b.PortfolioID = p.id
	return insert(ctx, p.on, b)
}

// UpdateBrokerage saves all members of a brokerage that the transaction has locked.
func (p *Portfolio) UpdateBrokerage(ctx context.Context, b *model.Brokerage) error {
	return update(ctx, p.db, b)
}
