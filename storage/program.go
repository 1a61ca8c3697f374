package storage

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
)

func (p *Portfolio) programs() *bun.SelectQuery {
	return p.db.NewSelect().Model((*model.Program)(nil)).Where("t.portfolio_id = ?", p.id)
}

// Programs reads a page of the portfolio's programs.
func (p *Portfolio) Programs(ctx context.Context, f model.ProgramFilter, opt model.ListOptions) (*Page[model.Program], error) {
	return lister[model.Program]{
		base:  p.programs,
		given: f,
		filter: func(q *bun.SelectQuery) *bun.SelectQuery {
			q = common{f.ID, f.CreatedAt, f.UpdatedAt, f.Metadata}.apply(q)
			return contains(q, f.Q.Value())
		},
		key: func(r *model.Program) (uuid.UUID, time.Time, time.Time) { return r.ID, r.CreatedAt, r.UpdatedAt },
	}.list(ctx, p, opt)
}

// ProgramsByID finds those of the ids that exist, in no certain order.
func (p *Portfolio) ProgramsByID(ctx context.Context, ids []uuid.UUID) ([]*model.Program, error) {
	return byID[model.Program](ctx, p, p.programs(), ids)
}

// LockProgram finds one program and keeps others from writing it until the transaction ends; `not_found`.
func (p *Portfolio) LockProgram(ctx context.Context, id uuid.UUID) (*model.Program, error) {
	return one[model.Program](ctx, p, p.programs, "NO KEY UPDATE", id, "program")
}

// InsertProgram adds a program and reads back what the database made of it.
func (p *Portfolio) InsertProgram(ctx context.Context, r *model.Program) error {
	r.PortfolioID = p.id
	return insert(ctx, p.on, r)
}

// UpdateProgram saves all members of a program that the transaction has locked.
func (p *Portfolio) UpdateProgram(ctx context.Context, r *model.Program) error {
	return update(ctx, p.db, r)
}
