package compliance_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestLenderPlaced is when a target is insured by policies alone that the lender placed, and until when.
func TestLenderPlaced(t *testing.T) {
	t.Parallel()
	of := func(says, start, end, limit string) examplePolicy {
		return examplePolicy{Name: start + says, Terms: []exampleTerm{{
			Start: start, End: end, CoverageTypes: []string{"building"}, Perils: []string{"fire"},
			Assets: map[string][]string{"9 Elm St": nil}, Limit: limit + " USD", Says: json.RawMessage(says),
		}}}
	}
	lenders := func(start, end, limit string) examplePolicy {
		return of(`{"placement": "lenderPlaced"}`, start, end, limit)
	}
	borrowers := func(start, end, limit string) examplePolicy {
		return of(`{"placement": "voluntary"}`, start, end, limit)
	}
	const full = "500000.00"
	alone := lenders("2026-01-01", "2027-01-01", full)
	for name, tt := range map[string]struct {
		policies []examplePolicy
		want     bool
		until    string
	}{
		"alone":             {[]examplePolicy{alone}, true, "2027-01-01"},
		"by the borrower":   {[]examplePolicy{borrowers("2026-01-01", "2027-01-01", full)}, false, "2027-01-01"},
		"two, both placed":  {[]examplePolicy{alone, lenders("2026-02-01", "2026-09-01", full)}, true, "2027-01-01"},
		"too little":        {[]examplePolicy{lenders("2026-01-01", "2027-01-01", "400000.00")}, false, "2027-01-01"},
		"beside another":    {[]examplePolicy{alone, borrowers("2026-01-01", "2026-09-01", full)}, false, "2026-09-01"},
		"until another":     {[]examplePolicy{alone, borrowers("2026-08-01", "2027-08-01", full)}, true, "2026-08-01"},
		"after one":         {[]examplePolicy{alone, borrowers("2025-01-01", "2026-01-01", full)}, true, "2027-01-01"},
		"beside a little":   {[]examplePolicy{alone, borrowers("2026-01-01", "2027-06-01", "1.00")}, false, "2027-01-01"},
		"then the borrower": {[]examplePolicy{alone, borrowers("2027-01-01", "2028-01-01", full)}, true, "2027-01-01"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := example{
				Assets:       []exampleAsset{{Name: "9 Elm St", Type: "multifamily", Value: "500000.00 USD"}},
				Requirements: []exampleRequirement{{CoverageType: "building", Perils: []string{"fire"}, MinimumLimit: "500000.00 USD"}},
				Policies:     tt.policies,
			}
			c := e.facts(t, newNames()).On(date(t, "2026-06-15"))
			require.Equal(t, tt.want, c.Demands[0].Targets[0].LenderPlaced)
			require.Equal(t, tt.until, c.NextChangeOn.Format(time.DateOnly))
		})
	}
}
