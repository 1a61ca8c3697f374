package e2e

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

func TestCaseList(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	program, profile := s.Program(t, s.Harbor), s.RiskProfile(t, s.Harbor)
	var ids []string
	for i, body := range []object{
		{"program": program, "loanNumber": "AB-100", "metadata": object{"n": 5, "s": "5"}},
		{"program": program, "displayName": "Ärger GmbH 50%", "status": "OPEN", "metadata": object{"s": "x"}},
		{"riskProfile": profile, "managementType": "selfManaged", "metadata": object{"b": true}},
		{"riskProfile": profile, "loanNumber": "AB-200"},
		{"program": s.Program(t, s.Harbor), "loanNumber": "ab-300"},
	} {
		ids = append(ids, c.Post(t, "/rest/cases", body, http.StatusCreated)["id"].(string))
		_ = i
		time.Sleep(2 * time.Millisecond) // distinct createdAt
	}
	c.Post(t, "/rest/cases/"+ids[4]+"/on-hold", nil, http.StatusOK)
	s.Case(t, s.Prairie)
	s.Case(t, s.HarborTest)
	third := c.Get(t, "/rest/cases/"+ids[2])["createdAt"].(string)

	for query, want := range map[string][]int{
		"":                                            {0, 1, 2, 3, 4},
		"status=OPEN":                                 {1},
		"status=OPEN,onHold":                          {1, 4},
		"status=OPEN&status=onHold":                   {1, 4},
		"statusWithoutHold=DRAFT":                     {0, 2, 3, 4},
		"statusWithoutHold=OPEN,approved":             {1},
		"managementType=selfManaged":                  {2},
		"program=" + program.String():                 {0, 1},
		"riskProfile=" + profile.String():             {2, 3},
		"riskProfile=" + unknownID:                    {},
		"program=no-id":                               {},
		"loanNumber=AB-100,ab-300":                    {0, 4},
		"q=ab-":                                       {0, 3, 4},
		"q=" + url.QueryEscape("äRGER"):               {1},
		"q=" + url.QueryEscape("50%"):                 {1},
		"q=_":                                         {},
		"id=" + ids[3] + "," + ids[0]:                 {0, 3},
		"createdAt[gt]=" + third:                      {3, 4},
		"createdAt[gte]=" + third:                     {2, 3, 4},
		"createdAt[lt]=" + third:                      {0, 1},
		"createdAt[lte]=" + third:                     {0, 1, 2},
		"updatedAt[gt]=" + third + "&status=OPEN":     {},
		"metadata[s]=5":                               {0},
		"metadata[n]=5":                               {0},
		"metadata[b]=true":                            {2},
		"metadata[n]=5&metadata[s]=x":                 {},
		"sort=-createdAt&program=" + program.String(): {1, 0},
		"sort=updatedAt":                              {0, 1, 2, 3, 4},
		"sort=-updatedAt&limit=1":                     {4},
		"limit=2&offset=1":                            {1, 2},
		"limit=0":                                     {},
	} {
		t.Run(query, func(t *testing.T) {
			t.Parallel()
			list := c.Get(t, "/rest/cases?"+query)
			got := []int{}
			for _, node := range list["data"].([]any) {
				for i, id := range ids {
					if id == node.(object)["id"] {
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
		for _, query := range []string{"limit=2", "limit=2&sort=-createdAt", "limit=2&sort=updatedAt", "limit=2&offset=1"} {
			requirePages(t, c, "/rest/cases?"+query, "/rest/cases?"+strings.Replace(query, "limit=2", "limit=200", 1))
		}
	})
	for query, want := range map[string][]string{
		"limit=201":                   {"limit invalid_value"},
		"limit=-1":                    {"limit invalid_value"},
		"limit=x":                     {"limit invalid_value"},
		"offset=-1":                   {"offset invalid_value"},
		"stauts=OPEN":                 {"stauts unknown_parameter"},
		"status=open":                 {"status invalid_value"},
		"sort=name":                   {"sort invalid_value"},
		"after=nonsense":              {"after invalid_value"},
		"limit=1&limit=2":             {"limit invalid_value"},
		"createdAt[gt]=yesterday":     {"createdAt[gt] invalid_value"},
		"createdAt[eq]=2026-01-01":    {"createdAt[eq] unknown_parameter"},
		"stauts=OPEN&limit=x&sort=no": {"limit invalid_value", "sort invalid_value", "stauts unknown_parameter"},
	} {
		t.Run("refused "+query, func(t *testing.T) {
			t.Parallel()
			answer := c.Do(t, http.MethodGet, "/rest/cases?"+query, nil)
			got := map[string]bool{}
			for _, v := range answer.Object(t, http.StatusUnprocessableEntity)["errors"].([]any) {
				got[v.(object)["pointer"].(string)+" "+v.(object)["code"].(string)] = true
			}
			require.Len(t, got, len(want), "%s", answer.Body)
			for _, w := range want {
				require.Contains(t, got, w)
			}
		})
	}
}

// requirePages follows the next links from first and expects the records of whole, with the right offset on each page.
func requirePages(t *testing.T, c *resttest.Client, first, whole string) {
	t.Helper()
	all := c.Get(t, whole)
	want := all["data"].([]any)
	start := int(all["meta"].(object)["offset"].(float64))
	var seen []any
	for next := first; next != ""; {
		answer := c.Do(t, http.MethodGet, next, nil)
		page := answer.Object(t, http.StatusOK)
		require.EqualValues(t, start+len(seen), page["meta"].(object)["offset"])
		require.Equal(t, all["meta"].(object)["total"], page["meta"].(object)["total"])
		seen = append(seen, page["data"].([]any)...)
		next = nextLink(answer)
	}
	require.Equal(t, want, seen)
}

// nextLink is the address of the next page; "" on the last one.
func nextLink(answer *resttest.Response) string {
	for _, link := range answer.Header.Values("Link") {
		if target, ok := strings.CutSuffix(link, `>; rel="next"`); ok {
			return strings.TrimPrefix(target, "<")
		}
	}
	return ""
}
