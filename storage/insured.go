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
		base: p.insureds,
		filter: func(q *bun.SelectQuery) *bun.SelectQuery {
			q = common{f.ID, f.CreatedAt, f.UpdatedAt, f.Metadata}.apply(q)
			q = in(q, "type", f.Type.Value())
			q = in(q, "insured_group_id", f.InsuredGroup.Value())
			return contains(q, f.Q.Value())
		},
		key: func(i *model.Insured) (uuid.UUID, time.Time, time.Time) { return i.ID, i.CreatedAt, i.UpdatedAt },
	}.list(ctx, opt)
}

// Insured finds one insured; `not_found`.
func (p *Portfolio) Insured(ctx context.Context, id uuid.UUID) (*model.Insured, error) {
	i := new(model.Insured)
	return found(i, p.insureds().Where("t.id = ?", id).Scan(ctx, i), "insured")
}

// InsuredsByID finds those of the ids that exist, in no certain order.
func (p *Portfolio) InsuredsByID(ctx context.Context, ids []uuid.UUID) ([]*model.Insured, error) {
	return byID[model.Insured](ctx, p.insureds(), ids)
}

// LockInsured finds one insured and keeps others from writing it until the transaction ends; `not_found`.
func (p *Portfolio) LockInsured(ctx context.Context, id uuid.UUID) (*model.Insured, error) {
	i := new(model.Insured)
	return found(i, p.insureds().Where("t.id = ?", id).For("NO KEY UPDATE").Scan(ctx, i), "insured")
}

// InsertInsured adds an insured under its path name, or that with a number where it is taken, and reads back what the
// database made of it.
func (p *Portfolio) InsertInsured(ctx context.Context, i *model.Insured) error {
	i.PortfolioID = p.id
	return p.withPathName(ctx, "insureds", i.PathName, func(candidate string) (bool, error) {
		i.PathName = candidate
		result, err := p.db.NewInsert().Model(i).On("CONFLICT (portfolio_id, path_name) DO NOTHING").Returning("*").Exec(ctx)
		if err != nil {
			return false, err
		}
		n, err := result.RowsAffected()
		return n == 1, err
	})
}

// UpdateInsured saves all members of an insured that the transaction has locked.
func (p *Portfolio) UpdateInsured(ctx context.Context, i *model.Insured) error {
	_, err := p.db.NewUpdate().Model(i).WherePK().Returning("*").Exec(ctx)
	return Translate(err)
}

// RenameInsured is UpdateInsured for one whose path name changed: it gets a number where that is taken.
func (p *Portfolio) RenameInsured(ctx context.Context, i *model.Insured) error {
	return p.withPathName(ctx, "insureds", i.PathName, func(candidate string) (bool, error) {
		i.PathName = candidate
		// A savepoint: an UPDATE has no ON CONFLICT, and a refused one would end the transaction.
		err := p.db.RunInTx(ctx, nil, func(ctx context.Context, tx bun.Tx) error {
			_, err := tx.NewUpdate().Model(i).WherePK().Returning("*").Exec(ctx)
			return err
		})
		if isDuplicate(err, "insureds_portfolio_id_path_name_key") {
			return false, nil
		}
		return err == nil, err
	})
}
