package e2e

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// verdictYears are a portfolio in which people do at random what they can do, while time passes.
type verdictYears struct {
	*verdictStage
	random   *rand.Rand
	cases    []string
	assets   map[string][]string // of cases
	policies []string
	ended    []string // policies that were cancelled
	off      []string // those that were deactivated
	waivers  []string
	profiles []string
	done     map[string]int // how often a deed was done
}

// verdictDeeds are all that changes what a verdict follows from, those twice that others need.
var verdictDeeds = []string{"insure", "insure", "insure", "insure", "insure", "new policy", "new asset", "loan", "value", "pin",
	"patch dates", "patch limits", "patch clauses",
	"patch carrier", "new term", "new term", "on-hold", "release-hold", "deactivate", "reactivate", "reactivate", "cancel", "cancel",
	"reinstate", "reinstate", "request waiver", "request waiver", "approve", "approve", "approve", "revoke", "clause", "hold case",
	"release case"}

// TestVerdictsOfRandomYears does a random thing after the other, lets days pass and sweeps between them, and compares all
// stored verdicts with evaluations after each step (specification of compliance, section 8.1).
func TestVerdictsOfRandomYears(t *testing.T) {
	t.Parallel()
	done := map[string]int{}
	for seed := range soak.Count(2, 60) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			y := newVerdictYears(t, uint64(seed))
			y.done = done
			for range 150 {
				y.step(t)
			}
		})
	}
	t.Log(done)
	for _, deed := range verdictDeeds {
		require.Positive(t, done[deed], "%s was never possible", deed)
	}
	require.Greater(t, done["changed by time"], 10)
}

func newVerdictYears(t *testing.T, seed uint64) *verdictYears {
	st := newVerdictStage(t)
	y := &verdictYears{verdictStage: st, random: rand.New(rand.NewPCG(seed, 18)), assets: map[string][]string{}}
	stricter := []any{
		object{"coverageType": "building", "clauseType": "lossPayee", "limitBasis": "INSURABLE_VALUE", "limitPercent": "80.00"},
		object{"coverageType": "flood", "perils": []any{"flood"}, "limitBasis": "LOAN_AMOUNT"},
	}
	y.profiles = []string{st.profile, nextPublished(t, st.c, st.profile, object{"requirements": stricter})["id"].(string)}
	for range 2 {
		c := st.newInsured(t)
		y.cases, y.policies = append(y.cases, c.id), append(y.policies, c.property, c.flood, c.liability)
		y.assets[c.id] = []string{c.asset}
	}
	y.cases = append(y.cases, st.newCase(t, nil))
	return y
}

// step does something, and now and then lets days pass.
func (y *verdictYears) step(t *testing.T) {
	deed := pick(y.random, verdictDeeds)
	if y.do(t, deed) {
		y.done[deed]++
	}
	y.requireRight(t)
	if y.random.IntN(2) == 0 {
		return
	}
	y.clock.pass(time.Duration(y.random.IntN(30*24)) * time.Hour)
	y.done["changed by time"] += len(y.sweep(t))
	y.requireRight(t)
	require.Empty(t, y.sweep(t), "nothing is left")
}

// day is a day at random around today, at most so many days before and after.
func (y *verdictYears) day(before, after int) time.Time {
	return y.clock.now().AddDate(0, 0, y.random.IntN(before+after+1)-before)
}

func (y *verdictYears) amount() object {
	return dollars(fmt.Sprintf("%d00000.00", 1+y.random.IntN(14)))
}

// do reports whether the deed was possible.
func (y *verdictYears) do(t *testing.T, deed string) bool {
	switch deed {
	case "new policy":
		return y.addPolicy(t)
	case "insure":
		return y.insure(t, pick(y.random, y.cases))
	case "new asset":
		caseID := pick(y.random, y.cases[2:])
		id, ok := y.post(t, "/rest/assets", buildingBody(caseID, y.amount()["amount"].(string)))
		y.assets[caseID] = append(y.assets[caseID], id)
		return ok
	case "loan":
		return y.patch(t, "/rest/cases/"+pick(y.random, y.cases),
			object{"loanAmount": y.amount(), "metadata": object{"n": fmt.Sprint(y.random.IntN(9))}})
	case "pin":
		return y.patch(t, "/rest/cases/"+pick(y.random, y.cases), object{"riskProfile": pick(y.random, y.profiles)})
	case "value":
		asset := pick(y.random, y.assets[pick(y.random, y.cases[:2])])
		return y.patch(t, "/rest/assets/"+asset, object{"fields": []any{object{"fieldType": "replacementCost", "value": y.amount()}}})
	case "hold case", "release case":
		action := map[string]string{"hold case": "/on-hold", "release case": "/release-hold"}[deed]
		_, ok := y.post(t, "/rest/cases/"+pick(y.random, y.cases)+action, nil)
		return ok
	case "clause":
		input := object{"clauseType": pick(y.random, []string{"mortgagee", "mortgagee", "lossPayee"})}
		return y.c.GraphQL(t, updateClause, object{"id": y.clause, "input": input})["errors"] == nil
	case "request waiver", "approve", "revoke":
		return y.waive(t, deed)
	}
	return y.doPolicy(t, pick(y.random, y.policies), deed)
}

// insure adds all that the first profile demands of a case, for a while.
func (y *verdictYears) insure(t *testing.T, caseID string) bool {
	for _, kind := range [][2]string{{"building", "fire"}, {"flood", "flood"}, {"generalLiability", "bodilyInjury"}} {
		body := y.cover(caseID, kind[0], kind[1], "2000000.00", y.assets[caseID]...)
		body["startDate"], body["endDate"] = y.day(40, 5).Format(time.DateOnly), y.day(-10, 200).Format(time.DateOnly)
		id, ok := y.post(t, "/rest/policies", body)
		if !ok {
			return false
		}
		y.policies = append(y.policies, id)
	}
	return true
}

func (y *verdictYears) addPolicy(t *testing.T) bool {
	caseID := pick(y.random, y.cases)
	kind := pick(y.random, [][2]string{{"building", "fire"}, {"flood", "flood"}, {"generalLiability", "bodilyInjury"}})
	body := y.cover(caseID, kind[0], kind[1], y.amount()["amount"].(string), y.assets[caseID]...)
	body["startDate"], body["endDate"] = y.day(400, 100).Format(time.DateOnly), y.day(-110, 2500).Format(time.DateOnly)
	if y.random.IntN(8) == 0 {
		body["endDate"] = nil
	}
	if y.random.IntN(4) == 0 {
		body["coverageLayer"] = "excess"
	}
	id, ok := y.post(t, "/rest/policies", body)
	if ok {
		y.policies = append(y.policies, id)
	}
	return ok
}

func (y *verdictYears) waive(t *testing.T, deed string) bool {
	if deed == "request waiver" {
		body := object{"caseId": pick(y.random, y.cases), "coverageType": pick(y.random, []string{"building", "flood", "generalLiability"}),
			"reason": "Why not"}
		body["codes"] = pick(y.random, [][]any{{"limit_too_low", "clause_missing"}, {"no_policy"}, {}})
		if y.random.IntN(4) > 0 {
			body["expiresOn"] = y.day(20, 900).Format(time.DateOnly)
		}
		r := y.second.Do(t, http.MethodPost, "/rest/waivers", body)
		y.waivers = append(y.waivers, r.Object(t, http.StatusCreated)["id"].(string))
		return true
	}
	if len(y.waivers) == 0 {
		return false
	}
	_, ok := y.post(t, "/rest/waivers/"+pick(y.random, y.waivers)+"/"+deed, nil)
	return ok
}

func (y *verdictYears) doPolicy(t *testing.T, policy, deed string) (ok bool) {
	path := "/rest/policies/" + policy
	start, end := y.day(200, 300).Format(time.DateOnly), y.day(-301, 1500).Format(time.DateOnly)
	switch deed {
	case "patch dates":
		return y.patch(t, path, object{"startDate": start, "endDate": end})
	case "patch limits":
		return y.patch(t, path, object{"limits": []any{object{"kind": pick(y.random, []string{"perOccurrence", "total"}), "amount": y.amount()}}})
	case "patch clauses":
		return y.patch(t, path, object{"mortgageeClauses": pick(y.random, [][]any{{}, {y.clause}})})
	case "patch carrier":
		rating := pick(y.random, []any{"A+", "B", "NR", nil})
		return y.patch(t, path, object{"carrier": object{"name": "Another", "amBestRating": rating}})
	case "new term":
		_, ok = y.post(t, path+"/new-term", object{"startDate": start, "endDate": end})
	case "cancel":
		if _, ok = y.post(t, path+"/cancel", cancelBody(y.day(60, 60).Format(time.DateOnly))); ok {
			y.ended = append(y.ended, policy)
		}
	case "reinstate":
		if len(y.ended) > 0 {
			_, ok = y.post(t, "/rest/policies/"+pick(y.random, y.ended)+"/reinstate", object{"effectiveDate": y.day(0, 60).Format(time.DateOnly)})
		}
	case "deactivate":
		if _, ok = y.post(t, path+"/deactivate", nil); ok {
			y.off = append(y.off, policy)
		}
	case "reactivate":
		if len(y.off) > 0 {
			_, ok = y.post(t, "/rest/policies/"+pick(y.random, y.off)+"/reactivate", nil)
		}
	default:
		_, ok = y.post(t, path+"/"+deed, nil)
	}
	return ok
}

// post reports whether the request was good, and returns the record's id then.
func (y *verdictYears) post(t *testing.T, path string, body any) (id string, ok bool) {
	t.Helper()
	r := y.c.Do(t, http.MethodPost, path, body)
	require.Less(t, r.Status, 500, "%s: %s", path, r.Body)
	if r.Status >= 400 {
		return "", false
	}
	return r.Object(t, r.Status)["id"].(string), true
}

func (y *verdictYears) patch(t *testing.T, path string, body any) bool {
	t.Helper()
	r := y.c.Do(t, http.MethodPatch, path, body)
	require.Less(t, r.Status, 500, "%s: %s", path, r.Body)
	return r.Status < 400
}
