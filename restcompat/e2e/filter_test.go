package e2e

import (
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

// TestFilterAlternatives asks for several values of one filter, at both doors.
func TestFilterAlternatives(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	program := s.Program(t, s.Harbor)
	var ids []string
	for _, metadata := range []object{{"tier": "gold"}, {"tier": "lead", "n": 5}, {"tier": "gold,lead"}, {"tier": []any{"gold"}}, {}} {
		ids = append(ids, c.Post(t, "/rest/cases", object{"program": program, "metadata": metadata}, http.StatusCreated)["id"].(string))
		time.Sleep(2 * time.Millisecond) // distinct createdAt
	}
	requireLists(t, c, "/rest/cases", ids, map[string][]int{
		"metadata[tier]=gold&metadata[tier]=lead":               {0, 1},
		"metadata[tier]=gold,lead":                              {2},
		"metadata[tier]=gold&metadata[tier]=lead&metadata[n]=5": {1},
		"metadata[n]=5&metadata[n]=6":                           {1},
		"metadata[tier]=gold&metadata[n]=5":                     {},
		"id=%00":                                                {},
		"id=%00&id=" + ids[3]:                                   {3},
		"id=%ff":                                                {},
		"program=%00":                                           {},
		"riskProfile=%00":                                       {},
	})
	filtered := func(filter object) (nodes []any) {
		t.Helper()
		data := c.Query(t, `query ($filter: CaseFilter) { cases(filter: $filter) { nodes { id } } }`, object{"filter": filter})
		return data["cases"].(object)["nodes"].([]any)
	}
	match := func(key, value string) object { return object{"key": key, "value": value} }
	require.Len(t, filtered(object{"metadata": []any{match("tier", "gold"), match("tier", "lead")}}), 2)
	require.Len(t, filtered(object{"metadata": []any{match("tier", "gold"), match("n", "5"), match("tier", "lead")}}), 1)
	require.Empty(t, filtered(object{"id": []any{"\x00"}}))
	for _, query := range []string{
		`{ cases(filter: {id: ["\u0000"]}) { nodes { id } } }`, `{ cases(filter: {q: "\u0000"}) { nodes { id } } }`,
		`{ cases(filter: {metadata: {key: "\u0000", value: "a"}}) { nodes { id } } }`,
	} {
		answer := c.GraphQL(t, query, nil)
		if answer["errors"] != nil {
			require.Equal(t, "invalid_value", resttest.FirstError(t, answer), query)
		}
	}
	for _, path := range []string{
		"/rest/policies?coverageType=%00", "/rest/documents?categoryId=%00&caseId=%00", "/rest/assets?assetType=%00",
		"/rest/perils?coverageType=%00",
		"/rest/insureds?insuredGroup=%00", "/rest/brokers?brokerage=%00", "/rest/policy-versions?policyId=%00",
	} {
		require.Empty(t, c.Get(t, path)["data"], path)
	}
	for _, path := range []string{
		"/rest/cases?q=%00", "/rest/cases?metadata[a]=%00", "/rest/cases?loanNumber=%00", "/rest/policies?policyNumber=%00",
		"/rest/users?email=%00",
		"/rest/perils?key=%00", "/rest/brokerages?state=%00", "/rest/cases?after=%00", "/rest/cases?status=%00", "/rest/cases?createdAt[gt]=%00",
	} {
		c.Do(t, http.MethodGet, path, nil).Problem(t, http.StatusUnprocessableEntity, "invalid_value")
	}
}

// TestFilterBooleans asks for both values of a boolean, which is all.
func TestFilterBooleans(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	path := created(t, c, legacy(s.Case(t, s.Harbor), nil))
	c.Patch(t, path, object{"policyNumber": "P-1"})
	s.RiskProfile(t, s.Harbor)
	s.DraftRiskProfile(t, s.Harbor)
	total := func(path string) any { return c.Get(t, path)["meta"].(object)["total"] }
	require.EqualValues(t, 2, total("/rest/policy-versions?isCurrent=true,false"))
	require.EqualValues(t, 2, total("/rest/policy-versions?isCurrent=false&isCurrent=true"))
	require.EqualValues(t, 1, total("/rest/policy-versions?isCurrent=true,true"))
	require.EqualValues(t, total("/rest/risk-profiles"), total("/rest/risk-profiles?isPublished=true&isPublished=false"))
	require.EqualValues(t, total("/rest/risk-profiles"), total("/rest/risk-profiles?isLatestVersion=true,false"))
	require.NotEqual(t, total("/rest/risk-profiles"), total("/rest/risk-profiles?isPublished=true&isPublished=true"))
	require.EqualValues(t, total("/rest/users"), total("/rest/users?active=true,false"))
}

// TestFilterInstants compares dates as the instants that are shown, at both doors; what is stored stays a day.
func TestFilterInstants(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	l := s.Case(t, s.Harbor)
	var ids []string
	for _, end := range []string{"2026-05-31", "2026-06-01", "2026-06-02T23:59:00+01:00"} {
		policy := c.Post(t, "/rest/policies", legacy(l, object{"endDate": end}), http.StatusCreated)
		require.Equal(t, end[:10]+"T00:00:00.000Z", policy["endDate"])
		ids = append(ids, policy["id"].(string))
	}
	zone := url.QueryEscape("2026-06-01T01:00+01:00")
	requireLists(t, c, "/rest/policies", ids, map[string][]int{
		"endDate[gte]=2026-06-01T10:00Z":                               {2},
		"endDate[gt]=2026-06-01T00:00:00.000Z":                         {2},
		"endDate[gte]=2026-06-01T00:00:00.000Z":                        {1, 2},
		"endDate[gte]=2026-06-01":                                      {1, 2},
		"endDate[lt]=2026-06-01T00:00:00.001Z":                         {0, 1},
		"endDate[lte]=2026-05-31T23:59:59.999Z":                        {0},
		"endDate[gte]=" + zone + "&endDate[lte]=" + zone:               {1},
		"endDate[gte]=2026-06-01T10:00Z&endDate[lt]=2026-06-02T00:00Z": {},
		"createdAt[gt]=2026-01-01":                                     {0, 1, 2},
		"createdAt[lt]=2026-01-01&updatedAt[gt]=2020-01-01":            {},
	})
	data := c.Query(t, `query ($from: Date) { policies(filter: {endDate: {gte: $from}}) { nodes { id } } literal: policies(filter: `+
		`{endDate: {gte: "2026-06-01T10:00Z"}}) { nodes { id } } }`,
		object{"from": "2026-06-01T10:00:00Z"})
	for _, list := range []string{"policies", "literal"} {
		require.Equal(t, []any{object{"id": ids[2]}}, data[list].(object)["nodes"], list)
	}
}
