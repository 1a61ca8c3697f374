package e2e

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

const setUpCase = `mutation($input: SetUpCaseInput!) { it: setUpCase(input: $input) {
	id loanNumber insureds { displayName } insuranceContacts { displayName } assets { displayName assetType { key } }
		caseVerdict { verdict } } }`

func TestSetUpCase(t *testing.T) {
	t.Parallel()
	b := newComplianceBench(t)
	known := b.c.Post(t, "/rest/insureds", object{"corporateName": "Known LLC"}, http.StatusCreated)["id"]
	contact := b.c.Post(t, "/rest/brokers", object{"firstName": "Ada"}, http.StatusCreated)["id"]
	made := mutate(t, b.c, setUpCase, object{"input": object{
		"case": object{"riskProfile": b.profile, "status": "OPEN", "loanNumber": "L-1", "insureds": []any{known},
			"insuranceContacts": []any{contact}},
		"insureds": []any{object{"corporateName": "New LLC"}, object{"firstName": "Mary", "lastName": "Doe"}},
		"brokers":  []any{object{"firstName": "Bo", "email": "bo@example.com"}},
		"assets":   []any{object{"assetType": "equipment", "fields": press("")["fields"]}},
	}})
	require.Equal(t, object{
		"id": made["id"], "loanNumber": "L-1",
		"insureds":          []any{object{"displayName": "Known LLC"}, object{"displayName": "New LLC"}, object{"displayName": "Mary Doe"}},
		"insuranceContacts": []any{object{"displayName": "Ada"}, object{"displayName": "Bo"}},
		"assets":            []any{object{"displayName": "A press", "assetType": object{"key": "equipment"}}},
		"caseVerdict":       object{"verdict": "deficient"},
	}, made)
	bare := mutate(t, b.c, setUpCase, object{"input": object{"case": object{"riskProfile": b.profile}}})
	require.Equal(t, []any{}, bare["insureds"])
	require.Len(t, b.c.Get(t, "/rest/audit-events?action=asset.created")["data"], 1)
}

func TestSetUpCaseRefused(t *testing.T) {
	t.Parallel()
	b := newComplianceBench(t)
	input := func(more object) object {
		return object{"input": with(object{"case": object{"riskProfile": b.profile}, "insureds": []any{object{"corporateName": "New LLC"}}},
			more)}
	}
	refused := func(c *resttest.Client, in object, code string, violations ...string) {
		t.Helper()
		before := b.Contents(t)
		c.Refused(t, setUpCase, in, code, violations...)
		require.Equal(t, before, b.Contents(t), "all or none")
	}
	refused(b.c, input(object{
		"case":     object{"riskProfile": unknownID, "insureds": []any{unknownID}},
		"insureds": []any{object{"corporateName": "New LLC"}, object{"insuredGroup": unknownID}},
		"brokers":  []any{object{"brokerage": unknownID, "firstName": "Bo"}},
		"assets": []any{object{"assetType": "equipment"}, object{"assetType": "castle"},
			object{"assetType": "equipment", "fields": []any{object{"fieldType": "roof"}}}},
	}), "validation_failed",
		"/insureds/1/insuredGroup unknown_reference", "/insureds/1/displayName required", "/brokers/0/brokerage unknown_reference",
		"/case/riskProfile unknown_reference", "/case/insureds/0 unknown_reference",
		"/assets/1/assetType unknown_asset_type", "/assets/2/fields/0/fieldType unknown_field_type")
	refused(b.c, input(object{"case": object{}}), "program_xor_risk_profile", "/case program_xor_risk_profile")
	refused(b.c, input(object{"assets": []any{object{"assetType": "castle"}}}), "unknown_asset_type", "/assets/0/assetType unknown_asset_type")
	for _, foreign := range []string{b.Prairie.Token, b.HarborTest.Token} {
		refused(b.As(foreign), input(nil), "unknown_reference", "/case/riskProfile unknown_reference")
	}
	require.Equal(t, http.StatusForbidden,
		b.As(b.None.Token).Do(t, http.MethodPost, "/graphql", object{"query": setUpCase, "variables": input(nil)}).Status)
}
