package e2e

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

// TestEdges reads every list by edges: they are its nodes, in its order, and each cursor pages on from its row as
// endCursor does. The statements are those of the nodes.
func TestEdges(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	f := newFullFixture(t, s, s.Harbor)
	newFullFixture(t, s, s.Harbor)
	for _, list := range listsOf(s.Engine.Schema()) {
		for _, sort := range []string{"", "sort: updatedAtDesc, "} {
			t.Run(list.field+" "+sort, func(t *testing.T) {
				query := func(arguments, selection string) string {
					return "{ " + list.field + "(" + sort + arguments + ") { " + selection + " } }"
				}
				ask := func(arguments, selection string) object {
					return f.client().Query(t, query(arguments, selection), nil)[list.field].(object)
				}
				count := func(arguments, selection string) int {
					return countStatements(t, s, func(c *resttest.Client) { c.Query(t, query(arguments, selection), nil) })
				}
				id := "{ " + idField(list.field) + " }"
				page := "edges { cursor node " + id + " } nodes " + id + " pageInfo { startCursor endCursor hasNextPage hasPreviousPage total offset }"
				all := ask("first: 200", page)
				edges, info := all["edges"].([]any), all["pageInfo"].(object)
				require.Greater(t, len(edges), 1)
				require.Equal(t, all["nodes"], nodesOf(edges))
				require.Equal(t, edges[0].(object)["cursor"], info["startCursor"])
				require.Equal(t, []any{false, false, nil}, []any{info["hasPreviousPage"], info["hasNextPage"], info["endCursor"]})
				for i := range min(len(edges), 4) {
					cursor := edges[i].(object)["cursor"].(string)
					rest := ask(`first: 200, after: "`+cursor+`"`, page)
					require.Equal(t, edges[i+1:], rest["edges"], "the cursors too")
					require.Equal(t, true, rest["pageInfo"].(object)["hasPreviousPage"])
					require.EqualValues(t, i+1, rest["pageInfo"].(object)["offset"])
					first := ask(fmt.Sprintf("first: %d", i+1), page)["pageInfo"].(object)
					if i+1 < len(edges) {
						require.Equal(t, cursor, first["endCursor"])
					}
				}
				require.True(t, s.Compared(list.field))
				require.Equal(t, count("limit: 3", "nodes "+id), count("first: 3", "edges { cursor node "+id+" } pageInfo { startCursor }"))
			})
		}
	}
}

func nodesOf(edges []any) []any {
	nodes := []any{}
	for _, edge := range edges {
		nodes = append(nodes, edge.(object)["node"])
	}
	return nodes
}

// TestEdgesAndNodes selects different relations of the same records as nodes and as nodes of edges, and under aliases.
func TestEdgesAndNodes(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	f := newFixture(t, s, s.Harbor)
	c := f.client()
	list := c.Query(t, `{ cases(filter: {id: "`+f.ids["frameworkCase"]+`"}) {
		nodes { policies { id } } edges { node { assets { id } } } again: edges { one: node { riskProfile { id } } } } }`, nil)["cases"].(object)
	require.Equal(t, f.ids["frameworkPolicy"], list["nodes"].([]any)[0].(object)["policies"].([]any)[0].(object)["id"])
	require.NotEmpty(t, list["edges"].([]any)[0].(object)["node"].(object)["assets"])
	require.NotNil(t, list["again"].([]any)[0].(object)["one"].(object)["riskProfile"])

	info := c.Query(t, `{ cases(first: 0) { edges { cursor } pageInfo { startCursor endCursor hasPreviousPage } } }`, nil)["cases"].(object)
	require.Equal(t, object{"edges": []any{}, "pageInfo": object{"startCursor": nil, "endCursor": nil, "hasPreviousPage": false}}, info)
	require.Equal(t, []any{true},
		[]any{c.Query(t, `{ cases(first: 1, offset: 1) { pageInfo { hasPreviousPage } } }`,
			nil)["cases"].(object)["pageInfo"].(object)["hasPreviousPage"]})
}

// TestFirst gives the length of a page by its other name.
func TestFirst(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := newFixture(t, s, s.Harbor).client()
	const query = `query($limit: Int, $first: Int) { cases(limit: $limit, first: $first) { nodes { id } pageInfo { limit } } }`
	byFirst, byLimit := c.Query(t, query, object{"first": 2}), c.Query(t, query, object{"limit": 2})
	require.Equal(t, byLimit, byFirst)
	require.Len(t, byFirst["cases"].(object)["nodes"], 2)
	c.Refused(t, query, object{"limit": 2, "first": 2}, "invalid_value", "/first invalid_value")
	c.Refused(t, query, object{"first": 201}, "invalid_value", "/first invalid_value")
	c.Refused(t, query, object{"first": -1}, "invalid_value", "/first invalid_value")
	c.Refused(t, query, object{"limit": 201}, "invalid_value", "/limit invalid_value")
}

// TestContacts asks for what users and brokers have in common, and for what only one of them has.
func TestContacts(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	f := newFixture(t, s, s.Harbor)
	broker := s.Broker(t, s.Harbor).String()
	f.client().Patch(t, "/rest/cases/"+f.ids["case"], object{"insuranceContacts": []any{f.ids["user"], broker}})
	contacts := f.client().Query(t, `query($id: ID!) { case(id: $id) { insuranceContacts {
		__typename id displayName email firstName lastName createdAt updatedAt
		... on User { address: email role email } ... on Broker { address: email brokerage { id } email } ... on Node { id } } } }`,
		object{"id": f.ids["case"]})["case"].(object)["insuranceContacts"].([]any)
	require.Len(t, contacts, 2)
	user, agent := contacts[0].(object), contacts[1].(object)
	require.Equal(t, []any{"User", f.ids["user"], "admin"}, []any{user["__typename"], user["id"], user["role"]})
	require.Equal(t, []any{"Broker", broker}, []any{agent["__typename"], agent["id"]})
	require.Contains(t, user["email"], "@")
	for _, contact := range contacts {
		require.Equal(t, contact.(object)["email"], contact.(object)["address"])
		require.NotEmpty(t, contact.(object)["displayName"])
	}
	require.Contains(t, agent, "brokerage")
	require.True(t, s.Compared("case"), "written by graph/encode")
}
