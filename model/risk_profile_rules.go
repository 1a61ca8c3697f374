package model

import (
	"math"
	"slices"

	"github.com/google/uuid"
)

// ProtectionScore returns the share of all peril weights that the requirements demand, 0 to 100 with two decimals
// (contract section 3, Risk profile). A peril counts once, by its greatest weight, and weights above 1 count as 1.
func ProtectionScore(requirements []*Requirement) float64 {
	counts := map[uuid.UUID]float64{}
	for _, r := range requirements {
		for _, peril := range demandedPerils(r) {
			counts[peril] = max(counts[peril], min(r.Weight, 1))
		}
	}
	demanded, all := 0.0, 0.0
	for _, p := range Perils.ordered {
		demanded += p.Weight * counts[p.ID]
		all += p.Weight
	}
	return math.Round(demanded/all*100*100) / 100
}

// demandedPerils returns the ids of the perils that a requirement names, else of all perils of its coverage type.
func demandedPerils(r *Requirement) []uuid.UUID {
	if len(r.Perils) > 0 {
		return r.Perils
	}
	c, ok := CoverageTypes.ByID(r.CoverageType)
	if !ok {
		return nil
	}
	return CatalogIDs(c.Perils)
}

// CoverageTypesAllowed returns the coverage types that policies of the profile's cases may have: those of its
// requirements, and all of the catalog when it has none (contract section 3, Policy: `coverage_type_not_applicable`).
func CoverageTypesAllowed(requirements []*Requirement) []*CoverageType {
	if len(requirements) == 0 {
		return CoverageTypes.All()
	}
	demanded := func(c *CoverageType) bool {
		return slices.ContainsFunc(requirements, func(r *Requirement) bool { return r.CoverageType == c.ID })
	}
	return slices.DeleteFunc(CoverageTypes.All(), func(c *CoverageType) bool { return !demanded(c) })
}

// ParseRequirements reads what a client demands, by id or key. The pointer is that of the array.
// `unknown_coverage_type`, `unknown_asset_type`, `unknown_peril`, `peril_not_applicable`, `duplicate`, `invalid_value`.
func ParseRequirements(pointer string, in []*RequirementInput) ([]*Requirement, Violations) {
	var vs Violations
	requirements := make([]*Requirement, 0, len(in))
	for i, item := range in {
		r, wrong := parseRequirement(Pointer(pointer, i), item)
		vs.Append(wrong)
		requirements = append(requirements, r)
	}
	if vs != nil {
		return nil, vs
	}
	return requirements, nil
}

func parseRequirement(pointer string, in *RequirementInput) (*Requirement, Violations) {
	r := &Requirement{ClauseType: in.ClauseType.Value(), Weight: 1}
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
	return r, vs
}
