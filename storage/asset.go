package storage

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/storage/rows"
)

// Assets are what secures the loans of cases.
var Assets = rows.Define(Table[model.Asset, model.AssetFilter]{
	Noun: "asset",
	Filter: func(f model.AssetFilter) []rows.Condition {
		return []rows.Condition{
			rows.Common(f.ID, f.CreatedAt, f.UpdatedAt, f.Metadata),
			rows.In("case_id", f.CaseID.Value()),
			rows.In("asset_type_id", catalog.AssetTypes.IDs(f.AssetType.Value())),
			rows.In("external_id", f.ExternalID.Value()),
		}
	},
	Text:    func(f model.AssetFilter) *string { return f.Q.Value() },
	Counted: []string{"asset_type_id"},
})

// LockAsset finds one asset after it has locked its case, as every write below a case does (reliability, trap 4);
// `not_found`. An asset never changes its case, so that is read before the lock, and all the rest after it.
func (p *Portfolio) LockAsset(ctx context.Context, id uuid.UUID) (*model.Case, *model.Asset, error) {
	return lockBelow(ctx, p, Assets, "", id)
}

// DocumentsByCase says which of the documents exist, by the case that they belong to.
func (p *Portfolio) DocumentsByCase(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]map[uuid.UUID]bool, error) {
	documents := map[uuid.UUID]map[uuid.UUID]bool{}
	if len(ids) == 0 {
		return documents, nil
	}
	type row struct{ ID, CaseID uuid.UUID }
	found, err := rows.Read[row](ctx, p.db, rows.Prepared, p.db.NewSelect().Table("documents").Column("id", "case_id").
		Where("portfolio_id = ? AND id = ANY (?)", p.ID(), rows.Array[uuid.UUID](ids)))
	for _, row := range found {
		if documents[row.CaseID] == nil {
			documents[row.CaseID] = map[uuid.UUID]bool{}
		}
		documents[row.CaseID][row.ID] = true
	}
	return documents, err
}
