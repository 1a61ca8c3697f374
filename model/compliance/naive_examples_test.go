package compliance_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// naiveBuilding is a building insured as demanded: 500,000 of fire and wind, by one policy with a clause of the lender.
func naiveBuilding() naiveWorld {
	return naiveWorld{
		Day: "2026-06-15", Loan: "400000.00 USD",
		Holders: []naiveHolder{{"holder1", []string{"mortgagee"}}},
		Demands: []naiveWish{{
			Coverage: "building", Perils: []string{"fire", "windHail"}, MinimumLimit: "500000.00 USD", ClauseType: "mortgagee",
			MaximumDeductible: "10000.00 USD", MinimumRating: "A-", FormTypes: []string{"Special"},
		}},
		Assets:  []naiveAsset{{Name: "asset1", Type: "commercialRealEstate"}},
		Clauses: []naiveClause{{"clause1", "holder1", "mortgagee"}},
		Policies: []naiveCover{{
			Name: "policy1", Status: "active", Versions: []naiveVersion{naiveBuildingPolicy("version1")},
		}},
	}
}

func naiveBuildingPolicy(name string) naiveVersion {
	both := []string{"fire", "windHail"}
	return naiveVersion{
		Name: name, Term: 1, Number: 1, Layer: "primary", Coverage: []string{"building"}, Perils: both,
		ByAsset: map[string][]string{"asset1": both}, Start: "2026-01-01", End: "2027-01-01", Form: "Special",
		Rating: "A (XV)", Clauses: []string{"clause1"}, Deductible: "10000.00 USD",
		Limits: []naiveLimit{{Coverage: "building", Kind: "perOccurrence", Amount: "500000.00 USD"}},
	}
}

// TestComplianceNaiveExamples holds the naive evaluator against examples that were worked out by hand.
func TestComplianceNaiveExamples(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		change func(w *naiveWorld, v *naiveVersion)
		want   []string
	}{
		"as demanded": {
			func(*naiveWorld, *naiveVersion) {},
			[]string{`at "asset1" compliant: required 500000.00 USD, found 500000.00 USD, shortfall null`},
		},
		"five million without wind and ten thousand for wind is no cover against wind": {
			func(w *naiveWorld, v *naiveVersion) {
				v.ByAsset["asset1"], v.Limits[0].Amount = []string{"fire"}, "5000000.00 USD"
				second := naiveBuildingPolicy("version2")
				second.ByAsset["asset1"], second.Limits[0].Amount = []string{"windHail"}, "10000.00 USD"
				w.Policies = append(w.Policies, naiveCover{Name: "policy2", Status: "active", Versions: []naiveVersion{second}})
			},
			[]string{
				`at "asset1" deficient: required 500000.00 USD, found 10000.00 USD, shortfall 490000.00 USD`,
				"limit_too_low fail peril windHail required 500000.00 USD found 10000.00 USD",
			},
		},
		"a blanket is shared in proportion to what each asset requires": {
			func(w *naiveWorld, v *naiveVersion) {
				w.Demands[0].MinimumLimit, w.Demands[0].LimitBasis = "", "INSURABLE_VALUE"
				w.Assets[0].Values = map[string]string{"replacementCost": "300000.00 USD"}
				w.Assets = append(w.Assets, naiveAsset{
					Name: "asset2", Type: "equipment", Created: 1, Values: map[string]string{"value": "100000.00 USD"},
				})
				v.ByAsset["asset2"], v.Limits[0] = v.Perils, naiveLimit{Coverage: "building", Kind: "total", Amount: "200000.01 USD"}
			},
			[]string{
				`at "asset1" deficient: required 300000.00 USD, found 150000.01 USD, shortfall 149999.99 USD`,
				"has 150000.01 USD of 200000.01 USD of policy1 with [asset2], required 400000.00 USD",
				"limit_too_low fail required 400000.00 USD found 200000.01 USD",
				`at "asset2" deficient: required 100000.00 USD, found 50000.00 USD, shortfall 50000.00 USD`,
				"has 50000.00 USD of 200000.01 USD of policy1 with [asset1], required 400000.00 USD",
				"limit_too_low fail required 400000.00 USD found 200000.01 USD",
			},
		},
		"cover ends at the beginning of its end date": {
			func(_ *naiveWorld, v *naiveVersion) { v.End = "2026-06-15" },
			[]string{
				`at "asset1" deficient: required 500000.00 USD, found 0.00 USD, shortfall 500000.00 USD`,
				"expired fail of policy1 as version1 found 2026-06-15",
			},
		},
		"cancelled, and reinstated later": {
			func(w *naiveWorld, _ *naiveVersion) {
				w.Cancellations = []naiveCancellation{{"policy1", 1, "2026-06-01", "2026-06-16"}}
			},
			[]string{
				`at "asset1" deficient: required 500000.00 USD, found 0.00 USD, shortfall 500000.00 USD`,
				"cancelled fail of policy1 as version1 found 2026-06-01",
			},
		},
		"reinstated on the same date there is no lapse": {
			func(w *naiveWorld, _ *naiveVersion) {
				w.Cancellations = []naiveCancellation{{"policy1", 1, "2026-06-15", "2026-06-15"}}
			},
			[]string{`at "asset1" compliant: required 500000.00 USD, found 500000.00 USD, shortfall null`},
		},
		"what is not known about the only policy": {
			func(_ *naiveWorld, v *naiveVersion) { v.Rating, v.Form, v.Limits, v.Start = "NR", "Unknown", nil, "" },
			[]string{
				`at "asset1" unknown: required 500000.00 USD, found 0.00 USD, shortfall null`,
				"dates_unknown unknown of policy1 as version1",
				"form_unknown unknown of policy1 as version1",
				"limit_unknown unknown of policy1 as version1",
				"rating_unknown unknown of policy1 as version1",
			},
		},
		"a waiver without codes does not reach no cover": {
			func(w *naiveWorld, v *naiveVersion) {
				v.Layer = "excess"
				w.Waivers = []naiveConsent{{Name: "waiver1", Coverage: "building", State: "approved"}}
			},
			[]string{
				`at "asset1" deficient: required 500000.00 USD, found 500000.00 USD, shortfall 0.00 USD`,
				"primary_missing fail",
			},
		},
		"where no policy is waived, none is needed": {
			func(w *naiveWorld, v *naiveVersion) {
				v.Clauses = nil
				w.Waivers = []naiveConsent{{
					Name: "waiver1", Coverage: "building", State: "approved", Codes: []string{"no_policy"}, Expires: "2026-06-15",
				}}
			},
			[]string{
				`at "asset1" waived: required 500000.00 USD, found 500000.00 USD, shortfall null`,
				"clause_missing waived of policy1 as version1 by waiver1",
			},
		},
		"an umbrella follows the primary policy": {
			func(w *naiveWorld, v *naiveVersion) {
				w.Demands[0] = naiveWish{
					Coverage: "generalLiability", Perils: []string{"bodilyInjury"}, LimitBasis: "LOAN_AMOUNT", LimitPercent: "250.01",
				}
				v.Coverage, v.Perils = []string{"generalLiability"}, []string{"bodilyInjury"}
				v.Limits[0].Coverage = "generalLiability"
				above := naiveVersion{
					Name: "version2", Term: 1, Number: 1, Layer: "umbrella", Coverage: []string{"umbrellaExcess"}, Start: "2026-01-01",
					End: "2027-01-01", Limits: []naiveLimit{{Coverage: "umbrellaExcess", Kind: "aggregate", Amount: "500000.00 USD"}},
				}
				w.Policies = append(w.Policies, naiveCover{Name: "policy2", Status: "active", Versions: []naiveVersion{above}})
			},
			[]string{
				`at "" deficient: required 1000040.00 USD, found 1000000.00 USD, shortfall 40.00 USD`,
				"limit_too_low fail required 1000040.00 USD found 1000000.00 USD",
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := naiveBuilding()
			tt.change(&w, &w.Policies[0].Versions[0])
			var got []string
			for _, line := range naiveLines(naiveOn(w.facts(), *naiveDay(w.Day)))[2:] {
				got = append(got, strings.TrimSpace(line))
			}
			require.Equal(t, tt.want, got)
		})
	}
}

// TestComplianceWithoutProfile is for both evaluators: "a case without a risk profile […] is notApplicable and has no
// demands".
func TestComplianceWithoutProfile(t *testing.T) {
	t.Parallel()
	w := naiveBuilding()
	facts := w.facts()
	facts.RiskProfile, facts.Case.RiskProfileID = nil, nil
	want := []string{"case1 with  on 2026-06-15: notApplicable"}
	require.Equal(t, want, naiveLines(naiveOn(facts, *naiveDay(w.Day))))
	require.Equal(t, want, naiveLines(facts.On(*naiveDay(w.Day))))
}

// TestComplianceNextChangeWithinTwoYears is for both evaluators: two years to the day are within two years.
func TestComplianceNextChangeWithinTwoYears(t *testing.T) {
	t.Parallel()
	for end, want := range map[string]*time.Time{"2028-06-15": naiveDay("2028-06-15"), "2028-06-16": nil} {
		w := naiveBuilding()
		w.Policies[0].Versions[0].End = end
		facts, day := w.facts(), *naiveDay(w.Day)
		require.Equal(t, want, naiveNextChange(facts, day), end)
		require.Equal(t, want, facts.On(day).NextChangeOn, end)
	}
}

// TestComplianceNaiveRatings reads ratings as carriers' papers have them.
func TestComplianceNaiveRatings(t *testing.T) {
	t.Parallel()
	for _, text := range naiveReadable {
		require.GreaterOrEqual(t, naiveRating(text), 0, text)
	}
	for _, text := range naiveUnreadable {
		require.Negative(t, naiveRating(text), text)
	}
	require.Less(t, naiveRating("A++"), naiveRating("a+ xv"))
}
