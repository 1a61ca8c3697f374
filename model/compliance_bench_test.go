package model_test

import (
	"fmt"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
)

// largeCase is a case of 20 assets and 30 policies: towers, blankets, renewals, waivers and a cancellation.
func largeCase(t require.TestingT, spread int) (e example) {
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

// BenchmarkCompliance is the budget of section 8.5: a case of 20 assets and 30 policies within 1 ms of CPU. The renewed
// and the redundant case change late, after many days on which they might have; the deficient one has a finding for every
// asset.
func BenchmarkCompliance(b *testing.B) {
	deficient := largeCase(b, 1)
	deficient.Requirements[0].MinimumLimit = "900000000.00 USD"
	for name, e := range map[string]example{
		"renewed": largeCase(b, 1), "deficient": deficient, "redundant": redundantCase(b),
	} {
		facts := e.facts(b, newNames())
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			before := cpuTime(b)
			for b.Loop() {
				facts.On(date(b, "2026-06-20"))
			}
			b.ReportMetric(float64((cpuTime(b)-before).Microseconds())/float64(b.N), "cpu-µs/op")
		})
	}
}

// cpuTime returns the processor time that the program has used, which a busy machine does not change as it does the clock.
func cpuTime(t require.TestingT) time.Duration {
	var usage syscall.Rusage
	require.NoError(t, syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// TestComplianceOfLargeCase keeps the benchmark honest: these cases are as their names say.
func TestComplianceOfLargeCase(t *testing.T) {
	t.Parallel()
	renewed := largeCase(t, 1).facts(t, newNames()).On(date(t, "2026-06-20"))
	require.Len(t, renewed.Demands, 6)
	require.Equal(t, model.VerdictCompliant, renewed.Demands[0].Verdict)
	require.Len(t, renewed.Demands[0].Targets, 20)
	require.Equal(t, date(t, "2027-07-25"), *renewed.NextChangeOn)
	redundant := redundantCase(t).facts(t, newNames()).On(date(t, "2026-06-20"))
	require.Equal(t, model.VerdictCompliant, redundant.Verdict)
	require.Equal(t, date(t, "2026-11-23"), *redundant.NextChangeOn)
}
