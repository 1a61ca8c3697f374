package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

func (*queryResolver) Assets(ctx context.Context, filter *model.AssetFilter, sort *model.Sort, limit, offset *int, after *string) (*model.AssetConnection, error) {
	nodes, info, err := readList(ctx, listArgs{sort, limit, offset, after},
		engine.RequestOf(ctx).Store.Assets, orZero(filter), relateAssets)
	return &model.AssetConnection{Nodes: nodes, PageInfo: info}, err
}

func (*queryResolver) Asset(ctx context.Context, id uuid.UUID) (*model.Asset, error) {
	a, err := engine.RequestOf(ctx).Store.Asset(ctx, id)
	return readOne(ctx, a, err, relateAssets)
}

func (*queryResolver) AssetRequiredFields(ctx context.Context, id uuid.UUID) ([]*model.RequiredField, error) {
	a, err := engine.RequestOf(ctx).Store.Asset(ctx, id)
	if a, err = readOne(ctx, a, err, nil); a == nil {
		return nil, err
	}
	return a.RequiredFields(), nil
}

func (*mutationResolver) CreateAsset(ctx context.Context, input model.CreateAssetInput) (*model.Asset, error) {
	r := engine.RequestOf(ctx)
	_, err := r.Store.LockCase(ctx, input.CaseID)
	known := err == nil
	if err != nil && model.CodeOf(err) != model.CodeNotFound {
		return nil, err
	}
	refs, err := r.Store.AssetReferences(ctx, input.CaseID, input.Documents.Value())
	if err != nil {
		return nil, err
	}
	refs.Case = known
	a, err := model.NewAsset(storage.NewID(), input, refs, r.Now)
	if err != nil {
		return nil, err
	}
	if err := r.Store.InsertAsset(ctx, a); err != nil {
		return nil, err
	}
	r.Audit("asset.created", "asset", a.ID, model.Changes(model.Asset{}, *a))
	return a, relateAssets(ctx, engine.SelectionOf(ctx), []*model.Asset{a})
}

func (*mutationResolver) UpdateAsset(ctx context.Context, id uuid.UUID, input model.UpdateAssetInput) (*model.Asset, error) {
	r := engine.RequestOf(ctx)
	a, err := r.Store.LockAsset(ctx, id)
	if err != nil {
		return nil, err
	}
	refs, err := r.Store.AssetReferences(ctx, a.CaseID, input.Documents.Value())
	if err != nil {
		return nil, err
	}
	before := *a
	if err := a.Patch(input, refs).Err(); err != nil {
		return nil, err
	}
	if err := r.CheckPrecondition(ctx); err != nil {
		return nil, err
	}
	if err := saveAsset(ctx, before, a); err != nil {
		return nil, err
	}
	return a, relateAssets(ctx, engine.SelectionOf(ctx), []*model.Asset{a})
}

// saveAsset saves an asset that differs from before, with its audit event.
func saveAsset(ctx context.Context, before model.Asset, a *model.Asset) error {
	r := engine.RequestOf(ctx)
	changes := model.Changes(before, *a)
	if len(changes) == 0 {
		*a = before
		return nil
	}
	a.UpdatedAt = r.Now
	r.Audit("asset.updated", "asset", a.ID, changes)
	return r.Store.UpdateAsset(ctx, a)
}

// relateAssets loads the selected relations of assets. Asset types are in memory.
func relateAssets(ctx context.Context, sel engine.Selection, assets []*model.Asset) error {
	for _, a := range assets {
		a.AssetType, _ = model.AssetTypes.ByID(a.AssetTypeID)
	}
	err := toMany(ctx, sel, "documents", assets,
		func(a *model.Asset) []uuid.UUID { return a.DocumentIDs },
		(*storage.Portfolio).DocumentsByID,
		func(d *model.Document) uuid.UUID { return d.ID },
		func(a *model.Asset, docs []*model.Document) { a.Documents = docs },
		relateDocuments)
	if err != nil {
		return err
	}
	return caseOf(ctx, sel, assets, func(a *model.Asset) uuid.UUID { return a.CaseID },
		func(a *model.Asset, c *model.Case) { a.Case = c })
}
