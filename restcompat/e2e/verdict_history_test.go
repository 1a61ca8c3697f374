package e2e

import (
	"fmt"
	"net/http"
	"sync"
	"testing"

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

// TestVerdictHistory: each change of a verdict is one row and one audit event, of the request that caused it, and what
// changes no verdict adds none.
func TestVerdictHistory(t *testing.T) {
	t.Parallel()
	st := newVerdictStage(t)
	c := st.newInsured(t)
	h := st.history(t, c.id)
	require.Len(t, h, 2, "the assets and policies on the way to compliant are no changes")
	require.Equal(t, []any{nil, "deficient", []any{"no_policy"}}, []any{h[0]["from"], h[0]["to"], h[0]["codes"]})
	require.Equal(t, []any{"deficient", "compliant", []any{}}, []any{h[1]["from"], h[1]["to"], h[1]["codes"]})

	r := st.second.With("X-Request-Id", "fire-at-harbor").Do(t, http.MethodPost, "/rest/policies/"+c.flood+"/deactivate", nil)
	require.Equal(t, http.StatusOK, r.Status)
	h = st.history(t, c.id)
	require.Len(t, h, 3)
	event := st.c.Get(t, "/rest/audit-events/"+h[2]["auditEventId"].(string))
	token := st.c.Get(t, "/rest/audit-events?action=policy.updated&subject="+c.flood)["data"].([]any)[0].(object)["actorId"]
	require.Equal(t, object{
		"id": h[2]["auditEventId"], "at": h[2]["at"], "actorKind": "serviceAccount", "actorId": token, "actorName": event["actorName"],
		"action": "case.verdictChanged", "subjectType": "case", "subjectId": c.id, "requestId": "fire-at-harbor",
		"changes": object{"verdict": object{"from": "compliant", "to": "deficient"}, "codes": object{"from": nil, "to": []any{"deactivated"}}},
	}, with(event, object{"metadata": absent, "createdAt": absent, "updatedAt": absent}))

	st.c.Patch(t, "/rest/cases/"+c.id, object{"loanNumber": "LN-2"})
	st.act(t, c.property, "deactivate", nil)
	require.Len(t, st.history(t, c.id), 3, "it is as deficient as before")
	refused := `mutation($p: ID!, $q: ID!) { reactivatePolicy(id: $p) { id } again: reactivatePolicy(id: $q) { id } }`
	require.Contains(t, st.c.GraphQL(t, refused, object{"p": c.flood, "q": c.liability}), "errors")
	require.Len(t, st.history(t, c.id), 3, "what is rolled back has not happened")

	st.act(t, c.property, "reactivate", nil)
	keyed := st.c.With("Idempotency-Key", "back")
	for range 2 {
		require.Equal(t, http.StatusOK, keyed.Do(t, http.MethodPost, "/rest/policies/"+c.flood+"/reactivate", nil).Status)
	}
	require.Len(t, st.history(t, c.id), 4, "a replay does nothing")
	st.requireRight(t)
}

// TestVerdictHistoryInResponse: a mutation's own response has the change that it makes.
func TestVerdictHistoryInResponse(t *testing.T) {
	t.Parallel()
	st := newVerdictStage(t)
	c := st.newInsured(t)
	data := st.c.Query(t, `mutation($p: ID!) {
		deactivatePolicy(id: $p) { case { complianceHistory { to } } }
		reactivatePolicy(id: $p) { case { complianceHistory { to } compliance { verdict } } }
	}`, object{"p": c.flood})
	to := func(field string) (all []any) {
		for _, change := range data[field].(object)["case"].(object)["complianceHistory"].([]any) {
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
		"UPDATE audit_events SET action = 'x' WHERE action = 'case.verdictChanged'", "DELETE FROM audit_events WHERE action = 'case.verdictChanged'",
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
