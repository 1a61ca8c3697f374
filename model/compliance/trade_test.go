package compliance_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// tradeExample is a worked example in short: a case, and what is told of it, a line a target and a finding.
type tradeExample struct{ name, given, want string }

// requireTrade holds examples against On on 2026-06-01, or the day given.
func requireTrade(t *testing.T, examples []tradeExample) {
	t.Helper()
	for _, tt := range examples {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			e := example{Day: "2026-06-01"}
			require.NoError(t, json.Unmarshal([]byte("{"+tt.given+"}"), &e))
			names := newNames()
			got := names.expected(e.facts(t, names).On(date(t, e.Day)))
			want := strings.Split(strings.TrimSpace(tt.want), "\n")
			for i := range want {
				want[i] = strings.TrimSpace(want[i])
			}
			require.Equal(t, want, got.lines())
		})
	}
}

// lines are what is told of a case, without the messages.
func (e expectedCompliance) lines() (lines []string) {
	for _, at := range e.Targets {
		line := at.Of + ": " + string(at.Verdict)
		for _, part := range []struct{ name, amount string }{{"required", at.Required}, {"found", at.Found}, {"short", at.Shortfall}} {
			if part.amount != "" {
				line += ", " + part.name + " " + part.amount
			}
		}
		lines = append(lines, line)
		for _, f := range at.Findings {
			lines = append(lines, f.line())
		}
	}
	return lines
}

func (f expectedFinding) line() string {
	line := string(f.Code) + " " + string(f.Outcome)
	for _, part := range []string{f.Policy, f.Peril, f.Item} {
		if part != "" {
			line += " " + part
		}
	}
	if f.Required != "" || f.Found != "" {
		line += fmt.Sprintf(": %s / %s", f.Required, f.Found)
	}
	if f.Uncounted {
		line += " (not counted)"
	}
	return strings.TrimSpace(line)
}

// policyOf is a policy P1 of the case that says more.
func policyOf(coverage, more string) string {
	return `"policies": [{"name": "P1", "terms": [{"start": "2026-01-01", "end": "2027-01-01", "coverageTypes": ["` + coverage +
		`"], "perils": ["bodilyInjury"]` + more + `}]}]`
}

// asking is a demand of the case that asks more.
func asking(coverage, asks string) string {
	return `"requirements": [{"coverageType": "` + coverage + `", "perils": ["bodilyInjury"], "asks": ` + asks + `}], `
}

// TestComplianceOfOnePolicy has the checks that ask one question of one policy.
func TestComplianceOfOnePolicy(t *testing.T) {
	t.Parallel()
	const gl, c = "generalLiability", "generalLiability: "
	insured := func(how, ofCase, named string) string {
		return asking(gl, `{"insuredNamed": "`+how+`"}`) + `"insureds": [` + ofCase + `], ` + policyOf(gl, `, "insureds": `+named)
	}
	const both, names = `"Alder LP", "Birch GP"`, `["Alder LP", "Alder Management"]`
	ratings := asking(gl, `{"minimumRatings": [{"agency": "AM_BEST", "rating": "A-", "size": "VII"}, {"agency": "DEMOTECH", "rating": "A"}]}`)
	const wanted = "A.M. Best A- VII or Demotech A"
	rated := func(carrier string) string { return ratings + policyOf(gl, `, "says": {"carrier": {`+carrier+`}}`) }
	binder := func(day string) string {
		return `"day": "` + day + `", ` + asking(gl, `{"evidence": {"categories": ["@documentCategory/policy"], `+
			`"temporaryCategories": ["@documentCategory/binder"], "temporaryDays": 151}}`) +
			`"documents": [{"category": "binder", "policy": "P1"}], ` + policyOf(gl, "")
	}
	excluded := func(says string) string {
		return asking(gl, `{"prohibitedExclusions": ["@exclusion/assaultAndBattery", "@exclusion/habitability"]}`) +
			policyOf(gl, `, "says": {`+says+`}`)
	}
	waived := func(more string) string { return `, "waivers": [{"coverageType": "generalLiability", ` + more + `}]` }
	requireTrade(t, []tradeExample{
		{"any insured", insured("ANY", both, names), c + "compliant"},
		{"all insureds", insured("ALL", both, names), c + "deficient\ninsured_not_named fail P1: Birch GP / "},
		{"none of any", insured("ANY", both, `["Alder Management"]`), c + "deficient\ninsured_not_named fail P1: Alder LP or Birch GP / "},
		{"a case without insureds", insured("ANY", "", names), c + "unknown\ninsured_unknown unknown P1"},
		{"a policy that does not say", insured("ALL", both, "null"), c + "unknown\ninsured_unknown unknown P1: Alder LP, Birch GP / "},
		{"a policy that names nobody", insured("ALL", `"Alder LP"`, "[]"), c + "deficient\ninsured_not_named fail P1: Alder LP / "},
		{
			"lender-placed", asking(gl, `{"insuredNamed": "ALL", "endorsements": ["@endorsement/followForm"], "noticeDays": {"cancellation": 30}}`) +
				policyOf(gl, `, "says": {"placement": "lenderPlaced"}`), c + "compliant",
		},

		{"size too small", rated(`"ratings": [{"agency": "AM_BEST", "rating": "A-", "size": "III"}]`),
			c + "deficient\nrating_too_low fail P1: " + wanted + " / A.M. Best A- III"},
		{"size not recorded", rated(`"amBestRating": "A-"`), c + "unknown\nrating_unknown unknown P1: " + wanted + " / A.M. Best A-"},
		{"size in the text, with a modifier", rated(`"amBestRating": "a- g (VIII)"`), c + "compliant"},
		{"the other agency", rated(`"ratings": [{"agency": "AM_BEST", "rating": "B+"}, {"agency": "DEMOTECH", "rating": "A"}]`), c + "compliant"},
		{"an agency not named", rated(`"ratings": [{"agency": "SP", "rating": "AA"}]`), c + "unknown\nrating_unknown unknown P1: " + wanted +
			" / "},
		{"too low, and nothing of the other", rated(`"ratings": [{"agency": "AM_BEST", "rating": "B++", "size": "X"}]`),
			c + "deficient\nrating_too_low fail P1: " + wanted + " / A.M. Best B++ X"},
		{"no carrier", ratings + policyOf(gl, ""), c + "unknown\nrating_unknown unknown P1: " + wanted + " / "},

		{"claims-made", asking(gl, `{"occurrenceForm": true}`) + policyOf(gl, `, "says": {"claimsMade": true}`),
			c + "deficient\nclaims_made fail P1: occurrence / claims-made"},
		{"form and kind not known", asking(gl, `{"occurrenceForm": true, "formTypes": ["Special"]}`) + policyOf(gl, ""),
			c + "unknown\nform_unknown unknown P1: Special, occurrence / "},
		{"actual cash value", asking(gl, `{"valuation": ["replacementCost", "agreedValue"]}`) +
			policyOf(gl, `, "says": {"valuation": "actualCashValue"}`),
			c + "deficient\nvaluation_not_accepted fail P1: replacement cost or agreed value / actual cash value"},
		{"valuation not known", asking(gl, `{"valuation": ["replacementCost"]}`) + policyOf(gl, ""),
			c + "unknown\nvaluation_unknown unknown P1: replacement cost / "},
		{"coinsurance", asking(gl, `{"maximumCoinsurancePercent": "80.00"}`) + policyOf(gl, `, "says": {"coinsurancePercent": "90.00"}`),
			c + "deficient\ncoinsurance_too_high fail P1: 80% / 90%"},
		{"coinsurance not known", asking(gl, `{"maximumCoinsurancePercent": "80.00"}`) + policyOf(gl, ""),
			c + "unknown\ncoinsurance_unknown unknown P1: 80% / "},
		{"agreed value has no coinsurance", asking(gl, `{"maximumCoinsurancePercent": "0.00"}`) +
			policyOf(gl, `, "says": {"coinsurancePercent": "90.00", "valuation": "agreedValue"}`), c + "compliant"},

		{"endorsements", asking(gl, `{"endorsements": ["@endorsement/waiverOfSubrogation", "@endorsement/followForm"]}`) +
			policyOf(gl, `, "says": {"endorsements": ["@endorsement/waiverOfSubrogation"]}`),
			c + "deficient\nendorsement_missing fail P1 followForm: Follow Form / "},
		{"exclusions not said", excluded(""), c + "unknown\nexclusion_unknown unknown P1 assaultAndBattery: no Assault and Battery exclusion / " +
			"\nexclusion_unknown unknown P1 habitability: no Habitability exclusion / "},
		{"no exclusions", excluded(`"exclusions": []`), c + "compliant"},
		{"excluded", excluded(`"exclusions": ["@exclusion/habitability"]`),
			c + "deficient\nexcluded fail P1 habitability: no Habitability exclusion / Habitability exclusion"},
		{"excluded and waived", excluded(`"exclusions": ["@exclusion/habitability"]`) + waived(`"codes": ["excluded"]`),
			c + "waived\nexcluded waived P1 habitability: no Habitability exclusion / Habitability exclusion"},
		{
			"one item is waived", excluded(`"exclusions": ["@exclusion/habitability", "@exclusion/assaultAndBattery"]`) +
				waived(`"details": ["habitability"]`),
			c + "deficient\nexcluded fail P1 assaultAndBattery: no Assault and Battery exclusion / Assault and Battery exclusion\n" +
				"excluded waived P1 habitability: no Habitability exclusion / Habitability exclusion",
		},
		{"the only item is waived", excluded(`"exclusions": ["@exclusion/habitability"]`) +
			waived(`"codes": ["excluded"], "details": ["habitability"]`),
			c + "waived\nexcluded waived P1 habitability: no Habitability exclusion / Habitability exclusion"},
		{
			"notice", asking(gl, `{"noticeDays": {"cancellation": 30, "nonPayment": 10}}`) +
				policyOf(gl, `, "says": {"noticeDays": {"cancellation": 20}}`),
			c + "deficient\nnotice_too_short fail P1 cancellation: 30 days / 20 days\nnotice_unknown unknown P1 nonPayment: 10 days / ",
		},

		{"a binder in time", binder("2026-05-31"), c + "compliant"},
		{"a binder too old", binder("2026-06-01"), c + "deficient\nevidence_temporary fail P1: Policy / 2026-06-01"},
		{"no document", asking(gl, `{"evidence": {"categories": ["@documentCategory/policy"]}}`) + policyOf(gl, ""),
			c + "deficient\nevidence_missing fail P1: Policy / "},
		{"a document of another term", asking(gl, `{"evidence": {"categories": ["@documentCategory/policy"]}}`) +
			`"documents": [{"category": "policy", "policy": "P1", "term": 2}], ` + policyOf(gl, ""),
			c + "deficient\nevidence_missing fail P1: Policy / "},

		{"not confirmed", `"profileSays": {"carriedOver": "UNKNOWN"}, ` + asking(gl, "{}") +
			policyOf(gl, `, "says": {"carriedOver": ["carrier", "limits"]}`), c + "unknown\nnot_confirmed unknown P1:  / carrier, limits"},
		{"accepted without a word", asking(gl, "{}") + policyOf(gl, `, "says": {"carriedOver": ["carrier", "limits"]}`), c + "compliant"},
	})
}
