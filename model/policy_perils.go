package model

import (
	"database/sql/driver"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
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
		vs.Say("/coverageTypes", fault.CodeRequired, "must have at least one coverage type on a case with a risk profile")
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
	types := c.knownTypes()
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
		c.checkKeptPerils(vs, c.PerilIDs, "perils")
	}
}

// knownTypes are the policy's coverage types; all where they are not known, so that no peril can be wrong for them.
func (c *Coverage) knownTypes() []*catalog.CoverageType {
	if types := CoverageTypesByID(c.CoverageTypeIDs); len(types) > 0 {
		return types
	}
	return catalog.CoverageTypes.Ordered
}

// checkKeptPerils refuses coverage types to which a peril does not belong that the policy keeps in a member.
func (c *Coverage) checkKeptPerils(vs *fault.Violations, perils []uuid.UUID, member string) {
	for _, id := range perils {
		if p, ok := catalog.Perils.ByID(id); ok && !p.BelongsTo(c.knownTypes()) {
			vs.Say("/coverageTypes", fault.CodePerilNotApplicable,
				"is without a type of the policy's peril %s; give `%s` too", p.Key, member)
		}
	}
}

// parseAssetPerils reads the perils of assets. Each asset must be one of the case and occur once.
func parseAssetPerils(
	vs *fault.Violations, in []*AssetPerilsInput, types []*catalog.CoverageType, refs PolicyReferences,
) EvidencedByAsset {
	byAsset := make(EvidencedByAsset, len(in))
	ofCase, given := make(map[uuid.UUID]bool, len(refs.Assets)), make(map[uuid.UUID]bool, len(in))
	for _, a := range refs.Assets {
		ofCase[a.ID] = true
	}
	for i, item := range in {
		at := fault.Pointer("/perilsByAsset", i, "asset")
		switch {
		case refs.Case != nil && !ofCase[item.Asset]:
			vs.Say(at, fault.CodeUnknownReference, "is not the id of an asset of the case")
		case given[item.Asset]:
			vs.Say(at, fault.CodeDuplicate, "is given twice")
		}
		given[item.Asset] = true
		evidenced, wrong := catalog.ParsePerils(fault.Pointer("/perilsByAsset", i, "perils"), item.Perils, types)
		vs.Append(wrong)
		byAsset[i] = EvidencedPerils{AssetID: item.Asset, PerilIDs: inCatalogOrder(catalog.IDs(evidenced))}
	}
	return byAsset
}

func forTangibleAssets(evidenced []uuid.UUID, refs PolicyReferences) EvidencedByAsset {
	byAsset := EvidencedByAsset{}
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
	evidenced, perils := c.PerilIDs, c.Perils
	for i, e := range c.AssetPerils {
		if !slices.Equal(e.PerilIDs, evidenced) { // most are as those before, and share their list
			evidenced, perils = e.PerilIDs, listPerils(listed, e.PerilIDs)
		}
		c.PerilsByAsset[i] = &AssetPerils{AssetID: e.AssetID, Perils: perils}
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

// EvidencedPerils are the perils evidenced for one asset, as a snapshot keeps them. Clients see them as AssetPerils.
type EvidencedPerils struct {
	AssetID  uuid.UUID   `json:"asset"`
	PerilIDs []uuid.UUID `json:"perils"`
}

// EvidencedByAsset are the perils of all assets that a policy names. Many have the same, which are shared in memory, and
// written once in the database.
type EvidencedByAsset []EvidencedPerils

// storedPerils are perils of an asset, or of several that follow each other, as the database has them. A single asset is
// as earlier releases wrote all of them.
type storedPerils struct {
	Asset  *uuid.UUID  `json:"asset,omitempty"`
	Assets []uuid.UUID `json:"assets,omitempty"`
	Perils []uuid.UUID `json:"perils"`
}

// sharedFrom is how many assets with the same perils are written as one.
const sharedFrom = 8

// Value is the JSON for the database.
func (e EvidencedByAsset) Value() (driver.Value, error) {
	stored := make([]storedPerils, 0, len(e))
	for i := 0; i < len(e); {
		end := i + 1
		for end < len(e) && slices.Equal(e[end].PerilIDs, e[i].PerilIDs) {
			end++
		}
		same := e[i:end]
		if i = end; len(same) < sharedFrom {
			for j := range same {
				stored = append(stored, storedPerils{Asset: &same[j].AssetID, Perils: same[j].PerilIDs})
			}
			continue
		}
		all := storedPerils{Assets: make([]uuid.UUID, len(same)), Perils: same[0].PerilIDs}
		for j := range same {
			all.Assets[j] = same[j].AssetID
		}
		stored = append(stored, all)
	}
	return string(scalar.EncodeJSON(stored)), nil
}

// Apart is how many assets, or groups of them that follow each other, have perils of their own.
func (e EvidencedByAsset) Apart() (n int) {
	for i := range e {
		if i == 0 || !slices.Equal(e[i].PerilIDs, e[i-1].PerilIDs) {
			n++
		}
	}
	return n
}

// Scan reads what Value wrote.
func (e *EvidencedByAsset) Scan(src any) error { return scalar.ScanStored(src, e, readEvidenced) }

var (
	readStoredPerils = scalar.StoredReader[[]storedPerils]()
	readPlainPerils  = scalar.StoredReader[EvidencedByAsset]()
)

// readEvidenced reads what Value wrote, into a *EvidencedByAsset.
func readEvidenced(dst any, text string) error {
	if !strings.Contains(text, `"assets"`) {
		return readPlainPerils(dst, text) // without memory for what is stored
	}
	var stored []storedPerils
	if err := readStoredPerils(&stored, text); err != nil {
		return err
	}
	n := 0
	for _, s := range stored {
		n += max(len(s.Assets), 1)
	}
	all := make(EvidencedByAsset, 0, n)
	for _, s := range stored {
		perils := s.Perils
		if n := len(all); n > 0 && slices.Equal(all[n-1].PerilIDs, perils) {
			perils = all[n-1].PerilIDs
		}
		if s.Asset != nil {
			all = append(all, EvidencedPerils{AssetID: *s.Asset, PerilIDs: perils})
		}
		for _, id := range s.Assets {
			all = append(all, EvidencedPerils{AssetID: id, PerilIDs: perils})
		}
	}
	*dst.(*EvidencedByAsset) = all
	return nil
}

// Derived is about how many bytes the perils have in an answer that are derived from the catalog (Show).
func (c *Coverage) Derived() int {
	if c.AssetPerils == nil {
		return 0
	}
	const asset, peril = len(`{"asset":"00000000-0000-0000-0000-000000000000","perils":[]},`),
		len(`{"id":"00000000-0000-0000-0000-000000000000","key":"","name":"","applied":false},`)
	size, types := asset, []*catalog.CoverageType(nil)
	if len(c.AssetPerils) >= sharedFrom {
		types = CoverageTypesByID(c.CoverageTypeIDs)
	}
	for _, p := range policyPerils {
		if types == nil || p.peril.BelongsTo(types) { // of few assets it does not matter
			size += peril + len(p.peril.Key) + len(p.peril.Name)
		}
	}
	return size * (1 + len(c.AssetPerils))
}
