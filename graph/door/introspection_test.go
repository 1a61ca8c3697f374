package door_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/graph/door"
	"github.com/covertrack/covertrack/restcompat/resttest"
)

// TestGraphQLIntrospection reads the whole schema with an organization's token, in the forms in which clients ask for
// it. Plans without access to the API read nothing.
func TestGraphQLIntrospection(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	schema := s.Engine.Schema()
	for name, query := range door.Introspections {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			read := s.As(s.Harbor.Token).Query(t, query, nil)["__schema"].(object)
			requireWhole(t, schema, read)
			require.Equal(t, read, s.As(s.Support).Query(t, query, nil)["__schema"], "which is kept")
			require.Equal(t, read, s.As(s.Basic.Token).Query(t, query, nil)["__schema"])
			ask := func(token string) *resttest.Response {
				return s.As(token).Do(t, http.MethodPost, "/graphql", object{"query": query})
			}
			require.Equal(t, "api_access_not_enabled", resttest.FirstError(t, ask(s.None.Token).Object(t, http.StatusForbidden)))
			require.Equal(t, "unauthorized", resttest.FirstError(t, ask("").Object(t, http.StatusUnauthorized)))
		})
	}
	small := s.As(s.Harbor.Token).Query(t, `{ __type(name: "Contact") { kind possibleTypes { name } } }`, nil)["__type"]
	require.Equal(t, object{"kind": "INTERFACE", "possibleTypes": []any{object{"name": "Broker"}, object{"name": "User"}}}, small)
	require.NotContains(t, s.As(s.Harbor.Token).GraphQL(t, `{ caze { id } }`, nil)["errors"].([]any)[0].(object)["message"], "case",
		"no suggestions")
}

// requireWhole expects each type of the schema with its members.
func requireWhole(t *testing.T, schema *ast.Schema, read object) {
	t.Helper()
	members := map[string]int{}
	for _, definition := range read["types"].([]any) {
		for _, list := range []string{"fields", "inputFields", "enumValues"} {
			some, _ := definition.(object)[list].([]any)
			members[definition.(object)["name"].(string)] += len(some)
		}
	}
	for name, definition := range schema.Types {
		want := len(definition.EnumValues)
		for _, field := range definition.Fields {
			if !strings.HasPrefix(field.Name, "__") {
				want++
			}
		}
		got, ok := members[name]
		require.True(t, ok, name)
		require.Equal(t, want, got, name)
	}
}

// TestSchemaSource is the schema as it is written, for every caller that may use GraphQL.
func TestSchemaSource(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	get := func(token string) *resttest.Response {
		return s.As(token).Do(t, http.MethodGet, "/schema.graphql", nil)
	}
	for _, token := range []string{s.Harbor.Token, s.Basic.Token, s.Support} {
		require.Contains(t, string(get(token).Body), "type CaseConnection {")
		require.NotEmpty(t, get(token).Header.Get("X-Request-Id"))
	}
	require.Equal(t, http.StatusForbidden, get(s.None.Token).Status)
	require.Equal(t, http.StatusUnauthorized, get("").Status)
}
