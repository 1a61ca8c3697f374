package compliance_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/letter"
)

// TestEvidenceRequestDemands has the demands that a policy serves, in words, and what is wrong with them that day.
func TestEvidenceRequestDemands(t *testing.T) {
	t.Parallel()
	const building = `"name": "P1", "terms": [{"start": "2026-01-01", "end": "2027-01-01", "coverageTypes": ["building"], "perils": ` +
		`["fire"], "assets": {"12 Mill St": null}, "limit": "900000.00 USD", "deductible": "10000.00 USD", "rating": "A", "form": "Special"`
	const mill = `"assets": [{"name": "12 Mill St", "type": "commercialRealEstate", "value": "1000000.00 USD"}]`
	for name, tt := range map[string]struct {
		example           string
		demands, findings []string
	}{
		"everything": {
			`{` + mill + `, "loanAmount": "2000000.00 USD", "holders": [{"name": "Harbor Bank", "types": ["mortgagee"]}],
			"requirements": [{"coverageType": "building", "perils": ["fire", "windHail"], "minimumLimit": "500000.00 USD", "limitBasis": "LESSER",
				"limitPercent": "80.00", "maximumDeductible": "25000.00 USD", "maximumDeductiblePercent": "2.50", "minimumRating": "A-",
				"formTypes": ["Special", "Broad"], "clauseType": "mortgagee", "certificateHolder": "Harbor Bank"}],
			"policies": [{` + building + `, "clauses": [{"type": "mortgagee", "holder": "Harbor Bank"}]}]}]}`,
			[]string{"Building at 12 Mill St: a limit of at least $800,000; a deductible of at most $25,000, and at most 2.5% of the limit; " +
				"the coverage form Special or Broad; insured against the perils listed; a carrier that A.M. Best rates A- or better; " +
				"a mortgagee clause that names Harbor Bank."},
			[]string{"Building coverage for 12 Mill St does not include Windstorm or Hail."},
		},
		"minimum is greater than the basis": {
			`{` + mill + `, "requirements": [{"coverageType": "building", "perils": ["fire"], "minimumLimit": "1500000.00 USD", "limitBasis": ` +
				`"INSURABLE_VALUE"}], "policies": [{` + building + `}]}]}`,
			[]string{"Building at 12 Mill St: a limit of at least $1,500,000; insured against Fire."},
			[]string{"12 Mill St: Building limit is $900,000; $1,500,000 is required."},
		},
		"basis is not known": {
			`{` + mill + `, "requirements": [{"coverageType": "building", "perils": ["fire"], "limitBasis": "LOAN_AMOUNT", "limitPercent": ` +
				`"12.50"}], "policies": [{` + building + `}]}]}`,
			[]string{"Building at 12 Mill St: a limit of at least 12.5% of the loan amount; insured against Fire."},
			[]string{"The Building limit that is required for 12 Mill St depends on an amount that is not known."},
		},
		"basis is not known, with a minimum": {
			`{` + mill + `, "requirements": [{"coverageType": "building", "perils": ["fire"], "minimumLimit": "1000.00 USD", "limitBasis": ` +
				`"LOAN_AMOUNT"}], "policies": [{` + building + `}]}]}`,
			[]string{"Building at 12 Mill St: a limit of at least the greater of $1,000 and 100% of the loan amount; insured against Fire."},
			[]string{"The Building limit that is required for 12 Mill St depends on an amount that is not known."},
		},
		"flood at several properties, only those that the policy covers": {
			`{"assets": [{"name": "1 A St", "type": "residentialRealEstate", "value": "900000.00 USD"}, 
				{"name": "2 B St", "type": "commercialRealEstate", "value": "900000.00 USD"},
				{"name": "3 C St", "type": "commercialRealEstate", "value": "100000.00 USD"}], "loanAmount": "2000000.00 USD",
			"requirements": [{"coverageType": "flood", "perils": ["flood"], "limitBasis": "FLOOD"}],
			"policies": [{"name": "F1", "terms": [{"start": "2026-01-01", "end": "2027-01-01", "coverageTypes": ["flood"], "perils": ["flood"],
				"assets": {"1 A St": null, "2 B St": null}, "limit": "300000.00 USD"}]}]}`,
			[]string{"Flood at 1 A St: a limit of at least $250,000; insured against Flood.",
				"Flood at 2 B St: a limit of at least $500,000; insured against Flood."},
			[]string{"2 B St: Flood limit is $300,000; $500,000 is required.", "Policy F1 does not cover 3 C St."},
		},
		"one amount at each property": {
			`{"assets": [{"name": "1 A St", "type": "commercialRealEstate"}, {"name": "2 B St", "type": "commercialRealEstate"}],
			"requirements": [{"coverageType": "building", "perils": ["fire"], "minimumLimit": "100.00 USD"}],
			"policies": [{"name": "P1", "terms": [{"start": "2026-01-01", "end": "2027-01-01", "coverageTypes": ["building"], "perils": ["fire"],
				"assets": {"1 A St": null, "2 B St": null}, "limit": "100.00 USD"}]}]}`,
			[]string{"Building at 1 A St and 2 B St: a limit of at least $100; insured against Fire."}, nil,
		},
		"an umbrella is asked for neither form nor perils": {
			`{"holders": [{"name": "A", "types": ["additionalInsured"]}, {"name": "B", "types": ["additionalInsured"]}],
			"requirements": [{"coverageType": "generalLiability", "minimumLimit": "5000000.00 USD", "maximumDeductible": "1000.00 USD",
				"clauseType": "additionalInsured"}],
			"policies": [{"name": "U1", "terms": [{"start": "2026-01-01", "end": "2027-01-01", "layer": "umbrella",
				"coverageTypes": ["umbrellaExcess"], "limit": "4000000.00 USD"}]}]}`,
			[]string{"General Liability: a limit of at least $5,000,000, together with the underlying policies; " +
				"an additional insured endorsement that names A or B."},
			[]string{"No policy insures the case for General Liability."},
		},
		"what another policy lacks is not told": {
			`{"assets": [{"name": "1 A St", "type": "commercialRealEstate"}, {"name": "2 B St", "type": "commercialRealEstate"}],
			"requirements": [{"coverageType": "building", "perils": ["fire"], "minimumRating": "A", "clauseType": "lossPayee"}],
			"policies": [{"name": "P1", "terms": [{"start": "2026-01-01", "end": "2027-01-01", "coverageTypes": ["building"], "perils": ["fire"],
				"assets": {"1 A St": null}, "rating": "B"}]},
				{"name": "P2", "terms": [{"start": "2026-01-01", "end": "2026-02-01", "coverageTypes": ["building"], "perils": ["fire"],
					"assets": {"2 B St": null}, "rating": "C"}]}]}`,
			[]string{"Building at 1 A St: insured against Fire; a carrier that A.M. Best rates A or better; a loss payee clause."},
			[]string{"1 A St: Policy P1 lacks the loss payee clause.", "1 A St: The carrier of policy P1 is rated B; A or better is required."},
		},
		"what is waived is not told": {
			`{` + mill + `, "requirements": [{"coverageType": "building", "perils": ["fire"], "minimumRating": "A++"}], "policies": [{` +
				building + `}]}],
			"waivers": [{"coverageType": "building", "codes": ["rating_too_low"]}]}`,
			[]string{"Building at 12 Mill St: insured against Fire; a carrier that A.M. Best rates A++ or better."}, nil,
		},
		"another coverage is not asked for": {
			`{` + mill + `, "requirements": [{"coverageType": "flood", "minimumLimit": "1.00 USD"}], "policies": [{` + building + `}]}]}`, nil, nil,
		},
		"a demand of nothing but coverage": {
			`{` + mill + `, "requirements": [{"coverageType": "generalLiability"}], "policies": [{"name": "G", "terms": [{"start": "2026-01-01", ` +
				`"end": "2026-03-01", "coverageTypes": ["generalLiability"]}]}]}`,
			[]string{"General Liability: insured against the perils listed."},
			[]string{"Policy G expired on March 1, 2026."},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := letter.NewRequest(factsOfExample(t, tt.example))
			require.Equal(t, tt.demands, r.Demands)
			require.Equal(t, tt.findings, r.Findings)
		})
	}
}

// factsOfExample are those of a request for the first policy of an example, in its last term.
func factsOfExample(t *testing.T, text string) letter.Facts {
	var e example
	require.NoError(t, json.Unmarshal([]byte(text), &e))
	facts := e.facts(t, newNames())
	p := facts.Policies[0]
	for _, v := range facts.Versions {
		if v.PolicyID == p.ID {
			p.Coverage = v.Coverage
		}
	}
	return letter.Facts{
		Lender: &model.Lender{Name: "Harbor Bank"}, Case: facts.Case, Policy: p, Compliance: facts, Step: model.RenewalStepRequest,
		Clauses: facts.Clauses, Now: date(t, "2026-11-02").Add(15 * time.Hour),
	}
}

// TestEvidenceRequestClauses adds the case's clauses that a demand asks for and the policy lacks.
func TestEvidenceRequestClauses(t *testing.T) {
	t.Parallel()
	f := factsOfExample(t,
		`{"assets": [{"name": "A", "type": "commercialRealEstate"}], "requirements": [{"coverageType": "building", "perils": ["fire"],
			"clauseType": "mortgagee"}],
		"policies": [{"name": "P1", "terms": [{"start": "2026-01-01", "end": "2027-01-01", "coverageTypes": ["building"], "perils": ["fire"],
			"assets": {"A": null}, "clauses": [{"type": "lossPayee", "holder": "H"}]}]}]}`)
	for _, kind := range []model.ClauseType{model.ClauseTypeAdditionalInsured, model.ClauseTypeMortgagee} {
		c := &model.MortgageeClause{ID: uuid.New(), ClauseType: kind, Wording: string(kind)}
		f.Clauses, f.Case.MortgageeClauseIDs = append(f.Clauses, c), append(f.Case.MortgageeClauseIDs, c.ID)
	}
	types := func() (kinds []string) {
		for _, c := range letter.NewRequest(f).Clauses {
			kinds = append(kinds, c.Type)
		}
		return kinds
	}
	require.Equal(t, []string{"loss payee clause", "mortgagee clause"}, types())
	f.Policy.MortgageeClauseIDs = append(f.Policy.MortgageeClauseIDs, f.Case.MortgageeClauseIDs[1])
	require.Equal(t, []string{"loss payee clause", "mortgagee clause"}, types(), "each once")
}

// TestEvidenceRequestAsksWhatFits: perils are a list, the document has its name, and a property policy is not asked for an
// additional insured, nor a liability policy for a mortgagee.
func TestEvidenceRequestAsksWhatFits(t *testing.T) {
	t.Parallel()
	const asset, asked = `{"assets": [{"name": "1 A St, Springfield, IL 62701", "type": "%s"}], "requirements": [{"coverageType": "%s", ` +
		`"perils": [%s]}], `,
		`"policies": [{"name": "P1", "terms": [{"start": "2026-01-01", "end": "2027-01-01", "coverageTypes": ["%s"]}]}]}`
	for _, tt := range []struct{ asset, coverage, perils, document, clause string }{
		{"commercialRealEstate", "building", `"fire", "windHail"`, "an ACORD 28 (Evidence of Commercial Property Insurance)", "mortgagee clause"},
		{"residentialRealEstate", "building", `"fire", "windHail"`, "an ACORD 27 (Evidence of Property Insurance)", "mortgagee clause"},
		{"residentialRealEstate", "flood", `"flood", "stormSurge"`, "the declarations page of the flood policy", "mortgagee clause"},
		{"vehicle", "generalLiability", `"bodilyInjury", "thirdPartyPropertyDamage"`, "an ACORD 25 (Certificate of Liability Insurance)",
			"additional insured endorsement"},
	} {
		f := factsOfExample(t, fmt.Sprintf(asset+asked, tt.asset, tt.coverage, tt.perils, tt.coverage))
		for _, kind := range []model.ClauseType{model.ClauseTypeAdditionalInsured, model.ClauseTypeMortgagee} {
			c := &model.MortgageeClause{ID: uuid.New(), ClauseType: kind, Wording: string(kind)}
			f.Clauses, f.Case.MortgageeClauseIDs = append(f.Clauses, c), append(f.Case.MortgageeClauseIDs, c.ID)
		}
		borrower, manager := &model.Insured{ID: uuid.New(), DisplayName: "Mill LLC"}, &model.Insured{ID: uuid.New(), DisplayName: "Manager LLC"}
		f.Insureds, f.Case.InsuredIDs, f.Policy.InsuredIDs = []*model.Insured{borrower, manager}, []uuid.UUID{borrower.ID},
			[]uuid.UUID{manager.ID}
		f.Case.DisplayName = "watch list 3"
		r := letter.NewRequest(f)
		require.Equal(t, tt.document, r.Document)
		require.Len(t, r.Clauses, 1, tt.coverage)
		require.Equal(t, tt.clause, r.Clauses[0].Type)
		require.Len(t, r.Perils, 1)
		require.Len(t, r.Perils[0].Names, 2)
		require.Equal(t, [][]string{{"Mill LLC"}, {"Manager LLC"}}, [][]string{r.Borrowers, r.Insureds}, "the borrower is always named")
		require.NotContains(t, fmt.Sprint(r), "watch list 3", "the internal name of a case")
	}
}
