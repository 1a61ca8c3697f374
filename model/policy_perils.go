package model

import (
	"slices"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/fault"
)

// setCoverageTypes stores the coverage types, at least one, each allowed by the case's risk profile.
func (c *Coverage) setCoverageTypes(vs *fault.Violations, in UpdatePolicyInput, refs PolicyReferences) {
	given := in.CoverageTypes.Value()
	if in.CoverageTypes.IsSet() {
		types, wrong := catalog.ParseCoverageTypes("/coverageTypes", given)
		vs.Append(wrong)
		c.CoverageTypeIDs = catalog.IDs(types)
	}
	if !refs.isFramework() {
		return
	}
	if len(given) == 0 && len(c.CoverageTypeIDs) == 0 {
		vs.Say("/coverageTypes", fault.CodeRequired, "has at least one coverage type on a case with a risk profile")
	}
	for i, ref := range given {
		if t, ok := catalog.CoverageTypes.ByRef(ref); ok && !c.mayList(t, refs.AllowedTypes) {
			vs.Say(fault.Pointer("/coverageTypes", i), fault.CodeCoverageTypeNotApplicable,
				"is %s, for which the case's risk profile has no requirement", t.Key)
		}
	}
}

// mayList reports whether a policy may have a coverage type on a case whose risk profile allows some. An umbrella may
// also have UmbrellaExcess where any liability coverage is demanded.
func (c *Coverage) mayList(t *catalog.CoverageType, allowed []*catalog.CoverageType) bool {
	isLiability := func(t *catalog.CoverageType) bool { return t.CoverageGroup == catalog.CoverageGroupLiability }
	return slices.Contains(allowed, t) || t.ID == catalog.UmbrellaExcess && c.IsOfLayer(CoverageLayerUmbrella) &&
		slices.ContainsFunc(allowed, isLiability)
}

// setPerils stores the perils evidenced (contract section 3, Policy). `perils` alone are for every tangible asset of
// the case. The policy also gets all perils of `perilsByAsset`. `perilsByAsset: null` derives it again.
func (c *Coverage) setPerils(vs *fault.Violations, in UpdatePolicyInput, refs PolicyReferences) {
	types := CoverageTypesByID(c.CoverageTypeIDs)
	if len(types) == 0 {
		types = catalog.CoverageTypes.All() // the types are not known, so no peril can be wrong for them
	}
	evidenced, wrong := catalog.ParsePerils("/perils", in.Perils.Value(), types)
	vs.Append(wrong)
	byAsset := parseAssetPerils(vs, in.PerilsByAsset.Value(), types, refs)
	switch {
	case in.PerilsByAsset.Value() != nil:
		c.AssetPerils = byAsset
		all := catalog.IDs(evidenced)
		for _, e := range byAsset {
			all = append(all, e.PerilIDs...)
		}
		c.PerilIDs = inCatalogOrder(all)
	case in.Perils.IsSet():
		c.PerilIDs = inCatalogOrder(catalog.IDs(evidenced))
		c.AssetPerils = forTangibleAssets(c.PerilIDs, refs)
	default:
		if in.PerilsByAsset.IsSet() {
			c.AssetPerils = forTangibleAssets(c.PerilIDs, refs)
		}
		c.checkKeptPerils(vs, types)
	}
}

// checkKeptPerils refuses coverage types to which a peril that the policy keeps does not belong.
func (c *Coverage) checkKeptPerils(vs *fault.Violations, types []*catalog.CoverageType) {
	for _, id := range c.PerilIDs {
		if p, ok := catalog.Perils.ByID(id); ok && !p.BelongsTo(types) {
			vs.Say("/coverageTypes", fault.CodePerilNotApplicable,
				"is without a type of the policy's peril %s; give `perils` too", p.Key)
		}
	}
}

// parseAssetPerils reads the perils of assets. Each asset must be one of the case and occur once.
func parseAssetPerils(
	vs *fault.Violations, in []*AssetPerilsInput, types []*catalog.CoverageType, refs PolicyReferences,
) []EvidencedPerils {
	byAsset := make([]EvidencedPerils, len(in))
	for i, item := range in {
		at := fault.Pointer("/perilsByAsset", i, "asset")
		switch {
		case refs.Case != nil && !slices.ContainsFunc(refs.Assets, func(a CaseAsset) bool { return a.ID == item.Asset }):
			vs.Say(at, fault.CodeUnknownReference, "is not the id of an asset of the case")
		case slices.ContainsFunc(byAsset[:i], func(e EvidencedPerils) bool { return e.AssetID == item.Asset }):
			vs.Say(at, fault.CodeDuplicate, "is given twice")
		}
		evidenced, wrong := catalog.ParsePerils(fault.Pointer("/perilsByAsset", i, "perils"), item.Perils, types)
		vs.Append(wrong)
		byAsset[i] = EvidencedPerils{AssetID: item.Asset, PerilIDs: inCatalogOrder(catalog.IDs(evidenced))}
	}
	return byAsset
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

// inCatalogOrder returns each peril once and in catalog order, so that the same perils are the same snapshot.
func inCatalogOrder(ids []uuid.UUID) []uuid.UUID {
	return slices.DeleteFunc(catalog.IDs(catalog.Perils.Ordered), func(id uuid.UUID) bool { return !slices.Contains(ids, id) })
}

// CoverageTypesByID returns the catalog's entries in the order of the ids.
func CoverageTypesByID(ids []uuid.UUID) []*catalog.CoverageType {
	types := make([]*catalog.CoverageType, 0, len(ids))
	for _, id := range ids {
		if t, ok := catalog.CoverageTypes.ByID(id); ok {
			types = append(types, t)
		}
	}
	return types
}

// policyPerils has each peril as policies list it, in catalog order. Thousands are listed, so they are shared.
var policyPerils = func() (all []policyPeril) {
	for _, p := range catalog.Perils.Ordered {
		all = append(all, policyPeril{
			peril:   p,
			applied: &PolicyPeril{ID: p.ID, Key: p.Key, Name: p.Name, Applied: true},
			absent:  &PolicyPeril{ID: p.ID, Key: p.Key, Name: p.Name},
		})
	}
	return all
}()

type policyPeril struct {
	peril           *catalog.Peril
	applied, absent *PolicyPeril
}

// PolicyPerils are all perils that policies can have, evidenced or not. They must not be changed.
func PolicyPerils() (all []*PolicyPeril) {
	for _, p := range policyPerils {
		all = append(all, p.applied, p.absent)
	}
	return all
}

// Show sets what is derived from the catalog: the coverage types, and for the policy and for each asset every peril of
// those types, evidenced or not: without the others `applied: false` would mean nothing (contract section 3, Policy).
func (c *Coverage) Show() {
	c.CoverageTypes = CoverageTypesByID(c.CoverageTypeIDs)
	var listed []policyPeril
	for _, p := range policyPerils {
		if p.peril.BelongsTo(c.CoverageTypes) {
			listed = append(listed, p)
		}
	}
	c.Perils = listPerils(listed, c.PerilIDs)
	c.PerilsByAsset = make([]*AssetPerils, len(c.AssetPerils))
	for i, e := range c.AssetPerils {
		c.PerilsByAsset[i] = &AssetPerils{AssetID: e.AssetID, Perils: listPerils(listed, e.PerilIDs)}
	}
}

func listPerils(listed []policyPeril, evidenced []uuid.UUID) []*PolicyPeril {
	list := make([]*PolicyPeril, len(listed))
	for i, p := range listed {
		list[i] = p.absent
		if slices.Contains(evidenced, p.peril.ID) {
			list[i] = p.applied
		}
	}
	return list
}

// CoversAsset reports whether the policy evidences perils at an asset.
func (c *Coverage) CoversAsset(id uuid.UUID) bool {
	return slices.ContainsFunc(c.AssetPerils, func(at EvidencedPerils) bool { return at.AssetID == id })
}

// IsAt reports whether the policy covers an asset. One that covers none is taken to cover any, and all cover the case.
func (c *Coverage) IsAt(asset *uuid.UUID) bool {
	return asset == nil || len(c.AssetPerils) == 0 || c.CoversAsset(*asset)
}
