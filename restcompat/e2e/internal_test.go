package e2e

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

// TestInternalErrors has internal errors name their request in GraphQL as they do in REST; other errors do not.
func TestInternalErrors(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	id := s.Case(t, s.Harbor).String()
	c := s.As(s.Harbor.Token).With("X-Request-Id", "traced-1")
	s.Exec(t, "ALTER TABLE cases RENAME COLUMN loan_number TO secret")
	for name, query := range map[string]string{
		"query":    `{ case(id: "` + id + `") { id } }`,
		"node":     `{ node(id: "` + id + `") { id } }`,
		"mutation": `mutation { putCaseOnHold(id: "` + id + `") { id } }`,
	} {
		failed := c.GraphQL(t, query, nil)["errors"].([]any)[0].(object)
		require.Equal(t, object{"code": "internal", "requestId": "traced-1"}, failed["extensions"], name)
		require.NotRegexp(t, "secret|loan_number|SQL|cases", failed["message"], "the cause is for the log alone")
	}
	refused := c.GraphQL(t, `{ cases(limit: 900) { nodes { id } } }`, nil)["errors"].([]any)[0].(object)
	require.NotContains(t, refused["extensions"], "requestId")

	token := s.Caller(t, s.Harbor.Organization, s.Harbor.Mode)
	s.Exec(t, "ALTER TABLE tokens RENAME TO secrets")
	unread := s.As(token).With("X-Request-Id", "traced-2").Do(t, http.MethodPost, "/graphql", object{"query": "{ __typename }"})
	failed := unread.Object(t, http.StatusInternalServerError)["errors"].([]any)[0].(object)
	require.Equal(t, object{"code": "internal", "requestId": "traced-2"}, failed["extensions"], "refused at the door")
}
