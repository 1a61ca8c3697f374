package storage

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
)

func (p *Portfolio) brokers() *bun.SelectQuery {
	return p.db.NewSelect().Model((*model.Broker)(nil)).Where("t.portfolio_id = ?", p.id)
}

// Brokers reads a page of the portfolio's brokers.
func (p *Portfolio) Brokers(ctx context.Context, f model.BrokerFilter, opt model.ListOptions) (*Page[model.Broker], error) {
	return lister[model.Broker]{
		base:  p.brokers,
		given: f,
		filter: func(q *bun.SelectQuery) *bun.SelectQuery {
			q = common{f.ID, f.CreatedAt, f.UpdatedAt, f.Metadata}.apply(q)
			q = in(q, "brokerage_id", f.Brokerage.Value())
			q = inAnyCase(q, "email", f.Email.Value())
			return contains(q, f.Q.Value())
		},
		key: func(b *model.Broker) (uuid.UUID, time.Time, time.Time) { return b.ID, b.CreatedAt, b.UpdatedAt },
	}.list(ctx, p, opt)
}

// Broker finds one broker; `not_found`.
func (p *Portfolio) Broker(ctx context.Context, id uuid.UUID) (*model.Broker, error) {
	return one[model.Broker](ctx, p, p.brokers, "", id, "broker")
}

// BrokersByID finds those of the ids that exist, in no certain order.
func (p *Portfolio) BrokersByID(ctx context.Context, ids []uuid.UUID) ([]*model.Broker, error) {
	return byID[model.Broker](ctx, p, p.brokers(), ids)
}

// LockBroker finds one broker and keeps others from writing it until the transaction ends; `not_found`.
func (p *Portfolio) LockBroker(ctx context.Context, id uuid.UUID) (*model.Broker, error) {
	return one[model.Broker](ctx, p, p.brokers, "NO KEY UPDATE", id, "broker")
}

// InsertBroker adds a broker under its path name, or that with a number where it is taken, and reads back what the database
// made of it.
func (p *Portfolio) InsertBroker(ctx context.Context, b *model.Broker) error {
	b.PortfolioID = p.id
	return p.insertNamed(ctx, "brokers", b, &b.PathName)
}

// UpdateBroker saves all members of a broker that the transaction has locked.
func (p *Portfolio) UpdateBroker(ctx context.Context, b *model.Broker) error {
	return update(ctx, p.db, b)
}

// RenameBroker is UpdateBroker for one whose path name changed: it gets a number where that is taken.
func (p *Portfolio) RenameBroker(ctx context.Context, b *model.Broker) error {
	return p.updateNamed(ctx, "brokers", b, &b.PathName)
}
