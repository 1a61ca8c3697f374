package storage

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
)

func (p *Portfolio) insureds() *bun.SelectQuery {
	return p.db.NewSelect().Model((*model.Insured)(nil)).Where("t.portfolio_id = ?", p.id)
}

// Insureds reads a page of the portfolio's insureds.
func (p *Portfolio) Insureds(ctx context.Context, f model.InsuredFilter, opt model.ListOptions) (*Page[model.Insured], error) {
	return lister[model.Insured]{
		base:  p.insureds,
		given: f,
		filter: func(q *bun.SelectQuery) *bun.SelectQuery {
			q = common{f.ID, f.CreatedAt, f.UpdatedAt, f.Metadata}.apply(q)
			q = in(q, "type", f.Type.Value())
			q = in(q, "insured_group_id", f.InsuredGroup.Value())
			return contains(q, f.Q.Value())
		},
		key: func(i *model.Insured) (uuid.UUID, time.Time, time.Time) { return i.ID, i.CreatedAt, i.UpdatedAt },
	}.list(ctx, p, opt)
}

// Insured finds one insured; `not_found`.
func (p *Portfolio) Insured(ctx context.Context, id uuid.UUID) (*model.Insured, error) {
	return one[model.Insured](ctx, p, p.insureds, "", id, "insured")
}

// InsuredsByID finds those of the ids that exist, in no certain order.
func (p *Portfolio) InsuredsByID(ctx context.Context, ids []uuid.UUID) ([]*model.Insured, error) {
	return byID[model.Insured](ctx, p, p.insureds(), ids)
}

// LockInsured finds one insured and keeps others from writing it until the transaction ends; `not_found`.
func (p *Portfolio) LockInsured(ctx context.Context, id uuid.UUID) (*model.Insured, error) {
	return one[model.Insured](ctx, p, p.insureds, "NO KEY UPDATE", id, "insured")
}

// InsertInsured adds an insured under its path name, or that with a number where it is taken, and reads back what the
// database made of it.
func (p *Portfolio) InsertInsured(ctx context.Context, i *model.Insured) error {
	i.PortfolioID = p.id
	return p.insertNamed(ctx, "insureds", i, &i.PathName)
}

// UpdateInsured saves all members of an insured that the transaction has locked.
func (p *Portfolio) UpdateInsured(ctx context.Context, i *model.Insured) error {
	return update(ctx, p.db, i)
}

// RenameInsured is UpdateInsured for one whose path name changed: it gets a number where that is taken.
func (p *Portfolio) RenameInsured(ctx context.Context, i *model.Insured) error {
	return p.updateNamed(ctx, "insureds", i, &i.PathName)
}
