package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/storage"
)

func (*queryResolver) AssetRequiredFields(ctx context.Context, id uuid.UUID) ([]*model.RequiredField, error) {
	a, err := oneOf(ctx, storage.Assets, id, nil)
	if a == nil {
		return nil, err
	}
	return a.RequiredFields(), nil
}

func createAssets(ctx context.Context, inputs []*model.CreateAssetInput, at place) ([]*model.Asset, error) {
	r := engine.RequestOf(ctx)
	cases, err := lockCases(ctx, inputs, func(in *model.CreateAssetInput) uuid.UUID { return in.CaseID })
	if err != nil {
		return nil, err
	}
	named := make([]model.UpdateAssetInput, len(inputs))
	for i, in := range inputs {
		named[i] = in.AsUpdate()
	}
	of, err := assetReferences(ctx, named...)
	if err != nil {
		return nil, err
	}
	assets, err := makeAll(inputs, at, func(_ int, in model.CreateAssetInput) (*model.Asset, error) {
		refs := of(in.CaseID)
		refs.Case = cases[in.CaseID] != nil
		return model.NewAsset(storage.NewID(), in, refs, r.Now)
	})
	if err != nil {
		return nil, err
	}
	if err := checkOpen(cases); err != nil {
		return nil, err
	}
	if err := checkSizes(ctx, storage.Assets, assets, "assets", func(q model.Quotas) int64 { return q.CaseAssets }); err != nil {
		return nil, err
	}
	return assets, insert(ctx, storage.Assets, assets...)
}

// assetReferences looks up the records that inputs of assets name, for assets of any case that there is.
func assetReferences(ctx context.Context, inputs ...model.UpdateAssetInput) (of func(caseID uuid.UUID) model.AssetReferences, err error) {
	store := engine.RequestOf(ctx).Store
	var named []uuid.UUID
	keys := make([]*string, len(inputs))
	for i, in := range inputs {
		named, keys[i] = append(named, in.Documents.Value()...), in.ExternalID.Value()
	}
	documents, err := store.DocumentsByCase(ctx, named)
	if err != nil {
		return nil, err
	}
	holders, err := store.Holders(ctx, storage.Assets, keys...)
	return func(caseID uuid.UUID) model.AssetReferences {
		return model.AssetReferences{Case: true, Documents: documents[caseID], Holders: holders}
	}, err
}

func (*mutationResolver) UpdateAsset(ctx context.Context, id uuid.UUID, input model.UpdateAssetInput) (*model.Asset, error) {
	r := engine.RequestOf(ctx)
	c, a, err := r.Store.LockAsset(ctx, id)
	return updateLocked(ctx, storage.Assets, a, err, relateAssets, func(a *model.Asset) error {
		of, err := assetReferences(ctx, input)
		if err != nil {
			return err
		}
		return a.Patch(input, of(a.CaseID)).Err()
	}, isOpen[model.Asset](c))
}

func init() { addNodeRelation(relateAssets) }

// relateAssets loads the selected relations of assets. Asset types are in memory.
func relateAssets(ctx context.Context, sel engine.Selection, assets []*model.Asset) error {
	for _, a := range assets {
		a.AssetType, _ = catalog.AssetTypes.ByID(a.AssetTypeID)
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
