package model

import (
	"slices"
	"strings"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/patch"
	"github.com/covertrack/covertrack/model/scalar"
)

// RiskProfile is one version of a set of coverage requirements. The versions of one profile share a lineage: at most
// one is a draft, and one of the published ones, which never change, is the latest (contract section 3).
type RiskProfile struct {
	bun.BaseModel `bun:"table:risk_profiles,alias:t"`

	PortfolioID                  uuid.UUID `bun:",pk"`
	ID                           uuid.UUID `bun:",pk" part:"facts,coverage"`
	LineageID                    uuid.UUID
	Version                      int
	Name                         string
	Description                  string
	Type                         RiskProfileType
	SourceID                     *uuid.UUID // the version that it was copied from or follows
	SourceLineageID              *uuid.UUID // the lineage that a subscription follows
	ProtectionScore              float64
	AssetTypeIDs                 []uuid.UUID                     `bun:"asset_type_ids,array" part:"facts"`
	CertificateHolderIDs         []uuid.UUID                     `bun:"certificate_holder_ids,array" part:"facts"`
	CertificateHolderClauseTypes []*CertificateHolderClauseTypes `bun:"type:jsonb" part:"facts"`
	Requirements                 []*Requirement                  `bun:"type:jsonb" part:"facts,coverage"`
	OtherCoverages               OtherCoverages                  `part:"coverage"`
	CarriedOver                  CarriedOver                     `part:"facts"`
	IsPublished                  bool
	IsLatestVersion              bool
	PublishedAt                  *time.Time
	CreatedAt                    time.Time
	UpdatedAt                    time.Time

	AssetTypes         []*catalog.AssetType `bun:"-"`
	CertificateHolders []*CertificateHolder `bun:"-"`
}

// AsUpdate returns the creation as a change.
func (in CreateRiskProfileInput) AsUpdate() UpdateRiskProfileInput {
	update := patch.As[UpdateRiskProfileInput](in)
	update.Name = graphql.OmittableOf(&in.Name)
	return update
}

// NewRiskProfile makes a draft of its input, version 1 of a new lineage. holders are the existing ones that it names.
func NewRiskProfile(
	id, lineage uuid.UUID, in CreateRiskProfileInput, holders []*CertificateHolder, now time.Time,
) (*RiskProfile, error) {
	p := &RiskProfile{
		ID: id, LineageID: lineage, Version: 1, Type: RiskProfileTypeStandalone, AssetTypeIDs: []uuid.UUID{},
		CertificateHolderIDs: []uuid.UUID{}, CertificateHolderClauseTypes: []*CertificateHolderClauseTypes{},
		Requirements: []*Requirement{}, OtherCoverages: OtherCoveragesAccept, CarriedOver: CarriedOverAccept, CreatedAt: now, UpdatedAt: now,
	}
	return p, p.set(in.AsUpdate(), holders).Err()
}

// Patch changes a draft. holders are the existing ones that input and draft name. `immutable` for what would change a published
// version.
func (p *RiskProfile) Patch(in UpdateRiskProfileInput, holders []*CertificateHolder) error {
	if p.IsPublished {
		return p.refuseChanges(in, holders).Err()
	}
	return p.set(in, holders).Err()
}

// refuseChanges refuses each member that would change, else what is wrong with those that are sent. To send what was shown is
// no change.
func (p *RiskProfile) refuseChanges(in UpdateRiskProfileInput, holders []*CertificateHolder) (vs fault.Violations) {
	next := *p
	wrong := next.set(in, holders)
	changes := Changes(*p, next)
	for _, m := range []struct {
		member, audited string
		isSent          bool
	}{
		{"name", "name", in.Name.IsSet()},
		{"description", "description", in.Description.IsSet()},
		{"assetTypes", "assetTypeIds", in.AssetTypes.IsSet()},
		{"certificateHolders", "certificateHolderIds", in.CertificateHolders.IsSet()},
		{"certificateHolderClauseTypes", "certificateHolderClauseTypes", in.CertificateHolderClauseTypes.IsSet()},
		{"requirements", "requirements", in.Requirements.IsSet()},
		{"otherCoverages", "otherCoverages", in.OtherCoverages.IsSet()},
		{"carriedOver", "carriedOver", in.CarriedOver.IsSet()},
	} {
		at := fault.Pointer("", m.member)
		_, isChanged := changes[m.audited]
		switch {
		case m.isSent && isChanged:
			vs.Say(at, fault.CodeImmutable, "is of a published version, which never changes; draft the next version and edit that")
		case m.isSent:
			for _, v := range wrong {
				if v.Pointer == at || strings.HasPrefix(v.Pointer, at+"/") {
					vs = append(vs, v)
				}
			}
		}
	}
	return vs
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
	if in.OtherCoverages.Value() != nil {
		p.OtherCoverages = *in.OtherCoverages.Value()
	}
	if in.CarriedOver.Value() != nil {
		p.CarriedOver = *in.CarriedOver.Value()
	}
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
	vs.Append(p.checkHolders(in, holders))
	vs.Append(p.checkAssetTypes(in))
	vs.Append(p.checkTargets(in))
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
	if len(p.AssetTypeIDs) == 0 || !catalog.AssetTypes.HasAll(in.AssetTypes.Value()) { // or nobody can tell what it is for
		return nil
	}
	const notOfProfile = "must have the asset type of requirement %d, or the requirement must leave it out"
	isOfAnother := func(id uuid.UUID) bool { return !slices.Contains(p.AssetTypeIDs, id) }
	for i, r := range p.Requirements {
		if !in.Requirements.IsSet() {
			if slices.ContainsFunc(r.AssetTypes, isOfAnother) {
				vs.Say("/assetTypes", fault.CodeInvalidValue, notOfProfile, i)
			}
			continue
		}
		for j, ref := range in.Requirements.Value()[i].AssetTypes.Value() { // r has no places for those that are not known
			if t, ok := catalog.AssetTypes.ByRef(ref); ok && isOfAnother(t.ID) {
				vs.Say(fault.Pointer("/requirements", i, "assetTypes", j), fault.CodeInvalidValue, notOfProfile, i)
			}
		}
	}
	return vs
}

// checkTargets refuses requirements that are held against tangible assets and could never have one (compliance section 2, Targets).
// What is stored already is refused where it is sent again, and by Publish.
func (p *RiskProfile) checkTargets(in UpdateRiskProfileInput) (vs fault.Violations) {
	if !catalog.AssetTypes.HasAll(in.AssetTypes.Value()) { // nobody can tell what the profile is for
		return nil
	}
	for i, r := range p.Requirements {
		c, _ := catalog.CoverageTypes.ByID(r.CoverageType)
		isReadWhole := !in.Requirements.IsSet() || catalog.AssetTypes.HasAll(in.Requirements.Value()[i].AssetTypes.Value())
		switch {
		case !isReadWhole || !r.hasNoTarget(p.AssetTypeIDs):
		case len(r.AssetTypes) == 0 && (in.Requirements.IsSet() || in.AssetTypes.IsSet()):
			vs.Say("/assetTypes", fault.CodeInvalidValue,
				"must have a tangible asset type, which %s is held against, or requirement %d must name one", c.Key, i)
		case in.Requirements.IsSet():
			vs.Say(fault.Pointer("/requirements", i, "assetTypes"), fault.CodeInvalidValue,
				"must have a tangible asset type, which %s is held against", c.Key)
		}
	}
	return vs
}

// checkHolders refuses requirements for a holder that the profile does not name where it names any, or that does not
// support the clause type. holders are the existing ones that input and draft name.
func (p *RiskProfile) checkHolders(in UpdateRiskProfileInput, holders []*CertificateHolder) (vs fault.Violations) {
	for i, r := range p.Requirements {
		if r.CertificateHolder == nil {
			continue
		}
		pointer := "/certificateHolders"
		if in.Requirements.IsSet() {
			pointer = fault.Pointer("/requirements", i, "certificateHolder")
		}
		types, known := p.supportedTypes(*r.CertificateHolder, holders)
		switch {
		case !known:
			vs.Say(pointer, fault.CodeUnknownReference, "must have the certificate holder of requirement %d: "+
				"one of the profile where it names any, else any of this lender", i)
		case r.ClauseType != nil && !slices.Contains(types, *r.ClauseType):
			vs.Say(pointer, fault.CodeInvalidValue, "must support %s, the clause type of requirement %d", *r.ClauseType, i)
		}
	}
	return vs
}

// supportedTypes returns the clause types that a holder supports: on the profile where that names any holder, else its
// own. It is not known if the profile names others, or if there is no such holder.
func (p *RiskProfile) supportedTypes(id uuid.UUID, holders []*CertificateHolder) (types []ClauseType, known bool) {
	onProfile := func(h *CertificateHolderClauseTypes) bool { return h.ID == id }
	if i := slices.IndexFunc(p.CertificateHolderClauseTypes, onProfile); i >= 0 {
		return p.CertificateHolderClauseTypes[i].Types, true
	}
	i := slices.IndexFunc(holders, func(h *CertificateHolder) bool { return h.ID == id })
	if i < 0 || len(p.CertificateHolderIDs) > 0 && !slices.Contains(p.CertificateHolderIDs, id) {
		return nil, false
	}
	return holders[i].ClauseTypes, true
}

// RequiredHolders returns the ids of the certificate holders that the profile's and an input's requirements name.
func (p *RiskProfile) RequiredHolders(in []*RequirementInput) (ids []uuid.UUID) {
	for _, r := range p.Requirements {
		if r.CertificateHolder != nil {
			ids = append(ids, *r.CertificateHolder)
		}
	}
	for _, r := range in {
		if id := r.CertificateHolder.Value(); id != nil {
			ids = append(ids, *id)
		}
	}
	return ids
}

// Publish makes a draft the latest version; the caller marks the one before. `invalid_transition` for a published one, and for
// a requirement that no asset could ever be held against.
func (p *RiskProfile) Publish(now time.Time) error {
	if p.IsPublished {
		return fault.New(fault.CodeInvalidTransition, "This version is published already.")
	}
	for _, r := range p.Requirements {
		if r.hasNoTarget(p.AssetTypeIDs) {
			return fault.New(fault.CodeInvalidTransition,
				"The requirement %s is held against tangible assets, and names none of their types; change that first.", fault.Quote(r.Key))
		}
	}
	p.publish(now)
	return nil
}

func (p *RiskProfile) publish(now time.Time) {
	p.IsPublished, p.IsLatestVersion, p.PublishedAt, p.UpdatedAt = true, true, &now, now
}

// NextVersion drafts the version after this one, the latest of its lineage. `invalid_transition` on a subscription.
func (p *RiskProfile) NextVersion(id uuid.UUID, now time.Time) (*RiskProfile, error) {
	if p.Type == RiskProfileTypeSubscription {
		return nil, fault.New(fault.CodeInvalidTransition, "A subscription follows its source; clone it to edit the copy.")
	}
	next := p.copy(id, now)
	next.Version++
	return next, nil
}

// Clone drafts a copy of the version in a new lineage.
func (p *RiskProfile) Clone(id, lineage uuid.UUID, in CopyRiskProfileInput, now time.Time) (*RiskProfile, error) {
	c := p.copy(id, now)
	c.LineageID, c.Version, c.Type, c.SourceID, c.SourceLineageID = lineage, 1, RiskProfileTypeClone, &p.ID, nil
	return c, c.rename(in).Err()
}

// Subscribe makes a published profile that follows this latest version's lineage. `invalid_transition` for a draft.
func (p *RiskProfile) Subscribe(id, lineage uuid.UUID, in CopyRiskProfileInput, now time.Time) (*RiskProfile, error) {
	s, err := p.Clone(id, lineage, in, now)
	if err != nil {
		return nil, err
	}
	if !p.IsPublished {
		return nil, fault.New(fault.CodeInvalidTransition, "This version is a draft; publish it before anything follows it.")
	}
	s.Type, s.SourceLineageID = RiskProfileTypeSubscription, &p.LineageID
	s.publish(now)
	return s, nil
}

// Follow makes the next, published version of a subscription from its source. It keeps its own name and description.
func (p *RiskProfile) Follow(id uuid.UUID, source *RiskProfile, now time.Time) *RiskProfile {
	next := source.copy(id, now)
	next.LineageID, next.Version, next.Type = p.LineageID, p.Version+1, p.Type
	next.Name, next.Description = p.Name, p.Description
	next.SourceID, next.SourceLineageID = &source.ID, p.SourceLineageID
	next.publish(now)
	return next
}

// copy returns an unpublished copy. The lists are shared: they are replaced, never changed.
func (p *RiskProfile) copy(id uuid.UUID, now time.Time) *RiskProfile {
	c := *p
	c.ID, c.CreatedAt, c.UpdatedAt = id, now, now
	c.IsPublished, c.IsLatestVersion, c.PublishedAt = false, false, nil
	c.AssetTypes, c.CertificateHolders = nil, nil
	return &c
}

// rename gives a copy its own name and description; null keeps the source's.
func (p *RiskProfile) rename(in CopyRiskProfileInput) (vs fault.Violations) {
	if in.Name.Value() != nil {
		patch.Name(&vs, "/name", &p.Name, in.Name, scalar.CheckName)
	}
	if in.Description.Value() != nil {
		patch.Name(&vs, "/description", &p.Description, in.Description, scalar.CheckDescription)
	}
	return vs
}
