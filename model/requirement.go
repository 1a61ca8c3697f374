package model

import (
	"math"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/shopspring/decimal"
)

// ParseRequirements reads what a client demands, by id or key. The pointer is that of the array.
// `unknown_coverage_type`, `unknown_asset_type`, `unknown_peril`, `peril_not_applicable`, `duplicate`, `invalid_value`.
// The requirements have what could be read. Which holders they may name is for RiskProfile.checkHolders.
func ParseRequirements(pointer string, in []*RequirementInput) ([]*Requirement, Violations) {
	var vs Violations
	requirements := make([]*Requirement, 0, len(in))
	for i, item := range in {
		r, wrong := parseRequirement(Pointer(pointer, i), item)
		vs.Append(wrong)
		if slices.ContainsFunc(requirements, r.demandsTheSame) {
			vs.Say(Pointer(pointer, i), CodeDuplicate, "%s", sameDemand)
		}
		requirements = append(requirements, r)
	}
	return requirements, vs
}

const sameDemand = "demands a coverage type of the same assets as another requirement: no asset types means all, and " +
	"liability and life are demanded once a coverage type"

func parseRequirement(pointer string, in *RequirementInput) (*Requirement, Violations) {
	r := &Requirement{ClauseType: in.ClauseType.Value(), CertificateHolder: in.CertificateHolder.Value(), Weight: 1}
	assets, vs := ParseAssetTypes(Pointer(pointer, "assetTypes"), in.AssetTypes.Value())
	r.AssetTypes = CatalogIDs(assets)
	if c, ok := CoverageTypes.ByRef(in.CoverageType); ok {
		r.CoverageType = c.ID
		named, wrong := ParsePerils(Pointer(pointer, "perils"), in.Perils.Value(), []*CoverageType{c})
		vs.Append(wrong)
		r.Perils = CatalogIDs(named)
	} else {
		vs.Say(Pointer(pointer, "coverageType"), CodeUnknownCoverageType, unknownCoverageType)
	}
	setMoney(&vs, Pointer(pointer, "minimumLimit"), &r.MinimumLimit, in.MinimumLimit)
	setMoney(&vs, Pointer(pointer, "maximumDeductible"), &r.MaximumDeductible, in.MaximumDeductible)
	if weight := in.Weight.Value(); weight != nil {
		r.Weight = *weight
	}
	if !(r.Weight > 0) || math.IsInf(r.Weight, 0) {
		vs.Say(Pointer(pointer, "weight"), CodeInvalidValue, "is more than 0")
	}
	r.setLimitBasis(&vs, pointer, in)
	r.setPolicyTerms(&vs, pointer, in)
	return r, vs
}

// setLimitBasis stores what the limit depends on. All of the basis is the default.
func (r *Requirement) setLimitBasis(vs *Violations, pointer string, in *RequirementInput) {
	r.LimitBasis = in.LimitBasis.Value()
	r.LimitPercent = parsePercent(vs, Pointer(pointer, "limitPercent"), in.LimitPercent.Value(), 1000)
	switch percent := in.LimitPercent.Value(); {
	case r.LimitBasis == nil && percent != nil:
		vs.Say(Pointer(pointer, "limitPercent"), CodeInvalidValue, "is a percentage of `limitBasis`, which is missing")
	case r.LimitBasis != nil && percent == nil:
		r.LimitPercent = new("100.00")
	case r.LimitPercent != nil && hundredths(*r.LimitPercent) == 0:
		vs.Say(Pointer(pointer, "limitPercent"), CodeInvalidValue, "is more than 0")
	}
	c, known := CoverageTypes.ByID(r.CoverageType)
	if r.LimitBasis == nil || *r.LimitBasis == LimitBasisLoanAmount || !known {
		return
	}
	switch {
	case c.isHeldAgainstCase(r.AssetTypes):
		vs.Say(Pointer(pointer, "limitBasis"), CodeInvalidValue,
			"is %s only for coverage that is held against assets; %s is held against the case", *r.LimitBasis, c.Key)
	case *r.LimitBasis == LimitBasisFlood && c.CoverageGroup == CoverageGroupLife:
		vs.Say(Pointer(pointer, "limitBasis"), CodeInvalidValue, "is not FLOOD for life insurance")
	}
}

// setPolicyTerms stores what is demanded of each policy by itself.
func (r *Requirement) setPolicyTerms(vs *Violations, pointer string, in *RequirementInput) {
	r.MaximumDeductiblePercent = parsePercent(
		vs, Pointer(pointer, "maximumDeductiblePercent"), in.MaximumDeductiblePercent.Value(), 100)
	r.MinimumRating = in.MinimumRating.Value()
	if r.MinimumRating != nil && !slices.Contains(Ratings, *r.MinimumRating) {
		vs.Say(Pointer(pointer, "minimumRating"), CodeInvalidValue, "is one of %s", strings.Join(Ratings, ", "))
	}
	if forms := in.FormTypes.Value(); len(forms) > 0 { // none is nil, as in requirements that were stored before
		r.FormTypes = forms
	}
	for i, form := range r.FormTypes {
		at := Pointer(pointer, "formTypes", i)
		switch {
		case form == CoverageFormTypeUnknown:
			vs.Say(at, CodeInvalidValue, "is not Unknown: a form that is not known cannot be accepted")
		case slices.Contains(r.FormTypes[:i], form):
			vs.Say(at, CodeDuplicate, "is given twice: %s", form)
		}
	}
}

// parsePercent reads a percentage of at most two decimals and returns it with two; nil if none.
func parsePercent(vs *Violations, pointer string, in *string, most int64) *string {
	if in == nil {
		return nil
	}
	d, err := decimal.NewFromString(*in)
	if err != nil || d.IsNegative() || d.GreaterThan(decimal.NewFromInt(most)) || !d.Equal(d.Round(2)) {
		vs.Say(pointer, CodeInvalidValue, "is a percentage from 0 to %d with at most two digits after the point", most)
		return nil
	}
	return new(d.StringFixed(2))
}

// demandsTheSame reports whether two requirements demand a coverage type of the same assets.
func (r *Requirement) demandsTheSame(other *Requirement) bool {
	c, known := CoverageTypes.ByID(r.CoverageType)
	if !known || r.CoverageType != other.CoverageType {
		return false
	}
	if c.CoverageGroup == CoverageGroupLiability || c.CoverageGroup == CoverageGroupLife {
		return true
	}
	return len(r.AssetTypes) == 0 || len(other.AssetTypes) == 0 ||
		slices.ContainsFunc(r.AssetTypes, func(id uuid.UUID) bool { return slices.Contains(other.AssetTypes, id) })
}

// checkHolders refuses requirements for a holder that the profile does not name where it names any, or that does not
// support the clause type. holders are the existing ones that input and draft name.
func (p *RiskProfile) checkHolders(in UpdateRiskProfileInput, holders []*CertificateHolder) (vs Violations) {
	for i, r := range p.Requirements {
		if r.CertificateHolder == nil {
			continue
		}
		pointer := "/certificateHolders"
		if in.Requirements.IsSet() {
			pointer = Pointer("/requirements", i, "certificateHolder")
		}
		types, known := p.supportedTypes(*r.CertificateHolder, holders)
		switch {
		case !known:
			vs.Say(pointer, CodeUnknownReference, "must have the certificate holder of requirement %d: "+
				"one of the profile where it names any, else any of this lender", i)
		case r.ClauseType != nil && !slices.Contains(types, *r.ClauseType):
			vs.Say(pointer, CodeInvalidValue, "must support %s, the clause type of requirement %d", *r.ClauseType, i)
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
