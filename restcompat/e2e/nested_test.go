package e2e

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

// TestNestedLists asks for parts of every list of records that a record has: by `first` and by `filter`, under aliases
// beside the whole.
func TestNestedLists(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	f := newFullFixture(t, s, s.Harbor)
	newFullFixture(t, s, s.Harbor)
	foreign := newFullFixture(t, s, s.Prairie)
	schema, found := s.Engine.Schema(), 0
	for _, list := range listsOf(schema) {
		for _, field := range schema.Types[list.noun].Fields {
			if field.Arguments.ForName("filter") == nil {
				continue
			}
			found++
			t.Run(list.noun+"."+field.Name, func(t *testing.T) {
				of := func(arguments string) string { return field.Name + arguments + " { id }" }
				c := f.client()
				for _, node := range c.Query(t, "{ "+list.field+" { nodes { id "+of("")+" } } }", nil)[list.field].(object)["nodes"].([]any) {
					whole := node.(object)[field.Name].([]any)
					last := any(foreign.ids["case"])
					if len(whole) > 0 {
						last = whole[len(whole)-1].(object)["id"]
					}
					parts := c.Query(t, fmt.Sprintf(`query($id: ID!, $n: Int) { node(id: $id) { ... on %s { whole: %s all: %s one: %s none: %s `+
						`last: %s } } }`,
						list.noun, of(""), of("(first: $n)"), of("(first: 1)"), of("(first: 0)"), of(fmt.Sprintf(`(filter: {id: [%q]})`, last))),
						object{"id": node.(object)["id"]})["node"].(object)
					require.Equal(t, object{
						"whole": whole, "all": whole, "one": whole[:min(len(whole), 1)], "none": []any{}, "last": whole[max(len(whole)-1, 0):],
					}, parts)
				}
				c.Refused(t, "{ "+list.field+" { nodes { "+of("(first: 201)")+" } } }", nil, "invalid_value", "/first invalid_value")
			})
		}
	}
	require.Equal(t, 20, found)
}

// TestNestedFilters: one statement for all parents of a place, each parent's own records, and the cost of each.
func TestNestedFilters(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	insured := c.Post(t, "/rest/insureds", object{"corporateName": "Pier Example LLC"}, http.StatusCreated)["id"]
	for i := range 3 {
		id := s.FrameworkCase(t, s.Harbor)
		c.Patch(t, "/rest/cases/"+id.String(), object{"insureds": []any{insured}, "loanNumber": fmt.Sprint("L-", i)})
		for n := range 3 {
			p := c.Post(t, "/rest/policies", object{
				"caseId": id, "coverageLayer": "primary", "coverageTypes": []any{"building"}, "perils": []any{},
				"policyNumber": fmt.Sprint("P-", i, n), "startDate": fmt.Sprint("202", n, "-01-01"), "endDate": "2099-01-01",
			}, http.StatusCreated)
			if n == 0 {
				c.Post(t, "/rest/policies/"+p["id"].(string)+"/deactivate", nil, http.StatusOK)
			}
		}
	}
	const query = `query($since: Date) { cases(sort: loanNumber) { nodes {
		active: policies(first: 1, filter: {status: [active]}) { policyNumber versions(first: 1) { versionNumber } }
		late: policies(filter: {startDate: {gte: $since}}) { policyNumber }
	} } }`
	var nodes []any
	require.Equal(t, 4, countStatements(t, s, func(*resttest.Client) {
		nodes = c.Query(t, query, object{"since": "2022-01-01"})["cases"].(object)["nodes"].([]any)
	}))
	require.Len(t, nodes, 3)
	for i, node := range nodes {
		require.Equal(t, object{
			"active": []any{object{"policyNumber": fmt.Sprint("P-", i, 1), "versions": []any{object{"versionNumber": 1.0}}}},
			"late":   []any{object{"policyNumber": fmt.Sprint("P-", i, 2)}},
		}, node)
	}

	found := c.Query(t, `{ insureds { nodes { cases(first: 2, `+
		`filter: {q: "L-"}) { loanNumber } one: cases(filter: {loanNumber: ["L-2"]}) { loanNumber } } } }`, nil)
	require.Equal(t, []any{object{
		"cases": []any{object{"loanNumber": "L-0"}, object{"loanNumber": "L-1"}}, "one": []any{object{"loanNumber": "L-2"}},
	}}, found["insureds"].(object)["nodes"])

	written := c.Query(t, `mutation($id: ID!) { updateInsured(id: $id, `+
		`input: {lastName: "Pier"}) { cases(first: 1) { loanNumber tasks(first: 1) { id } } } }`,
		object{"id": insured})
	require.Equal(t, []any{object{"loanNumber": "L-0", "tasks": []any{}}}, written["updateInsured"].(object)["cases"])

	c.Refused(t, `{ cases { nodes { policies(filter: {startDate: {gte: "soon"}}) { id } } } }`, nil, "invalid_value",
		"/filter/startDate/gte invalid_value")
	many := ""
	for i := range 28 {
		many += fmt.Sprintf(" a%d: cases(first: %d, filter: {q: \"L-\"}) { id }", i, i+1)
	}
	require.Equal(t, "validation_failed", resttest.FirstError(t, c.GraphQL(t, "{ insureds { nodes {"+many+" } } }", nil)))
}
