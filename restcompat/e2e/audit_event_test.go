package e2e

import (
	"fmt"
	"net/http"
	"testing"
	"time"

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
		[]any{event["actorKind"], event["action"], event["subjectType"], event["subjectId"], event["requestId"],
			event["changes"].(object)["loanNumber"]})
	one := c.Do(t, http.MethodGet, "/rest/audit-events/"+id, nil)
	require.Equal(t, event, one.Object(t, http.StatusOK))
	require.Equal(t, http.StatusNotModified,
		c.With("If-None-Match", one.Header.Get("ETag")).Do(t, http.MethodGet, "/rest/audit-events/"+id, nil).Status)
	require.Equal(t, object{"id": id, "action": "case.updated"},
		c.Query(t, `query ($id: ID!) { auditEvent(id: $id) { id action } }`, object{"id": id})["auditEvent"])
	for query, want := range map[string]int{
		"action=case.updated": 1, "action=portfolio.read": 1, "action=lender.created": 0, "subjectType=case,policy": 2, "actor=" + actor: 2,
		"id=" + id: 1, "at[lt]=2020-01-01T00:00:00Z": 0, "at[gte]=2020-01-01T00:00:00Z": 3, "sort=-createdAt": 3,
	} {
		require.Len(t, idsOfList(c.Get(t, "/rest/audit-events?"+query)), want, query)
	}
	c.Do(t, http.MethodGet, "/rest/audit-events?createdAt[gt]=2026-01-01", nil).Violations(t, "createdAt[gt] unknown_parameter")
	administered := s.As(s.Operator).Query(t, `{ administrationEvents { nodes { id } } }`,
		nil)["administrationEvents"].(object)["nodes"].([]any)
	require.NotEmpty(t, administered)
	for _, event := range administered {
		c.Do(t, http.MethodGet, "/rest/audit-events/"+event.(object)["id"].(string), nil).Problem(t, http.StatusNotFound, "not_found")
	}
	s.As(s.Prairie.Token).Do(t, http.MethodGet, "/rest/audit-events/"+id, nil).Problem(t, http.StatusNotFound, "not_found")
	require.Len(t, c.Query(t, `{ auditEvents { nodes { id } } }`, nil)["auditEvents"].(object)["nodes"], 3, "as many as REST shows")
}

// TestAuditEventsOfRequest finds what a request did by the request's id, within a time that bounds the search.
func TestAuditEventsOfRequest(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c, others := s.As(s.Harbor.Token), s.As(s.Prairie.Token)
	program := s.Program(t, s.Harbor)
	for _, request := range []string{"one", "two", "two"} {
		c.With("X-Request-Id", request).Post(t, "/rest/cases", object{"program": program}, http.StatusCreated)
	}
	others.With("X-Request-Id", "one").Post(t, "/rest/cases", object{"program": s.Program(t, s.Prairie)}, http.StatusCreated)
	s.As(s.Operator).With("X-Request-Id", "one").Query(t, `mutation { createLender(input: {name: "A lender"}) { id } }`, nil)

	now := time.Now().UTC()
	day := func(n int) string { return now.AddDate(0, 0, n).Format(time.RFC3339) }
	month := "&at[gte]=" + day(-30) + "&at[lt]=" + day(1)
	for query, want := range map[string]int{
		"requestId=one" + month: 1, "requestId=two" + month: 2, "requestId=one,two" + month: 3, "requestId=none" + month: 0,
		"requestId=two&action=case.updated" + month: 0, "requestId=two&at[gt]=" + day(-40) + "&at[lte]=" + day(-10): 0,
		"requestId=two&at[gt]=2020-01-01&at[gte]=" + day(-1) + "&at[lt]=" + day(1): 2,
	} {
		require.Len(t, idsOfList(c.Get(t, "/rest/audit-events?"+query)), want, query)
	}
	for query, want := range map[string][]string{
		"requestId=one":                                           {"at required"},
		"requestId=one&at[gte]=" + day(-1):                        {"at required"},
		"requestId=one&at[lt]=" + day(-1):                         {"at required"},
		"requestId=one&at[gte]=" + day(-31) + "&at[lt]=" + day(1): {"at invalid_value"},
	} {
		c.Do(t, http.MethodGet, "/rest/audit-events?"+query, nil).Violations(t, want...)
	}
	const list = `query($filter: AuditEventFilter) { %s(filter: $filter) { nodes { requestId action } } }`
	c.Refused(t, fmt.Sprintf(list, "auditEvents"), object{"filter": object{"requestId": []any{"one"}}}, "required", "/at required")
	c.Refused(t, `{ auditEvents(filter: {requestId: ["one"]}, limit: 201) { nodes { id } } }`, nil, "validation_failed", "/at required",
		"/limit invalid_value")
	operator := s.As(s.Operator)
	operator.Refused(t, fmt.Sprintf(list, "administrationEvents"), object{"filter": object{"requestId": []any{"one"}}}, "required",
		"/at required")
	administered := operator.Query(t, fmt.Sprintf(list, "administrationEvents"), object{"filter": object{
		"requestId": []any{"one"}, "at": object{"gte": day(-1), "lt": day(1)},
	}})["administrationEvents"].(object)["nodes"]
	require.Equal(t, []any{object{"requestId": "one", "action": "lender.created"}}, administered)
}
