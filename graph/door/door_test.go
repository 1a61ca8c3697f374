package door_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

type object = resttest.Object

func TestGraphQLAuthentication(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	const query = `{ cases { nodes { id } } }`
	for name, tt := range map[string]struct {
		token, portfolio string
		status           int
		code             string
	}{
		"no token":          {"", "", http.StatusUnauthorized, "unauthorized"},
		"unknown":           {"live_0000000000000000000000000000002Xsm0N", "", http.StatusUnauthorized, "unauthorized"},
		"plan none":         {s.None.Token, "", http.StatusForbidden, "api_access_not_enabled"},
		"unknown portfolio": {s.Support, "01890000-0000-7000-8000-000000000000", http.StatusNotFound, "not_found"},
		"no portfolio":      {s.Support, "", http.StatusOK, "required"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := s.As(tt.token)
			if tt.portfolio != "" {
				c = c.With("X-Portfolio", tt.portfolio)
			}
			answer := c.Do(t, http.MethodPost, "/graphql", object{"query": query})
			require.Equal(t, tt.code, resttest.FirstError(t, answer.Object(t, tt.status)))
		})
	}
}

func TestGraphQLStaff(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	id := s.Case(t, s.Harbor)
	portfolio := s.Harbor.Portfolio.ID().String()
	support, operator := s.As(s.Support).With("X-Portfolio", portfolio), s.As(s.Operator).With("X-Portfolio", portfolio)

	read := support.Query(t, `{ cases { nodes { id } } }`, nil)["cases"].(object)["nodes"].([]any)
	require.Equal(t, []any{object{"id": id.String()}}, read)
	require.Equal(t, "forbidden", resttest.FirstError(t, support.GraphQL(t, `mutation { putCaseOnHold(id: "`+id.String()+`") { id } }`, nil)))
	require.Equal(t, "onHold",
		operator.Query(t, `mutation { putCaseOnHold(id: "`+id.String()+`") { status } }`, nil)["putCaseOnHold"].(object)["status"])

	require.Len(t, s.As(s.Support).Query(t, `{ lenders { name portfolios { mode } organizations { name plan { key } } } }`, nil)["lenders"], 2)
	require.Equal(t, "forbidden", resttest.FirstError(t, s.As(s.Support).GraphQL(t, `{ tokens { id } }`, nil)))
	require.Equal(t, "forbidden", resttest.FirstError(t, s.As(s.Harbor.Token).GraphQL(t, `{ lenders { id } }`, nil)))

	actions := map[string]int{}
	for _, node := range s.As(s.Harbor.Token).Query(t, `{ auditEvents { nodes { action actorKind } } }`,
		nil)["auditEvents"].(object)["nodes"].([]any) {
		require.Equal(t, "staff", node.(object)["actorKind"])
		actions[node.(object)["action"].(string)]++
	}
	require.Equal(t, map[string]int{"portfolio.read": 1, "case.updated": 1}, actions, "staff reads are audited too")
}

func TestGraphQLMutationIsOneTransaction(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	id := s.Case(t, s.Harbor).String()
	answer := c.GraphQL(t, `mutation($id: ID!) { first: putCaseOnHold(id: $id) { status } second: releaseCaseHold(id: "unknown") { status } }`,
		object{"id": id})
	require.Equal(t, "not_found", resttest.FirstError(t, answer))
	require.Equal(t, "OPEN", c.Get(t, "/rest/cases/"+id)["status"], "the first mutation was taken back with the second")
}
