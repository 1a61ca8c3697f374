package e2e

import (
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// graphQLWrites are examples of the mutations that REST does not have, by root field.
var graphQLWrites = map[string]string{
	"cloneRiskProfile":     `cloneRiskProfile(id: $profile, input: {name: "A copy"})`,
	"subscribeRiskProfile": `subscribeRiskProfile(id: $profile, input: {})`,
	"createLender":         `createLender(input: {name: "A lender"})`,
	"updateLender":         `updateLender(id: $lender, input: {name: "Renamed"})`,
	"createPlan":           `createPlan(input: {key: "small", name: "Small", entitlements: [API_ACCESS]})`,
	"updatePlan":           `updatePlan(key: "basic", input: {name: "Renamed"})`,
	"createOrganization":   `createOrganization(input: {name: "A servicer", lender: $lender, plan: "basic"})`,
	"updateOrganization":   `updateOrganization(id: $organization, input: {name: "Renamed"})`,
	"createToken":          `createToken(input: {name: "A token", organization: $organization, mode: test})`,
	"revokeToken":          `revokeToken(id: $token)`,
	"expireToken":          `expireToken(id: $token, at: "2099-01-01T00:00:00Z")`,
	"suspendPerson":        `suspendPerson(id: $person)`,
	"reactivatePerson":     `reactivatePerson(id: $suspended)`,
	"linkUser":             `linkUser(id: $user, person: $person)`,
	"setUpCase":            `setUpCase(input: {case: {program: $program}, insureds: [{corporateName: "Example LLC"}]})`,
	"createIdentityProvider": `createIdentityProvider(input: {
		issuer: "https://login.example.com", clientId: "covertrack", clientSecret: "a secret of the tests", staff: true})`,
	"createScimToken":        `createScimToken(identityProvider: $provider)`,
	"deleteIdentityProvider": `deleteIdentityProvider(id: $provider)`,
}

// TestGraphQLWrites is TestSoakS7Writes for the mutations that REST does not have. A new one needs an example here.
func TestGraphQLWrites(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	var without, administration []string
	for _, field := range s.Engine.Schema().Mutation.Fields {
		if needs(field) == model.PermissionHandInEvidence {
			continue // of the evidence page: TestEvidenceWrites
		}
		without = append(without, field.Name)
		if isAdministration(field) {
			administration = append(administration, field.Name)
		}
	}
	for _, ep := range s.REST.Endpoints() {
		without = slices.DeleteFunc(without, func(name string) bool { return name == ep.Root.Name })
	}
	require.ElementsMatch(t, without, slices.Collect(maps.Keys(graphQLWrites)))
	for name, field := range graphQLWrites {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := resttest.New(t)
			c := s.As(s.Harbor.Token)
			if slices.Contains(administration, name) {
				c = s.As(s.Operator).With("X-Portfolio", s.Harbor.Portfolio.ID().String())
			}
			document, ids := asDocument(field, variables(t, s, s.Harbor))
			before := s.Contents(t)
			for name := range ids {
				require.Contains(t, c.GraphQL(t, document, with(maps.Clone(ids), object{name: unknownID})), "errors")
				require.Equal(t, before, s.Contents(t), name)
			}
			requireRolledBack(t, s, func() *resttest.Response {
				return c.Do(t, http.MethodPost, "/graphql", object{"query": document, "variables": ids})
			})
			requireAudited(t, s, func() { c.Query(t, document, ids) })
		})
	}
}

// variables is a record of each noun that the examples name.
func variables(t *testing.T, s *resttest.Server, tenant *storagetest.Tenant) object {
	clause, c := s.MortgageeClause(t, tenant), s.Case(t, tenant)
	var holder, token, provider string
	s.Caller(t, s.Prairie.Organization, s.Prairie.Mode) // a token that nobody has revoked yet
	pool := s.Store.Pool().Pgx()
	require.NoError(t, pool.QueryRow(t.Context(), "SELECT id::text FROM certificate_holders WHERE portfolio_id = $1",
		tenant.Portfolio.ID()).Scan(&holder))
	require.NoError(t, pool.QueryRow(t.Context(), "SELECT id::text FROM tokens WHERE organization_id = $1 AND revoked_at IS NULL LIMIT 1",
		s.Prairie.Organization.ID).Scan(&token))
	require.NoError(t, pool.QueryRow(t.Context(),
		`INSERT INTO identity_providers (id, issuer, client_id, secret, domains, roles_claim, mappings, created_at)
		SELECT id, 'https://' || id || '.example.com', 'covertrack', '', '{}', 'roles', '[]', now()
		FROM gen_random_uuid() AS id RETURNING id::text`).Scan(&provider))
	suspended := s.Person(t, tenant, model.RoleAnalyst)
	s.Suspend(t, suspended)
	return object{
		"draft": s.DraftRiskProfile(t, tenant), "profile": s.RiskProfile(t, tenant), "program": s.Program(t, tenant),
		"broker": s.Broker(t, tenant), "brokerage": s.Insert(t, tenant, "brokerages", storagetest.Row{"name": "A brokerage"}),
		"user": s.User(t, tenant, "admin"), "holder": holder, "clause": clause, "case": c, "policy": s.Policy(t, tenant, c, nil).ID,
		"task":   s.Insert(t, tenant, "tasks", storagetest.Row{"case_id": c, "type": "collectEvidence", "state": "open"}),
		"person": s.Person(t, tenant, model.RoleAnalyst).ID, "suspended": suspended.ID,
		"lender": tenant.Organization.LenderID, "organization": tenant.Organization.ID, "token": token, "provider": provider,
	}
}

// asDocument is a root field with the variables that it names.
func asDocument(field string, all object) (document string, named object) {
	named = object{}
	var declared strings.Builder
	for name, value := range all {
		if regexp.MustCompile(`\$` + name + `\b`).MatchString(field) {
			named[name] = value
			_, _ = declared.WriteString("$" + name + ": ID! ")
		}
	}
	if len(named) == 0 {
		return "mutation { " + field + " { __typename } }", named
	}
	return "mutation(" + declared.String() + ") { " + field + " { __typename } }", named
}

// needs is what the caller of a root field must be allowed.
func needs(field *ast.FieldDefinition) model.Permission {
	access, err := engine.AccessOf(field)
	if err != nil {
		panic(err)
	}
	return access.Needs
}

// isAdministration reports whether no service account may ask for the field, unless it was made with the role admin.
func isAdministration(field *ast.FieldDefinition) bool {
	return needs(field) != model.PermissionHandInEvidence && !slices.Contains(model.OfServiceAccount, needs(field))
}
