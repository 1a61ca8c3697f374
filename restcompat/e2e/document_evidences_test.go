package e2e

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/restcompat/resttest"
)

func TestDocumentEvidences(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	f := s.FrameworkCase(t, s.Harbor)
	policy := func(c *resttest.Client, caseID any) string {
		return created(t, c, framework(caseID, object{"startDate": "2026-01-01"}))[len("/rest/policies/"):]
	}
	one, two, elsewhere := policy(c, f), policy(c, f), policy(c, s.FrameworkCase(t, s.Harbor))
	foreign := policy(s.As(s.Prairie.Token), s.FrameworkCase(t, s.Prairie))
	c.Post(t, "/rest/policies/"+one+"/new-term", object{"startDate": "2027-01-01", "endDate": "2028-01-01"}, http.StatusOK)
	terms := []any{object{"policy": one, "termNumber": 2.0}, object{"policy": one, "termNumber": 1.0},
		object{"policy": two, "termNumber": 1.0}}
	doc := c.Document(t, f, object{"evidences": []any{object{"policy": one}, object{"policy": one, "termNumber": 1},
		object{"policy": two, "termNumber": nil}}})
	require.Equal(t, terms, doc["evidences"])
	path := "/rest/documents/" + doc["id"].(string)
	require.Equal(t, c.Get(t, path), c.Patch(t, path, object{"evidences": terms}), "as it was shown")
	require.Equal(t, terms[:1], c.Patch(t, path, object{"evidences": []any{object{"policy": one}}})["evidences"])
	require.Equal(t, []any{}, c.Patch(t, path, object{"evidences": nil})["evidences"])
	patched := patchDocuments(t, c, object{"id": doc["id"], "evidences": terms}).List(t)
	require.Equal(t, terms, patched[0]["evidences"])
	got := c.Query(t, `query($id: ID!) { document(id: $id) { evidences { policy termNumber } } }`, object{"id": doc["id"]})
	require.Equal(t, terms, got["document"].(object)["evidences"])

	wrong := []any{object{"policy": unknownID}, object{"policy": elsewhere}, object{"policy": foreign}, object{"policy": one, "termNumber": 3},
		object{"policy": one}, object{"policy": one, "termNumber": 2}, object{"policy": two, "termNumber": 0}}
	want := []string{"/evidences/0/policy unknown_reference", "/evidences/1/policy unknown_reference", "/evidences/2/policy unknown_reference",
		"/evidences/3/termNumber unknown_reference", "/evidences/5 duplicate", "/evidences/6/termNumber unknown_reference"}
	c.Do(t, http.MethodPatch, path, object{"evidences": wrong}).Violations(t, want...)
	for i := range want {
		want[i] = "/docs/0" + want[i]
	}
	patchDocuments(t, c, object{"id": doc["id"], "evidences": wrong}).Violations(t, want...)
	createDocuments(t, c, object{"caseId": f, "fileName": "a.pdf", "directUploadKey": c.Upload(t, "a.pdf", []byte("%PDF")),
		"evidences": wrong}).Violations(t, want...)
}

func TestEndorsementList(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	for path, n := range map[string]int{"/rest/endorsements": len(catalog.Endorsements.Ordered),
		"/rest/exclusions": len(catalog.Exclusions.Ordered)} {
		all := c.Get(t, path+"?limit=200")
		require.Equal(t, whole(n), all["meta"])
		ids := idsOf(all["data"])
		first := all["data"].([]any)[0].(object)
		requireLists(t, c, path, ids, map[string][]int{"key=" + first["key"].(string): {0}, "id=" + ids[1]: {1}, "limit=2&offset=1": {1, 2},
			"key=nonsense": {}})
		requireOrders(t, c, path)
		node := c.Query(t, `query($id: ID!) { node(id: $id) { ... on Endorsement { key } ... on Exclusion { key } } }`, object{"id": ids[0]})
		require.Equal(t, first["key"], node["node"].(object)["key"])
	}
}

// TestVerdictFollowsEvidence: what the case's insureds are, whom a policy names and what is on file rewrite the stored verdict.
func TestVerdictFollowsEvidence(t *testing.T) {
	t.Parallel()
	st := newVerdictStage(t)
	profile := published(t, st.c, object{"certificateHolders": []any{st.bank}, "requirements": []any{object{
		"coverageType": "building", "perils": []any{"fire"}, "insuredNamed": "ANY", "evidence": object{"categories": []any{"evidenceOfProperty"}},
	}}})["id"]
	loan := st.newCase(t, object{"riskProfile": profile})
	policy := "/rest/policies/" + st.newPolicy(t, st.cover(loan, "building", "fire", "800000.00", st.newAsset(t, loan, "800000.00")))
	insured := st.Insured(t, st.Harbor).String()
	doc := st.c.Document(t, loan, object{"categoryId": "evidenceOfProperty"})
	path := "/rest/documents/" + doc["id"].(string)
	require.Equal(t, "deficient", st.verdict(t, loan), "nothing is evidence")
	evidences := object{"evidences": []any{object{"policy": policy[len("/rest/policies/"):]}}}
	for _, step := range []struct {
		path string
		body object
		want string
	}{
		{path, evidences, "unknown"}, {"/rest/cases/" + loan, object{"insureds": []any{insured}}, "unknown"},
		{policy, object{"insureds": []any{insured}}, "compliant"}, {path, object{"categoryId": "other"}, "deficient"},
		{path, object{"categoryId": "evidenceOfProperty"}, "compliant"}, {path, object{"evidences": []any{}}, "deficient"},
	} {
		st.c.Patch(t, step.path, step.body)
		require.Equal(t, step.want, st.verdict(t, loan), "%s %v", step.path, step.body)
	}
	st.c.Document(t, loan, with(evidences, object{"categoryId": "evidenceOfProperty"}))
	require.Equal(t, "compliant", st.verdict(t, loan))
	st.c.Patch(t, "/rest/cases/"+loan, object{"insureds": []any{}})
	require.Equal(t, "unknown", st.verdict(t, loan))
}
