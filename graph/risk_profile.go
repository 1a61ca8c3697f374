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
	nodes, info, err := readList(ctx, listArgs{sort, limit, offset, after},
		engine.RequestOf(ctx).Store.RiskProfiles, orZero(filter), relateRiskProfiles)
	return &model.RiskProfileConnection{Nodes: nodes, PageInfo: info}, err
}

func (*queryResolver) RiskProfile(ctx context.Context, id uuid.UUID) (*model.RiskProfile, error) {
	p, err := engine.RequestOf(ctx).Store.RiskProfile(ctx, id)
	return readOne(ctx, p, err, relateRiskProfiles)
}

func (*mutationResolver) CreateRiskProfile(ctx context.Context, input model.CreateRiskProfileInput) (*model.RiskProfile, error) {
	r := engine.RequestOf(ctx)
	holders, err := r.Store.CertificateHoldersByID(ctx, input.CertificateHolders.Value())
	if err != nil {
		return nil, err
	}
	p, err := model.NewRiskProfile(storage.NewID(), storage.NewID(), input, holders, r.Now)
	if err != nil {
		return nil, err
	}
	return insertRiskProfile(ctx, p)
}

func (*mutationResolver) UpdateRiskProfile(ctx context.Context, id uuid.UUID, input model.UpdateRiskProfileInput) (*model.RiskProfile, error) {
	r := engine.RequestOf(ctx)
	p, err := r.Store.LockRiskProfile(ctx, id)
	if err != nil {
		return nil, err
	}
	named := slices.Concat(p.CertificateHolderIDs, input.CertificateHolders.Value())
	holders, err := r.Store.CertificateHoldersByID(ctx, named)
	if err != nil {
		return nil, err
	}
	before := *p
	if err := p.Patch(input, holders); err != nil {
		return nil, err
	}
	if err := r.CheckPrecondition(ctx); err != nil {
		return nil, err
	}
	p.UpdatedAt = r.Now
	if err := updateRecord(ctx, "riskProfile", id, before, p, r.Store.UpdateRiskProfile); err != nil {
		return nil, err
	}
	return p, relateRiskProfiles(ctx, engine.SelectionOf(ctx), []*model.RiskProfile{p})
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
	if err != nil {
		return nil, err
	}
	return insertRiskProfile(ctx, next)
}

func (*mutationResolver) CloneRiskProfile(ctx context.Context, id uuid.UUID, input model.CopyRiskProfileInput) (*model.RiskProfile, error) {
	r := engine.RequestOf(ctx)
	source, err := r.Store.RiskProfile(ctx, id)
	if err != nil {
		return nil, err
	}
	clone, err := source.Clone(storage.NewID(), storage.NewID(), input, r.Now)
	if err != nil {
		return nil, err
	}
	return insertRiskProfile(ctx, clone)
}

// insertRiskProfile saves a new version with its audit event.
func insertRiskProfile(ctx context.Context, p *model.RiskProfile) (*model.RiskProfile, error) {
	save := func(ctx context.Context, p *model.RiskProfile) error {
		return engine.RequestOf(ctx).Store.InsertRiskProfiles(ctx, p)
	}
	if err := insertRecord(ctx, "riskProfile", p.ID, p, save); err != nil {
		return nil, err
	}
	return p, relateRiskProfiles(ctx, engine.SelectionOf(ctx), []*model.RiskProfile{p})
}

// relateRiskProfiles loads what the selection asks of risk profiles; asset types are the catalog's.
func relateRiskProfiles(ctx context.Context, sel engine.Selection, profiles []*model.RiskProfile) error {
	if sel.Has("assetTypes") {
		for _, p := range profiles {
			p.AssetTypes = assetTypesOf(p.AssetTypeIDs)
		}
	}
	if err := countEmbedded(ctx, sel, "requirements", profiles, func(p *model.RiskProfile) []*model.Requirement { return p.Requirements }, nil); err != nil {
		return err
	}
	if err := countEmbedded(ctx, sel, "assetTypes", profiles, func(p *model.RiskProfile) []*model.AssetType { return p.AssetTypes }, nil); err != nil {
		return err
	}
	return toMany(ctx, sel, "certificateHolders", profiles,
		func(p *model.RiskProfile) []uuid.UUID { return p.CertificateHolderIDs },
		(*storage.Portfolio).CertificateHoldersByID,
		func(h *model.CertificateHolder) uuid.UUID { return h.ID },
		func(p *model.RiskProfile, holders []*model.CertificateHolder) { p.CertificateHolders = holders }, nil)
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
