package e2e

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// TestMembersAlone asks for each member of a case, a policy and a version alone: it is the same as among all others,
// although only selected members are read (storage.Portfolio.Showing). The same in a list, as a child, and as a
// parent.
func TestMembersAlone(t *testing.T) {
	t.Parallel()
	now := time.Now() // fixed, since signed links expire
	s := resttest.Serve(t, storagetest.NewWorld(t), func() time.Time { return now })
	f := newFixture(t, s, s.Harbor)
	for _, ep := range s.REST.Endpoints() {
		if slices.Contains([]string{"CreateCase", "CreatePolicy", "UpdatePolicy", "CreateTask"}, ep.Operation) {
			for _, a := range f.asks(ep) {
				require.Equal(t, ep.Status, f.send(t, ep, a).Status)
			}
		}
	}
	f.addRare(t)
	for _, place := range []struct {
		noun, before, after string
		isChild             bool
	}{
		{noun: "Case", before: "{ list: cases { nodes", after: "} }"},
		{noun: "Policy", before: "{ list: policies { nodes", after: "} }"},
		{noun: "PolicyVersion", before: "{ list: policyVersions { nodes", after: "} }"},
		{"Policy", "{ list: cases { nodes { policies", "} } }", true},
		{"PolicyVersion", "{ list: policies { nodes { versions", "} } }", true},
		{"Case", "{ list: policies { nodes { case", "} } }", true},
		{"Policy", "{ list: tasks { nodes { policy", "} } }", true},
	} {
		members := slices.DeleteFunc(selectable(s.Engine.Schema(), place.noun), func(m string) bool {
			return strings.HasPrefix(m, "matched ") // of searches alone: TestSearchCases
		})
		all := f.nodes(t, place.before+"{"+strings.Join(members, " ")+"}"+place.after)
		require.NotEmpty(t, all)
		for _, member := range members {
			alone := f.nodes(t, place.before+"{"+member+"}"+place.after)
			name, _, _ := strings.Cut(member, " ")
			require.Equal(t, valuesOf(all, name), valuesOf(alone, name), "%s %s", place.before, member)
			if !place.isChild {
				require.NotEmpty(t, valuesOf(all, name), "%s.%s has a value nowhere, so that this test could not miss it", place.noun, name)
			}
		}
	}
}

// addRare adds what no example has: a case that says what is owed and under which law, and an excess policy of it with exclusions.
func (f *fixture) addRare(t *testing.T) {
	t.Helper()
	c := f.client()
	c.Do(t, http.MethodPatch, "/rest/cases/"+f.ids["frameworkCase"], object{"outstandingBalance": dollars("1100000.00"),
		"federallyRelated": true}).Object(t, http.StatusOK)
	excess := c.Post(t, "/rest/policies", object{
		"caseId": f.ids["frameworkCase"], "coverageLayer": "excess", "coverageTypes": []any{"building"}, "perils": []any{"fire"},
		"startDate": "2090-01-01", "endDate": "2091-01-01", "attachment": dollars("1000000.00"), "exclusions": []any{"habitability"},
	}, http.StatusCreated)
	c.Post(t, "/rest/policies/"+excess["id"].(string)+"/new-term", object{"startDate": "2091-01-01", "endDate": "2092-01-01"}, http.StatusOK)
	c.Post(t, "/rest/policies/"+excess["id"].(string)+"/on-hold", nil, http.StatusOK)
	for _, table := range []string{"cases", "policies"} {
		_, err := f.server.Store.Pool().Pgx().Exec(t.Context(), "UPDATE "+table+" SET import_id = id WHERE portfolio_id = $1",
			f.tenant.Portfolio.ID())
		require.NoError(t, err)
	}
}

// selectable are a type's members, those that are objects with their ids.
func selectable(schema *ast.Schema, noun string) (members []string) {
	for _, field := range schema.Types[noun].Fields {
		switch of := schema.Types[field.Type.Name()]; {
		case strings.HasPrefix(field.Name, "__"):
		case of.IsLeafType():
			members = append(members, field.Name)
		default:
			members = append(members, field.Name+" { __typename "+strings.Join(leaves(schema, of), " ")+" }")
		}
	}
	return members
}

func leaves(schema *ast.Schema, of *ast.Definition) (names []string) {
	for _, field := range of.Fields {
		if schema.Types[field.Type.Name()].IsLeafType() && !strings.HasPrefix(field.Name, "__") {
			names = append(names, field.Name)
		}
	}
	return names
}

// nodes are what a query's list has, or what its nodes have below them.
func (f *fixture) nodes(t *testing.T, query string) (found []any) {
	t.Helper()
	return f.client().Query(t, query, nil)["list"].(object)["nodes"].([]any)
}

// valuesOf are the values of a member at any place, without empty ones.
func valuesOf(value any, name string) (found []any) {
	switch value := value.(type) {
	case []any:
		for _, v := range value {
			found = append(found, valuesOf(v, name)...)
		}
	case object:
		if v, ok := value[name]; ok {
			if list, isList := v.([]any); v != nil && (!isList || len(list) > 0) {
				found = append(found, v)
			}
			return found
		}
		for _, v := range value {
			found = append(found, valuesOf(v, name)...)
		}
	}
	return found
}
