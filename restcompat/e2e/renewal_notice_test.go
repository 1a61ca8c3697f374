package e2e

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

func init() {
	addMore = append(addMore, func(t testing.TB, f *fixture) {
		f.ids["renewalNotice"] = idsOfList(f.client().Get(t, "/rest/renewal-notices?limit=1"))[0]
	})
	examples["ListRenewalNotices"] = example{asks: at(""), refused: "?step=first&policy=x"}
	examples["GetRenewalNotice"] = example{asks: at("renewalNotice"), refused: "?verbose=1"}
}

func TestRenewalNoticeREST(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	caseID := s.Case(t, s.Harbor).String()
	post := func(end string) string {
		return c.Post(t, "/rest/policies", legacy(caseID, object{"endDate": end}), http.StatusCreated)["id"].(string)
	}
	policy, other := post("2091-01-01"), post("2092-01-01")
	all := c.Get(t, "/rest/renewal-notices?policyId="+policy)
	require.Equal(t, object{"limit": 50.0, "offset": 0.0, "total": 6.0}, all["meta"])
	request := all["data"].([]any)[0].(object)
	require.Equal(t, []any{policy, caseID, 1.0, "request", "2090-11-02T00:00:00.000Z", "planned", []any{}, []any{}, nil, nil, nil, nil},
		[]any{request["policyId"], request["caseId"], request["termNumber"], request["step"], request["dueAt"], request["state"],
			request["recipients"], request["copies"], request["skipReason"], request["subject"], request["body"], request["settledAt"]})
	id := request["id"].(string)
	require.Equal(t, request, c.Get(t, "/rest/renewal-notices/"+id))
	require.Equal(t, object{"id": id, "step": "request", "policy": object{"id": policy}},
		c.Query(t, `query ($id: ID!) { renewalNotice(id: $id) { id step policy { id } } }`, object{"id": id})["renewalNotice"])
	require.Nil(t, c.Query(t, `query ($id: ID!) { renewalNotice(id: $id) { id } }`, object{"id": unknownID})["renewalNotice"])
	for query, want := range map[string]int{
		"caseId=" + caseID: 12, "step=request,final": 4, "state=sent": 0, "policyId=" + other + "&step=lapsed": 1, "id=" + id: 1,
		"dueAt[lt]=2091-03-01T00:00:00Z": 6, "createdAt[gt]=2090-01-01T00:00:00Z": 0, "updatedAt[gt]=2020-01-01T00:00:00Z": 12,
		"metadata[a]=b": 0,
	} {
		require.Len(t, idsOfList(c.Get(t, "/rest/renewal-notices?"+query)), want, query)
	}
	c.Do(t, http.MethodGet, "/rest/renewal-notices/"+unknownID, nil).Problem(t, http.StatusNotFound, "not_found")
	s.As(s.Prairie.Token).Do(t, http.MethodGet, "/rest/renewal-notices/"+id, nil).Problem(t, http.StatusNotFound, "not_found")
	require.Empty(t, idsOfList(s.As(s.Prairie.Token).Get(t, "/rest/renewal-notices")))
	allowed := c.Do(t, http.MethodPost, "/rest/renewal-notices", object{})
	allowed.Problem(t, http.StatusMethodNotAllowed, "method_not_allowed")
	require.Equal(t, "GET, HEAD", allowed.Header.Get("Allow"))
}
