package e2e

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// nounList is a root field that is a list of records, or of entries of the catalog.
type nounList struct{ field, noun string }

// listsOf are all lists of the schema that a portfolio's token reads.
func listsOf(schema *ast.Schema) (all []nounList) {
	for _, field := range schema.Query.Fields {
		noun, isList := strings.CutSuffix(field.Type.Name(), "Connection")
		if isList && field.Arguments.ForName("sandboxId") == nil && field.Directives.ForName("entitled") != nil {
			all = append(all, nounList{field.Name, noun})
		}
	}
	return all
}

// idField selects the id of a list's records. A stored verdict has none of its own: there is one for a case.
func idField(list string) string {
	if list == "compliance" {
		return "id: caseId"
	}
	return "id"
}

// newFullFixture is a fixture with a record of every noun that lists show.
func newFullFixture(t *testing.T, s *resttest.Server, tenant *storagetest.Tenant) *fixture {
	t.Helper()
	f := newFixture(t, s, tenant)
	s.Broker(t, tenant)
	s.Insert(t, tenant, "brokerages", storagetest.Row{"name": "A brokerage"})
	f.client().Query(t, `mutation($case: ID!) { createTask(input: {caseId: $case, type: reviewDocument}) { id } }`,
		object{"case": f.ids["case"]})
	return f
}

// TestNode finds a record of every noun, and an entry of each part of the catalog, by its id alone: as its list shows
// it, in one statement. It walks the tables of storage, so a new noun that node forgets fails.
func TestNode(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := newFullFixture(t, s, s.Harbor).client()
	newFullFixture(t, s, s.HarborTest)
	schema := s.Engine.Schema()
	lists := map[string]string{}
	for _, list := range listsOf(schema) {
		lists[list.noun] = list.field
	}
	nouns := []string{"CoverageType", "Peril", "AssetType", "DocumentCategory", "Endorsement", "Exclusion"}
	for _, n := range storage.Nouns() {
		if n.IsListed() && n.Subject() != "caseVerdict" { // which is found by its case
			nouns = append(nouns, strings.ToUpper(n.Subject()[:1])+n.Subject()[1:])
		}
	}
	delete(lists, "CaseVerdict")
	delete(lists, "Import") // is work that is done, no record of the book
	require.Len(t, lists, len(nouns), "a list for every noun")
	for _, noun := range nouns {
		t.Run(noun, func(t *testing.T) {
			selection := everything(schema, noun)
			listed := c.Query(t, "{ "+lists[noun]+" { nodes { id "+selection+" } } }", nil)[lists[noun]].(object)["nodes"].([]any)
			require.NotEmpty(t, listed)
			for _, record := range listed {
				id := record.(object)["id"].(string)
				node := c.Query(t, `query($id: ID!) { node(id: $id) { __typename id ... on `+noun+` { `+selection+` } } }`,
					object{"id": id})["node"].(object)
				require.Equal(t, noun, node["__typename"])
				delete(node, "__typename")
				require.Equal(t, withoutSignatures(record), withoutSignatures(node))
			}
			id := listed[0].(object)["id"].(string)
			statements := countStatements(t, s, func(c *resttest.Client) { c.Query(t, `{ node(id: "`+id+`") { id } }`, nil) })
			require.LessOrEqual(t, statements, 1, "none for the catalog")
			require.True(t, s.Compared("node"), "node is written by graph/encode")
		})
	}
}

// everything selects every field of a type, and of related records their ids.
func everything(schema *ast.Schema, noun string) string {
	var fields []string
	for _, field := range schema.Types[noun].Fields {
		below := schema.Types[field.Type.Name()]
		switch {
		case !below.IsCompositeType():
			fields = append(fields, field.Name)
		case below.Fields.ForName("id") != nil:
			fields = append(fields, field.Name+" { id }")
		default:
			fields = append(fields, field.Name+" { "+everything(schema, below.Name)+" }")
		}
	}
	return strings.Join(fields, " ")
}

// withoutSignatures removes the addresses of files, which are signed each time.
func withoutSignatures(record any) object {
	delete(record.(object), "url")
	return record.(object)
}

// TestNodeOfOthers asks for nodes with the tokens of others: a foreign id is answered like one that does not exist, and
// a risk profile needs its entitlement.
func TestNodeOfOthers(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	f := newFullFixture(t, s, s.Harbor)
	const query = `query($id: ID!) { node(id: $id) { __typename id } }`
	harbor := s.Harbor.Portfolio.ID().String()
	for noun, id := range f.ids {
		if _, err := uuid.Parse(id); err != nil || slices.Contains([]string{"directUpload", "evidenceFile", "externalId", "mailingList"}, noun) ||
			strings.Contains(strings.ToLower(noun), "import") || strings.HasPrefix(noun, "sandbox") { // which are no nodes
			continue
		}
		for _, token := range []string{s.Prairie.Token, s.HarborTest.Token} {
			require.Nil(t, s.As(token).Query(t, query, object{"id": id})["node"], noun)
		}
		require.NotNil(t, s.As(s.Harbor.Token).Query(t, query, object{"id": id})["node"], noun)
		require.NotNil(t, s.As(s.Support).With("X-Portfolio", harbor).Query(t, query, object{"id": id})["node"], noun)
	}
	for _, id := range []string{uuid.NewString(), "none", "", s.Harbor.Organization.ID.String(), harbor} {
		require.Nil(t, s.As(s.Harbor.Token).Query(t, query, object{"id": id})["node"], id)
	}
	basic := s.As(s.Basic.Token)
	basic.Refused(t, query, object{"id": f.ids["riskProfile"]}, "risk_profiles_not_enabled")
	require.NotNil(t, basic.Query(t, query, object{"id": f.ids["case"]})["node"])
	require.Equal(t, http.StatusForbidden, s.As(s.None.Token).Do(t, http.MethodPost, "/graphql", object{"query": query}).Status)
	s.As(s.Support).Refused(t, query, object{"id": f.ids["case"]}, "required", "X-Portfolio required")
}

// TestNodeRelations has relations below a node, by fragments on several types and interfaces.
func TestNodeRelations(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	f := newFixture(t, s, s.Harbor)
	c := f.client()
	const query = `query($id: ID!) { node(id: $id) { id ...Of ... on Contact { displayName email } } }
		fragment Of on Node { ... on Case { policies { id case { id } } } ... on Policy { case { policies { id } } } }`
	asCase := c.Query(t, query, object{"id": f.ids["frameworkCase"]})["node"].(object)
	require.NotEmpty(t, asCase["policies"])
	require.Equal(t, f.ids["frameworkCase"], asCase["policies"].([]any)[0].(object)["case"].(object)["id"])
	asPolicy := c.Query(t, query, object{"id": f.ids["frameworkPolicy"]})["node"].(object)
	require.Contains(t, asPolicy["case"].(object)["policies"], object{"id": f.ids["frameworkPolicy"]})
	require.Contains(t, c.Query(t, query, object{"id": f.ids["user"]})["node"].(object)["email"], "@")
}
