package compliance_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
)

// byStateCase is a loan on buildings of which nobody has recorded the state, under one blanket, with a requirement for each of some
// states: every requirement may be for every building.
func byStateCase(states, buildings int) (e example) {
	e.LoanAmount = "90000000.00 USD"
	everywhere := map[string][]string{}
	for i := range buildings {
		name := fmt.Sprintf("%d Main St", i)
		e.Assets = append(e.Assets, exampleAsset{Name: name, Type: "multifamily", Value: fmt.Sprintf("%d.00 USD", 4_000_000+i)})
		everywhere[name] = nil
	}
	basis := model.LimitBasisInsurableValue
	for i := range states {
		state := string([]byte{byte('A' + i/26), byte('A' + i%26)})
		e.Requirements = append(e.Requirements, exampleRequirement{
			CoverageType: "building", Perils: []string{"fire", "windHail"}, LimitBasis: &basis, LimitPercent: new(fmt.Sprintf("%d.00", 50+i)),
			Asks: json.RawMessage(`{"appliesWhen": {"states": ["` + state + `"]}}`),
		})
	}
	e.Policies = []examplePolicy{{Name: "P1", Terms: []exampleTerm{{
		Start: "2026-01-01", End: "2027-01-01", CoverageTypes: []string{"building"}, Perils: []string{"fire", "windHail"}, Assets: everywhere,
		Limits: []exampleLimit{{CoverageType: "building", Kind: model.LimitKindTotal, Amount: "90000000.00 USD"}},
	}}}}
	return e
}

// TestManyConditions is that requirements that may all be for every building, under one blanket, are judged in little time: what they
// have in common is reckoned once. It was reckoned for each of them at each building, again and again.
func TestManyConditions(t *testing.T) { //nolint:paralleltest // It measures the processor time of the process.
	facts, day := byStateCase(51, 500).facts(t, newNames()), date(t, "2026-06-20")
	before := cpuTime(t)
	c := facts.ToStore(day)
	took := cpuTime(t) - before
	require.Equal(t, model.VerdictUnknown, c.Verdict)
	require.Less(t, took, 10*time.Second, "some 0.3 s, more under the race detector; it was 17 s")
	require.Len(t, c.Demands, 51)
}
