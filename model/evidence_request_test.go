package model_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
)

// TestEvidenceRequestDemands has the demands that a policy serves, in words, and what is wrong with them that day.
func TestEvidenceRequestDemands(t *testing.T) {
	t.Parallel()
	const building = `"name": "P1", "terms": [{"start": "2026-01-01", "end": "2027-01-01", "coverageTypes": ["building"], "perils": ["fire"], "assets": {"12 Mill St": null}, "limit": "900000.00 USD", "deductible": "10000.00 USD", "rating": "A", "form": "Special"`
	const mill = `"assets": [{"name": "12 Mill St", "type": "commercialRealEstate", "value": "1000000.00 USD"}]`
	for name, tt := range map[string]struct {
		example           string
		demands, findings []string
	}{
		"everything": {
			`{` + mill + `, "loanAmount": "2000000.00 USD", "holders": [{"name": "Harbor Bank", "types": ["mortgagee"]}],
			"requirements": [{"coverageType": "building", "perils": ["fire", "windHail"], "minimumLimit": "500000.00 USD", "limitBasis": "LESSER", "limitPercent": "80.00", "maximumDeductible": "25000.00 USD", "maximumDeductiblePercent": "2.50", "minimumRating": "A-", "formTypes": ["Special", "Broad"], "clauseType": "mortgagee", "certificateHolder": "Harbor Bank"}],
			"policies": [{` + building + `, "clauses": [{"type": "mortgagee", "holder": "Harbor Bank"}]}]}]}`,
			[]string{"Building: a limit of at least 800,000.00 USD; a deductible of at most 25,000.00 USD, and at most 2.5% of the limit; " +
				"the coverage form Special or Broad; insured perils: Fire, Windstorm or Hail; a carrier that A.M. Best rates A- or better; " +
				"a mortgagee clause that names Harbor Bank."},
			[]string{"Building coverage for 12 Mill St does not include Windstorm or Hail."},
		},
		"minimum is greater than the basis": {
			`{` + mill + `, "requirements": [{"coverageType": "building", "perils": ["fire"], "minimumLimit": "1500000.00 USD", "limitBasis": "INSURABLE_VALUE"}], "policies": [{` + building + `}]}]}`,
			[]string{"Building: a limit of at least 1,500,000.00 USD; insured perils: Fire."},
			[]string{"Building limit is 900,000.00 USD; 1,500,000.00 USD is required."},
		},
		"basis is not known": {
			`{` + mill + `, "requirements": [{"coverageType": "building", "perils": ["fire"], "limitBasis": "LOAN_AMOUNT", "limitPercent": "12.50"}], "policies": [{` + building + `}]}]}`,
			[]string{"Building: a limit of at least 12.5% of the loan amount; insured perils: Fire."},
			[]string{"The Building limit that is required for 12 Mill St depends on an amount that is not known."},
		},
		"basis is not known, with a minimum": {
			`{` + mill + `, "requirements": [{"coverageType": "building", "perils": ["fire"], "minimumLimit": "1000.00 USD", "limitBasis": "LOAN_AMOUNT"}], "policies": [{` + building + `}]}]}`,
			[]string{"Building: a limit of at least the greater of 1,000.00 USD and 100% of the loan amount; insured perils: Fire."},
			[]string{"The Building limit that is required for 12 Mill St depends on an amount that is not known."},
		},
		"flood at several properties, only those that the policy covers": {
			`{"assets": [{"name": "1 A St", "type": "residentialRealEstate", "value": "900000.00 USD"}, {"name": "2 B St", "type": "commercialRealEstate", "value": "900000.00 USD"}, {"name": "3 C St", "type": "commercialRealEstate", "value": "100000.00 USD"}], "loanAmount": "2000000.00 USD",
			"requirements": [{"coverageType": "flood", "perils": ["flood"], "limitBasis": "FLOOD"}],
			"policies": [{"name": "F1", "terms": [{"start": "2026-01-01", "end": "2027-01-01", "coverageTypes": ["flood"], "perils": ["flood"], "assets": {"1 A St": null, "2 B St": null}, "limit": "300000.00 USD"}]}]}`,
			[]string{"Flood: a limit of at least 250,000.00 USD at 1 A St, 500,000.00 USD at 2 B St; insured perils: Flood."},
			[]string{"Flood limit is 300,000.00 USD; 500,000.00 USD is required.", "Policy F1 does not cover 3 C St."},
		},
		"one amount at each property": {
			`{"assets": [{"name": "1 A St", "type": "commercialRealEstate"}, {"name": "2 B St", "type": "commercialRealEstate"}],
			"requirements": [{"coverageType": "building", "perils": ["fire"], "minimumLimit": "100.00 USD"}],
			"policies": [{"name": "P1", "terms": [{"start": "2026-01-01", "end": "2027-01-01", "coverageTypes": ["building"], "perils": ["fire"], "assets": {"1 A St": null, "2 B St": null}, "limit": "100.00 USD"}]}]}`,
			[]string{"Building: a limit of at least 100.00 USD at each property; insured perils: Fire."}, nil,
		},
		"an umbrella is asked for neither form nor perils": {
			`{"holders": [{"name": "A", "types": ["additionalInsured"]}, {"name": "B", "types": ["additionalInsured"]}],
			"requirements": [{"coverageType": "generalLiability", "minimumLimit": "5000000.00 USD", "maximumDeductible": "1000.00 USD", "clauseType": "additionalInsured"}],
			"policies": [{"name": "U1", "terms": [{"start": "2026-01-01", "end": "2027-01-01", "layer": "umbrella", "coverageTypes": ["umbrellaExcess"], "limit": "4000000.00 USD"}]}]}`,
			[]string{"General Liability: a limit of at least 5,000,000.00 USD, together with the underlying policies; an additional insured endorsement that names A or B."},
			[]string{"No primary policy has General Liability coverage for the case."},
		},
		"what another policy lacks is not told": {
			`{"assets": [{"name": "1 A St", "type": "commercialRealEstate"}, {"name": "2 B St", "type": "commercialRealEstate"}],
			"requirements": [{"coverageType": "building", "perils": ["fire"], "minimumRating": "A", "clauseType": "lossPayee"}],
			"policies": [{"name": "P1", "terms": [{"start": "2026-01-01", "end": "2027-01-01", "coverageTypes": ["building"], "perils": ["fire"], "assets": {"1 A St": null}, "rating": "B"}]},
				{"name": "P2", "terms": [{"start": "2026-01-01", "end": "2026-02-01", "coverageTypes": ["building"], "perils": ["fire"], "assets": {"2 B St": null}, "rating": "C"}]}]}`,
			[]string{"Building: insured perils: Fire; a carrier that A.M. Best rates A or better; a loss payee clause."},
			[]string{"Policy P1 lacks the loss payee clause.", "The carrier of policy P1 is rated B; A or better is required.", "Policy P1 does not cover 2 B St."},
		},
		"what is waived is not told": {
			`{` + mill + `, "requirements": [{"coverageType": "building", "perils": ["fire"], "minimumRating": "A++"}], "policies": [{` + building + `}]}],
			"waivers": [{"coverageType": "building", "codes": ["rating_too_low"]}]}`,
			[]string{"Building: insured perils: Fire; a carrier that A.M. Best rates A++ or better."}, nil,
		},
		"another coverage is not asked for": {
			`{` + mill + `, "requirements": [{"coverageType": "flood", "minimumLimit": "1.00 USD"}], "policies": [{` + building + `}]}]}`, nil, nil,
		},
		"a demand of nothing but coverage": {
			`{` + mill + `, "requirements": [{"coverageType": "generalLiability"}], "policies": [{"name": "G", "terms": [{"start": "2026-01-01", "end": "2026-03-01", "coverageTypes": ["generalLiability"]}]}]}`,
			[]string{"General Liability: insured perils: Bodily Injury, Third-Party Property Damage, Personal and Advertising Injury, Products and Completed Operations."},
			[]string{"Policy G expired on 2026-03-01."},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := model.NewEvidenceRequest(factsOfExample(t, tt.example))
			require.Equal(t, tt.demands, r.Demands)
			require.Equal(t, tt.findings, r.Findings)
		})
	}
}

// factsOfExample are those of a request for the first policy of an example, in its last term.
func factsOfExample(t *testing.T, text string) model.EvidenceRequestFacts {
	var e example
	require.NoError(t, json.Unmarshal([]byte(text), &e))
	facts := e.facts(t, newNames())
	p := facts.Policies[0]
	for _, v := range facts.Versions {
		if v.PolicyID == p.ID {
			p.Coverage = v.Coverage
		}
	}
	return model.EvidenceRequestFacts{
		Lender: &model.Lender{Name: "Harbor Bank"}, Case: facts.Case, Policy: p, Compliance: facts, Step: model.RenewalStepRequest,
		Clauses: facts.Clauses, Now: date(t, "2026-11-02").Add(15 * time.Hour),
	}
}

// knownFacts are records of which everything is known.
func knownFacts() model.EvidenceRequestFacts {
	end := time.Date(2026, 12, 20, 0, 0, 0, 0, time.UTC)
	building, _ := model.CoverageTypes.ByRef("building")
	office, _ := model.AssetTypes.ByRef("commercialRealEstate")
	f := model.EvidenceRequestFacts{
		Lender: &model.Lender{
			Name: "Harbor Example Bank", ContactName: new("Insurance Desk"), ContactEmail: new("insurance@example.com"),
			ContactPhone: new("555-0100"), ReplyTo: new("evidence@example.com"), Address: new("1 Harbor Street\r\n\r\nSpringfield"),
		},
		Case: &model.Case{ID: uuid.New(), DisplayName: "Mill Lofts", LoanNumber: new("LN-1")},
		Policy: &model.Policy{ID: uuid.New(), Coverage: model.Coverage{
			TermNumber: 1, DisplayName: "Building", EndDate: &end, PolicyNumber: new("EX-123"),
			Carrier: &model.Carrier{Name: "Example Mutual"}, Deductible: &model.Money{Amount: "25000.00", Currency: "USD"},
			Limits: []*model.Limit{
				{CoverageType: &building.ID, Kind: model.LimitKindPerOccurrence, Amount: &model.Money{Amount: "1000000.00", Currency: "USD"}},
				{Kind: model.LimitKindTotal, Amount: &model.Money{Amount: "2000000", Currency: "JPY"}},
			},
		}},
		Step: model.RenewalStepRequest, Now: end.AddDate(0, 0, -60).Add(9 * time.Hour),
	}
	for i := range 12 {
		f.Insureds = append(f.Insureds, &model.Insured{ID: uuid.New(), DisplayName: fmt.Sprintf("Insured %d", i)})
		f.Compliance.Assets = append(f.Compliance.Assets, &model.Asset{
			ID: uuid.Must(uuid.NewV7()), AssetTypeID: office.ID, DisplayName: fmt.Sprintf("%d Example Street, Springfield, IL 62701", i+1),
		})
	}
	holder := &model.CertificateHolder{ID: uuid.New(), Name: "Harbor ISAOA", Address: &model.Address{Street1: "1 Harbor Street", City: "Springfield", State: "IL", PostalCode: "62701"}}
	for i := range 3 {
		f.Clauses = append(f.Clauses, &model.MortgageeClause{
			ID: uuid.New(), CertificateHolderID: holder.ID, CertificateHolder: holder, ClauseType: model.AllClauseType[i], Wording: fmt.Sprintf("Wording %d\nsecond line", i),
		})
	}
	f.Compliance.Case = f.Case
	f.Policy.InsuredIDs = []uuid.UUID{f.Insureds[1].ID, f.Insureds[0].ID}
	f.Policy.MortgageeClauseIDs = []uuid.UUID{f.Clauses[1].ID}
	f.Policy.AssetPerils = []model.EvidencedPerils{{AssetID: f.Compliance.Assets[0].ID}, {AssetID: f.Compliance.Assets[3].ID}}
	return f
}

func TestEvidenceRequestFacts(t *testing.T) {
	t.Parallel()
	f := knownFacts()
	r := model.NewEvidenceRequest(f)
	require.Equal(t, &model.EvidenceRequest{
		Lender: model.EvidenceRequestLender{
			Name: "Harbor Example Bank", ContactName: "Insurance Desk", ContactEmail: "insurance@example.com", ContactPhone: "555-0100",
			ReplyTo: "evidence@example.com", Address: "1 Harbor Street\nSpringfield",
		},
		Step: model.RenewalStepRequest, Place: "1 Example Street and 1 more, Insured 1", Reference: "policy EX-123, expires 2026-12-20",
		Borrowers:  []string{"Insured 1", "Insured 0"},
		Properties: []string{"1 Example Street, Springfield, IL 62701", "4 Example Street, Springfield, IL 62701"},
		CaseName:   "Mill Lofts", LoanNumber: "LN-1", PolicyName: "Building", PolicyNumber: "EX-123", Carrier: "Example Mutual", EndsOn: "2026-12-20",
		Limits: []model.EvidenceRequestLimit{
			{Coverage: "Building", Kind: "each occurrence", Amount: "1,000,000.00 USD"}, {Kind: "whole policy", Amount: "2,000,000 JPY"},
		},
		Deductible: "25,000.00 USD",
		Clauses:    []model.EvidenceRequestClause{{Type: "lender's loss payable clause", Holder: "Harbor ISAOA", Address: "1 Harbor Street, Springfield, IL 62701", Wording: "Wording 1\nsecond line"}},
		RespondBy:  "2026-12-20",
	}, r)
}

// TestEvidenceRequestFallsBack is what is asked where the policy itself says nothing.
func TestEvidenceRequestFallsBack(t *testing.T) {
	t.Parallel()
	f := knownFacts()
	f.Policy.InsuredIDs, f.Policy.MortgageeClauseIDs, f.Policy.AssetPerils = nil, nil, nil
	for _, i := range f.Insureds {
		f.Case.InsuredIDs = append(f.Case.InsuredIDs, i.ID)
	}
	f.Case.MortgageeClauseIDs = []uuid.UUID{f.Clauses[2].ID, f.Clauses[0].ID}
	f.Lender.ReplyTo = nil
	r := model.NewEvidenceRequest(f)
	require.Len(t, r.Borrowers, 11)
	require.Equal(t, "and 2 more", r.Borrowers[10])
	require.Len(t, r.Properties, 10)
	require.Equal(t, 2, r.MoreProperties)
	require.Equal(t, "1 Example Street and 11 more, Insured 0", r.Place)
	require.Equal(t, []string{"Wording 2\nsecond line", "Wording 0\nsecond line"}, []string{r.Clauses[0].Wording, r.Clauses[1].Wording})
	require.Equal(t, "insurance@example.com", r.Lender.ReplyTo)
}

// TestEvidenceRequestClauses adds the case's clauses that a demand asks for and the policy lacks.
func TestEvidenceRequestClauses(t *testing.T) {
	t.Parallel()
	f := factsOfExample(t, `{"assets": [{"name": "A", "type": "commercialRealEstate"}], "requirements": [{"coverageType": "building", "perils": ["fire"], "clauseType": "mortgagee"}],
		"policies": [{"name": "P1", "terms": [{"start": "2026-01-01", "end": "2027-01-01", "coverageTypes": ["building"], "perils": ["fire"], "assets": {"A": null}, "clauses": [{"type": "lossPayee", "holder": "H"}]}]}]}`)
	for _, kind := range []model.ClauseType{model.ClauseTypeAdditionalInsured, model.ClauseTypeMortgagee} {
		c := &model.MortgageeClause{ID: uuid.New(), ClauseType: kind, Wording: string(kind)}
		f.Clauses, f.Case.MortgageeClauseIDs = append(f.Clauses, c), append(f.Case.MortgageeClauseIDs, c.ID)
	}
	types := func() (kinds []string) {
		for _, c := range model.NewEvidenceRequest(f).Clauses {
			kinds = append(kinds, c.Type)
		}
		return kinds
	}
	require.Equal(t, []string{"loss payee clause", "mortgagee clause"}, types())
	f.Policy.MortgageeClauseIDs = append(f.Policy.MortgageeClauseIDs, f.Case.MortgageeClauseIDs[1])
	require.Equal(t, []string{"loss payee clause", "mortgagee clause"}, types(), "each once")
}

// TestEvidenceRequestDates is by when an answer is due, and how the subject speaks of the end, on each day.
func TestEvidenceRequestDates(t *testing.T) {
	t.Parallel()
	for after, want := range map[int][2]string{
		-60: {"2026-12-20", "expires"}, -1: {"2026-12-20", "expires"}, 0: {"2027-01-04", "expired"}, 14: {"2027-01-04", "expired"},
		15: {"2027-02-03", "expired"}, 44: {"2027-02-03", "expired"}, 45: {"", "expired"}, 400: {"", "expired"},
	} {
		f := knownFacts()
		f.Now = f.Policy.EndDate.AddDate(0, 0, after).Add(23 * time.Hour)
		r := model.NewEvidenceRequest(f)
		require.Equal(t, want[0], r.RespondBy, after)
		require.Equal(t, "policy EX-123, "+want[1]+" 2026-12-20", r.Reference, after)
		require.Equal(t, after >= 0, r.Ended, after)
	}
	f := knownFacts()
	f.Lender.Steps = model.RenewalSteps{"request": -10, "reminder": -9, "final": -8, "lapsed": 0, "warning": 1, "forcePlacementReview": 2}
	f.Now = *f.Policy.EndDate
	require.Equal(t, "2026-12-21", model.NewEvidenceRequest(f).RespondBy, "the lender's own steps")

	f.Policy = cancellable(term(1, day(1, 1), day(6, 1)))
	require.Empty(t, cancel(f.Policy, day(5, 1)))
	f.Now = day(4, 1)
	r := model.NewEvidenceRequest(f)
	require.True(t, r.Cancelled)
	require.Equal(t, day(5, 1).Format(time.DateOnly), r.EndsOn, "the follow-up of a cancelled term is tied to that")
	require.Contains(t, r.Reference, "cancelled as of "+r.EndsOn)
}

// TestEvidenceRequestOfNothing is a policy of which nothing is known.
func TestEvidenceRequestOfNothing(t *testing.T) {
	t.Parallel()
	f := model.EvidenceRequestFacts{Lender: &model.Lender{Name: "Harbor"}, Case: &model.Case{}, Policy: &model.Policy{}, Now: time.Now()}
	f.Compliance.Case = f.Case
	r := model.NewEvidenceRequest(f)
	require.Equal(t, &model.EvidenceRequest{Lender: model.EvidenceRequestLender{Name: "Harbor"}, Place: "the insured property", Reference: "policy"}, r)
	f.Case.LoanNumber = new("LN-1")
	require.Equal(t, "loan LN-1", model.NewEvidenceRequest(f).Place)
}

// TestEvidenceRequestHostile is that no text has a control character, whatever the records have.
func TestEvidenceRequestHostile(t *testing.T) {
	t.Parallel()
	const evil = "a\r\nBcc: victim@example.com\x00\x1b[2J\u2028\u202egpj.exe\u2029 \t b"
	f := knownFacts()
	f.Lender = &model.Lender{Name: evil, ContactName: new(evil), ContactEmail: new(evil), ContactPhone: new(evil), ReplyTo: new(evil), Address: new(evil)}
	f.Case.DisplayName, f.Case.LoanNumber = evil, new(evil)
	f.Policy.DisplayName, f.Policy.PolicyNumber, f.Policy.Carrier.Name = evil, new(evil), evil
	for i := range f.Insureds {
		f.Insureds[i].DisplayName = evil
		f.Compliance.Assets[i].DisplayName = evil
	}
	for _, c := range f.Clauses {
		c.Wording, c.CertificateHolder.Name, c.CertificateHolder.Address.Street1 = evil, evil, evil
	}
	count := 0
	eachText(reflect.ValueOf(model.NewEvidenceRequest(f)), func(path, s string) {
		count++
		isLines := strings.HasSuffix(path, ".Address") && strings.Contains(path, "Lender") || strings.HasSuffix(path, ".Wording")
		for _, c := range s {
			if c == '\n' && isLines {
				continue
			}
			require.False(t, unicode.IsControl(c) || unicode.Is(unicode.Bidi_Control, c) || c == '\u2028' || c == '\u2029', "%s: %q", path, s)
		}
	})
	require.Greater(t, count, 20)
}

// eachText visits every text of a value.
func eachText(v reflect.Value, visit func(path, s string), at ...string) {
	switch v.Kind() {
	case reflect.Pointer:
		eachText(v.Elem(), visit, at...)
	case reflect.Struct:
		for i := range v.NumField() {
			eachText(v.Field(i), visit, append(slices.Clone(at), v.Type().Field(i).Name)...)
		}
	case reflect.Slice:
		for i := range v.Len() {
			eachText(v.Index(i), visit, at...)
		}
	case reflect.String:
		visit(strings.Join(at, "."), v.String())
	}
}

// TestExampleEvidenceRequest is that templates are tried on every member.
func TestExampleEvidenceRequest(t *testing.T) {
	t.Parallel()
	v := reflect.ValueOf(*model.ExampleEvidenceRequest())
	for i := range v.NumField() {
		require.False(t, v.Field(i).IsZero(), v.Type().Field(i).Name)
	}
	eachText(v, func(path, s string) { require.NotEmpty(t, s, path) })
}
