package restcompat

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

func TestCompileRefuses(t *testing.T) {
	t.Parallel()
	const get = "\"Get.\"\nquery A($id: ID!) @rest(method: GET, path: \"/rest/cases/{id}\", status: 200, nullIs404: true) { body: case(id: " +
		"$id) { id } }\n"
	for name, test := range map[string]struct{ operations, want string }{
		"no GraphQL":     {`query {`, "Expected Name"},
		"no name":        {`"x" query @rest(method: GET, path: "/rest/a", status: 200) { body: perils { nodes { id } } }`, "has a name"},
		"no description": {`query A @rest(method: GET, path: "/rest/a", status: 200) { body: perils { nodes { id } } }`, "a description"},
		"no @rest":       {`"x" query A { body: perils { nodes { id } } }`, "has the directive @rest"},
		"another directive": {`"x" query A @rest(method: GET, path: "/rest/a", status: 200) @live { body: perils { nodes { id } } }`,
			"and no other"},
		"an unknown argument": {`"x" query A @rest(method: GET, path: "/rest/a", status: 200, cached: true) { body: perils { nodes { id } } }`,
			"no such argument"},
		"an argument's kind": {`"x" query A @rest(method: "GET", path: "/rest/a", status: 200) { body: perils { nodes { id } } }`,
			"another kind"},
		"an unknown method": {`"x" query A @rest(method: TRACE, path: "/rest/a", status: 200) { body: perils { nodes { id } } }`,
			"is expected"},
		"no path": {`"x" query A @rest(method: GET, status: 200) { body: perils { nodes { id } } }`, "is expected"},
		"a path elsewhere": {`"x" query A @rest(method: GET, path: "/api/a", status: 200) { body: perils { nodes { id } } }`,
			"is expected"},
		"a trailing slash": {`"x" query A @rest(method: GET, path: "/rest/a/", status: 200) { body: perils { nodes { id } } }`,
			"is expected"},
		"no status": {`"x" query A @rest(method: GET, path: "/rest/a") { body: perils { nodes { id } } }`, "status: 0"},
		"a method that writes": {`"x" query A @rest(method: POST, path: "/rest/a", status: 200) { body: perils { nodes { id } } }`,
			"cannot be a query"},
		"a method that reads": {`"x" mutation A($id: ID!) @rest(method: GET, path: "/rest/a/{id}", status: 200) { body: putCaseOnHold(id: ` +
			`$id) { id } }`, "cannot be a mutation"},
		"no alias": {`"x" query A @rest(method: GET, path: "/rest/a", status: 200) { perils { nodes { id } } }`, "alias body"},
		"two root fields": {`"x" query A @rest(method: GET, path: "/rest/a", status: 200) { body: perils { nodes { id } } ` +
			`users { nodes { id } } }`, "alias body"},
		"an unknown field": {`"x" query A @rest(method: GET, path: "/rest/a", status: 200) { body: perils { nodes { colour } } }`,
			"Cannot query field"},
		"an unused variable": {`"x" query A($limit: Int) @rest(method: GET, path: "/rest/a", status: 200) { body: perils { nodes { id } } }`,
			"never used"},
		"an unknown fragment": {`"x" query A @rest(method: GET, path: "/rest/a", status: 200) { body: perils { nodes { ...P } } }`,
			"fragment P"},
		"an unused fragment": {`"x" query A @rest(method: GET, path: "/rest/a", status: 200) { body: perils { nodes { id } } } ` +
			`fragment P on Peril { id }`, "no operation uses"},
		"an endless fragment": {`"x" query A @rest(method: GET, path: "/rest/a", status: 200) { body: perils { nodes { ...P } } } ` +
			`fragment P on Peril { id ...P }`, "contains itself"},
		"an inline fragment": {`"x" query A @rest(method: GET, path: "/rest/a", status: 200) { body: perils { nodes { ... { id } } } }`,
			"not inline fragments"},
		"no 404 for null": {`"x" query A($id: ID!) @rest(method: GET, path: "/rest/a/{id}", status: 200) { body: case(id: $id) { id } }`,
			"nullIs404"},
		"404 for what is there": {`"x" query A @rest(method: GET, path: "/rest/a", status: 200, nullIs404: true) { body: ` +
			`perils { nodes { id } } }`, "nullIs404"},
		"staff's own field": {`"x" query A @rest(method: GET, path: "/rest/a", status: 200) { body: plans { key } }`, "says nothing of"},
		"no variable for {id}": {`"x" query A @rest(method: GET, path: "/rest/a/{id}", status: 200) { body: perils { nodes { id } } }`,
			"$id: ID!"},
		"no {id} for $id": {`"x" query A($id: ID!) @rest(method: GET, path: "/rest/a", status: 200, nullIs404: true) { body: case(id: ` +
			`$id) { id } }`, "$id: ID!"},
		"another name for {id}": {`"x" query A($case: ID!) @rest(method: GET, path: "/rest/a/{id}", status: 200, nullIs404: true) { body: ` +
			`case(id: $case) { id } }`, "not of the convention"},
		"another type of limit": {`"x" query A($limit: Int!) @rest(method: GET, path: "/rest/a", status: 200) { body: perils(limit: ` +
			`$limit) { nodes { id } } }`, "not of the convention"},
		"the same route twice": {get + get, "both answer"},
		"no GET of it": {`"x" mutation A($id: ID!) @rest(method: POST, path: "/rest/cases/{id}/on-hold", status: 200) { body: ` +
			`putCaseOnHold(id: $id) { id } }`, "what GET"},
		"another shape than GET": {`"x" mutation B($id: ID!) @rest(method: POST, path: "/rest/cases/{id}/on-hold", status: 200) { body: ` +
			`putCaseOnHold(id: $id) { id status } }` + get, "what GET"},
		"a creation elsewhere": {`"x" mutation B($input: CreateCaseInput!) @rest(method: POST, path: "/rest/cases", status: 201) { body: ` +
			`createCase(input: $input) { id } }` + get, "what GET"},
		"a batch's location": {`"x" mutation B($input: UpdateCasesInput!) @rest(method: PATCH, path: "/rest/cases", status: 200, location: ` +
			`"/rest/cases/{id}") { body: updateCases(input: $input) { id } }`, "no one location"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := newServer(newFake(), Options{}, fstest.MapFS{"noun.graphql": {Data: []byte(test.operations)}})
			require.ErrorContains(t, err, test.want)
		})
	}
}

// TestRoutes is the contract's list of endpoints, so that none is lost or gained unnoticed.
func TestRoutes(t *testing.T) {
	t.Parallel()
	s := serverOn(t, newFake(), Options{})
	var got []string
	for _, ep := range s.endpoints {
		got = append(got, ep.method+" "+ep.path)
	}
	require.ElementsMatch(t, []string{
		"DELETE /rest/documents/{id}", "DELETE /rest/assets/{id}", "DELETE /rest/insureds/{id}", "DELETE /rest/cases/{id}",
		"POST /rest/documents", "PATCH /rest/documents", "GET /rest/documents", "GET /rest/documents/{id}", "POST /rest/documents/sign-urls",
		"POST /rest/assets", "PATCH /rest/assets/{id}", "GET /rest/assets", "GET /rest/assets/{id}", "GET /rest/assets/{id}/fields",
		"POST /rest/insureds", "PATCH /rest/insureds/{id}", "GET /rest/insureds", "GET /rest/insureds/{id}",
		"POST /rest/insured-groups", "PATCH /rest/insured-groups/{id}", "GET /rest/insured-groups", "GET /rest/insured-groups/{id}",
		"GET /rest/risk-profiles", "GET /rest/risk-profiles/{id}", "GET /rest/brokers", "GET /rest/brokerages",
		"GET /rest/brokers/{id}", "POST /rest/brokers", "POST /rest/brokers/batch", "PATCH /rest/brokers/{id}",
		"GET /rest/brokerages/{id}", "POST /rest/brokerages", "POST /rest/brokerages/batch", "PATCH /rest/brokerages/{id}",
		"GET /rest/users/{id}", "POST /rest/users", "POST /rest/users/batch", "PATCH /rest/users/{id}",
		"GET /rest/programs/{id}", "POST /rest/programs", "POST /rest/programs/batch", "PATCH /rest/programs/{id}",
		"GET /rest/certificate-holders/{id}", "POST /rest/certificate-holders", "POST /rest/certificate-holders/batch",
		"PATCH /rest/certificate-holders/{id}",
		"GET /rest/mortgagee-clauses/{id}", "POST /rest/mortgagee-clauses", "POST /rest/mortgagee-clauses/batch",
		"PATCH /rest/mortgagee-clauses/{id}",
		"GET /rest/starter-profiles", "POST /rest/starter-profiles",
		"POST /rest/risk-profiles", "POST /rest/risk-profiles/batch", "PATCH /rest/risk-profiles/{id}", "POST /rest/risk-profiles/{id}/publish",
		"POST /rest/risk-profiles/{id}/versions", "PATCH /rest/documents/{id}",
		"GET /rest/cases", "GET /rest/cases/{id}",
		"GET /rest/cases/by-external-id/{externalId}", "PUT /rest/cases/by-external-id/{externalId}", "POST /rest/cases",
		"PATCH /rest/cases", "PATCH /rest/cases/{id}",
		"POST /rest/cases/{id}/on-hold", "POST /rest/cases/{id}/release-hold", "POST /rest/cases/{id}/close", "POST /rest/cases/{id}/reopen",
		"GET /rest/cases/{id}/dossier", "GET /rest/cases/{id}/compliance", "GET /rest/compliance",
		"GET /rest/policies", "GET /rest/policies/{id}", "POST /rest/policies", "PATCH /rest/policies/{id}", "POST /rest/policies/{id}/new-term",
		"POST /rest/policies/{id}/deactivate", "POST /rest/policies/{id}/reactivate", "POST /rest/policies/{id}/on-hold",
		"POST /rest/policies/{id}/release-hold",
		"POST /rest/policies/{id}/cancel", "POST /rest/policies/{id}/confirm", "GET /rest/endorsements", "GET /rest/exclusions",
		"POST /rest/policies/{id}/reinstate",
		"GET /rest/policy-versions", "GET /rest/policy-versions/{id}", "GET /rest/coverage-types", "GET /rest/perils", "GET /rest/users",
		"GET /rest/asset-types", "GET /rest/document-categories", "GET /rest/programs", "GET /rest/certificate-holders",
		"GET /rest/mortgagee-clauses",
		"POST /rest/cases/batch", "POST /rest/assets/batch", "POST /rest/insureds/batch", "POST /rest/policies/batch",
		"GET /rest/tasks", "GET /rest/tasks/{id}", "POST /rest/tasks", "PATCH /rest/tasks/{id}", "POST /rest/tasks/{id}/move",
		"GET /rest/placements", "GET /rest/placements/{id}", "POST /rest/placements", "PATCH /rest/placements/{id}",
		"POST /rest/placements/{id}/notices", "POST /rest/placements/{id}/proofs", "POST /rest/placements/{id}/place",
		"POST /rest/placements/{id}/charge", "POST /rest/placements/{id}/cancel", "POST /rest/placements/{id}/refund",
		"GET /rest/waivers", "GET /rest/waivers/{id}", "POST /rest/waivers",
		"POST /rest/waivers/{id}/approve", "POST /rest/waivers/{id}/reject", "POST /rest/waivers/{id}/revoke",
		"GET /rest/renewal-notices", "GET /rest/renewal-notices/{id}", "POST /rest/renewal-notices/{id}/send", "GET /rest/audit-events",
		"GET /rest/audit-events/{id}", "GET /rest/events",
		"GET /rest/evidence", "GET /rest/evidence/{id}", "POST /rest/evidence/{id}/accept", "POST /rest/evidence/{id}/reject",
		"GET /rest/evidence-links", "GET /rest/evidence-links/{id}", "POST /rest/policies/{id}/evidence-links",
		"POST /rest/evidence-links/{id}/revoke",
		"GET /rest/letter-templates", "GET /rest/letter-templates/{id}", "POST /rest/letter-templates", "POST /rest/letter-templates/preview",
		"POST /rest/letter-templates/{id}/retire", "GET /rest/policies/{id}/letter",
		"GET /rest/print-files", "GET /rest/print-files/{id}", "POST /rest/print-files", "POST /rest/print-files/{id}/confirm",
		"GET /rest/placement-letters", "GET /rest/placement-letters/{id}",
		"GET /rest/notice-wordings", "GET /rest/notice-wordings/{id}", "POST /rest/notice-wordings", "POST /rest/notice-wordings/preview",
		"POST /rest/notice-wordings/{id}/retire", "GET /rest/notice-programmes",
		"GET /rest/imports", "GET /rest/imports/{id}", "POST /rest/imports", "POST /rest/imports/{id}/map", "POST /rest/imports/{id}/commit",
		"GET /rest/imports/{id}/release", "POST /rest/imports/{id}/release", "POST /rest/imports/{id}/revert", "GET /rest/imports/{id}/rows",
		"GET /rest/import-targets", "GET /rest/import-mappings",
		"GET /rest/exports", "GET /rest/exports/{id}", "POST /rest/exports",
		"GET /rest/export-schedules", "GET /rest/export-schedules/{id}", "POST /rest/export-schedules",
		"DELETE /rest/export-schedules/{id}",
		"GET /rest/webhook-endpoints", "GET /rest/webhook-endpoints/{id}", "POST /rest/webhook-endpoints", "PATCH /rest/webhook-endpoints/{id}",
		"DELETE /rest/webhook-endpoints/{id}", "POST /rest/webhook-endpoints/{id}/rotate-secret", "POST /rest/webhook-endpoints/{id}/test",
		"POST /rest/sandboxes", "GET /rest/sandboxes", "GET /rest/sandboxes/{id}", "DELETE /rest/sandboxes/{id}",
		"POST /rest/sandboxes/{id}/advance", "GET /rest/sandboxes/{id}/mail", "GET /rest/sandboxes/{id}/answers",
		"POST /rest/sandboxes/{id}/answers", "POST /rest/webhook-endpoints/{id}/faults",
		"POST /rest/webhook-endpoints/{id}/replay", "GET /rest/webhook-endpoints/{id}/deliveries",
		"GET /rest/webhook-endpoints/{id}/deliveries/{deliveryId}", "POST /rest/webhook-endpoints/{id}/deliveries/{deliveryId}/resend",
	}, got)
}
