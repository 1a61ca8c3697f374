package compliance_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
)

// New maximums of the flood programme change what is required, and with it what is compliant now.
func TestComplianceNextChangeOfFloodProgramme(t *testing.T) {
	t.Parallel()
	programme := []catalog.FloodMaximum{
		{From: date(t, "1994-10-01"), Family: "250000.00"},
		{From: date(t, "2027-01-01"), Family: "400000.00"},
		{From: date(t, "2027-07-01"), Family: "700000.00"},
	}
	newRow, lastRow, ended := new(date(t, "2027-01-01")), new(date(t, "2027-07-01")), new(date(t, "2027-10-01"))
	for limit, want := range map[string]*time.Time{
		"100000.00 USD": newRow, "300000.00 USD": newRow, "600000.00 USD": lastRow, "900000.00 USD": ended,
	} {
		t.Run(limit, func(t *testing.T) {
			t.Parallel()
			e := example{
				LoanAmount:   "800000.00 USD",
				Assets:       []exampleAsset{{Name: "9 Elm St", Type: "residentialRealEstate", Value: "900000.00 USD"}},
				Requirements: []exampleRequirement{{CoverageType: "flood", Perils: []string{"flood"}, LimitBasis: new(model.LimitBasisFlood)}},
			}
			term := exampleTerm{
				Start: "2026-01-01", End: "2026-10-01", CoverageTypes: []string{"flood"}, Perils: []string{"flood"},
				Assets: map[string][]string{"9 Elm St": nil}, Limit: limit,
			}
			renewal := term
			renewal.Term, renewal.Start, renewal.End = 2, term.End, "2027-10-01"
			e.Policies = []examplePolicy{{Name: "P-1", Terms: []exampleTerm{term, renewal}}}
			require.Equal(t, want, e.facts(t, newNames()).OnWith(date(t, "2026-06-15"), programme).NextChangeOn)
		})
	}
}

// Of candidates that lack as much the one that ends last is the nearest, so that what is told may change when another one
// is renewed, or after one took the place of another unnoticed.
func TestComplianceNextChangeOfCandidates(t *testing.T) {
	t.Parallel()
	candidate := func(name, end, rating string, clauses ...exampleClause) examplePolicy {
		return examplePolicy{Name: name, Terms: []exampleTerm{{
			Start: "2026-01-01", End: end, CoverageTypes: []string{"building"}, Perils: []string{"fire"},
			Assets: map[string][]string{"9 Elm St": nil}, Rating: rating, Clauses: clauses,
		}}}
	}
	clause := exampleClause{Type: model.ClauseTypeMortgagee, Holder: "Bank"}
	renewed := candidate("B", "2026-09-01", "C", clause)
	renewal := renewed.Terms[0]
	renewal.Term, renewal.Start, renewal.End = 2, "2026-09-01", "2027-09-01"
	renewed.Terms = append(renewed.Terms, renewal)
	for name, tt := range map[string]struct {
		policies []examplePolicy
		cancel   []exampleCancellation
		want     string
	}{
		"another one is renewed": {
			policies: []examplePolicy{candidate("A", "2027-01-01", "A"), renewed}, want: "2026-09-01",
		},
		"the second takes the place of the first": {
			policies: []examplePolicy{
				candidate("A", "2027-12-01", "A"), candidate("B", "2026-12-01", "A"), candidate("C", "2027-06-01", "C"),
			},
			cancel: []exampleCancellation{{Policy: "A", On: "2026-09-01"}}, want: "2026-12-01",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := example{
				Assets: []exampleAsset{{Name: "9 Elm St", Type: "residentialRealEstate"}},
				Requirements: []exampleRequirement{{
					CoverageType: "building", Perils: []string{"fire"}, MinimumRating: new("A-"),
					ClauseType: new(model.ClauseTypeMortgagee),
				}},
				Policies: tt.policies, Cancellations: tt.cancel,
			}
			require.Equal(t, new(date(t, tt.want)), e.facts(t, newNames()).On(date(t, "2026-06-15")).NextChangeOn)
		})
	}
}
