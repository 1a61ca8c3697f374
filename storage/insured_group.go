package storage

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
)

func (p *Portfolio) insuredGroups() *bun.SelectQuery {
	return p.db.NewSelect().Model((*model.InsuredGroup)(nil)).Where("t.portfolio_id = ?", p.id)
}

// InsuredGroups reads a page of the portfolio's insured groups.
func (p *Portfolio) InsuredGroups(ctx context.Context, f model.InsuredGroupFilter, opt model.ListOptions) (*Page[model.InsuredGroup], error) {
	return lister[model.InsuredGroup]{
		base:  p.insuredGroups,
		given: f,
		filter: func(q *bun.SelectQuery) *bun.SelectQuery {
			q = common{f.ID, f.CreatedAt, f.UpdatedAt, f.Metadata}.apply(q)
			q = in(q, "name", f.Name.Value())
			return contains(q, f.Q.Value())
		},
		key: func(g *model.InsuredGroup) (uuid.UUID, time.Time, time.Time) { return g.ID, g.CreatedAt, g.UpdatedAt },
	}.list(ctx, p, opt)
}

// InsuredGroup finds one insured group; `not_found`.
func (p *Portfolio) InsuredGroup(ctx context.Context, id uuid.UUID) (*model.InsuredGroup, error) {
	return one[model.InsuredGroup](ctx, p, p.insuredGroups, "", id, "insured group")
}

// InsuredGroupsByID finds those of the ids that exist, in no certain order.
func (p *Portfolio) InsuredGroupsByID(ctx context.Context, ids []uuid.UUID) ([]*model.InsuredGroup, error) {
	return byID[model.InsuredGroup](ctx, p, p.insuredGroups(), ids)
}

// ExistingInsuredGroups says which of the ids are insured groups of the portfolio.
func (p *Portfolio) ExistingInsuredGroups(ctx context.Context, ids ...uuid.UUID) (map[uuid.UUID]bool, error) {
	found, err := p.existing(ctx, asked{"insured_groups": ids})
	return found["insured_groups"], err
}

// LockInsuredGroup finds one insured group and keeps others from writing it until the transaction ends; `not_found`.
func (p *Portfolio) LockInsuredGroup(ctx context.Context, id uuid.UUID) (*model.InsuredGroup, error) {
	return one[model.InsuredGroup](ctx, p, p.insuredGroups, "NO KEY UPDATE", id, "insured group")
}

// InsertInsuredGroup adds an insured group and reads back what the database made of it.
func (p *Portfolio) InsertInsuredGroup(ctx context.Context, g *model.InsuredGroup) error {
	g.PortfolioID = p.id
	return insert(ctx, p.on, g)
}

// UpdateInsuredGroup saves all members of an insured group that the transaction has locked.
func (p *Portfolio) UpdateInsuredGroup(ctx context.Context, g *model.InsuredGroup) error {
	return update(ctx, p.db, g)
}
