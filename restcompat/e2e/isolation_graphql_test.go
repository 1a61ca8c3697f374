package e2e

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/restcompat"
	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// TestSoakS1GraphQL is the matrix of the other door: each root field with the tokens of others, and with every record
// of others in the place of each id that it takes. It is generated from the schema: a root field of an unknown form
// fails.
func TestSoakS1GraphQL(t *testing.T) {
	t.Parallel()
	tally := soak.NewTally(t, "S1", "GraphQL root fields against foreign tokens and ids: answered like unknown ones")
	s := resttest.New(t)
	m := graphQLMatrix{s: s, own: owned(t, newFixture(t, s, s.Harbor))}
	m.others = [][]string{owned(t, newFixture(t, s, s.Prairie)), owned(t, newFixture(t, s, s.HarborTest))}
	for who, c := range map[string]*resttest.Client{
		"service account": s.As(s.Harbor.Token), "person": s.AsPerson(s.Person(t, s.Harbor, model.RoleAdmin), s.Harbor),
	} {
		m.c = c
		eachRootField(s.Engine.Schema(), func(root *ast.Definition, field *ast.FieldDefinition) {
			t.Run(who+"/"+field.Name, func(t *testing.T) {
				tally.Tried(1)
				tally.Watch(t)
				m.isolate(t, root, field)
			})
		})
	}
}

// owned are the ids of a portfolio's records, of every noun.
func owned(t *testing.T, f *fixture) (ids []string) {
	for _, id := range f.ids {
		ids = append(ids, id)
	}
	for _, id := range variables(t, f.server, f.tenant) {
		ids = append(ids, fmt.Sprint(id))
	}
	own := slices.Compact(slices.Sorted(slices.Values(ids)))
	shared := []string{f.tenant.Organization.ID.String(), f.tenant.Organization.LenderID.String()}
	return slices.DeleteFunc(own, func(id string) bool { return slices.Contains(shared, id) })
}

type graphQLMatrix struct {
	s      *resttest.Server
	c      *resttest.Client
	own    []string
	others [][]string
}

func (m graphQLMatrix) isolate(t *testing.T, root *ast.Definition, field *ast.FieldDefinition) {
	m.tokens(t, root, field)
	filter := field.Arguments.ForName("filter")
	id := slices.IndexFunc(field.Arguments,
		func(a *ast.ArgumentDefinition) bool { return a.Type.String() == "ID!" || a.Name == "externalId" })
	switch {
	case isAdministration(field), needs(field) == model.PermissionHandInEvidence: // m.tokens, and TestAdminOfLender
	case field.Name == "setUpCase": // takes what createCase and three others take: TestSetUpCaseRefused
	case strings.HasPrefix(field.Name, "sandbox"): // of an organization, or a person's lender: TestSandboxReach, TestSandboxIsolation
	case root.Name == "Mutation":
		m.mutation(t, field.Name)
	case id >= 0:
		m.byID(t, root, field, field.Arguments[id].Name)
	case field.Name == "events":
		m.feed(t)
	case field.Name == "complianceSummary":
		m.summary(t)
	case field.Name == "trialVerdict": // takes what createPolicy and three others take: TestTrialVerdictRefused
	case field.Name == "importMappings": // of the lender: TestImportMappings
	// are the same for everybody
	case field.Name == "starterProfiles", field.Name == "builtInLetters", field.Name == "roles", field.Name == "importTargets",
		field.Name == "noticeProgrammes":
	case field.Name == "viewer": // says of nobody but the token's owner what m.tokens cannot learn: TestViewer
	case filter != nil:
		m.list(t, field, m.s.Engine.Schema().Types[filter.Type.Name()])
	default:
		require.Fail(t, "say how the new root field is isolated")
	}
}

// tokens asks for the field without a token, without API access or the entitlement, and with a token that is not of
// the staff.
func (m graphQLMatrix) tokens(t *testing.T, root *ast.Definition, field *ast.FieldDefinition) {
	document := documentOf(m.s.Engine.Schema(), root, field)
	ask := func(token string) *resttest.Response { return graphQL(t, m.s.As(token), document) }
	for _, token := range []string{"", "live_nonsense", m.s.Harbor.Token + "x"} {
		answer := ask(token)
		require.Equal(t, http.StatusUnauthorized, answer.Status)
		require.Equal(t, []fault.Code{fault.CodeUnauthorized}, graphQLCodes(t, answer))
	}
	require.Equal(t, http.StatusForbidden, ask(m.s.None.Token).Status)
	switch {
	case needs(field) == model.PermissionAny:
	case isAdministration(field) || needs(field) == model.PermissionHandInEvidence:
		require.Equal(t, []fault.Code{fault.CodeForbidden}, graphQLCodes(t, ask(m.s.Harbor.Token)), document)
	case field.Directives.ForName("entitled").Arguments.ForName("to").Value.Raw != string(model.EntitlementAPIAccess):
		require.Equal(t, []fault.Code{fault.CodeRiskProfilesNotEnabled}, graphQLCodes(t, ask(m.s.Basic.Token)), document)
	}
}

// byID asks for every foreign record by its id, of any noun.
func (m graphQLMatrix) byID(t *testing.T, root *ast.Definition, field *ast.FieldDefinition, argument string) {
	ask := func(id string) string {
		answer := graphQL(t, m.c, strings.ToLower(root.Name)+` { `+field.Name+`(`+argument+`: "`+id+`") { __typename } }`)
		return string(answer.Body)
	}
	unknown := ask(uuid.NewString())
	for _, ids := range m.others {
		for _, id := range ids {
			require.Equal(t, unknown, ask(id))
		}
	}
	if root.Name == "Query" {
		require.True(t, slices.ContainsFunc(m.own, func(id string) bool { return ask(id) != unknown }), "one's own is found")
	}
}

// list filters by every foreign id, by each filter that takes ids, and looks for foreign records in the whole list.
func (m graphQLMatrix) list(t *testing.T, field *ast.FieldDefinition, filter *ast.Definition) {
	const document = "query($filter: %s, $after: String) { %s(filter: $filter, after: $after, limit: 200) { nodes { %s } " +
		"pageInfo { total endCursor } } }"
	ask := func(ids object) object {
		return m.c.Query(t, fmt.Sprintf(document, filter.Name, field.Name, idField(field.Name)), object{"filter": ids})[field.Name].(object)
	}
	for _, by := range filter.Fields {
		if by.Type.Name() != "ID" {
			continue
		}
		for _, ids := range m.others {
			var list any = ids
			if by.Type.Elem == nil {
				list = ids[0]
			}
			answer := ask(object{by.Name: list})
			require.Empty(t, answer["nodes"], by.Name)
			require.EqualValues(t, 0, answer["pageInfo"].(object)["total"], by.Name)
		}
	}
	for _, node := range ask(nil)["nodes"].([]any) {
		for _, ids := range m.others {
			require.NotContains(t, ids, node.(object)["id"])
		}
	}
}

// feed filters by every foreign id, and looks for foreign records in the whole feed. A subscription has the same reader
// (TestEventsSubscription).
func (m graphQLMatrix) feed(t *testing.T) {
	ask := func(ids []string) []any {
		return m.c.Query(t, `query($ids: [ID!]) { events(limit: 200, filter: {subject: $ids}) { nodes { id subject { id caseId } } } }`,
			object{"ids": ids})["events"].(object)["nodes"].([]any)
	}
	for _, ids := range m.others {
		require.Empty(t, ask(ids))
		for _, node := range ask(nil) {
			subject := node.(object)["subject"].(object)
			require.NotContains(t, ids, subject["id"])
			require.NotContains(t, ids, subject["caseId"])
		}
	}
	require.NotEmpty(t, ask(m.own))
}

// summary counts what is one's own, and nothing of others.
func (m graphQLMatrix) summary(t *testing.T) {
	ask := func(ids []string) any {
		return m.c.Query(t, `query($ids: [ID!]) { complianceSummary(filter: {id: $ids}) { cases } }`,
			object{"ids": ids})["complianceSummary"].(object)["cases"]
	}
	for _, ids := range m.others {
		require.EqualValues(t, 0, ask(ids))
	}
	own := m.c.Query(t, `{ compliance { pageInfo { total } } }`, nil)["compliance"].(object)["pageInfo"].(object)["total"]
	require.Positive(t, own)
	require.Equal(t, []any{own, own}, []any{ask(m.own), ask(nil)})
}

// mutation names every foreign record in the place of each id that the mutation's example has. Mutations that REST
// has too are in its matrix.
func (m graphQLMatrix) mutation(t *testing.T, name string) {
	example, ok := graphQLWrites[name]
	if !ok {
		require.True(t, slices.ContainsFunc(m.s.REST.Endpoints(), func(ep restcompat.Endpoint) bool { return ep.Root.Name == name }),
			"an example of the new mutation")
		return
	}
	schema := m.s.Engine.Schema()
	if input := schema.Mutation.Fields.ForName(name).Arguments.ForName("input"); input != nil {
		for _, member := range idMembers(schema, schema.Types[input.Type.Name()], "") {
			steps := strings.Split(member, "/")
			require.Regexp(t, `\b`+steps[len(steps)-1]+`: \[?\$`, example, "the example has every id that the input can have")
		}
	}
	document, ids := asDocument(example, variables(t, m.s, m.s.Harbor))
	for at := range ids {
		ask := func(id string) string {
			answer := m.c.Do(t, http.MethodPost, "/graphql", object{"query": document, "variables": with(maps.Clone(ids), object{at: id})})
			require.NotEmpty(t, graphQLCodes(t, answer), "%s: %s", at, answer.Body)
			return string(answer.Body)
		}
		unknown := ask(uuid.NewString())
		for _, foreign := range m.others {
			for _, id := range foreign {
				require.Equal(t, unknown, ask(id), at)
			}
		}
	}
}

// documentOf asks for a root field with as little as it takes.
func documentOf(schema *ast.Schema, root *ast.Definition, field *ast.FieldDefinition) string {
	text := strings.ToLower(root.Name) + " { " + field.Name + requiredArguments(schema, field)
	if schema.Types[field.Type.Name()].IsCompositeType() {
		text += " { __typename }"
	}
	return text + " }"
}

// requiredArguments writes the arguments without which a field is not valid, with values of their types.
func requiredArguments(schema *ast.Schema, field *ast.FieldDefinition) string {
	var arguments []string
	for _, argument := range field.Arguments {
		if argument.Type.NonNull {
			arguments = append(arguments, argument.Name+": "+valueOf(schema, argument.Type))
		}
	}
	if len(arguments) == 0 {
		return ""
	}
	return "(" + strings.Join(arguments, ", ") + ")"
}

func valueOf(schema *ast.Schema, typ *ast.Type) string {
	if typ.Elem != nil {
		return "[" + valueOf(schema, typ.Elem) + "]"
	}
	switch definition := schema.Types[typ.Name()]; {
	case definition.Kind == ast.Enum:
		return definition.EnumValues[0].Name
	case definition.Kind == ast.InputObject:
		var members []string
		for _, member := range definition.Fields {
			if member.Type.NonNull {
				members = append(members, member.Name+": "+valueOf(schema, member.Type))
			}
		}
		return "{" + strings.Join(members, ", ") + "}"
	case definition.Name == "Int":
		return "1"
	case definition.Name == "Boolean":
		return "true"
	case definition.Name == "Decimal":
		return `"1"`
	case definition.Name == "Date" || definition.Name == "Time":
		return `"2026-01-01T00:00:00Z"`
	default:
		return `"x"`
	}
}
