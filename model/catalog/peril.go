package catalog

import (
	"slices"

	"github.com/google/uuid"
	"github.com/uptrace/bun"
)

// Peril is a cause of loss (contract section 4; property perils are those of the ISO forms CP 10 10, 10 20 and 10 30).
type Peril struct {
	bun.BaseModel `bun:"table:perils,alias:t"`
	Entry
	Name            string          `bun:"name,notnull"`
	Weight          float64         `bun:"weight,notnull"`                              // in a risk profile's protectionScore
	CoverageTypeIDs []uuid.UUID     `bun:"coverage_type_ids,array,type:uuid[],notnull"` // that it belongs to, in catalog order
	CoverageTypes   []*CoverageType `bun:"-"`                                           // the same as entries
}

// The weights of perils. There is no public table: they follow what one loss can do. Each is twice the one below.
const (
	weightDestroys = 8 // can destroy the whole collateral in one event
	weightMajor    = 4 // can take a large part of it, or ends in a judgment that ranks before the lender
	weightPartial  = 2 // takes some of it
	weightMinor    = 1 // is usually within the deductible
)

// onProperty means the coverage types of propertyCoverage in the table below: P of contract section 4.
const onProperty = "P"

var propertyCoverage = []string{"building", "businessPersonalProperty", "buildersRisk", "businessIncome", "extraExpense"}

// Perils are the perils.
var Perils = newCatalog([]*Peril{
	newPeril("fire", "Fire", weightDestroys, onProperty),
	newPeril("lightning", "Lightning", weightPartial, onProperty),
	newPeril("explosion", "Explosion", weightMajor, onProperty),
	newPeril("windHail", "Windstorm or Hail", weightMajor, onProperty),
	newPeril("smoke", "Smoke", weightPartial, onProperty),
	newPeril("aircraftVehicles", "Aircraft or Vehicles", weightPartial, onProperty),
	newPeril("riotCivilCommotion", "Riot or Civil Commotion", weightPartial, onProperty),
	newPeril("vandalism", "Vandalism", weightPartial, onProperty),
	newPeril("sprinklerLeakage", "Sprinkler Leakage", weightPartial, onProperty),
	newPeril("sinkholeCollapse", "Sinkhole Collapse", weightPartial, onProperty),
	newPeril("volcanicAction", "Volcanic Action", weightMinor, onProperty),
	newPeril("fallingObjects", "Falling Objects", weightMinor, onProperty),
	newPeril("weightOfSnowIce", "Weight of Snow, Ice or Sleet", weightPartial, onProperty),
	newPeril("waterDamage", "Water Damage", weightMajor, onProperty),
	newPeril("collapse", "Collapse", weightMajor, onProperty),
	newPeril("mold", "Mold", weightMinor, onProperty),
	newPeril("theft", "Theft", weightPartial, onProperty, "inlandMarine", "autoPhysicalDamage", "crime"),
	newPeril("flood", "Flood", weightDestroys, "flood", "buildersRisk"),
	newPeril("stormSurge", "Storm Surge", weightMajor, "flood", "windstorm"),
	newPeril("namedStorm", "Named Storm", weightDestroys, "windstorm", onProperty),
	newPeril("earthquake", "Earthquake", weightDestroys, "earthquake"),
	newPeril("earthMovement", "Earth Movement", weightMajor, "earthquake"),
	newPeril("certifiedTerrorism", "Certified Acts of Terrorism", weightMajor, "terrorism"),
	newPeril("nonCertifiedTerrorism", "Non-Certified Acts of Terrorism", weightPartial, "terrorism"),
	newPeril("mechanicalBreakdown", "Mechanical Breakdown", weightPartial, "equipmentBreakdown"),
	newPeril("boilerExplosion", "Boiler Explosion", weightMajor, "equipmentBreakdown"),
	newPeril("undamagedPortion", "Loss to the Undamaged Portion (Coverage A)", weightMajor, "ordinanceOrLaw"),
	newPeril("demolition", "Demolition Cost (Coverage B)", weightPartial, "ordinanceOrLaw"),
	newPeril("increasedConstructionCost", "Increased Cost of Construction (Coverage C)", weightPartial, "ordinanceOrLaw"),
	newPeril("lossOfRents", "Loss of Rents", weightMajor, "businessIncome"),
	newPeril("civilAuthority", "Civil Authority", weightMinor, "businessIncome"),
	newPeril("collision", "Collision", weightPartial, "autoPhysicalDamage"),
	newPeril("transit", "Transit", weightPartial, "inlandMarine"),
	newPeril("employeeDishonesty", "Employee Dishonesty", weightPartial, "crime"),
	newPeril("bodilyInjury", "Bodily Injury", weightMajor, "generalLiability", "autoLiability", "umbrellaExcess"),
	newPeril("thirdPartyPropertyDamage", "Third-Party Property Damage", weightMajor,
		"generalLiability", "autoLiability", "umbrellaExcess"),
	newPeril("personalAdvertisingInjury", "Personal and Advertising Injury", weightMinor, "generalLiability"),
	newPeril("productsCompletedOperations", "Products and Completed Operations", weightPartial, "generalLiability"),
	newPeril("hiredNonOwnedAuto", "Hired and Non-Owned Autos", weightPartial, "autoLiability"),
	newPeril("employersLiability", "Employers' Liability", weightPartial, "workersCompensation"),
	newPeril("statutoryBenefits", "Statutory Workers' Compensation Benefits", weightMajor, "workersCompensation"),
	newPeril("professionalError", "Professional Error or Omission", weightPartial, "professionalLiability"),
	newPeril("pollutionRelease", "Release of Pollutants", weightMajor, "environmental"),
	newPeril("liquorService", "Service of Liquor", weightPartial, "liquorLiability"),
	newPeril("death", "Death", weightMajor, "keyPersonLife"),
})

// newPeril links the peril with its coverage types in both directions, in catalog order.
func newPeril(key, name string, weight float64, coverage ...string) *Peril {
	p := &Peril{Entry: newCatalogEntry("peril", key), Name: name, Weight: weight}
	if slices.Contains(coverage, onProperty) {
		coverage = slices.Concat(coverage, propertyCoverage)
	}
	for _, c := range CoverageTypes.Ordered {
		if slices.Contains(coverage, c.Key) {
			p.CoverageTypes = append(p.CoverageTypes, c)
			p.CoverageTypeIDs = append(p.CoverageTypeIDs, c.ID)
			c.Perils = append(c.Perils, p)
		}
	}
	return p
}
