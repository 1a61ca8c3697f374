package e2e

import (
	"fmt"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const verdictHistory = `query($id: ID!) { case(id: $id) { complianceHistory { id caseId from to codes riskProfileId auditEventId at } } }`

// history is that of a case's verdict, as clients see it.
func (st *verdictStage) history(t *testing.T, caseID string) (changes []object) {
	t.Helper()
	for _, c := range st.c.Query(t, verdictHistory, object{"id": caseID})["case"].(object)["complianceHistory"].([]any) {
		changes = append(changes, c.(object))
	}
	return changes
}

// moves is the history without the changes of findings alone.
func (st *verdictStage) moves(t *testing.T, caseID string) []object {
	t.Helper()
	return slices.DeleteFunc(st.history(t, caseID), func(c object) bool { return c["from"] == c["to"] })
}

// verdictsOf are those that a history shows after another.
func verdictsOf(history any) (all []any) {
	for _, c := range history.([]any) {
		if c := c.(object); c["from"] != c["to"] {
			all = append(all, object{"to": c["to"]})
		}
	}
	return all
}

// TestFindingsHistory: another finding, target or outcome is a row and an event of its own, though the verdict stays; another
// amount or message is none.
func TestFindingsHistory(t *testing.T) {
	t.Parallel()
	st := newVerdictStage(t)
	id := st.newCase(t, nil)
	building := object{"caseId": id, "assetType": "commercialRealEstate", "fields": []any{
		object{"fieldType": "replacementCost", "value": dollars("900000.00")},
	}}
	first := st.c.Post(t, "/rest/assets", building, http.StatusCreated)["id"].(string)
	require.Len(t, st.history(t, id), 2, "building and flood are missing at the new asset")
	st.c.Patch(t, "/rest/assets/"+first, object{"metadata": object{"a": 1}})
	st.c.Patch(t, "/rest/assets/"+first, object{"fields": []any{object{"fieldType": "replacementCost", "value": dollars("800000.00")}}})
	require.Len(t, st.history(t, id), 2, "another amount is no other finding")
	st.c.Post(t, "/rest/assets", building, http.StatusCreated)
	h := st.history(t, id)
	require.Len(t, h, 3, "the same code at another target")
	require.Equal(t, []any{"deficient", "deficient", []any{"no_policy"}}, values(h[2], "from", "to", "codes"))
	event := st.c.Get(t, "/rest/audit-events/"+h[2]["auditEventId"].(string))
	require.Equal(t, []any{"case.findingsChanged", "case", id, object{"codes": object{"from": []any{"no_policy"}, "to": []any{"no_policy"}}}},
		values(event, "action", "subjectType", "subjectId", "changes"))
	waiver := st.newWaiver(t, id, object{"coverageType": "flood", "codes": []any{"no_policy"}})
	st.c.Post(t, "/rest/waivers/"+waiver+"/approve", nil, http.StatusOK)
	require.Len(t, st.history(t, id), 4, "another outcome")
	require.Len(t, st.moves(t, id), 1)
	st.Place(t)
	var told []any
	require.Eventually(t, func() bool {
		told = st.c.Get(t, "/rest/events?type=case.findingsChanged&subject="+id)["data"].([]any)
		return len(told) == 3
	}, 20*time.Second, 50*time.Millisecond)
	require.Equal(t, []any{h[2]["auditEventId"], "case.findingsChanged"}, values(told[1].(object), "id", "type"))
	require.Empty(t, st.As(st.Prairie.Token).Get(t, "/rest/events?type=case.findingsChanged")["data"])
	st.requireRight(t)
}

// TestVerdictHistory: each change of a verdict is one row and one audit event, of the request that caused it, and what
// changes no verdict adds none.
func TestVerdictHistory(t *testing.T) {
	t.Parallel()
	st := newVerdictStage(t)
	c := st.newInsured(t)
	h := st.moves(t, c.id)
	require.Len(t, h, 2, "the assets and policies on the way to compliant are no changes")
	require.Equal(t, []any{nil, "deficient", []any{"no_policy"}}, []any{h[0]["from"], h[0]["to"], h[0]["codes"]})
	require.Equal(t, []any{"deficient", "compliant", []any{}}, []any{h[1]["from"], h[1]["to"], h[1]["codes"]})

	r := st.second.With("X-Request-Id", "fire-at-harbor").Do(t, http.MethodPost, "/rest/policies/"+c.flood+"/deactivate", nil)
	require.Equal(t, http.StatusOK, r.Status)
	h = st.moves(t, c.id)
	require.Len(t, h, 3)
	event := st.c.Get(t, "/rest/audit-events/"+h[2]["auditEventId"].(string))
	token := st.c.Get(t, "/rest/audit-events?action=policy.updated&subject="+c.flood)["data"].([]any)[0].(object)["actorId"]
	require.Equal(t, object{
		"id": h[2]["auditEventId"], "at": h[2]["at"], "actorKind": "serviceAccount", "actorId": token, "actorName": event["actorName"],
		"action": "case.verdictChanged", "subjectType": "case", "subjectId": c.id, "requestId": "fire-at-harbor",
		"changes": object{"verdict": object{"from": "compliant", "to": "deficient"}, "codes": object{"from": []any{}, "to": []any{"deactivated"}}},
	}, with(event, object{"metadata": absent, "createdAt": absent, "updatedAt": absent}))

	st.c.Patch(t, "/rest/cases/"+c.id, object{"loanNumber": "LN-2"})
	st.act(t, c.property, "deactivate", nil)
	require.Len(t, st.moves(t, c.id), 3, "it is as deficient as before")
	refused := `mutation($p: ID!, $q: ID!) { reactivatePolicy(id: $p) { id } again: reactivatePolicy(id: $q) { id } }`
	require.Contains(t, st.c.GraphQL(t, refused, object{"p": c.flood, "q": c.liability}), "errors")
	require.Len(t, st.moves(t, c.id), 3, "what is rolled back has not happened")

	st.act(t, c.property, "reactivate", nil)
	keyed := st.c.With("Idempotency-Key", "back")
	for range 2 {
		require.Equal(t, http.StatusOK, keyed.Do(t, http.MethodPost, "/rest/policies/"+c.flood+"/reactivate", nil).Status)
	}
	require.Len(t, st.moves(t, c.id), 4, "a replay does nothing")
	st.requireRight(t)
}

// TestVerdictHistoryInResponse: a mutation's own response has the change that it makes.
func TestVerdictHistoryInResponse(t *testing.T) {
	t.Parallel()
	st := newVerdictStage(t)
	c := st.newInsured(t)
	data := st.c.Query(t, `mutation($p: ID!) {
		deactivatePolicy(id: $p) { case { complianceHistory { from to } } }
		reactivatePolicy(id: $p) { case { complianceHistory { from to } compliance { verdict } } }
	}`, object{"p": c.flood})
	to := func(field string) (all []any) {
		for _, change := range verdictsOf(data[field].(object)["case"].(object)["complianceHistory"]) {
			all = append(all, change.(object)["to"])
		}
		return all
	}
	require.Equal(t, []any{"deficient", "compliant", "deficient"}, to("deactivatePolicy"))
	require.Equal(t, []any{"deficient", "compliant", "deficient", "compliant"}, to("reactivatePolicy"))
	st.requireRight(t)
}

// TestVerdictHistoryStays: the database refuses to change or remove what is in the history.
func TestVerdictHistoryStays(t *testing.T) {
	t.Parallel()
	st := newVerdictStage(t)
	st.newCase(t, nil)
	for _, statement := range []string{
		"UPDATE verdict_changes SET to_verdict = 'compliant'", "DELETE FROM verdict_changes", "TRUNCATE verdict_changes",
		"UPDATE audit_events SET action = 'x' WHERE action = 'case.verdictChanged'",
		"DELETE FROM audit_events WHERE action = 'case.verdictChanged'",
	} {
		_, err := st.Store.Pool().Pgx().Exec(t.Context(), statement)
		require.Error(t, err, statement)
	}
	st.requireRight(t)
}

// TestVerdictsWhileClausesChange changes the type of a clause while clients add policies that name it, and take it off
// others, in many cases: whatever commits first, all verdicts are right in the end, and nobody is refused.
func TestVerdictsWhileClausesChange(t *testing.T) {
	t.Parallel()
	st := newVerdictStage(t)
	profile := published(t, st.c, object{"certificateHolders": []any{st.bank}, "requirements": []any{
		object{"coverageType": "generalLiability", "perils": []any{"bodilyInjury"}, "clauseType": "mortgagee"},
	}})["id"]
	var cases []string
	for range 6 {
		cases = append(cases, st.newCase(t, object{"riskProfile": profile}))
	}
	named := func(on bool) []any {
		if on {
			return []any{st.clause}
		}
		return []any{}
	}
	served := func(r int, what string, body []byte) {
		if r >= 300 {
			t.Errorf("%s: %d %s", what, r, body)
		}
	}
	var clients sync.WaitGroup
	for n := range 4 {
		clients.Go(func() {
			for i := range 8 {
				body := with(st.cover(cases[(n+i)%len(cases)], "generalLiability", "bodilyInjury", "1.00"), object{"mortgageeClauses": named(i%2 == 0)})
				r := st.c.Do(t, http.MethodPost, "/rest/policies", body)
				served(r.Status, "create", r.Body)
				path := "/rest/policies/" + r.Object(t, http.StatusCreated)["id"].(string)
				r = st.c.Do(t, http.MethodPatch, path, object{"mortgageeClauses": named(i%2 == 1)})
				served(r.Status, "patch", r.Body)
			}
		})
	}
	for n := range 2 {
		clients.Go(func() {
			for i := range 16 {
				input := object{"clauseType": []string{"mortgagee", "lossPayee"}[(n+i)%2]}
				r := st.c.Do(t, http.MethodPost, "/graphql", object{"query": updateClause, "variables": object{"id": st.clause, "input": input}})
				if codes := graphQLCodes(t, r); len(codes) > 0 {
					t.Errorf("clause: %v", fmt.Sprint(codes))
				}
			}
		})
	}
	clients.Wait()
	st.requireRight(t)
	require.Zero(t, count(t, st.Server, "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"))
}
