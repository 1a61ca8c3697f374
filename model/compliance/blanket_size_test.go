package compliance_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
)

// conditionedCase is a case whose buildings share a blanket that is too low, by requirements which tell by conditions what they are for.
func conditionedCase(assets, requirements int) (e example) {
	e.LoanAmount = "1000.00 USD"
	everywhere := map[string][]string{}
	for i := range assets {
		name := fmt.Sprintf("%d Main St", i)
		e.Assets = append(e.Assets, exampleAsset{Name: name, Type: "commercialRealEstate", Value: "100.00 USD"})
		everywhere[name] = nil
	}
	basis := model.LimitBasisInsurableValue
	for range requirements {
		e.Requirements = append(e.Requirements, exampleRequirement{
			CoverageType: "building", Perils: []string{"fire"}, LimitBasis: &basis,
			Asks: json.RawMessage(`{"appliesWhen": {"loanAmount": {"gte": "1.00 USD"}}}`),
		})
	}
	e.Policies = []examplePolicy{{Name: "P", Terms: []exampleTerm{{
		Layer: model.CoverageLayerPrimary, CoverageTypes: []string{"building"}, Perils: []string{"fire"}, Assets: everywhere,
		Rating: "A (XV)", Deductible: "0.00 USD", Start: "2026-01-01", End: "2027-01-01",
		Limits: []exampleLimit{{CoverageType: "building", Kind: model.LimitKindTotal, Amount: "50.00 USD"}},
	}}}}
	return e
}

// TestBlanketOfManyConditions keeps the time in bounds that a verdict takes: each of very many targets shares a blanket with all others.
func TestBlanketOfManyConditions(t *testing.T) { //nolint:paralleltest // it measures processor time
	facts := conditionedCase(100, 40).facts(t, newNames())
	before := cpuTime(t)
	c := facts.On(date(t, "2026-06-20"))
	require.Less(t, cpuTime(t)-before, 5*time.Second)
	require.Len(t, c.Demands, 40)
	require.Contains(t, c.Demands[39].Targets[99].Findings[0].Message, "0 Main St, 1 Main St, 2 Main St, 3 Main St, 4 Main St, 5 Main St and 94 more")
}
