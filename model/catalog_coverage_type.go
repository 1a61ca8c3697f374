package model

import "github.com/uptrace/bun"

// CoverageType is a kind of coverage (contract section 4).
type CoverageType struct {
	bun.BaseModel `bun:"table:coverage_types,alias:t"`
	CatalogEntry
	Name          string        `bun:"name,notnull"`
	CoverageGroup CoverageGroup `bun:"coverage_group,notnull"` // where people look for it
	Perils        []*Peril      `bun:"-"`                      // that belong to it, in catalog order
}

type (
	// CoverageTypeConnection is a page of a list.
	CoverageTypeConnection = Connection[CoverageType]
	// CoverageTypeEdge is one record of a page, with its cursor.
	CoverageTypeEdge = Edge[CoverageType]
)

// IsNode makes it a Node.
func (CoverageType) IsNode() {}

// unknownCoverageType is the refusal of a coverage type that the catalog does not have.
const unknownCoverageType = "is not the id or the key of a coverage type"

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
	return &CoverageType{CatalogEntry: newCatalogEntry("coverageType", key), Name: name, CoverageGroup: group}
}
