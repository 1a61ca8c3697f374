package graph_test

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

type object = resttest.Object

// TestAdministration goes from a new lender to a token that works, and ends it again.
func TestAdministration(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Operator)
	run := func(query string, variables any) object {
		for _, answer := range c.Query(t, query, variables) {
			return answer.(object)
		}
		return nil
	}
	lender := run(`mutation { createLender(input: {name: "Summit Example Lending"}) { id portfolios { id mode } organizations { id } `+
		`renewalSteps { step days } } }`, nil)
	require.Len(t, lender["portfolios"], 2)
	require.Empty(t, lender["organizations"])
	require.Equal(t, object{"step": "request", "days": -60.0}, lender["renewalSteps"].([]any)[0])

	plan := run(`mutation { createPlan(input: {key: "trial", name: "Trial", entitlements: []}) { key entitlements } }`, nil)
	require.Equal(t, object{"key": "trial", "entitlements": []any{}}, plan)
	organization := run(`mutation($lender: ID!) { createOrganization(input: {name: "Summit", lender: $lender, plan: `+
		`"trial"}) { id lenderName plan { key } } }`, object{"lender": lender["id"]})
	require.Equal(t, "Summit Example Lending", organization["lenderName"])
	require.Equal(t, object{"key": "trial"}, organization["plan"])

	const create = `mutation($input: CreateTokenInput!) { createToken(input: ` +
		`$input) { text token { id name mode role organizationId expiresAt } } }`
	created := run(create, object{"input": object{"name": "Import", "organization": organization["id"], "mode": "test"}})
	token := created["token"].(object)
	require.Equal(t, organization["id"], token["organizationId"])
	integrator := s.As(created["text"].(string))
	integrator.Do(t, http.MethodGet, "/rest/cases", nil).Problem(t, http.StatusForbidden, "api_access_not_enabled")

	const update = `mutation($id: ID!, $input: UpdateOrganizationInput!) { updateOrganization(id: $id, input: $input) { name plan { key } } }`
	require.Equal(t, object{"name": "Summit", "plan": object{"key": "full"}},
		run(update, object{"id": organization["id"], "input": object{"plan": "full"}}))
	other := run(create, object{"input": object{"name": "Import", "organization": organization["id"], "mode": "test"}})["text"].(string)
	require.Empty(t, s.As(other).Get(t, "/rest/cases")["data"])

	revoked := run(`mutation($id: ID!) { revokeToken(id: $id) { revokedAt } }`, object{"id": token["id"]})["revokedAt"]
	require.NotNil(t, revoked)
	require.Equal(t, revoked, run(`mutation($id: ID!) { revokeToken(id: $id) { revokedAt } }`, object{"id": token["id"]})["revokedAt"])
	require.Eventually(t, func() bool {
		return integrator.Do(t, http.MethodGet, "/rest/cases", nil).Status == http.StatusUnauthorized
	}, 6*time.Second, 100*time.Millisecond, "a revocation takes effect within 5 s")

	actions := []string{}
	events := run(`{ administrationEvents { nodes { action actorKind subjectId changes } } }`, nil)["nodes"].([]any)
	for _, event := range events {
		require.Equal(t, "staff", event.(object)["actorKind"])
		actions = append(actions, event.(object)["action"].(string))
	}
	require.Equal(t, []string{
		"lender.created", "plan.created", "organization.created", "token.created", "organization.updated", "token.created", "token.revoked",
	}, actions)
	require.NotContains(t, events[3].(object)["changes"], "digest")
}

// TestTokenRestrictions makes tokens with and without an end, a scope and addresses.
func TestTokenRestrictions(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Operator)
	create := func(members object) object {
		input := object{"name": "x", "role": "SUPPORT"}
		maps.Copy(input, members)
		made := c.Query(t, `mutation($input: CreateTokenInput!) { createToken(input: $input) { token { id scope allowedAddresses expiresAt } } }`,
			object{"input": input})
		token := made["createToken"].(object)["token"].(object)
		for _, listed := range c.Query(t, `{ tokens { id scope allowedAddresses expiresAt } }`, nil)["tokens"].([]any) {
			if listed.(object)["id"] == token["id"] {
				require.Equal(t, token, listed)
			}
		}
		return token
	}
	for _, none := range []object{{}, {"expiresAt": nil, "neverExpires": nil, "scope": nil, "allowedAddresses": nil},
		{"neverExpires": false, "allowedAddresses": []any{}}} {
		token := create(none)
		at, err := time.Parse(time.RFC3339, token["expiresAt"].(string))
		require.NoError(t, err)
		require.WithinDuration(t, time.Now().AddDate(0, 0, 365), at, time.Minute)
		require.Equal(t, "full", token["scope"])
		require.Empty(t, token["allowedAddresses"])
	}
	restricted := create(object{"neverExpires": true, "scope": "read",
		"allowedAddresses": []any{"203.0.113.7", "2001:db8::/32", "203.0.113.7/32", "::ffff:198.51.100.1"}})
	require.Nil(t, restricted["expiresAt"])
	require.Equal(t, "read", restricted["scope"])
	require.Equal(t, []any{"203.0.113.7/32", "2001:db8::/32", "198.51.100.1/32"}, restricted["allowedAddresses"])
	revoked := c.Query(t, `mutation($id: ID!) { revokeToken(id: $id) { scope allowedAddresses } }`,
		object{"id": restricted["id"]})["revokeToken"].(object)
	require.Equal(t, object{"scope": "read", "allowedAddresses": restricted["allowedAddresses"]}, revoked)
}

func TestAdministrationRefuses(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Operator)
	lender := c.Query(t, `{ lenders { id } }`, nil)["lenders"].([]any)[0].(object)["id"]
	organization := s.Harbor.Organization.ID.String()
	for name, tt := range map[string]struct {
		mutation   string
		input      object
		id         any
		code       string
		violations []string
	}{
		"lender/blank": {"createLender(input: $input) { id }", object{"name": " "}, nil, "required", []string{"/name required"}},
		"lender/taken": {"createLender(input: $input) { id }", object{"name": "Harbor Example Bank"}, nil, "duplicate",
			[]string{"/name duplicate"}},
		"lender/renamed": {"updateLender(id: $id, input: $input) { id }", object{"name": "Prairie Example Credit Union"}, lender,
			"duplicate", []string{"/name duplicate"}},
		"lender/unknown": {"updateLender(id: $id, input: $input) { id }", object{"name": "X"}, organization, "not_found", nil},
		"lender/steps": {"updateLender(id: $id, input: $input) { id }",
			object{"renewalSteps": []any{object{"step": "lapsed", "days": 1}, object{"step": "lapsed", "days": 1}}}, lender,
			"validation_failed", nil},
		"plan/key": {"createPlan(input: $input) { key }", object{"key": "a b", "name": "", "entitlements": []any{}}, nil,
			"validation_failed", []string{"/key invalid_value", "/name required"}},
		"plan/taken": {"createPlan(input: $input) { key }", object{"key": "full", "name": "Full", "entitlements": []any{}}, nil,
			"duplicate", []string{"/key duplicate"}},
		"organization/unknown": {"createOrganization(input: $input) { id }", object{"name": "", "lender": "x", "plan": "x"}, nil,
			"validation_failed", []string{"/name required", "/lender unknown_reference", "/plan unknown_reference"}},
		"organization/taken": {"createOrganization(input: $input) { id }", object{"name": "Harbor", "lender": lender, "plan": "full"}, nil,
			"duplicate", []string{"/name duplicate"}},
		"organization/plan": {"updateOrganization(id: $id, input: $input) { id }", object{"plan": "x", "name": nil}, organization,
			"validation_failed", []string{"/name required", "/plan unknown_reference"}},
		"organization/none": {"updateOrganization(id: $id, input: $input) { id }", object{"plan": "full"}, lender, "not_found", nil},
		"token/nothing": {"createToken(input: $input) { text }", object{"name": "x"}, nil, "required",
			[]string{"/mode required", "/organization required"}},
		"token/both": {"createToken(input: $input) { text }", object{"name": "x", "role": "SUPPORT", "mode": "live",
			"organization": organization}, nil, "invalid_value", []string{"/role invalid_value"}},
		"token/unknown": {"createToken(input: $input) { text }", object{"name": "x", "mode": "live", "organization": lender}, nil,
			"unknown_reference", []string{"/organization unknown_reference"}},
		"token/past": {"createToken(input: $input) { text }", object{"name": "x", "role": "SUPPORT", "expiresAt": "2020-01-01T00:00:00Z"},
			nil, "invalid_value", []string{"/expiresAt invalid_value"}},
		"token/endless": {"createToken(input: $input) { text }", object{"name": "x", "role": "SUPPORT", "expiresAt": "2120-01-01T00:00:00Z",
			"neverExpires": true}, nil, "invalid_value", []string{"/neverExpires invalid_value"}},
		"token/addresses": {"createToken(input: $input) { text }",
			object{"name": "x", "role": "SUPPORT",
				"allowedAddresses": []any{"203.0.113.7", "203.0.113.7/24", "here", "fe80::1%eth0", "::ffff:203.0.113.0/120"}}, nil, "invalid_value",
			[]string{"/allowedAddresses/1 invalid_value", "/allowedAddresses/2 invalid_value", "/allowedAddresses/3 invalid_value",
				"/allowedAddresses/4 invalid_value"}},
		"token/crowd": {"createToken(input: $input) { text }", object{"name": "x", "role": "SUPPORT",
			"allowedAddresses": slices.Repeat([]any{"203.0.113.7"}, 51)}, nil, "too_long", []string{"/allowedAddresses too_long"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			kind := map[string]string{"lender": "Lender", "plan": "Plan", "organization": "Organization", "token": "Token"}
			noun, _, _ := strings.Cut(name, "/")
			query := "mutation($input: Create" + kind[noun] + "Input!) { " + tt.mutation + " }"
			variables := object{"input": tt.input}
			if tt.id != nil {
				query = "mutation($id: ID!, $input: Update" + kind[noun] + "Input!) { " + tt.mutation + " }"
				variables["id"] = tt.id
			}
			answer := c.GraphQL(t, query, variables)
			require.Equal(t, tt.code, resttest.FirstError(t, answer))
			if tt.violations != nil {
				c.Refused(t, query, variables, tt.code, tt.violations...)
			}
			require.Equal(t, "forbidden", resttest.FirstError(t, s.As(s.Support).GraphQL(t, query, variables)), "support administers nothing")
			require.Equal(t, "forbidden", resttest.FirstError(t, s.As(s.Harbor.Token).GraphQL(t, query, variables)))
		})
	}
	t.Run("token/key", func(t *testing.T) {
		t.Parallel()
		c.With("Idempotency-Key", "k").Refused(t, `mutation { createToken(input: {name: "x", role: SUPPORT}) { text } }`, nil, "invalid_value",
			"Idempotency-Key invalid_value")
	})
}
