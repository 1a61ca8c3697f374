package model

import (
	"slices"

	"github.com/google/uuid"
)

// EvidencedPerils are the perils evidenced for one asset, as a snapshot keeps them; AssetPerils is how they are shown.
type EvidencedPerils struct {
	AssetID  uuid.UUID   `json:"asset"`
	PerilIDs []uuid.UUID `json:"perils"`
}

// setCoverageTypes takes over the coverage types, at least one, each allowed by the case's risk profile (contract section 3).
func (c *Coverage) setCoverageTypes(in UpdatePolicyInput, refs PolicyReferences) (vs Violations) {
	given := in.CoverageTypes.Value()
	if in.CoverageTypes.IsSet() {
		types, wrong := ParseCoverageTypes("/coverageTypes", given)
		vs.Append(wrong)
		c.CoverageTypeIDs = CatalogIDs(types)
	}
	if refs.isFramework() && len(given) == 0 && len(c.CoverageTypeIDs) == 0 {
		vs.Add("/coverageTypes", CodeRequired, "a policy on a case with a risk profile needs at least one coverage type")
	}
	if !refs.isFramework() {
		return vs
	}
	for i, ref := range given {
		if t, ok := CoverageTypeByRef(ref); ok && !slices.Contains(refs.AllowedTypes, t) {
			vs.Add(Pointer("/coverageTypes", i), CodeCoverageTypeNotApplicable, "the case's risk profile has no requirement for %s", t.Key)
		}
	}
	return vs
}

// setPerils takes over the perils evidenced (contract section 3, Policy): `perils` alone hold for every tangible asset of the
// case, and `perilsByAsset` alone for the policy as their union. With both, what is evidenced for an asset is evidenced on the
// policy as well. `perilsByAsset: null` derives it anew.
func (c *Coverage) setPerils(in UpdatePolicyInput, refs PolicyReferences) Violations {
	types := coverageTypesByID(c.CoverageTypeIDs)
	if len(types) == 0 {
		types = CoverageTypes() // which ones is not known, so that none of their perils can be called wrong
	}
	evidenced, vs := ParsePerils("/perils", in.Perils.Value(), types)
	byAsset, wrong := parseAssetPerils("/perilsByAsset", in.PerilsByAsset.Value(), types, refs)
	vs.Append(wrong)
	switch {
	case in.PerilsByAsset.Value() != nil:
		c.AssetPerils = byAsset
		c.PerilIDs = inCatalogOrder(CatalogIDs(evidenced), byAsset)
	case in.Perils.IsSet():
		c.PerilIDs = inCatalogOrder(CatalogIDs(evidenced), nil)
		c.AssetPerils = forTangibleAssets(c.PerilIDs, refs)
	default:
		if in.PerilsByAsset.IsSet() {
			c.AssetPerils = forTangibleAssets(c.PerilIDs, refs)
		}
		vs.Append(c.checkKeptPerils(types))
	}
	return vs
}

// checkKeptPerils refuses coverage types to which a peril there is does not belong.
func (c *Coverage) checkKeptPerils(types []*CoverageType) (vs Violations) {
	for _, id := range c.PerilIDs {
		if p, ok := PerilByID(id); ok && !p.belongsTo(types) {
			vs.Add("/coverageTypes", CodePerilNotApplicable, "the policy has the peril %s, which belongs to none of these; give perils too", p.Key)
		}
	}
	return vs
}

// parseAssetPerils reads the perils of assets, each of which must be one of the case and stand once.
func parseAssetPerils(pointer string, in []*AssetPerilsInput, types []*CoverageType, refs PolicyReferences) ([]EvidencedPerils, Violations) {
	var vs Violations
	byAsset := make([]EvidencedPerils, len(in))
	for i, item := range in {
		at := Pointer(pointer, i, "asset")
		switch {
		case refs.Case != nil && !slices.ContainsFunc(refs.Assets, func(a CaseAsset) bool { return a.ID == item.Asset }):
			vs.Add(at, CodeUnknownReference, "the case has no such asset")
		case slices.ContainsFunc(byAsset[:i], func(e EvidencedPerils) bool { return e.AssetID == item.Asset }):
			vs.Add(at, CodeDuplicate, "the asset is given twice")
		}
		evidenced, wrong := ParsePerils(Pointer(pointer, i, "perils"), item.Perils, types)
		vs.Append(wrong)
		byAsset[i] = EvidencedPerils{AssetID: item.Asset, PerilIDs: inCatalogOrder(CatalogIDs(evidenced), nil)}
	}
	return byAsset, vs
}

func forTangibleAssets(evidenced []uuid.UUID, refs PolicyReferences) []EvidencedPerils {
	byAsset := []EvidencedPerils{}
	for _, asset := range refs.Assets {
		if asset.Tangible {
			byAsset = append(byAsset, EvidencedPerils{AssetID: asset.ID, PerilIDs: evidenced})
		}
	}
	return byAsset
}

// inCatalogOrder is the union of perils, each once and in one order, so that the same perils are the same snapshot.
func inCatalogOrder(ids []uuid.UUID, more []EvidencedPerils) []uuid.UUID {
	all := map[uuid.UUID]bool{}
	for _, id := range ids {
		all[id] = true
	}
	for _, e := range more {
		for _, id := range e.PerilIDs {
			all[id] = true
		}
	}
	union := []uuid.UUID{}
	for _, p := range perils.ordered {
		if all[p.ID] {
			union = append(union, p.ID)
		}
	}
	return union
}

// coverageTypesByID are the catalog's entries in the order of the ids.
func coverageTypesByID(ids []uuid.UUID) []*CoverageType {
	types := make([]*CoverageType, 0, len(ids))
	for _, id := range ids {
		if t, ok := CoverageTypeByID(id); ok {
			types = append(types, t)
		}
	}
	return types
}
