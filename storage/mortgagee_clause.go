package storage

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
)

func (p *Portfolio) mortgageeClauses() *bun.SelectQuery {
	return p.db.NewSelect().Model((*model.MortgageeClause)(nil)).Where("t.portfolio_id = ?", p.id)
}

// MortgageeClauses reads a page of the portfolio's mortgagee clauses.
func (p *Portfolio) MortgageeClauses(ctx context.Context, f model.MortgageeClauseFilter, opt model.ListOptions) (*Page[model.MortgageeClause], error) {
	return lister[model.MortgageeClause]{
		base:  p.mortgageeClauses,
		given: f,
		filter: func(q *bun.SelectQuery) *bun.SelectQuery {
			q = common{f.ID, f.CreatedAt, f.UpdatedAt, f.Metadata}.apply(q)
			q = in(q, "certificate_holder_id", f.CertificateHolder.Value())
			return in(q, "clause_type", f.ClauseType.Value())
		},
		key: func(c *model.MortgageeClause) (uuid.UUID, time.Time, time.Time) {
			return c.ID, c.CreatedAt, c.UpdatedAt
		},
	}.list(ctx, p, opt)
}

// MortgageeClausesByID finds those of the ids that exist, in no certain order.
func (p *Portfolio) MortgageeClausesByID(ctx context.Context, ids []uuid.UUID) ([]*model.MortgageeClause, error) {
	return byID[model.MortgageeClause](ctx, p, p.mortgageeClauses(), ids)
}

// MortgageeClause finds one clause; `not_found`.
func (p *Portfolio) MortgageeClause(ctx context.Context, id uuid.UUID) (*model.MortgageeClause, error) {
	return one[model.MortgageeClause](ctx, p, p.mortgageeClauses, "", id, "mortgagee clause")
}

// LockMortgageeClause finds one clause and keeps others from writing it until the transaction ends; `not_found`.
func (p *Portfolio) LockMortgageeClause(ctx context.Context, id uuid.UUID) (*model.MortgageeClause, error) {
	return one[model.MortgageeClause](ctx, p, p.mortgageeClauses, "NO KEY UPDATE", id, "mortgagee clause")
}

// ClauseTypesOfHolder are the types of a certificate holder's clauses.
func (p *Portfolio) ClauseTypesOfHolder(ctx context.Context, holder uuid.UUID) ([]model.ClauseType, error) {
	var types []model.ClauseType
	err := p.mortgageeClauses().ColumnExpr("DISTINCT t.clause_type").Where("t.certificate_holder_id = ?", holder).
		OrderExpr("t.clause_type").Scan(ctx, &types)
	return types, Translate(err)
}

// InsertMortgageeClause adds a clause and reads back what the database made of it.
func (p *Portfolio) InsertMortgageeClause(ctx context.Context, c *model.MortgageeClause) error {
	c.PortfolioID = p.id
	return insert(ctx, p.on, c)
}

// UpdateMortgageeClause saves all members of a clause that the transaction has locked.
func (p *Portfolio) UpdateMortgageeClause(ctx context.Context, c *model.MortgageeClause) error {
	return update(ctx, p.db, c)
}
