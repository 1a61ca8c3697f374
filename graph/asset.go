package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

func (*queryResolver) Assets(ctx context.Context, filter *model.AssetFilter, sort *model.Sort, limit, offset *int, after *string) (*model.AssetConnection, error) {
	nodes, info, err := listOf(ctx, storage.Assets, filter, listArgs{sort: sort, limit: limit, offset: offset, after: after}, relateAssets)
	return &model.AssetConnection{Nodes: nodes, PageInfo: info}, err
}

func (*queryResolver) Asset(ctx context.Context, id uuid.UUID) (*model.Asset, error) {
	return oneOf(ctx, storage.Assets, id, relateAssets)
}

func (*queryResolver) AssetRequiredFields(ctx context.Context, id uuid.UUID) ([]*model.RequiredField, error) {
	a, err := oneOf(ctx, storage.Assets, id, nil)
	if a == nil {
		return nil, err
	}
	return a.RequiredFields(), nil
}

func (*mutationResolver) CreateAsset(ctx context.Context, input model.CreateAssetInput) (*model.Asset, error) {
	r := engine.RequestOf(ctx)
	c, err := orNone(storage.Cases.Lock(ctx, r.Store, input.CaseID))
	if err != nil {
		return nil, err
	}
	refs, err := r.Store.AssetReferences(ctx, input.CaseID, input.Documents.Value())
	if err != nil {
		return nil, err
	}
	refs.Case = c != nil
	a, err := model.NewAsset(storage.NewID(), input, refs, r.Now)
	return create(ctx, storage.Assets, a, err, relateAssets)
}

func (*mutationResolver) UpdateAsset(ctx context.Context, id uuid.UUID, input model.UpdateAssetInput) (*model.Asset, error) {
	r := engine.RequestOf(ctx)
	a, err := r.Store.LockAsset(ctx, id)
	return updateLocked(ctx, storage.Assets, a, err, relateAssets, func(a *model.Asset) error {
		refs, err := r.Store.AssetReferences(ctx, a.CaseID, input.Documents.Value())
		if err != nil {
			return err
		}
		return a.Patch(input, refs).Err()
	})
}

// relateAssets loads the selected relations of assets. Asset types are in memory.
func relateAssets(ctx context.Context, sel engine.Selection, assets []*model.Asset) error {
	for _, a := range assets {
		a.AssetType, _ = model.AssetTypes.ByID(a.AssetTypeID)
	}
	of := relationsOf(sel, assets)
	toMany(ctx, of, "documents", storage.Documents, relateDocuments,
		func(a *model.Asset) ([]uuid.UUID, *[]*model.Document) { return a.DocumentIDs, &a.Documents })
	toOne(ctx, of, "case", storage.Cases, relateCases, func(a *model.Asset) (*uuid.UUID, **model.Case) { return &a.CaseID, &a.Case })
	namedIn(ctx, of, "policies", storage.Policies, "asset_ids", relatePolicies,
		func(p *model.Policy) []uuid.UUID { return p.AssetIDs },
		func(a *model.Asset) (uuid.UUID, *[]*model.Policy) { return a.ID, &a.Policies })
	return of.err
}
