package load

import (
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/book"
)

// line is what one policy of the Coverage Framework covers.
type line struct {
	book.Cover
	demanded map[string]bool // the perils that the risk profiles name
	clause   int             // of the holder's, by number
	limits   func(*toInsure) []*model.LimitInput
}

func newLine(
	layer model.CoverageLayer, clause int, limits func(*toInsure) []*model.LimitInput, types ...string,
) line {
	return line{book.Cover{Layer: layer, Types: types}, book.UsualPerils(types...), clause, limits}
}

// How many certificate holders there are, and how many clauses each has: which of them is which.
const (
	holders             = 3
	clausesOfHolder     = 3
	asMortgagee         = 0
	asAdditionalInsured = 2
)

var (
	property = newLine(model.CoverageLayerPrimary, asMortgagee, func(of *toInsure) []*model.LimitInput {
		return []*model.LimitInput{
			each("building", max(of.building, 500_000)), each("businessPersonalProperty", max(of.contents, 50_000)),
			each("businessIncome", of.loan/10),
		}
	}, "building", "businessPersonalProperty", "ordinanceOrLaw", "businessIncome")
	liability = newLine(model.CoverageLayerPrimary, asAdditionalInsured,
		fixed("generalLiability", 1_000_000), "generalLiability")
	umbrella = newLine(model.CoverageLayerUmbrella, asAdditionalInsured,
		fixed("umbrellaExcess", 5_000_000), "umbrellaExcess")
	workers = newLine(model.CoverageLayerPrimary, asAdditionalInsured,
		fixed("workersCompensation", 500_000), "workersCompensation")
	flood     = newLine(model.CoverageLayerPrimary, asMortgagee, fixed("flood", 500_000), "flood")
	moreFlood = newLine(model.CoverageLayerExcess, asMortgagee, fixed("flood", 4_500_000), "flood")

	// lines are what the first, the second and each further policy of a case covers.
	lines = []line{property, liability, umbrella, workers, flood, moreFlood}
)

func each(coverageType string, dollars int) *model.LimitInput {
	return &model.LimitInput{
		CoverageType: book.Some(coverageType), Kind: model.LimitKindPerOccurrence, Amount: book.Dollars(dollars),
	}
}

// total is a limit of a blanket, which the assets share.
func total(coverageType string, dollars int) *model.LimitInput {
	limit := each(coverageType, dollars)
	limit.Kind = model.LimitKindTotal
	return limit
}

func fixed(coverageType string, dollars int) func(*toInsure) []*model.LimitInput {
	return func(*toInsure) []*model.LimitInput { return []*model.LimitInput{each(coverageType, dollars)} }
}

// The asset types that the demands name.
var (
	buildings = []string{"commercialRealEstate", "multifamily", "residentialRealEstate"}
	contents  = []string{"equipment", "inventory"}
)

// profileNames are those of the risk profiles of cases with one policy, two, and so on.
var profileNames = []string{
	"Small balance", "Commercial real estate", "Commercial real estate, umbrella", "Owner-operated", "Flood zone",
	"Flood zone, large loans",
}

// demandsOf are the requirements that the first so many lines fulfil. All coverage types of the lines are among them.
func demandsOf(policies int) []*model.RequirementInput {
	demands := []*model.RequirementInput{
		book.Demand("building", book.For(buildings...), book.Percent("100", model.LimitBasisInsurableValue),
			book.DeductibleUpTo(50_000), book.Clause(model.ClauseTypeMortgagee), book.Rated("A-"),
			book.Form(model.CoverageFormTypeSpecial)),
		book.Demand("businessPersonalProperty", book.For(contents...), book.Percent("100", model.LimitBasisInsurableValue),
			book.Clause(model.ClauseTypeMortgagee), book.Rated("A-")),
		book.Demand("ordinanceOrLaw", book.For(buildings...)),
		book.Demand("businessIncome", book.For(buildings...), book.Percent("10", model.LimitBasisLoanAmount)),
	}
	if policies >= 2 {
		demands = append(demands, book.Demand("generalLiability", book.AtLeast(liabilityLimit(policies)),
			book.Clause(model.ClauseTypeAdditionalInsured), book.Rated("A-")))
	}
	if policies >= 4 {
		demands = append(demands, book.Demand("workersCompensation"))
	}
	if policies == 5 {
		demands = append(demands, book.Demand("flood", book.For(buildings...), book.Percent("100", model.LimitBasisFlood),
			book.Clause(model.ClauseTypeMortgagee)))
	}
	if policies >= 6 {
		demands = append(demands, book.Demand("flood", book.For(buildings...), book.AtLeast(5_000_000),
			book.Clause(model.ClauseTypeMortgagee)))
	}
	return demands
}

// liabilityLimit is that of the primary policy, with the umbrella from three policies on.
func liabilityLimit(policies int) int {
	if policies < 3 {
		return 1_000_000
	}
	return 6_000_000
}
