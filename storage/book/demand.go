package book

import (
	"github.com/covertrack/covertrack/model"
)

// usualPerils are what lenders demand of coverage types, which have more perils than that.
var usualPerils = map[string][]string{
	"building": {
		"fire", "lightning", "explosion", "windHail", "smoke", "vandalism", "waterDamage", "weightOfSnowIce", "collapse",
	},
	"businessPersonalProperty": {"fire", "windHail", "theft"},
	"ordinanceOrLaw":           {"undamagedPortion", "demolition", "increasedConstructionCost"},
	"businessIncome":           {"fire", "windHail", "lossOfRents"},
	"buildersRisk":             {"fire", "windHail", "theft", "collapse"},
	"equipmentBreakdown":       {"mechanicalBreakdown", "boilerExplosion"},
	"flood":                    {"flood"},
	"windstorm":                {"namedStorm"},
	"terrorism":                {"certifiedTerrorism"},
	"generalLiability":         {"bodilyInjury", "thirdPartyPropertyDamage"},
	"umbrellaExcess":           {"bodilyInjury", "thirdPartyPropertyDamage"},
	"workersCompensation":      {"statutoryBenefits", "employersLiability"},
}

// UsualPerils returns what Demand names of coverage types, by key.
func UsualPerils(coverageTypes ...string) map[string]bool {
	perils := map[string]bool{}
	for _, t := range coverageTypes {
		for _, key := range usualPerils[t] {
			perils[key] = true
		}
	}
	return perils
}

// A Condition is something that a requirement demands of the policies.
type Condition func(*model.RequirementInput)

// Demand is a requirement for the usual perils of a coverage type.
func Demand(coverageType string, conditions ...Condition) *model.RequirementInput {
	r := &model.RequirementInput{CoverageType: coverageType, Perils: List(usualPerils[coverageType]...)}
	for _, set := range conditions {
		set(r)
	}
	return r
}

// For is which assets the requirement is for.
func For(assetTypes ...string) Condition {
	return func(r *model.RequirementInput) { r.AssetTypes = List(assetTypes...) }
}

// AtLeast is the least limit.
func AtLeast(dollars int) Condition {
	return func(r *model.RequirementInput) { r.MinimumLimit = Some(*Dollars(dollars)) }
}

// Percent is the least limit as a percentage of a basis.
func Percent(percent string, of model.LimitBasis) Condition {
	return func(r *model.RequirementInput) { r.LimitPercent, r.LimitBasis = Some(percent), Some(of) }
}

// DeductibleUpTo is the greatest deductible.
func DeductibleUpTo(dollars int) Condition {
	return func(r *model.RequirementInput) { r.MaximumDeductible = Some(*Dollars(dollars)) }
}

// DeductiblePercentUpTo is the greatest deductible as a percentage of the limit.
func DeductiblePercentUpTo(percent string) Condition {
	return func(r *model.RequirementInput) { r.MaximumDeductiblePercent = Some(percent) }
}

// Clause is the clause that the policies carry.
func Clause(of model.ClauseType) Condition {
	return func(r *model.RequirementInput) { r.ClauseType = Some(of) }
}

// Rated is the least rating of the carrier.
func Rated(least string) Condition {
	return func(r *model.RequirementInput) { r.MinimumRating = Some(least) }
}

// Form is the one coverage form that is accepted.
func Form(form model.CoverageFormType) Condition {
	return func(r *model.RequirementInput) { r.FormTypes = List(form) }
}

// Weight is how much the requirement counts.
func Weight(weight float64) Condition {
	return func(r *model.RequirementInput) { r.Weight = Some(weight) }
}
