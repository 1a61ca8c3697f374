package e2e

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

func init() {
	addMore = append(addMore, func(t testing.TB, f *fixture) {
		f.ids["auditEvent"] = idsOfList(f.client().Get(t, "/rest/audit-events?action=case.updated&limit=1"))[0]
	})
	examples["ListAuditEvents"] = example{asks: at(""), refused: "?actorKind=staff&at=2026-01-01"}
	examples["GetAuditEvent"] = example{asks: at("auditEvent"), refused: "?verbose=1"}
}

// TestAuditEventREST shows an organization what was done to its records, as GraphQL does: what staff did to them too,
// and nothing of the administration.
func TestAuditEventREST(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	caseID := c.Post(t, "/rest/cases", object{"program": s.Program(t, s.Harbor)}, http.StatusCreated)["id"].(string)
	patched := c.With("X-Request-Id", "patch.1").Do(t, http.MethodPatch, "/rest/cases/"+caseID, object{"loanNumber": "LN-1"})
	require.Equal(t, http.StatusOK, patched.Status)
	s.As(s.Support).With("X-Portfolio", s.Harbor.Portfolio.ID().String()).Query(t, `{ cases { pageInfo { total } } }`, nil)
	s.As(s.Operator).Query(t, `mutation { createLender(input: {name: "A lender"}) { id } }`, nil)

	events := c.Get(t, "/rest/audit-events?subject="+caseID)["data"].([]any)
	require.Len(t, events, 2)
	event := events[1].(object)
	id, actor := event["id"].(string), event["actorId"].(string)
	require.Equal(t, []any{"serviceAccount", "case.updated", "case", caseID, "patch.1", object{"from": nil, "to": "LN-1"}},
		[]any{event["actorKind"], event["action"], event["subjectType"], event["subjectId"], event["requestId"], event["changes"].(object)["loanNumber"]})
	one := c.Do(t, http.MethodGet, "/rest/audit-events/"+id, nil)
	require.Equal(t, event, one.Object(t, http.StatusOK))
	require.Equal(t, http.StatusNotModified, c.With("If-None-Match", one.Header.Get("ETag")).Do(t, http.MethodGet, "/rest/audit-events/"+id, nil).Status)
	require.Equal(t, object{"id": id, "action": "case.updated"},
		c.Query(t, `query ($id: ID!) { auditEvent(id: $id) { id action } }`, object{"id": id})["auditEvent"])
	for query, want := range map[string]int{
		"action=case.updated": 1, "action=portfolio.read": 1, "action=lender.created": 0, "subjectType=case,policy": 2, "actor=" + actor: 2,
		"id=" + id: 1, "at[lt]=2020-01-01T00:00:00Z": 0, "at[gte]=2020-01-01T00:00:00Z": 3, "sort=-createdAt": 3,
	} {
		require.Len(t, idsOfList(c.Get(t, "/rest/audit-events?"+query)), want, query)
	}
	c.Do(t, http.MethodGet, "/rest/audit-events?createdAt[gt]=2026-01-01", nil).Violations(t, "createdAt[gt] unknown_parameter")
	administered := s.As(s.Operator).Query(t, `{ administrationEvents { nodes { id } } }`, nil)["administrationEvents"].(object)["nodes"].([]any)
	require.NotEmpty(t, administered)
	for _, event := range administered {
		c.Do(t, http.MethodGet, "/rest/audit-events/"+event.(object)["id"].(string), nil).Problem(t, http.StatusNotFound, "not_found")
	}
	s.As(s.Prairie.Token).Do(t, http.MethodGet, "/rest/audit-events/"+id, nil).Problem(t, http.StatusNotFound, "not_found")
	require.Len(t, c.Query(t, `{ auditEvents { nodes { id } } }`, nil)["auditEvents"].(object)["nodes"], 3, "as many as REST shows")
}
