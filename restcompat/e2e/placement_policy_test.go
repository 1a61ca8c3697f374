package e2e

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestPlacementPolicy refuses to end, renew or give away the policy of a placement beside it. All else of it can be written, what
// happens to its case goes on, and the placement ends it.
func TestPlacementPolicy(t *testing.T) {
	t.Parallel()
	st := newVerdictStage(t)
	c := st.newInsured(t)
	path, insured := st.readyToPlace(t, c)
	at := "/rest/policies/" + st.c.Post(t, path+"/place", insured, http.StatusOK)["policy"].(string)
	st.c.Post(t, path+"/charge", object{}, http.StatusOK)
	same := st.c.Get(t, at)

	st.c.Do(t, http.MethodPatch, at, object{
		"placement": "voluntary", "startDate": dayFrom(verdictDay, -30), "endDate": dayFrom(verdictDay, 30),
		"premium": object{"amount": "1.005", "currency": "USD"},
	}).Violations(t, "/premium/amount invalid_value", "/placement immutable", "/startDate immutable", "/endDate immutable")
	for action, body := range map[string]any{
		"deactivate": nil, "cancel": cancelBody(dayFrom(verdictDay, 0)[:10]),
		"new-term": object{"startDate": dayFrom(verdictDay, 305), "endDate": dayFrom(verdictDay, 670)},
	} {
		st.c.Do(t, http.MethodPost, at+"/"+action, body).Problem(t, http.StatusConflict, "invalid_transition")
	}
	require.Equal(t, same, st.c.Get(t, at))

	st.c.Patch(t, at, object{
		"policyNumber": "LP-2", "metadata": object{"desk": "north"}, "placement": "lenderPlaced", "endDate": same["endDate"],
		"carrier": object{"name": "Example Surplus", "amBestRating": "A"}, "mortgageeClauses": []any{st.clause},
	})
	require.Equal(t, "compliant", st.verdict(t, c.id))
	for _, step := range []string{at + "/on-hold", at + "/release-hold", "/rest/cases/" + c.id + "/on-hold"} {
		st.c.Post(t, step, nil, http.StatusOK)
	}
	require.Equal(t, "onHold", st.c.Get(t, at)["status"])
	st.c.Post(t, "/rest/cases/"+c.id+"/release-hold", object{"policies": true}, http.StatusOK)
	st.c.Post(t, "/rest/cases/"+c.id+"/close", object{"reason": "error"}, http.StatusOK)
	st.c.Post(t, "/rest/cases/"+c.id+"/reopen", nil, http.StatusOK)

	st.c.Post(t, path+"/cancel", object{"from": dayFrom(verdictDay, 0)}, http.StatusOK)
	require.Equal(t, dayFrom(verdictDay, 0), st.c.Get(t, at)["endDate"])
	st.c.Do(t, http.MethodPatch, at, object{"endDate": same["endDate"]}).Violations(t, "/endDate immutable")
	st.requireRight(t)
}

// TestPlacementPolicyRevived refuses to revive the policy of insurance of which no day stands.
func TestPlacementPolicyRevived(t *testing.T) {
	t.Parallel()
	st := newVerdictStage(t)
	path, insured := st.readyToPlace(t, st.newInsured(t))
	at := "/rest/policies/" + st.c.Post(t, path+"/place", insured, http.StatusOK)["policy"].(string)
	cured := st.c.Post(t, path+"/proofs", object{"receivedOn": dayFrom(verdictDay, 0), "from": dayFrom(verdictDay, -60)}, http.StatusOK)
	require.Equal(t, "cured", cured["state"])
	st.c.Do(t, http.MethodPost, at+"/reactivate", nil).Problem(t, http.StatusConflict, "invalid_transition")
	require.Equal(t, "deactivated", st.c.Post(t, at+"/deactivate", nil, http.StatusOK)["status"])
}

// TestImportPlacedPolicy brings a placement with its policy in, and again when proof has ended both there: here the placement does.
func TestImportPlacedPolicy(t *testing.T) {
	t.Parallel()
	b := newExportBench(t)
	countDaysIn(t, b.Server, b.Harbor, "UTC")
	profile := published(t, b.c, object{"name": "Homes", "requirements": []any{fireDemand()}})["id"]
	caseID, asset := home(t, b.c, profile, object{"federallyRelated": false}, field("borrowerOccupied", true))
	path := beginPlacementWith(t, b.c, caseID, "building", time.Now(), object{"asset": asset})
	b.c.Post(t, path+"/notices", posted(time.Now(), -60), http.StatusOK)
	there := b.c.Post(t, path+"/place", insurance(time.Now()), http.StatusOK)["policy"].(string)
	b.c.Post(t, path+"/charge", object{}, http.StatusOK)
	names := []string{"riskProfiles.csv", "cases.csv", "assets.csv", "policies.csv", "placements.csv"}

	i := importerOn(t, b.Server)
	i.tenant, i.c = b.HarborTest, b.As(b.HarborTest.Token)
	i.bring(t, b, b.made(t, object{"format": "csv"}), names...)
	here := func() []any {
		return values(i.c.Get(t, "/rest/policies")["data"].([]any)[0].(object), "endDate", "policyNumber")
	}
	require.Equal(t, []any{dayFromNow(305), "LP-1"}, here())
	b.c.Post(t, path+"/proofs", object{"receivedOn": dayFromNow(0), "from": dayFromNow(-30)}, http.StatusOK)
	b.c.Patch(t, "/rest/policies/"+there, object{"policyNumber": "LP-2"})
	i.bring(t, b, b.made(t, object{"format": "csv"}), names...)
	require.Equal(t, []any{dayFromNow(-30), "LP-2"}, here())
}
