package catalog

import (
	"slices"

	"github.com/google/uuid"
	"github.com/uptrace/bun"
)

// CoverageType is a kind of coverage (contract section 4).
type CoverageType struct {
	bun.BaseModel `bun:"table:coverage_types,alias:t"`
	Entry
	Name          string        `bun:"name,notnull"`
	CoverageGroup CoverageGroup `bun:"coverage_group,notnull"` // where people look for it
	Perils        []*Peril      `bun:"-"`                      // that belong to it, in catalog order
}

// UnknownCoverageType is the refusal of a coverage type that the catalog does not have.
const UnknownCoverageType = "is not the id or the key of a coverage type"

// CoverageTypes are the coverage types.
var CoverageTypes = newCatalog([]*CoverageType{
	newCoverageType(CoverageGroupProperty, "building", "Building"),
	newCoverageType(CoverageGroupProperty, "businessPersonalProperty", "Business Personal Property"),
	newCoverageType(CoverageGroupProperty, "equipmentBreakdown", "Equipment Breakdown (Boiler & Machinery)"),
	newCoverageType(CoverageGroupProperty, "ordinanceOrLaw", "Ordinance or Law"),
	newCoverageType(CoverageGroupProperty, "inlandMarine", "Inland Marine"),
	newCoverageType(CoverageGroupProperty, "autoPhysicalDamage", "Auto Physical Damage"),
	newCoverageType(CoverageGroupProperty, "crime", "Crime / Employee Theft"),
	newCoverageType(CoverageGroupTimeElement, "businessIncome", "Business Income / Rental Value"),
	newCoverageType(CoverageGroupTimeElement, "extraExpense", "Extra Expense"),
	newCoverageType(CoverageGroupCatastrophe, "flood", "Flood"),
	newCoverageType(CoverageGroupCatastrophe, "earthquake", "Earthquake / Earth Movement"),
	newCoverageType(CoverageGroupCatastrophe, "windstorm", "Windstorm / Named Storm"),
	newCoverageType(CoverageGroupCatastrophe, "terrorism", "Terrorism (TRIA)"),
	newCoverageType(CoverageGroupConstruction, "buildersRisk", "Builder's Risk"),
	newCoverageType(CoverageGroupLiability, "generalLiability", "General Liability"),
	newCoverageType(CoverageGroupLiability, "umbrellaExcess", "Umbrella / Excess Liability"),
	newCoverageType(CoverageGroupLiability, "autoLiability", "Auto Liability"),
	newCoverageType(CoverageGroupLiability, "workersCompensation", "Workers' Compensation"),
	newCoverageType(CoverageGroupLiability, "professionalLiability", "Professional Liability (Errors & Omissions)"),
	newCoverageType(CoverageGroupLiability, "environmental", "Environmental / Pollution Liability"),
	newCoverageType(CoverageGroupLiability, "liquorLiability", "Liquor Liability"),
	newCoverageType(CoverageGroupLife, "keyPersonLife", "Key Person Life"),
})

func newCoverageType(group CoverageGroup, key, name string) *CoverageType {
	return &CoverageType{Entry: newCatalogEntry("coverageType", key), Name: name, CoverageGroup: group}
}

// CoverageGroup is what a coverage type is about.
type CoverageGroup string

// The groups of coverage types.
const (
	// Damage to property.
	CoverageGroupProperty CoverageGroup = "property"
	// Income lost while property is out of use.
	CoverageGroupTimeElement CoverageGroup = "timeElement"
	// Catastrophes that need cover of their own.
	CoverageGroupCatastrophe CoverageGroup = "catastrophe"
	// Building works.
	CoverageGroupConstruction CoverageGroup = "construction"
	// Claims of third parties.
	CoverageGroupLiability CoverageGroup = "liability"
	// Lives that a business depends on.
	CoverageGroupLife CoverageGroup = "life"
)

// OfCaseUnlessNamed are the property coverages that are held against the case unless the demand names asset types.
var OfCaseUnlessNamed = []uuid.UUID{
	ID("coverageType", "crime"), ID("coverageType", "autoPhysicalDamage"),
}

// IsHeldAgainstCase reports whether a demand that names these asset types is held against the case itself, if at all.
func (c *CoverageType) IsHeldAgainstCase(named []uuid.UUID) bool {
	return c.CoverageGroup == CoverageGroupLiability || slices.Contains(OfCaseUnlessNamed, c.ID) && len(named) == 0
}

// UmbrellaExcess is the coverage type of policies above others.
var UmbrellaExcess = ID("coverageType", "umbrellaExcess")
