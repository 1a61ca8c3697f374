package model_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
)

// largeCase is a case of 20 assets and 30 policies: towers, blankets, renewals, waivers and a cancellation.
func largeCase(t testing.TB, spread int) (e example) {
	building := []string{
		"fire", "lightning", "explosion", "windHail", "smoke", "aircraftVehicles", "riotCivilCommotion", "vandalism",
		"sprinklerLeakage", "sinkholeCollapse", "volcanicAction", "fallingObjects", "weightOfSnowIce", "waterDamage", "collapse",
		"theft", "namedStorm",
	}
	e.LoanAmount = "90000000.00 USD"
	everywhere := map[string][]string{}
	for i := range 20 {
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
		{CoverageType: "generalLiability", MinimumLimit: "5000000.00 USD"},
		{CoverageType: "umbrellaExcess", MinimumLimit: "1000000.00 USD"},
	} {
		r.MinimumRating = new("A-")
		e.Requirements = append(e.Requirements, r)
	}
	of := [][]string{
		{"building", "businessIncome"}, {"building", "businessIncome"}, {"flood"}, {"windstorm"}, {"generalLiability"}, {"umbrellaExcess"},
	}
	perils := [][]string{
		building, building, {"flood", "stormSurge"}, {"namedStorm", "stormSurge"}, {"bodilyInjury", "thirdPartyPropertyDamage"}, {"bodilyInjury"},
	}
	layers := []model.CoverageLayer{"primary", "excess", "primary", "primary", "primary", "umbrella"}
	kinds := []model.LimitKind{model.LimitKindTotal, model.LimitKindTotal, model.LimitKindPerOccurrence}
	for i := range 30 {
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

// BenchmarkCompliance is the budget of section 8.5: a case of 20 assets and 30 policies within 1 ms of CPU. The quiet case
// changes late, after many days on which it might have; the deficient one has a finding for every asset.
func BenchmarkCompliance(b *testing.B) {
	deficient := largeCase(b, 1)
	deficient.Requirements[0].MinimumLimit = "900000000.00 USD"
	for name, e := range map[string]example{"quiet": largeCase(b, 1), "deficient": deficient} {
		facts := e.facts(b, newNames())
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				facts.On(date(b, "2026-06-20"))
			}
		})
	}
}

// TestComplianceOfLargeCase keeps the benchmark honest: its quiet case is compliant but for the perils of few demands.
func TestComplianceOfLargeCase(t *testing.T) {
	t.Parallel()
	e := largeCase(t, 1)
	got := newNames().expected(e.facts(t, newNames()).On(date(t, "2026-06-20")))
	require.NotEmpty(t, got.Targets)
	t.Log(got.Verdict, got.NextChangeOn, len(got.Targets))
	for _, at := range got.Targets {
		if at.Verdict != model.VerdictCompliant {
			t.Log(at)
		}
	}
}
