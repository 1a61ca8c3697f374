package compliance_test

import (
	"fmt"
	"slices"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
)

// largeCase is a case of 20 assets and 30 policies: towers, blankets, renewals, waivers and a cancellation. Each policy
// begins some days after the one before.
func largeCase(t require.TestingT, spread int) example { return sizedCase(t, 20, 30, spread) }

// smallCase is a case of 2 assets and 3 policies, otherwise like the large one.
func smallCase(t require.TestingT) example {
	e := sizedCase(t, 2, 3, 1)
	e.Requirements, e.Cancellations = e.Requirements[:3], nil
	return e
}

func sizedCase(t require.TestingT, assets, policies, spread int) (e example) {
	building := []string{
		"fire", "lightning", "explosion", "windHail", "smoke", "aircraftVehicles", "riotCivilCommotion", "vandalism",
		"sprinklerLeakage", "sinkholeCollapse", "volcanicAction", "fallingObjects", "weightOfSnowIce", "waterDamage", "collapse",
		"theft", "namedStorm",
	}
	injury := []string{"bodilyInjury", "thirdPartyPropertyDamage"}
	e.LoanAmount = "90000000.00 USD"
	everywhere := map[string][]string{}
	for i := range assets {
		name := fmt.Sprintf("%d Main St", i)
		e.Assets = append(e.Assets, exampleAsset{Name: name, Type: "commercialRealEstate", Value: fmt.Sprintf("%d.00 USD", 4_000_000+i*1000)})
		everywhere[name] = nil
	}
	e.Holders = []exampleHolder{{Name: "Bank", Types: []model.ClauseType{model.ClauseTypeMortgagee}}}
	basis, flood, percent := model.LimitBasisInsurableValue, model.LimitBasisFlood, "5"
	for _, r := range []exampleRequirement{
		{CoverageType: "building", Perils: building, LimitBasis: &basis, ClauseType: new(model.ClauseTypeMortgagee)},
		{CoverageType: "businessIncome", Perils: building, MinimumLimit: "100000.00 USD"},
		{CoverageType: "flood", LimitBasis: &flood},
		{CoverageType: "windstorm", LimitBasis: &basis, MaximumDeductiblePercent: &percent},
		{CoverageType: "generalLiability", Perils: injury, MinimumLimit: "5000000.00 USD"},
		{CoverageType: "umbrellaExcess", Perils: injury[:1], MinimumLimit: "1000000.00 USD"},
	} {
		r.MinimumRating = new("A-")
		e.Requirements = append(e.Requirements, r)
	}
	of := [][]string{
		{"building", "businessIncome"}, {"building", "businessIncome"}, {"flood"}, {"windstorm"}, {"generalLiability"}, {"umbrellaExcess"},
	}
	perils := [][]string{
		building, building, {"flood", "stormSurge"}, {"namedStorm", "stormSurge"}, injury, injury[:1],
	}
	layers := []model.CoverageLayer{"primary", "excess", "primary", "primary", "primary", "umbrella"}
	kinds := []model.LimitKind{model.LimitKindTotal, model.LimitKindTotal, model.LimitKindPerOccurrence}
	for i := range policies {
		k := i % 6
		term := exampleTerm{
			Layer: layers[k], CoverageTypes: of[k], Perils: perils[k], Assets: everywhere, Rating: "A (XV)", Deductible: "50000.00 USD",
			Clauses: []exampleClause{{Type: model.ClauseTypeMortgagee, Holder: "Bank"}},
			Start:   date(t, "2026-01-01").AddDate(0, 0, i*spread).Format(time.DateOnly),
			End:     date(t, "2026-07-01").AddDate(0, 0, i*spread).Format(time.DateOnly),
		}
		for _, c := range of[k] {
			term.Limits = append(term.Limits, exampleLimit{CoverageType: c, Kind: kinds[i%3], Amount: fmt.Sprintf("%d.00 USD", 90_000_000+i)})
		}
		renewal := term
		renewal.Term, renewal.Start, renewal.End = 2, term.End, date(t, term.End).AddDate(1, 0, 0).Format(time.DateOnly)
		e.Policies = append(e.Policies, examplePolicy{Name: fmt.Sprintf("P-%d", i), Terms: []exampleTerm{term, renewal}})
	}
	e.Waivers = []exampleWaiver{{CoverageType: "building", Codes: []model.FindingCode{model.FindingCodePerilMissing}, Expires: "2026-12-01"}}
	e.Cancellations = []exampleCancellation{{Policy: "P-3", On: "2026-05-01", Reinstated: "2026-05-20"}}
	return e
}

// redundantCase has 30 policies that end one after the other, each of which insures everything.
func redundantCase(t require.TestingT) example {
	e := largeCase(t, 5)
	for i := range e.Policies {
		e.Policies[i].Terms = slices.Clone(e.Policies[0].Terms[:1])
		e.Policies[i].Terms[0].End = date(t, "2026-07-01").AddDate(0, 0, i*5).Format(time.DateOnly)
	}
	e.Requirements, e.Waivers = e.Requirements[:2], nil
	return e
}

// raised gives each renewal limits of its own.
func raised(e example) example {
	for _, p := range e.Policies {
		renewal := &p.Terms[1]
		renewal.Limits = slices.Clone(renewal.Limits)
		for i := range renewal.Limits {
			renewal.Limits[i].Amount = "1" + renewal.Limits[i].Amount
		}
	}
	return e
}

// scheduledCase has a policy for each asset, and is renewed asset by asset with other limits.
func scheduledCase(t require.TestingT) example {
	e := raised(largeCase(t, 5))
	for i, p := range e.Policies {
		for j := range p.Terms {
			p.Terms[j].CoverageTypes, p.Terms[j].Layer = e.Policies[0].Terms[0].CoverageTypes, model.CoverageLayerPrimary
			p.Terms[j].Assets = map[string][]string{e.Assets[i%len(e.Assets)].Name: nil}
			p.Terms[j].Perils, p.Terms[j].Limits = e.Policies[0].Terms[j].Perils, e.Policies[0].Terms[j].Limits
		}
	}
	e.Requirements, e.Waivers = e.Requirements[:2], nil
	return e
}

// unrated demands a rating that no carrier has: of each target the nearest candidate is told.
func unrated(e example) example {
	for i := range e.Requirements {
		e.Requirements[i].MinimumRating = new("A++")
	}
	return e
}

// deficient demands more than there is: each target has a finding.
func deficient(e example) example {
	for i := range e.Requirements {
		e.Requirements[i].MinimumLimit = "9000000000.00 USD"
	}
	return e
}
