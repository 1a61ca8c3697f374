package model

import (
	"slices"

	"github.com/google/uuid"
)

// ParseAssetTypes finds the asset types that a client named by id or key. `unknown_asset_type`, `duplicate`, each below the
// pointer, which is that of the array.
func ParseAssetTypes(pointer string, refs []string) ([]*AssetType, Violations) {
	return parseRefs(pointer, refs, assetTypes, CodeUnknownAssetType, "asset type")
}

// ParseCoverageTypes finds the coverage types that a client named by id or key, in the client's order.
// `unknown_coverage_type`, `duplicate`.
func ParseCoverageTypes(pointer string, refs []string) ([]*CoverageType, Violations) {
	return parseRefs(pointer, refs, coverageTypes, CodeUnknownCoverageType, "coverage type")
}

// ParsePerils finds the perils that a client named by id or key; each must belong to one of the coverage types (contract
// section 3, Policy). `unknown_peril`, `duplicate`, `peril_not_applicable`.
func ParsePerils(pointer string, refs []string, of []*CoverageType) ([]*Peril, Violations) {
	found, vs := parseRefs(pointer, refs, perils, CodeUnknownPeril, "peril")
	for i, ref := range refs {
		if p, ok := perils.byRef(ref); ok && !p.belongsTo(of) {
			vs.Add(Pointer(pointer, i), CodePerilNotApplicable, "the peril %s belongs to none of the coverage types given", p.Key)
		}
	}
	return found, vs
}

// belongsTo tells whether the peril belongs to one of the coverage types.
func (p *Peril) belongsTo(of []*CoverageType) bool {
	return slices.ContainsFunc(p.CoverageTypes, func(c *CoverageType) bool { return slices.Contains(of, c) })
}

// parseRefs finds the entries named. None of them twice: by its id and by its key is twice.
func parseRefs[T interface {
	catalogItem
	comparable
}](pointer string, refs []string, in catalog[T], unknown Code, noun string) ([]T, Violations) {
	var vs Violations
	found := make([]T, 0, len(refs))
	for i, ref := range refs {
		item, ok := in.byRef(ref)
		switch {
		case !ok:
			vs.Add(Pointer(pointer, i), unknown, "there is no such %s; name it by its id or its key", noun)
		case slices.Contains(found, item):
			vs.Add(Pointer(pointer, i), CodeDuplicate, "the %s %s is given twice", noun, item.entry().Key)
		default:
			found = append(found, item)
		}
	}
	return found, vs
}

// CatalogIDs are the ids of catalog entries, in their order.
func CatalogIDs[T catalogItem](entries []T) []uuid.UUID {
	ids := make([]uuid.UUID, len(entries))
	for i, e := range entries {
		ids[i] = e.entry().ID
	}
	return ids
}

// AssetTypeIDs are the ids of those asset types that a filter names by id or key and that exist; nil when it names none.
func AssetTypeIDs(refs []string) []uuid.UUID { return filterIDs(refs, assetTypes) }

// DocumentCategoryIDs are the same of document categories.
func DocumentCategoryIDs(refs []string) []uuid.UUID { return filterIDs(refs, documentCategories) }

// filterIDs passes over what does not exist: a filter for it finds nothing and is no mistake (contract section 1).
func filterIDs[T catalogItem](refs []string, in catalog[T]) []uuid.UUID {
	if refs == nil {
		return nil
	}
	ids := []uuid.UUID{}
	for _, ref := range refs {
		if item, ok := in.byRef(ref); ok {
			ids = append(ids, item.entry().ID)
		}
	}
	return ids
}
