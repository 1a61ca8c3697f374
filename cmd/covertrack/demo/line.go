package demo

import (
	"slices"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/storage/book"
)

// line is what one policy of the Coverage Framework covers, and the form that proves it.
type line struct {
	key    string
	cover  book.Cover
	limits func(worth) []*model.LimitInput
	proof  proof
}

// worth is what there is to insure in a case, in dollars: the greatest of each kind, all of them, and the loan.
type worth struct{ building, contents, project, allBuildings, allContents, loan int }

func primary(key string, proof proof, limits func(worth) []*model.LimitInput, types ...string) line {
	return line{key, book.Cover{Layer: model.CoverageLayerPrimary, Types: types}, limits, proof}
}

// limit is an amount for each occurrence, a million at least.
func limit(coverageType string, dollars int) *model.LimitInput {
	return &model.LimitInput{
		CoverageType: book.Some(coverageType), Kind: model.LimitKindPerOccurrence,
		Amount: book.Some(*book.Dollars(max(dollars, 1_000_000))),
	}
}

func fixed(coverageType string, dollars int) func(worth) []*model.LimitInput {
	return func(worth) []*model.LimitInput {
		return []*model.LimitInput{{
			CoverageType: book.Some(coverageType), Kind: model.LimitKindPerOccurrence, Amount: book.Some(*book.Dollars(dollars)),
		}}
	}
}

func propertyLimits(w worth) []*model.LimitInput {
	return []*model.LimitInput{
		limit("building", w.building), limit("businessPersonalProperty", w.contents), limit("businessIncome", w.loan/10),
	}
}

func largeLimits(w worth) []*model.LimitInput {
	return []*model.LimitInput{limit("building", w.building), limit("businessIncome", w.loan/10)}
}

var (
	property = primary("property", evidenceOfProperty, propertyLimits,
		"building", "businessPersonalProperty", "ordinanceOrLaw", "businessIncome")
	liability = primary("liability", certificateOfLiability, fixed("generalLiability", 1_000_000), "generalLiability")
	umbrella  = line{"umbrella", book.Cover{Layer: model.CoverageLayerUmbrella, Types: []string{"umbrellaExcess"}},
		fixed("umbrellaExcess", 5_000_000), certificateOfLiability}
	workers = primary("workers", certificateOfLiability, func(worth) []*model.LimitInput { return nil },
		"workersCompensation")
	flood = primary("flood", floodDeclarations, fixed("flood", 500_000), "flood")
	wind  = primary("wind", evidenceOfProperty,
		func(w worth) []*model.LimitInput { return []*model.LimitInput{limit("windstorm", w.building)} }, "windstorm")
	largeProperty = primary("property", evidenceOfProperty, largeLimits, "building", "businessIncome")
	largeUmbrella = line{"umbrella", umbrella.cover, fixed("umbrellaExcess", 25_000_000), certificateOfLiability}
	builders      = primary("property", evidenceOfProperty,
		func(w worth) []*model.LimitInput { return []*model.LimitInput{limit("buildersRisk", w.project)} }, "buildersRisk")
)

// The lines that the risk profiles demand.
var (
	standardLines     = []line{property, liability, umbrella, workers}
	coastalLines      = []line{property, liability, umbrella, workers, flood, wind}
	largeLines        = []line{largeProperty, liability, largeUmbrella}
	constructionLines = []line{builders, liability, umbrella}
)

// excess is a layer over other policies.
func excess(key, coverageType string, dollars int, proof proof) line {
	cover := book.Cover{Layer: model.CoverageLayerExcess, Types: []string{coverageType}}
	return line{key, cover, fixed(coverageType, dollars), proof}
}

// often are what policies often exclude.
var often = []string{"mold", "sinkholeCollapse"}

// set makes the input of a policy what the line covers.
func (l line) set(in *model.CreatePolicyInput, w worth) {
	in.CoverageLayer, in.CoverageTypes = book.Some(l.cover.Layer), book.List(l.cover.Types...)
	in.Perils = book.List(l.cover.Perils(func(key string) bool { return !slices.Contains(often, key) })...)
	in.Limits = book.List(l.limits(w)...)
	if l.cover.Types[0] == "building" {
		in.CoverageFormType = book.Some(model.CoverageFormTypeSpecial)
	}
	in.NoticeDays = book.Some(model.NoticeDaysInput{Cancellation: book.Some(30), NonPayment: book.Some(10)})
	switch t, _ := catalog.CoverageTypes.ByRef(l.cover.Types[0]); t.CoverageGroup {
	case catalog.CoverageGroupLiability:
		in.ClaimsMade = book.Some(false)
		in.Endorsements = book.List("additionalInsuredMortgagee", "waiverOfSubrogation")
		in.Exclusions = book.List("nuclear", "war")
	case catalog.CoverageGroupProperty:
		in.Valuation, in.CoinsurancePercent = book.Some(model.ValuationMethodReplacementCost), book.Some("0")
		in.Endorsements, in.Exclusions = book.List("inflationGuard"), book.List[string]()
	}
}
