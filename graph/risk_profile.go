package graph

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

func (*queryResolver) RiskProfiles(ctx context.Context, filter *model.RiskProfileFilter, sort *model.Sort, limit, offset *int, after *string) (*model.RiskProfileConnection, error) {
	nodes, info, err := listOf(ctx, storage.RiskProfiles, filter, listArgs{sort, limit, offset, after}, relateRiskProfiles)
	return &model.RiskProfileConnection{Nodes: nodes, PageInfo: info}, err
}

func (*queryResolver) RiskProfile(ctx context.Context, id uuid.UUID) (*model.RiskProfile, error) {
	return oneOf(ctx, storage.RiskProfiles, id, relateRiskProfiles)
}

func (*mutationResolver) CreateRiskProfile(ctx context.Context, input model.CreateRiskProfileInput) (*model.RiskProfile, error) {
	r := engine.RequestOf(ctx)
	holders, err := storage.CertificateHolders.ByID(ctx, r.Store, input.CertificateHolders.Value())
	if err != nil {
		return nil, err
	}
	p, err := model.NewRiskProfile(storage.NewID(), storage.NewID(), input, holders, r.Now)
	return create(ctx, storage.RiskProfiles, p, err, relateRiskProfiles)
}

func (*mutationResolver) UpdateRiskProfile(ctx context.Context, id uuid.UUID, input model.UpdateRiskProfileInput) (*model.RiskProfile, error) {
	store := engine.RequestOf(ctx).Store
	p, err := store.LockRiskProfile(ctx, id)
	return updateLocked(ctx, storage.RiskProfiles, p, err, relateRiskProfiles, func(p *model.RiskProfile) error {
		named := slices.Concat(p.CertificateHolderIDs, input.CertificateHolders.Value())
		holders, err := storage.CertificateHolders.ByID(ctx, store, named)
		if err != nil {
			return err
		}
		return p.Patch(input, holders)
	})
}

func (*mutationResolver) CreateRiskProfileVersion(ctx context.Context, id uuid.UUID) (*model.RiskProfile, error) {
	r := engine.RequestOf(ctx)
	p, err := r.Store.LockRiskProfile(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := r.CheckPrecondition(ctx); err != nil {
		return nil, err
	}
	drafted, err := r.Store.HasDraft(ctx, p.LineageID)
	if err != nil {
		return nil, err
	}
	if drafted {
		return nil, model.NewError(model.CodeInvalidTransition, "The profile has a draft already; edit or publish that one.")
	}
	latest, err := r.Store.LatestRiskProfile(ctx, p.LineageID)
	if err != nil {
		return nil, err
	}
	next, err := latest.NextVersion(storage.NewID(), r.Now)
	return create(ctx, storage.RiskProfiles, next, err, relateRiskProfiles)
}

func (*mutationResolver) CloneRiskProfile(ctx context.Context, id uuid.UUID, input model.CopyRiskProfileInput) (*model.RiskProfile, error) {
	r := engine.RequestOf(ctx)
	source, err := storage.RiskProfiles.One(ctx, r.Store, id)
	if err != nil {
		return nil, err
	}
	clone, err := source.Clone(storage.NewID(), storage.NewID(), input, r.Now)
	return create(ctx, storage.RiskProfiles, clone, err, relateRiskProfiles)
}

// relateRiskProfiles loads what the selection asks of risk profiles; asset types are the catalog's.
func relateRiskProfiles(ctx context.Context, sel engine.Selection, profiles []*model.RiskProfile) error {
	if sel.Has("assetTypes") {
		for _, p := range profiles {
			p.AssetTypes = assetTypesOf(p.AssetTypeIDs)
		}
	}
	of := relationsOf(sel, profiles)
	embedded(ctx, of, "requirements", nil, func(p *model.RiskProfile) []*model.Requirement { return p.Requirements })
	embedded(ctx, of, "assetTypes", nil, func(p *model.RiskProfile) []*model.AssetType { return p.AssetTypes })
	toMany(ctx, of, "certificateHolders", storage.CertificateHolders, nil,
		func(p *model.RiskProfile) ([]uuid.UUID, *[]*model.CertificateHolder) {
			return p.CertificateHolderIDs, &p.CertificateHolders
		})
	return of.err
}

// assetTypesOf are the catalog's asset types with the ids, in their order.
func assetTypesOf(ids []uuid.UUID) []*model.AssetType {
	types := []*model.AssetType{}
	for _, id := range ids {
		if t, ok := model.AssetTypes.ByID(id); ok {
			types = append(types, t)
		}
	}
	return types
}
