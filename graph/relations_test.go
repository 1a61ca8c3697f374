package graph_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

// TestRelationsStatements reads 50 cases with their policies, their versions and perils by asset in a fixed number of
// statements: one a level, and one for the total.
func TestRelationsStatements(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	for range 3 {
		id := s.FrameworkCase(t, s.Harbor)
		s.Asset(t, s.Harbor, id)
		for range 2 {
			policy := c.Post(t, "/rest/policies", object{
				"caseId": id, "coverageLayer": "primary", "coverageTypes": []any{"building"}, "perils": []any{"fire"},
			}, http.StatusCreated)
			c.Patch(t, "/rest/policies/"+policy["id"].(string), object{"policyNumber": "P-1"})
		}
	}
	const query = `query($n: Int) { cases(limit: $n) { nodes {
		id policies { id versions { id perilsByAsset { assetId perils { key applied } } } } }
		pageInfo { total } } }`
	for _, limit := range []int{1, 50} {
		var nodes []any
		require.Equal(t, 3, s.CountStatements(func() {
			nodes = c.Query(t, query, object{"n": limit})["cases"].(object)["nodes"].([]any)
		}))
		require.Len(t, nodes, min(limit, 3))
		for _, node := range nodes {
			policies := node.(object)["policies"].([]any)
			require.Len(t, policies, 2)
			for _, policy := range policies {
				versions := policy.(object)["versions"].([]any)
				require.Len(t, versions, 2)
				require.Len(t, versions[1].(object)["perilsByAsset"], 1)
			}
		}
	}
}

// TestRelations walks every relation of the schema once and back.
func TestRelations(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	user, broker := s.User(t, s.Harbor, "admin"), s.Broker(t, s.Harbor)
	id := c.Post(t, "/rest/cases", object{
		"riskProfile": s.RiskProfile(t, s.Harbor), "status": "OPEN", "insuranceContacts": []any{user, broker},
		"insuranceContactsCC": []any{broker},
		"insureds":            []any{s.Insured(t, s.Harbor)}, "mortgageeClauses": []any{s.MortgageeClause(t, s.Harbor)},
	}, http.StatusCreated)["id"].(string)
	document := c.Document(t, id, nil)["id"]
	c.Post(t, "/rest/assets", object{"caseId": id, "assetType": "equipment", "documents": []any{document}}, http.StatusCreated)
	policy := c.Post(t, "/rest/policies", object{
		"caseId": id, "coverageLayer": "primary", "coverageTypes": []any{"building"}, "perils": []any{"fire"}, "endDate": "2099-01-01",
		"insuranceContacts": []any{user}, "insureds": []any{s.Insured(t, s.Harbor)}, "mortgageeClauses": []any{s.MortgageeClause(t, s.Harbor)},
	}, http.StatusCreated)["id"].(string)
	c.Query(t,
		`mutation($c: ID!, $p: ID!, $u: ID!) { createTask(input: {caseId: $c, policyId: $p, type: reviewDocument, assignee: $u}) { id } }`,
		object{"c": id, "p": policy, "u": user})

	got := c.Query(t, `query($id: ID!) { case(id: $id) {
		program { id } riskProfile { name assetTypes { key } certificateHolders { name } }
		insuranceContacts { __typename ... on User { email } ... on Broker { displayName brokerage { name } } } insuranceContactsCC { __typename }
		insureds { displayName insuredGroup { name } } mortgageeClauses { wording certificateHolder { name } }
		assets { assetType { key } documents { id case { id } } case { id } }
		documents { url category { key } case { id } }
		caseVerdict { verdict case { id } } tasks { type case { id } policy { id case { id } } assignee { email } }
		policies {
			coverageTypes { key perils { key } } insuranceContacts { __typename } insureds { id } mortgageeClauses { id } case { id }
			renewal { nextNoticeAt blockedBy } renewalNotices { step policy { id } case { id } } tasks { id }
			versions { policy { id } case { id } insureds { id } mortgageeClauses { id } coverageTypes { name } }
		}
	} }`, object{"id": id})["case"].(object)

	first := func(o object, member string) object { return o[member].([]any)[0].(object) }
	require.Nil(t, got["program"])
	require.Equal(t, "Standard profile", got["riskProfile"].(object)["name"])
	require.Equal(t, []any{"User", "Broker"},
		[]any{first(got, "insuranceContacts")["__typename"], got["insuranceContacts"].([]any)[1].(object)["__typename"]})
	require.Equal(t, []any{object{"__typename": "Broker"}}, got["insuranceContactsCC"])
	require.Equal(t, "A Bank ISAOA/ATIMA", first(got, "mortgageeClauses")["certificateHolder"].(object)["name"])
	require.Equal(t, []any{object{"id": document, "case": object{"id": id}}}, first(got, "assets")["documents"])
	require.Equal(t, "other", first(got, "documents")["category"].(object)["key"])
	require.Equal(t, object{"id": policy, "case": object{"id": id}}, first(got, "tasks")["policy"])
	require.NotNil(t, first(got, "tasks")["assignee"])
	require.Equal(t, object{"verdict": "notApplicable", "case": object{"id": id}}, got["caseVerdict"])
	shown := first(got, "policies")
	require.Equal(t, "building", first(shown, "coverageTypes")["key"])
	require.Len(t, shown["renewalNotices"], 6)
	require.Equal(t, object{"id": policy}, first(shown, "renewalNotices")["policy"])
	require.Equal(t, object{"id": policy}, first(shown, "versions")["policy"])
	require.Len(t, shown["insureds"], 1)
	require.Len(t, shown["tasks"], 1)

	basic := s.As(s.Basic.Token).GraphQL(t, `query($id: ID!) { case(id: $id) { riskProfile { name } } }`, object{"id": id})
	require.Equal(t, "risk_profiles_not_enabled", resttest.FirstError(t, basic))
}

// TestRelationsBounded has relations of relations that multiply: what they add to a response is bounded.
func TestRelationsBounded(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	id := s.Case(t, s.Harbor)
	for range 30 {
		c.Post(t, "/rest/policies", object{"caseId": id, "productType": "property"}, http.StatusCreated)
	}
	const inner = `policies { id case { id policies { id } } }`
	c.Query(t, `query($id: ID!) { case(id: $id) { id `+inner+` } }`, object{"id": id})
	const bomb = `policies { id case { id policies { id case { id policies { id } } } } }`
	answer := c.GraphQL(t, `query($id: ID!) { case(id: $id) { id `+bomb+` } }`, object{"id": id})
	require.Equal(t, "validation_failed", resttest.FirstError(t, answer))
}

// TestCatalogBounded follows the circle of coverage types and perils: entries of the catalog multiply like records do.
func TestCatalogBounded(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	c.Post(t, "/rest/policies", object{
		"caseId": s.FrameworkCase(t, s.Harbor), "coverageLayer": "primary", "coverageTypes": []any{"building"}, "perils": []any{"fire"},
	}, http.StatusCreated)
	const circle = `perils { coverageTypes { perils { coverageTypes { perils { key } } } } }`
	c.Query(t, `{ coverageTypes { nodes { key perils { key coverageTypes { key } } } } }`, nil)
	for _, query := range []string{
		`{ coverageTypes { nodes { ` + circle + ` } } }`,
		`{ perils { nodes { coverageTypes { ` + circle + ` } } } }`,
		`{ policies { nodes { coverageTypes { ` + circle + ` } } } }`,
		`{ policies { nodes { versions { coverageTypes { ` + circle + ` } } } } }`,
	} {
		answer := c.GraphQL(t, query, nil)
		require.Equal(t, "validation_failed", resttest.FirstError(t, answer), query)
	}
}
