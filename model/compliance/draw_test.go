package compliance_test

import (
	"encoding/json"
	"fmt"
	"time"

	"pgregory.net/rapid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
)

// Few values of each kind are drawn, so that what is drawn meets.

var (
	drawnAssets  = []string{"12 Main St", "9 Elm St", "Ada Example"}
	drawnTypes   = []string{"building", "flood", "generalLiability", "umbrellaExcess", "keyPersonLife", "crime"}
	drawnPerils  = []string{"fire", "flood", "theft", "bodilyInjury", "thirdPartyPropertyDamage", "death", "windHail"}
	drawnAmounts = []string{"", "0.00 USD", "100000.00 USD", "250000.00 USD", "400000.01 USD", "300000.00 EUR"}
	drawnHolders = []string{"Harbor Bank", "Other Bank"}
)

// drawnAsks are further members of a requirement, drawnSays of a policy.
var (
	drawnAsks = raw(
		`{"insuredNamed": "ANY"}`, `{"insuredNamed": "ALL", "occurrenceForm": true}`, `{"noticeDays": {"cancellation": 30, "nonPayment": 10}}`,
		`{"valuation": ["replacementCost"], "maximumCoinsurancePercent": "80.00"}`,
		`{"endorsements": ["@endorsement/followForm", "@endorsement/agreedValue"]}`,
		`{"minimumAggregate": "250000.00 USD"}`, `{"deductibles": [{"perils": ["@peril/fire"], "maximumPercent": "3.00", `+
			`"maximumAmount": "6000.00 USD"}]}`,
		`{"prohibitedExclusions": ["@exclusion/war", "@exclusion/vacancy"]}`,
		`{"evidence": {"categories": ["@documentCategory/policy"], "temporaryCategories": ["@documentCategory/binder"], "temporaryDays": 60}}`,
	)
	drawnSays = raw(
		`{"claimsMade": false, "noticeDays": {"cancellation": 20}}`, `{"claimsMade": true, "noticeDays": {"cancellation": 30, "nonPayment": 10}}`,
		`{"valuation": "replacementCost", "coinsurancePercent": "90.00"}`, `{"endorsements": [], "exclusions": ["@exclusion/war"]}`,
		`{"limits": [{"kind": "total", "amount": "400000.00 USD", "marginPercent": "110.00"}, {"kind": "perOccurrence", `+
			`"perils": ["@peril/fire"], "amount": "300000.00 USD"}]}`,
		`{"limits": [{"kind": "total", "coverageTypes": ["@coverageType/building", "@coverageType/flood"], "amount": "400000.00 USD", `+
			`"otherValues": "50000.00 USD"}, {"kind": "aggregate", "amount": "100000.00 USD"}]}`,
		`{"limits": [{"kind": "total", "amount": "400000.00 USD"}, {"kind": "total", "asset": "@9 Elm St", "amount": "100000.00 USD"}], `+
			`"statedValues": [{"asset": "@12 Main St", "amount": "200000.00 USD"}]}`,
		`{"deductibles": [{"perils": ["@peril/fire"], "percent": "2.00", "of": "INSURED_VALUE"}, {"amount": "4000.00 USD"}]}`,
		`{"deductibles": [{"percent": "2.00", "of": "LIMIT", "minimum": "10.00 USD"}, {"perils": ["@peril/windHail"], "amount": "4000.00 USD"}]}`,
		`{"endorsements": ["@endorsement/followForm"], "exclusions": []}`, `{"carriedOver": ["limits"], "placement": "lenderPlaced"}`,
	)
)

func raw(texts ...string) (all []json.RawMessage) {
	for _, text := range texts {
		all = append(all, json.RawMessage(text))
	}
	return all
}

func sampled[T any](t *rapid.T, name string, from ...T) T {
	return rapid.SampledFrom(from).Draw(t, name)
}

// anyOf draws a list of different values, maybe empty.
func anyOf[T comparable](t *rapid.T, name string, from ...T) []T {
	return rapid.SliceOfNDistinct(rapid.SampledFrom(from), 0, len(from), func(v T) T { return v }).Draw(t, name)
}

func drawDay(t *rapid.T, name string) string {
	return date(t, "2026-01-01").AddDate(0, 0, rapid.IntRange(0, 50).Draw(t, name)*10).Format(time.DateOnly)
}

func drawExample(t *rapid.T) (e example) {
	e.Day = drawDay(t, "day")
	e.LoanAmount = sampled(t, "loan", drawnAmounts...)
	for i, name := range drawnAssets {
		e.Assets = append(e.Assets, exampleAsset{
			Name: name, Type: []string{"commercialRealEstate", "residentialRealEstate", "keyPerson"}[i],
			Value: sampled(t, "value", drawnAmounts...),
		})
	}
	e.Holders = []exampleHolder{{Name: "Harbor Bank", Types: []model.ClauseType{model.ClauseTypeMortgagee}}}
	for range rapid.IntRange(1, 3).Draw(t, "requirements") {
		e.Requirements = append(e.Requirements, drawRequirement(t))
	}
	for i := range rapid.IntRange(0, 4).Draw(t, "policies") {
		e.Policies = append(e.Policies, drawPolicy(t, i))
		if rapid.IntRange(0, 3).Draw(t, "cancelled") == 0 {
			e.Cancellations = append(e.Cancellations, drawCancellation(t, i))
		}
	}
	e.Insureds = anyOf(t, "borrowers", "Alder", "Birch")
	for range rapid.IntRange(0, 2).Draw(t, "documents") {
		e.Documents = append(e.Documents, drawDocument(t))
	}
	for range rapid.IntRange(0, 2).Draw(t, "waivers") {
		e.Waivers = append(e.Waivers, drawWaiver(t))
	}
	return e
}

func drawRequirement(t *rapid.T) exampleRequirement {
	r := exampleRequirement{
		CoverageType: sampled(t, "type", drawnTypes...), MinimumLimit: sampled(t, "minimum", drawnAmounts...),
		MaximumDeductible: sampled(t, "deductible", "", "", "5000.00 USD"),
		LimitBasis: sampled(t, "basis", nil, nil, new(model.LimitBasisInsurableValue), new(model.LimitBasisLesser),
			new(model.LimitBasisFlood)),
		MinimumRating: sampled(t, "rating", nil, nil, new("A-")), ClauseType: sampled(t, "clause", nil, nil, new(model.ClauseTypeMortgagee)),
		MaximumDeductiblePercent: sampled(t, "percent", nil, nil, new("2.5")),
		FormTypes:                sampled(t, "forms", nil, nil, []model.CoverageFormType{model.CoverageFormTypeSpecial}),
	}
	of, _ := catalog.CoverageTypes.ByRef(r.CoverageType)
	var keys []string
	for _, p := range of.Perils {
		keys = append(keys, p.Key)
	}
	r.Asks = sampled(t, "asks", append(drawnAsks[:len(drawnAsks):len(drawnAsks)], nil, nil)...)
	r.Perils = rapid.SliceOfNDistinct(rapid.SampledFrom(keys[:min(2, len(keys))]), 1, 2, func(s string) string { return s }).
		Draw(t, "demanded")
	return r
}

func drawPerils(t *rapid.T) []string { return anyOf(t, "perils", drawnPerils...) }

func drawPolicy(t *rapid.T, place int) examplePolicy {
	p := examplePolicy{Name: fmt.Sprintf("P-%d", place), Held: rapid.Bool().Draw(t, "held")}
	if rapid.IntRange(0, 4).Draw(t, "deactivated") == 0 {
		p.Deactivated = drawDay(t, "deactivatedOn")
	}
	for i := range rapid.IntRange(1, 2).Draw(t, "terms") {
		p.Terms = append(p.Terms, drawTerm(t, i+1))
	}
	return p
}

func drawTerm(t *rapid.T, number int) exampleTerm {
	term := exampleTerm{
		Term: number, Layer: sampled(t, "layer", model.CoverageLayerPrimary, model.CoverageLayerPrimary, model.CoverageLayerExcess,
			model.CoverageLayerUmbrella),
		Perils: drawPerils(t), Assets: map[string][]string{}, Deductible: sampled(t, "deductible", "", "5000.00 USD", "9000.00 USD", "10.00 EUR"),
		Rating: sampled(t, "rating", "", "A", "B (X)", "NR"),
		Form:   sampled(t, "form", nil, new(model.CoverageFormTypeSpecial), new(model.CoverageFormTypeBasic)),
	}
	term.CoverageTypes = rapid.SliceOfNDistinct(rapid.SampledFrom(drawnTypes), 1, 3, func(s string) string { return s }).Draw(t, "types")
	start := date(t, "2026-01-01").AddDate(0, 0, rapid.IntRange(0, 20).Draw(t, "start")*10+(number-1)*200)
	if rapid.IntRange(0, 7).Draw(t, "startKnown") > 0 {
		term.Start = start.Format(time.DateOnly)
	}
	if rapid.IntRange(0, 7).Draw(t, "endKnown") > 0 {
		term.End = start.AddDate(0, 0, rapid.IntRange(1, 20).Draw(t, "length")*10).Format(time.DateOnly)
	}
	for _, name := range anyOf(t, "assets", drawnAssets...) {
		term.Assets[name] = drawPerils(t)
	}
	for _, kind := range anyOf(t, "limits", model.AllLimitKind...) {
		if amount := sampled(t, "amount", drawnAmounts...); amount != "" {
			term.Limits = append(term.Limits, exampleLimit{
				Kind: kind, Amount: amount, CoverageType: sampled(t, "of", "", term.CoverageTypes[0]),
			})
		}
	}
	term.Says = sampled(t, "says", append(drawnSays[:len(drawnSays):len(drawnSays)], nil, nil)...)
	term.Insureds = sampled(t, "insureds", nil, []string{}, []string{"Alder"}, []string{"Alder", "Birch"})
	if rapid.Bool().Draw(t, "clause") {
		term.Clauses = append(term.Clauses, drawClause(t))
	}
	return term
}

func drawClause(t *rapid.T) exampleClause {
	return exampleClause{
		Type:   sampled(t, "clauseType", model.ClauseTypeMortgagee, model.ClauseTypeLossPayee),
		Holder: sampled(t, "holder", drawnHolders...),
	}
}

func drawCancellation(t *rapid.T, place int) exampleCancellation {
	c := exampleCancellation{Policy: fmt.Sprintf("P-%d", place), Term: rapid.IntRange(1, 2).Draw(t, "term"), On: drawDay(t, "cancelled")}
	if rapid.Bool().Draw(t, "reinstated") {
		c.Reinstated = date(t, c.On).AddDate(0, 0, rapid.IntRange(0, 3).Draw(t, "gap")*10).Format(time.DateOnly)
	}
	return c
}

func drawDocument(t *rapid.T) exampleDocument {
	return exampleDocument{Category: sampled(t, "category", "binder", "policy"), Policy: sampled(t, "of", "P-0", "P-1"),
		Term: rapid.IntRange(1, 2).Draw(t, "ofTerm")}
}

func drawWaiver(t *rapid.T) exampleWaiver {
	w := exampleWaiver{
		CoverageType: sampled(t, "waivedType", drawnTypes...), Asset: sampled(t, "waivedAsset", "", drawnAssets[0]),
		Codes: anyOf(t, "codes", model.FindingCodeNoPolicy, model.FindingCodePerilMissing, model.FindingCodeLimitTooLow,
			model.FindingCodeAssetNotCovered, model.FindingCodeClauseMissing, model.FindingCodeLimitUnknown),
	}
	w.Details = sampled(t, "details", nil, nil, []string{"followForm", "@peril/fire"}, []string{"war", "cancellation"})
	if rapid.Bool().Draw(t, "expires") {
		w.Expires = drawDay(t, "expiresOn")
	}
	return w
}
