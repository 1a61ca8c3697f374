package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/restcompat/resttest"
)

// TestSendBack sends back to each PATCH what its GET showed of the members that can be written: nothing changes, and what
// is derived stays so.
func TestSendBack(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	f := newFixture(t, s, s.Harbor)
	c := f.client()
	kase := c.Post(t, "/rest/cases", object{"riskProfile": f.ids["riskProfile"], "status": "OPEN"}, http.StatusCreated)["id"].(string)
	legacyCase := c.Post(t, "/rest/cases", object{"program": f.ids["program"], "loanNumber": "LN-1"}, http.StatusCreated)["id"].(string)
	building := c.Post(t, "/rest/assets", object{
		"caseId": kase, "assetType": "commercialRealEstate", "fields": []any{object{"fieldType": "address", "value": exampleAddress},
			object{"fieldType": "yearBuilt", "value": 1987}},
	}, http.StatusCreated)["id"]
	covered := c.Post(t, "/rest/policies", framework(kase, object{
		"coverageTypes": []any{"building", "flood"}, "perils": []any{"fire", "flood"}, "startDate": "2026-01-01",
		"limits": []any{limitOf("building", "total", "1000000.00")},
	}), http.StatusCreated)
	at := c.Post(t, "/rest/policies", framework(kase, object{
		"perils": absent, "perilsByAsset": []any{object{"asset": building, "perils": []any{"fire"}}},
	}), http.StatusCreated)
	person := c.Post(t, "/rest/insureds", object{"firstName": "Ada", "lastName": "Example"}, http.StatusCreated)
	paths := []string{
		"/rest/cases/" + kase, "/rest/cases/" + legacyCase, "/rest/policies/" + covered["id"].(string), "/rest/policies/" + at["id"].(string),
		"/rest/policies/" + f.ids["policy"], "/rest/assets/" + building.(string), "/rest/assets/" + f.ids["asset"],
		"/rest/insureds/" + person["id"].(string), "/rest/insured-groups/" + f.ids["insuredGroup"], "/rest/tasks/" + f.ids["task"],
		"/rest/webhook-endpoints/" + f.ids["webhookEndpoint"],
	}
	for _, path := range paths {
		list, _, _ := strings.Cut(strings.TrimPrefix(path, "/rest/"), "/")
		shown := c.Get(t, path)
		body := object{}
		for _, ep := range f.server.REST.Endpoints() {
			if ep.Method == http.MethodPatch && ep.Path == "/rest/"+list+"/{id}" {
				for _, member := range ep.Input.Fields {
					if value, ok := shown[member.Name]; ok {
						body[member.Name] = value
					}
				}
			}
		}
		require.Greater(t, len(body), 1, path)
		require.Equal(t, shown, sendBack(t, s, path, body), path)
	}
	doc := c.Get(t, "/rest/documents/"+f.ids["document"])
	require.Equal(t, []object{doc}, c.Do(t, http.MethodPatch, "/rest/documents", object{"docs": []any{object{
		"id": doc["id"], "name": doc["name"], "categoryId": doc["categoryId"], "metadata": doc["metadata"],
	}}}).List(t))

	c.Patch(t, "/rest/policies/"+covered["id"].(string), object{"coverageTypes": []any{"building"}, "perils": []any{"fire"},
		"limits": []any{}})
	require.Equal(t, "Building", c.Get(t, "/rest/policies/"+covered["id"].(string))["displayName"], "the name is still derived")
	c.Patch(t, "/rest/insureds/"+person["id"].(string), object{"firstName": "Eva"})
	require.Equal(t, "Eva Example", c.Get(t, "/rest/insureds/"+person["id"].(string))["displayName"])
	const change = `mutation($id: ID!, $perils: [CatalogRef!]) { updatePolicy(id: $id, input: {perils: $perils}) { id } }`
	answer := c.GraphQL(t, change, object{"id": at["id"], "perils": at["perils"]})
	require.Empty(t, answer["errors"], "at the other door too")
	require.Equal(t, at["perils"], c.Get(t, "/rest/policies/"+at["id"].(string))["perils"])
	c.Do(t, http.MethodPatch, "/rest/policies/"+at["id"].(string), object{"perils": []any{object{"key": "fire"}}}).Violations(t,
		"/perils/0 invalid_value")
	wrong := []any{object{"id": perilID("smoke"), "applied": "false"}, object{"id": perilID("fire"), "apply": false}}
	c.Do(t, http.MethodPatch, "/rest/policies/"+at["id"].(string), object{"perils": wrong}).Violations(t,
		"/perils/0/applied invalid_value", "/perils/1/apply unknown_member")
	c.Refused(t, change, object{"id": at["id"], "perils": wrong}, "validation_failed",
		"/variables/perils/0/applied invalid_value", "/variables/perils/1/apply unknown_member")
	require.Equal(t, at["perils"], c.Get(t, "/rest/policies/"+at["id"].(string))["perils"])
}

// sendBack patches without the judge of the OpenAPI document, which describes identifiers alone.
func sendBack(t *testing.T, s *resttest.Server, path string, body object) (answer object) {
	t.Helper()
	text, err := json.Marshal(body)
	require.NoError(t, err)
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPatch, path, bytes.NewReader(text))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+s.Harbor.Token)
	w := httptest.NewRecorder()
	s.REST.ServeHTTP(w, r)
	require.Equal(t, http.StatusOK, w.Code, w.Body.String())
	require.NoError(t, json.Unmarshal(w.Body.Bytes(), &answer))
	return answer
}

// TestUnknownMemberHidesNothing is that a bad value is told beside a member that is not known.
func TestUnknownMemberHidesNothing(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	c.Do(t, http.MethodPost, "/rest/cases", object{"colour": 1, "status": "nope"}).Violations(t, "/colour unknown_member",
		"/status invalid_value")
	c.Do(t, http.MethodGet, "/rest/cases?colour=1&status=nope", nil).Violations(t, "colour unknown_parameter", "status invalid_value")
	c.Refused(t, `mutation($in: CreateCaseInput!) { createCase(input: $in) { id } }`, object{"in": object{"colour": 1, "status": "nope"}},
		"validation_failed", "/variables/in/colour unknown_member", "/variables/in/status invalid_value")
}

// TestOtherCoverages is that a profile says whether policies may have what it does not demand.
func TestOtherCoverages(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	demands := []any{object{"coverageType": "generalLiability"}}
	on := func(profile object) object {
		mutate(t, c, publishProfile, object{"id": profile["id"]})
		return framework(c.Post(t, "/rest/cases", object{"riskProfile": profile["id"], "status": "OPEN"}, http.StatusCreated)["id"],
			object{"coverageTypes": []any{"generalLiability", "flood"}, "perils": []any{}})
	}
	accepts := draft(t, c, object{"requirements": demands})
	require.Equal(t, "ACCEPT", accepts["otherCoverages"], "new drafts, unless they say otherwise")
	policy := c.Post(t, "/rest/policies", on(accepts), http.StatusCreated)
	require.Equal(t, coverageTypeIDs("generalLiability", "flood"), policy["coverageTypes"])
	demanded := c.Get(t, "/rest/cases/"+policy["caseId"].(string)+"/compliance")["demands"].([]any)
	require.Len(t, demanded, 1, "judged by nobody")

	refuses := draft(t, c, object{"requirements": demands, "otherCoverages": "REFUSE"})
	c.Do(t, http.MethodPost, "/rest/policies", on(refuses)).Violations(t, "/coverageTypes/1 coverage_type_not_applicable")
	require.Equal(t, "REFUSE", c.Get(t, "/rest/risk-profiles/"+refuses["id"].(string))["otherCoverages"])
	next := mutate(t, c, versionProfile, object{"id": refuses["id"]})
	require.Equal(t, "REFUSE", next["otherCoverages"], "the next version begins as the latest is")
	changed := mutate(t, c, updateProfile, object{"id": next["id"], "input": object{"otherCoverages": "ACCEPT"}})
	c.Post(t, "/rest/policies", on(changed), http.StatusCreated)
}

// TestSearchComposed finds a name whichever way its accents were written, with an order and without.
func TestSearchComposed(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	composed, apart := "Caf\u00e9 Example", "Cafe\u0301 Example"
	for _, name := range []string{composed, apart} {
		c.Post(t, "/rest/cases", object{"program": s.Program(t, s.Harbor), "displayName": name}, http.StatusCreated)
		c.Post(t, "/rest/insureds", object{"corporateName": name}, http.StatusCreated)
	}
	for _, q := range []string{composed, apart} {
		for _, list := range []string{"cases", "insureds"} {
			for _, sort := range []string{"", "&sort=createdAt"} {
				require.Len(t, c.Get(t, "/rest/"+list+"?q="+url.QueryEscape(q)+sort)["data"], 2, "%s %q %s", list, q, sort)
			}
		}
		found := c.Query(t, `query($q: String) { cases(filter: {q: $q}) { nodes { matched { text } } } }`, object{"q": q})
		require.Len(t, found["cases"].(object)["nodes"].([]any)[0].(object)["matched"], 1)
	}
}

// TestAuthorizationTwice refuses a request with two tokens: which of them would count?
func TestAuthorizationTwice(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	for _, path := range []string{"/rest/cases", "/graphql"} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, path, strings.NewReader(`{"query": "{ __typename }"}`))
		r.Header.Set("Content-Type", "application/json")
		r.Header["Authorization"] = []string{"Bearer " + s.Harbor.Token, "Bearer " + s.Prairie.Token}
		answer := httptest.NewRecorder()
		s.Handler.ServeHTTP(answer, r)
		require.Equal(t, http.StatusUnauthorized, answer.Code, path)
		require.Contains(t, answer.Body.String(), "more than one value")
	}
}

// TestGraphQLConventions: total counts, scalars that say what they are, pointers of arguments, and what aliases cost.
func TestGraphQLConventions(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	s.Case(t, s.Harbor)
	s.Case(t, s.Harbor)
	cases := c.Query(t, `{ cases(first: 1) { totalCount pageInfo { total } } }`, nil)["cases"].(object)
	require.Equal(t, []any{2.0, 2.0}, []any{cases["totalCount"], cases["pageInfo"].(object)["total"]})
	require.Equal(t, 2.0, c.Query(t, `{ cases { totalCount } }`, nil)["cases"].(object)["totalCount"])

	schema := c.Query(t, `{ __schema { types { kind name specifiedByURL } } }`, nil)["__schema"].(object)
	for _, of := range schema["types"].([]any) {
		if of := of.(object); of["kind"] == "SCALAR" && !slices.Contains([]any{"ID", "Int", "Float", "String", "Boolean"}, of["name"]) {
			require.Regexp(t, "^https://", of["specifiedByURL"], "%s", of["name"])
		}
	}
	c.Refused(t, `{ cases(limit: 1000) { totalCount } }`, nil, "invalid_value", "/limit invalid_value")
	c.Refused(t, `{ cases(after: "x") { totalCount } }`, nil, "invalid_value", "/after invalid_value")

	cost := 1
	charge := func(requests int) error { cost = requests; return nil }
	var fields strings.Builder
	for i := range 30 {
		fmt.Fprintf(&fields, " c%d: createBrokerage(input: {name: \"B\"}) { id }", i)
	}
	body, err := json.Marshal(object{"query": "mutation {" + fields.String() + "}"})
	require.NoError(t, err)
	r := httptest.NewRequestWithContext(engine.WithCharge(t.Context(), charge), http.MethodPost, "/graphql", bytes.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+s.Harbor.Token)
	answer := httptest.NewRecorder()
	s.Handler.ServeHTTP(answer, r)
	require.NotContains(t, answer.Body.String(), "errors")
	require.Equal(t, 30, cost)
}
