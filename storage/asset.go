package storage

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
)

func (p *Portfolio) assets() *bun.SelectQuery {
	return p.db.NewSelect().Model((*model.Asset)(nil)).Where("t.portfolio_id = ?", p.id)
}

// Assets reads a page of the portfolio's assets.
func (p *Portfolio) Assets(ctx context.Context, f model.AssetFilter, opt model.ListOptions) (*Page[model.Asset], error) {
	return lister[model.Asset]{
		base:  p.assets,
		given: f,
		filter: func(q *bun.SelectQuery) *bun.SelectQuery {
			q = common{f.ID, f.CreatedAt, f.UpdatedAt, f.Metadata}.apply(q)
			q = in(q, "case_id", f.CaseID.Value())
			return in(q, "asset_type_id", model.AssetTypeIDs(f.AssetType.Value()))
		},
		key: func(a *model.Asset) (uuid.UUID, time.Time, time.Time) { return a.ID, a.CreatedAt, a.UpdatedAt },
	}.list(ctx, p, opt)
}

// Asset finds one asset; `not_found`.
func (p *Portfolio) Asset(ctx context.Context, id uuid.UUID) (*model.Asset, error) {
	return one[model.Asset](ctx, p, p.assets, "", id, "asset")
}

// AssetsByID finds those of the ids that exist, in no certain order.
func (p *Portfolio) AssetsByID(ctx context.Context, ids []uuid.UUID) ([]*model.Asset, error) {
	return byID[model.Asset](ctx, p, p.assets(), ids)
}

// AssetsOfCases are the assets of the cases, oldest first, at most 200 of each.
func (p *Portfolio) AssetsOfCases(ctx context.Context, cases []uuid.UUID) ([]*model.Asset, error) {
	return ofParents[model.Asset](ctx, p, p.assets(), "case_id", cases)
}

// LockAsset finds one asset after it has locked its case, as every write below a case does (reliability, trap 4);
// `not_found`. A case is for ever an asset's own, so it is read before the lock, and all the rest after it.
func (p *Portfolio) LockAsset(ctx context.Context, id uuid.UUID) (*model.Asset, error) {
	a, err := p.Asset(ctx, id)
	if err != nil {
		return nil, err
	}
	if _, err := p.LockCase(ctx, a.CaseID); err != nil {
		return nil, err
	}
	return p.Asset(ctx, id)
}

// AssetReferences looks up the documents of a case that an asset's input names.
func (p *Portfolio) AssetReferences(ctx context.Context, caseID uuid.UUID, documents []uuid.UUID) (model.AssetReferences, error) {
	refs := model.AssetReferences{Case: true, Documents: map[uuid.UUID]bool{}}
	if len(documents) == 0 {
		return refs, nil
	}
	rows, err := read[identified](ctx, p.on, prepared, p.db.NewSelect().Table("documents").Column("id").
		Where("portfolio_id = ? AND case_id = ? AND id = ANY (?)", p.id, caseID, array[uuid.UUID](documents)))
	for _, row := range rows {
		refs.Documents[row.ID] = true
	}
	return refs, err
}

// InsertAsset adds an asset and reads back what the database made of it.
func (p *Portfolio) InsertAsset(ctx context.Context, a *model.Asset) error {
	a.PortfolioID = p.id
	return insert(ctx, p.on, a)
}

// UpdateAsset saves all members of an asset whose case the transaction has locked.
func (p *Portfolio) UpdateAsset(ctx context.Context, a *model.Asset) error {
	return update(ctx, p.db, a)
}
