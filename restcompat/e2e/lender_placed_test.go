package e2e

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestLenderPlaced has a target that is compliant by a policy alone that the lender placed: in the answer, stored, found and summed
// up, until the borrower insures it too, on its day or at once.
func TestLenderPlaced(t *testing.T) {
	t.Parallel()
	st := newVerdictStage(t)
	other, c := st.newInsured(t), st.newInsured(t)
	history := func() int {
		shown := st.c.Query(t, `query($id: ID!) { case(id: $id) { complianceHistory { id } } }`, object{"id": c.id})
		return len(shown["case"].(object)["complianceHistory"].([]any))
	}
	// at is of the demands of buildings, floods and liability.
	at := func(on string) (placed []any) {
		for _, d := range st.c.Get(t, "/rest/cases/"+c.id+"/compliance"+on)["demands"].([]any) {
			placed = append(placed, d.(object)["targets"].([]any)[0].(object)["lenderPlaced"])
		}
		return placed
	}
	requireStored := func(placed bool, with, without []string) {
		t.Helper()
		st.requireRight(t)
		require.Equal(t, placed, st.c.Get(t, "/rest/compliance?caseId="+c.id)["data"].([]any)[0].(object)["lenderPlaced"])
		for filter, want := range map[string][]string{"true": with, "false": without} {
			require.ElementsMatch(t, want, idsOfList(st.c.Get(t, "/rest/cases?lenderPlaced="+filter)), filter)
			var judged []string
			for _, v := range st.c.Get(t, "/rest/compliance?lenderPlaced="+filter)["data"].([]any) {
				judged = append(judged, v.(object)["caseId"].(string))
			}
			require.ElementsMatch(t, want, judged, filter)
		}
		sums := st.c.Query(t, `{ complianceSummary { lenderPlaced { cases byVerdict { verdict cases } } } }`, nil)["complianceSummary"]
		require.EqualValues(t, len(with), sums.(object)["lenderPlaced"].(object)["cases"])
	}
	both := []string{other.id, c.id}
	requireStored(false, nil, both)
	before := history()

	st.c.Patch(t, "/rest/policies/"+c.property, object{"placement": "lenderPlaced"})
	require.Equal(t, []any{true, false, false}, at(""))
	requireStored(true, []string{c.id}, []string{other.id})
	require.Equal(t, before, history(), "verdict and findings are the same")

	begins := time.Date(2030, 4, 1, 0, 0, 0, 0, time.UTC)
	voluntary := st.newPolicy(t, with(st.cover(c.id, "building", "fire", "800000.00", c.asset),
		object{"startDate": "2030-04-01", "endDate": "2031-04-01"}))
	require.Equal(t, "2030-04-01T00:00:00.000Z", st.c.Get(t, "/rest/compliance?caseId="+c.id)["data"].([]any)[0].(object)["nextChangeOn"])
	require.Equal(t, []any{true, false, false}, at(""))
	require.Equal(t, []any{false, false, false}, at("?on=2030-04-01"))
	require.Empty(t, st.sweep(t))
	requireStored(true, []string{c.id}, []string{other.id})
	st.clock.set(begins)
	require.Empty(t, st.sweep(t), "it is compliant as before")
	requireStored(false, nil, both)

	st.c.Patch(t, "/rest/policies/"+voluntary, object{"carrier": object{"name": "Example Mutual", "amBestRating": "B"}})
	require.Equal(t, []any{true, false, false}, at(""), "a policy that does not suffice counts nothing")
	requireStored(true, []string{c.id}, []string{other.id})
	st.act(t, c.property, "cancel", cancelBody("2030-03-15"))
	require.Equal(t, []any{false, false, false}, at(""))
	require.Equal(t, "deficient", st.verdict(t, c.id))
	requireStored(false, nil, both)
}

// TestLenderPlacedByPlacement has insurance that a placement records count for the verdict: its target is compliant by it alone, once
// the policy has what else the profile demands, until the placement ends.
func TestLenderPlacedByPlacement(t *testing.T) {
	t.Parallel()
	st := newVerdictStage(t)
	c := st.newInsured(t)
	path, insured := st.readyToPlace(t, c)
	require.Equal(t, "deficient", st.verdict(t, c.id))
	policy := st.c.Post(t, path+"/place", insured, http.StatusOK)["policy"].(string)
	shown := st.c.Get(t, "/rest/policies/"+policy)
	require.Equal(t, []any{"lenderPlaced", "primary", "active", dollars("5000.00")},
		values(shown, "placement", "coverageLayer", "status", "deductible"))
	st.c.Patch(t, "/rest/policies/"+policy, object{
		"carrier": object{"name": "Example Surplus", "amBestRating": "A"}, "mortgageeClauses": []any{st.clause},
	})
	require.Equal(t, "compliant", st.verdict(t, c.id))
	require.Equal(t, []string{c.id}, idsOfList(st.c.Get(t, "/rest/cases?lenderPlaced=true")))
	st.requireRight(t)
	require.Empty(t, st.c.Get(t, "/rest/renewal-notices?policyId="+policy+"&state=sent")["data"])
	st.c.Post(t, path+"/cancel", object{"from": dayFrom(verdictDay, 0)}, http.StatusOK)
	require.Equal(t, "deficient", st.verdict(t, c.id))
	require.Equal(t, dayFrom(verdictDay, 0), st.c.Get(t, "/rest/policies/"+policy)["endDate"])
	st.requireRight(t)
}
