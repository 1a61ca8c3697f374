package e2e

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

func TestPolicyList(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	f, l := s.FrameworkCase(t, s.Harbor).String(), s.Case(t, s.Harbor).String()
	var paths, ids []string
	for _, body := range []object{
		framework(f, object{"coverageTypes": []any{"building", "flood"}, "policyNumber": "P-1", "startDate": "2026-01-01",
			"endDate": "2027-01-01", "metadata": object{"n": 5}}),
		framework(f, object{"coverageTypes": []any{"flood"}, "perils": []any{}, "policyNumber": "P-2", "startDate": "2026-03-01",
			"endDate": "2027-03-01"}),
		legacy(l, object{"policyNumber": "P-1", "endDate": "2027-02-01", "metadata": object{"n": "5"}}),
		legacy(l, nil),
		framework(f, object{"coverageTypes": []any{"crime"}, "perils": []any{}}),
	} {
		paths = append(paths, created(t, c, body))
		ids = append(ids, strings.TrimPrefix(paths[len(paths)-1], "/rest/policies/"))
		time.Sleep(2 * time.Millisecond) // distinct createdAt
	}
	c.Post(t, paths[1]+"/on-hold", nil, http.StatusOK)
	c.Post(t, paths[2]+"/deactivate", nil, http.StatusOK)
	c.Patch(t, paths[3], object{"status": "renewalInProgress"})
	created(t, s.As(s.Prairie.Token), legacy(s.Case(t, s.Prairie), nil))
	created(t, s.As(s.HarborTest.Token), legacy(s.Case(t, s.HarborTest), nil))
	third := c.Get(t, paths[2])["createdAt"].(string)

	for query, want := range map[string][]int{
		"":                                {0, 1, 2, 3, 4},
		"caseId=" + f:                     {0, 1, 4},
		"caseId=" + f + "," + l:           {0, 1, 2, 3, 4},
		"caseId=nonsense":                 {},
		"status=onHold":                   {1},
		"status=active,renewalInProgress": {0, 3, 4},
		"status=deactivated&caseId=" + f:  {},
		"coverageType=flood":              {0, 1},
		"coverageType=crime,building":     {0, 4},
		"coverageType=flood,nonsense":     {0, 1},
		"coverageType=nonsense":           {},
		"coverageType=" + coverageTypeIDs("crime")[0].(string): {4},
		"policyNumber=P-1":                               {0, 2},
		"policyNumber=P-1&policyNumber=P-2":              {0, 1, 2},
		"policyNumber=p-1":                               {},
		"startDate[gte]=2026-01-01":                      {0, 1},
		"startDate[gt]=2026-01-01":                       {1},
		"endDate[lt]=2027-02-01":                         {0},
		"endDate[lte]=2027-02-01&endDate[gt]=2027-01-01": {2},
		"endDate[gte]=2027-02-01T10:00:00Z":              {1},
		"id=" + ids[3] + "," + ids[0]:                    {0, 3},
		"createdAt[gt]=" + third:                         {3, 4},
		"updatedAt[lte]=" + third:                        {0},
		"metadata[n]=5":                                  {0, 2},
		"sort=-createdAt":                                {4, 3, 2, 1, 0},
		"sort=-updatedAt&limit=1":                        {3},
		"limit=2&offset=3":                               {3, 4},
		"limit=0":                                        {},
	} {
		t.Run(query, func(t *testing.T) {
			t.Parallel()
			list := c.Get(t, "/rest/policies?"+query)
			got := []int{}
			for _, node := range list["data"].([]any) {
				for i, id := range ids {
					if id == node.(object)["id"] {
						require.Equal(t, c.Get(t, paths[i]), node)
						got = append(got, i)
					}
				}
			}
			require.Equal(t, want, got)
			if !strings.Contains(query, "limit") {
				require.EqualValues(t, len(want), list["meta"].(object)["total"])
			}
		})
	}
	t.Run("links", func(t *testing.T) {
		t.Parallel()
		for _, query := range []string{"limit=2", "limit=2&sort=-createdAt", "limit=2&sort=updatedAt", "limit=2&coverageType=flood,crime"} {
			requirePages(t, c, "/rest/policies?"+query, "/rest/policies?"+strings.Replace(query, "limit=2", "limit=200", 1))
		}
	})
	for query, want := range map[string]string{
		"status=lapsed":         "status invalid_value",
		"coverageTypes=flood":   "coverageTypes unknown_parameter",
		"endDate=2026-01-01":    "endDate unknown_parameter",
		"startDate[gt]=someday": "startDate[gt] invalid_value",
	} {
		t.Run("refused_"+query, func(t *testing.T) {
			t.Parallel()
			c.Do(t, http.MethodGet, "/rest/policies?"+query, nil).Violations(t, want)
		})
	}
}

// TestPolicyStatements: what a request costs does not depend on how much there is.
func TestPolicyStatements(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	count := func(send func(c *resttest.Client)) int { return countStatements(t, s, send) }
	f := s.FrameworkCase(t, s.Harbor)
	for range 3 {
		s.Asset(t, s.Harbor, f)
	}
	for i := range 60 {
		path := created(t, c, framework(f, object{"coverageTypes": []any{"building", "flood"}}))
		if i%3 == 0 {
			c.Patch(t, path, object{"policyNumber": fmt.Sprint("P-", i)})
		}
	}
	nested := `query ($n: Int) { policies(limit: $n) { nodes { id perilsByAsset { perils { applied } } renewal { blockedBy } tasks { id }
		versions { id perilsByAsset { assetId } policy { id } } case { id } } pageInfo { total } } }`
	for name, tt := range map[string]struct {
		statements int
		read       func(c *resttest.Client, limit int)
	}{
		// page and total, notices
		"list":     {2, func(c *resttest.Client, limit int) { c.Get(t, fmt.Sprint("/rest/policies?limit=", limit)) }},
		"versions": {1, func(c *resttest.Client, limit int) { c.Get(t, fmt.Sprint("/rest/policy-versions?limit=", limit)) }}, // page and total
		// and cases, versions, their policies, tasks
		"nested": {6, func(c *resttest.Client, limit int) { c.Query(t, nested, object{"n": limit}) }},
	} {
		for _, limit := range []int{1, 5, 50} {
			require.Equal(t, tt.statements, count(func(c *resttest.Client) { tt.read(c, limit) }), "%s of %d", name, limit)
		}
	}
	many := count(func(c *resttest.Client) { c.Post(t, "/rest/cases/"+f.String()+"/on-hold", nil, http.StatusOK) })
	other := s.FrameworkCase(t, s.Harbor)
	created(t, c, framework(other, nil))
	few := count(func(c *resttest.Client) { c.Post(t, "/rest/cases/"+other.String()+"/on-hold", nil, http.StatusOK) })
	require.Equal(t, few, many, "a hold of 60 policies takes as many statements as one of a single policy")
}
