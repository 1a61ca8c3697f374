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
// An umbrella may have one more: Coverage.mayList.
func CoverageTypesAllowed(requirements []*Requirement) []*CoverageType {
	if len(requirements) == 0 {
		return CoverageTypes.All()
	}
	demanded := func(c *CoverageType) bool {
		return slices.ContainsFunc(requirements, func(r *Requirement) bool { return r.CoverageType == c.ID })
	}
	return slices.DeleteFunc(CoverageTypes.All(), func(c *CoverageType) bool { return !demanded(c) })
}
