package model

import (
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/model/patch"
	"github.com/covertrack/covertrack/model/scalar"
)

// RiskProfile is one version of a set of coverage requirements. The versions of one profile share a lineage: at most
// one is a draft, and one of the published ones, which never change, is the latest (contract section 3).
type RiskProfile struct {
	bun.BaseModel `bun:"table:risk_profiles,alias:t"`

	PortfolioID                  uuid.UUID `bun:",pk"`
	ID                           uuid.UUID `bun:",pk"`
	LineageID                    uuid.UUID
	Version                      int
	Name                         string
	Description                  string
	Type                         RiskProfileType
	SourceID                     *uuid.UUID // the version that it was copied from or follows
	SourceLineageID              *uuid.UUID // the lineage that a subscription follows
	ProtectionScore              float64
	AssetTypeIDs                 []uuid.UUID                     `bun:"asset_type_ids,array"`
	CertificateHolderIDs         []uuid.UUID                     `bun:"certificate_holder_ids,array"`
	CertificateHolderClauseTypes []*CertificateHolderClauseTypes `bun:"type:jsonb"`
	Requirements                 []*Requirement                  `bun:"type:jsonb"`
	IsPublished                  bool
	IsLatestVersion              bool
	PublishedAt                  *time.Time
	CreatedAt                    time.Time
	UpdatedAt                    time.Time

	AssetTypes         []*catalog.AssetType `bun:"-"`
	CertificateHolders []*CertificateHolder `bun:"-"`
}

type (
	// RiskProfileConnection is a page of a list.
	RiskProfileConnection = page.Connection[RiskProfile]
	// RiskProfileEdge is one record of a page, with its cursor.
	RiskProfileEdge = page.Edge[RiskProfile]
)

// IsNode makes it a Node.
func (RiskProfile) IsNode() {}

// NewRiskProfile makes a draft of its input, version 1 of a new lineage. holders are the existing ones that it names.
func NewRiskProfile(
	id, lineage uuid.UUID, in CreateRiskProfileInput, holders []*CertificateHolder, now time.Time,
) (*RiskProfile, error) {
	p := &RiskProfile{
		ID: id, LineageID: lineage, Version: 1, Type: RiskProfileTypeStandalone, AssetTypeIDs: []uuid.UUID{},
		CertificateHolderIDs: []uuid.UUID{}, CertificateHolderClauseTypes: []*CertificateHolderClauseTypes{},
		Requirements: []*Requirement{}, CreatedAt: now, UpdatedAt: now,
	}
	return p, p.set(in.AsUpdate(), holders).Err()
}

// Patch changes a draft. holders are the existing ones that input and draft name. `immutable` for a published version.
func (p *RiskProfile) Patch(in UpdateRiskProfileInput, holders []*CertificateHolder) error {
	if p.IsPublished {
		return fault.New(fault.CodeImmutable, "A published version never changes; draft the next version and edit that.")
	}
	return p.set(in, holders).Err()
}

func (p *RiskProfile) set(in UpdateRiskProfileInput, holders []*CertificateHolder) fault.Violations {
	var vs fault.Violations
	patch.Name(&vs, "/name", &p.Name, in.Name, scalar.CheckName)
	if in.Description.IsSet() {
		p.Description = scalar.OrZero(in.Description.Value())
		vs.Append(scalar.CheckDescription("/description", p.Description))
	}
	if in.AssetTypes.IsSet() {
		types, wrong := catalog.ParseAssetTypes("/assetTypes", in.AssetTypes.Value())
		vs.Append(wrong)
		p.AssetTypeIDs = catalog.IDs(types)
	}
	known := map[uuid.UUID]bool{}
	for _, h := range holders {
		known[h.ID] = true
	}
	patch.IDs(&vs, "/certificateHolders", &p.CertificateHolderIDs, in.CertificateHolders, known, fault.CodeUnknownReference,
		"is not the id of a certificate holder")
	vs.Append(p.setClauseTypes(in, holders))
	vs.Append(p.setRequirements(in, holders))
	return vs
}

// setRequirements stores the requirements, and refuses those that do not fit the profile.
func (p *RiskProfile) setRequirements(in UpdateRiskProfileInput, holders []*CertificateHolder) (vs fault.Violations) {
	if in.Requirements.IsSet() {
		p.Requirements, vs = ParseRequirements("/requirements", in.Requirements.Value())
		p.ProtectionScore = ProtectionScore(p.Requirements)
	}
	wrong := vs != nil
	vs.Append(p.checkHolders(in, holders))
	if !wrong { // the asset types keep their places only if all of them are known
		vs.Append(p.checkAssetTypes(in))
	}
	return vs
}

// setClauseTypes stores the clause types of the holders. Without input, holders keep theirs and new ones support all.
func (p *RiskProfile) setClauseTypes(in UpdateRiskProfileInput, holders []*CertificateHolder) (vs fault.Violations) {
	own := []*CertificateHolderClauseTypes{}
	for _, id := range p.CertificateHolderIDs {
		if i := slices.IndexFunc(holders, func(h *CertificateHolder) bool { return h.ID == id }); i >= 0 {
			own = append(own, supportsAll(id, holders[i].ClauseTypes))
		}
	}
	if in.CertificateHolderClauseTypes.IsSet() {
		p.CertificateHolderClauseTypes, vs = ParseClauseTypes(
			"/certificateHolderClauseTypes", in.CertificateHolderClauseTypes.Value(), own)
		return vs
	}
	for i, h := range own {
		same := func(t *CertificateHolderClauseTypes) bool { return t.ID == h.ID }
		if at := slices.IndexFunc(p.CertificateHolderClauseTypes, same); at >= 0 {
			own[i] = p.CertificateHolderClauseTypes[at]
		}
	}
	p.CertificateHolderClauseTypes = own
	return nil
}

// checkAssetTypes refuses requirements for asset types that the profile is not for. One that names none is for all.
func (p *RiskProfile) checkAssetTypes(in UpdateRiskProfileInput) (vs fault.Violations) {
	if len(p.AssetTypeIDs) == 0 {
		return nil
	}
	for i, r := range p.Requirements {
		for j, id := range r.AssetTypes {
			if slices.Contains(p.AssetTypeIDs, id) {
				continue
			}
			pointer := "/assetTypes"
			if in.Requirements.IsSet() {
				pointer = fault.Pointer("/requirements", i, "assetTypes", j)
			}
			vs.Say(pointer, fault.CodeInvalidValue,
				"must have the asset type of requirement %d, or the requirement must leave it out", i)
		}
	}
	return vs
}
