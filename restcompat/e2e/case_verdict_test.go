package e2e

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestCaseStoredVerdict filters cases by their stored verdicts as the list of these is filtered, at both doors.
func TestCaseStoredVerdict(t *testing.T) {
	t.Parallel()
	b := newComplianceBench(t)
	var ids []string
	for range 4 {
		id, _ := b.withPress(t, nil)
		ids = append(ids, id)
	}
	legacy := b.Case(t, b.Harbor).String()
	unrated := object{"carrier": object{"name": "Example Mutual"}}
	created(t, b.c, insured(ids[0], nil))
	created(t, b.c, insured(ids[1], unrated))
	created(t, b.c, insured(ids[2], unrated))
	b.waive(t, ids[2], object{"coverageType": "building", "codes": []any{"rating_unknown"}, "expiresOn": "2026-06-30"})

	for _, query := range []string{
		"verdict=deficient", "code=rating_unknown", "code=no_policy", "code=no_policy,rating_unknown", "code=expired", "coverageType=building",
		"coverageType=" + coverageTypeID("flood"), "coverageType=generalLiability,flood", "coverageType=moat",
		"coverageType=building&code=no_policy",
		"coverageType=flood&code=rating_unknown", "coverageType=moat&code=no_policy", "coverageType=building&code=rating_unknown&verdict=waived",
	} {
		want := casesOf(b.c.Get(t, "/rest/compliance?"+query))
		for _, sort := range []string{"", "&sort=loanNumber", "&sort=-createdAt"} {
			list := b.c.Get(t, "/rest/cases?"+query+sort)
			found := idsOfList(list)
			require.EqualValues(t, len(want), list["meta"].(object)["total"], query)
			require.ElementsMatch(t, want, found, query)
		}
	}
	require.Len(t, casesOf(b.c.Get(t, "/rest/compliance?coverageType=building&code=rating_unknown")), 2, "the questions have answers")
	for query, want := range map[string][]string{
		"hasRiskProfile=true": ids, "hasRiskProfile=false": {legacy}, "hasRiskProfile=true,false": slices.Concat(ids, []string{legacy}),
		"hasRiskProfile=false&verdict=notApplicable": {legacy}, "hasRiskProfile=true&verdict=notApplicable": {},
		"hasRiskProfile=false&code=no_policy": {},
	} {
		require.Equal(t, want, idsOfList(b.c.Get(t, "/rest/cases?"+query)), query)
	}
	b.c.Do(t, http.MethodGet, "/rest/cases?code=too_dear&hasRiskProfile=maybe&coverage=x", nil).
		Violations(t, "code invalid_value", "hasRiskProfile invalid_value", "coverage unknown_parameter")
	for filter, want := range map[string]int{
		`{code: []}`: 0, `{coverageType: []}`: 0, `{coverageType: ["building"], code: []}`: 0,
		`{code: null, coverageType: null, hasRiskProfile: null}`: 5,
		`{code: [no_policy]}`: 1, `{hasRiskProfile: false}`: 1,
	} {
		require.Len(t, b.c.Query(t, `{ cases(filter: `+filter+`) { nodes { id } } }`, nil)["cases"].(object)["nodes"], want, filter)
	}

	const shows = `verdict codes shortfalls { amount } nextChangeOn evaluatedAt riskProfileId caseId`
	stored := map[string]any{legacy: nil}
	for _, node := range b.c.Query(t, `{ compliance { nodes { `+shows+` } } }`, nil)["compliance"].(object)["nodes"].([]any) {
		stored[node.(object)["caseId"].(string)] = node
	}
	require.Len(t, stored, 5)
	const list = `{ cases { nodes { id caseVerdict { ` + shows + ` } } } }`
	for _, node := range b.c.Query(t, list, nil)["cases"].(object)["nodes"].([]any) {
		require.Equal(t, stored[node.(object)["id"].(string)], node.(object)["caseVerdict"])
	}
	require.Equal(t, 2, countStatementsOf(t, b, list, nil), "one for all stored verdicts")
	back := b.c.Query(t, strings.ReplaceAll(list, "caseVerdict {", "caseVerdict { case { id }"), nil)["cases"].(object)["nodes"].([]any)
	require.Equal(t, object{"id": ids[0]}, back[0].(object)["caseVerdict"].(object)["case"])
	require.Empty(t, b.As(b.Prairie.Token).Query(t, `{ cases(filter: {code: [no_policy]}) { nodes { id } } }`, nil)["cases"].(object)["nodes"])
}

// TestVerdictRepeated: a change that leaves the findings as they are costs no more round trips where there are some than where
// there are none, and leaves their task alone; one that is made together with a change of the task puts that right.
func TestVerdictRepeated(t *testing.T) {
	t.Parallel()
	st := newVerdictStage(t)
	trips := map[string]int{}
	var task, policy string
	for name, rating := range map[string]string{"compliant": "A", "deficient": "C"} {
		insured := st.newInsured(t)
		id, of := insured.id, insured.property
		st.c.Patch(t, "/rest/policies/"+of, object{"carrier": object{"name": "Mutual", "amBestRating": rating}})
		path := "/rest/cases/" + id + "/compliance"
		before := st.c.Get(t, path)
		require.Equal(t, name, before["verdict"])
		st.clock.pass(time.Minute)
		_, trips[name] = st.Count(func() { st.c.Patch(t, "/rest/policies/"+of, object{"policyNumber": "P-8"}) })
		after := st.c.Get(t, path)
		require.NotEqual(t, before["evaluatedAt"], after["evaluatedAt"])
		if name == "deficient" {
			policy, task = of, st.open(t, id)["id"].(string)
		}
	}
	require.Equal(t, trips["compliant"], trips["deficient"])
	before := st.c.Get(t, "/rest/tasks/"+task)
	st.c.Query(t, `mutation($policy: ID!, $task: ID!) { updatePolicy(id: $policy, input: {policyNumber: "P-9"}) { id }
		updateTask(id: $task, input: {dueAt: "2034-01-01"}) { id } }`, object{"policy": policy, "task": task})
	require.Equal(t, before["dueAt"], st.c.Get(t, "/rest/tasks/"+task)["dueAt"])
	st.requireRight(t)
}
