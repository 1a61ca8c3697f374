package e2e

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// casesOf are the cases of a list of stored verdicts.
func casesOf(list object) []string {
	ids := []string{}
	for _, row := range list["data"].([]any) {
		ids = append(ids, row.(object)["caseId"].(string))
	}
	return ids
}

// TestComplianceList asks by every filter and in every order, at both doors.
func TestComplianceList(t *testing.T) {
	t.Parallel()
	b := newComplianceBench(t)
	names := []string{"good", "unrated", "dry", "bare", "waived", "nothing"}
	at := map[string]string{}
	for _, name := range names {
		at[name], _ = b.withPress(t, object{"metadata": object{"name": name}})
		b.clock.pass(time.Minute)
	}
	b.Case(t, b.Harbor) // of a program
	unrated := object{"carrier": object{"name": "Example Mutual"}}
	created(t, b.c, insured(at["good"], nil))
	created(t, b.c, insured(at["unrated"], unrated))
	created(t, b.c, insured(at["dry"], object{
		"carrier": object{"name": "Example Mutual", "amBestRating": "B"}, "endDate": "2026-08-01",
		"coverageTypes": []any{"building", "generalLiability"}, "perils": []any{"fire", "bodilyInjury"},
		"limits": limits("building", "500000.00"),
	}))
	created(t, b.c, insured(at["waived"], unrated))
	b.waive(t, at["waived"], object{"coverageType": "building", "codes": []any{"rating_unknown"}, "expiresOn": "2026-06-30"})
	b.c.Patch(t, "/rest/cases/"+at["nothing"], object{"riskProfile": published(t, b.c, object{"name": "Nothing"})["id"]})
	b.clock.pass(time.Minute)
	b.c.Patch(t, "/rest/cases/"+at["good"], object{"metadata": object{"desk": "north"}})
	createdAt := b.c.Get(t, "/rest/cases/"+at["dry"])["createdAt"].(string)
	updatedAt := b.c.Get(t, "/rest/cases/"+at["good"])["updatedAt"].(string)

	for query, want := range map[string]string{
		"":                     "good unrated dry bare waived nothing",
		"caseId=" + at["bare"]: "bare",
		"caseId=" + at["bare"] + "," + at["good"]:                  "good bare",
		"id=" + at["bare"] + "&id=" + unknownID:                    "bare",
		"id=nonsense":                                              "",
		"caseId=" + at["bare"] + "&id=" + at["dry"]:                "",
		"verdict=deficient":                                        "dry bare",
		"verdict=compliant,waived":                                 "good waived",
		"verdict=unknown&verdict=notApplicable":                    "unrated nothing",
		"code=rating_unknown":                                      "unrated waived",
		"code=no_policy":                                           "dry bare",
		"code=rating_too_low,rating_unknown":                       "unrated dry waived",
		"code=expired":                                             "",
		"coverageType=building":                                    "unrated dry bare waived",
		"coverageType=flood":                                       "dry bare",
		"coverageType=" + coverageTypeID("flood"):                  "dry bare",
		"coverageType=generalLiability":                            "bare",
		"coverageType=generalLiability,flood":                      "dry bare",
		"coverageType=earthquake":                                  "",
		"coverageType=moat":                                        "",
		"coverageType=building&code=no_policy":                     "bare",
		"coverageType=flood&code=no_policy":                        "dry bare",
		"coverageType=flood&code=rating_too_low":                   "",
		"coverageType=building&code=rating_too_low,no_policy":      "dry bare",
		"coverageType=building,flood&code=no_policy":               "dry bare",
		"coverageType=moat&code=no_policy":                         "",
		"coverageType=building&code=rating_unknown&verdict=waived": "waived",
		"nextChangeOn[gte]=2026-07-01":                             "good unrated dry waived",
		"nextChangeOn[gt]=2026-07-01":                              "good unrated dry",
		"nextChangeOn[lt]=2026-08-01":                              "waived",
		"nextChangeOn[lte]=2026-08-01":                             "dry waived",
		"nextChangeOn[gte]=2026-07-15&nextChangeOn[lt]=2027-01-01": "dry",
		"nextChangeOn[gte]=2027-01-01T10:00Z":                      "",
		"metadata[name]=bare":                                      "bare",
		"metadata[name]=bare&metadata[name]=dry":                   "dry bare",
		"metadata[name]=good&metadata[desk]=north":                 "good",
		"createdAt[gte]=" + createdAt:                              "dry bare waived nothing",
		"createdAt[lt]=" + createdAt:                               "good unrated",
		"updatedAt[gte]=" + updatedAt:                              "good",
		"updatedAt[lt]=2026-06-10":                                 "",
		"sort=createdAt":                                           "good unrated dry bare waived nothing",
		"sort=-createdAt":                                          "nothing waived bare dry unrated good",
		"sort=-createdAt&verdict=deficient":                        "bare dry",
	} {
		ids := []string{}
		for name := range strings.FieldsSeq(want) {
			ids = append(ids, at[name])
		}
		list := b.c.Get(t, "/rest/compliance?"+query)
		require.Equal(t, ids, casesOf(list), query)
		require.EqualValues(t, len(ids), list["meta"].(object)["total"], query)
	}
	require.Equal(t, at["good"], casesOf(b.c.Get(t, "/rest/compliance?sort=-updatedAt&limit=1"))[0])
	walkCompliance(t, b, names, at)
	for query, want := range map[string][]string{
		"verdict=fine&code=too_dear&colour=red":            {"verdict invalid_value", "code invalid_value", "colour unknown_parameter"},
		"verdict=deficient,fine":                           {"verdict invalid_value"},
		"nextChangeOn[gte]=soon&nextChangeOn=2026-01-01":   {"nextChangeOn[gte] invalid_value", "nextChangeOn unknown_parameter"},
		"nextChangeOn[gte]=2026-01-01&nextChangeOn[gte]=x": {"nextChangeOn[gte] invalid_value"},
		"sort=nextChangeOn&limit=201":                      {"sort invalid_value", "limit invalid_value"},
		"on=2026-01-01":                                    {"on unknown_parameter"},
	} {
		b.c.Do(t, http.MethodGet, "/rest/compliance?"+query, nil).Violations(t, want...)
	}
	for filter, want := range map[string]int{
		`{code: [no_policy], coverageType: ["building"]}`: 1, `{code: []}`: 0, `{coverageType: []}`: 0, `{verdict: []}`: 0,
		`{code: null, coverageType: null}`:      6,
		`{coverageType: [], code: [no_policy]}`: 0, `{coverageType: ["flood"], code: []}`: 0, `{nextChangeOn: {lt: "2026-08-01"}}`: 1,
	} {
		nodes := b.c.Query(t, `{ compliance(filter: `+filter+`) { nodes { caseId } } }`, nil)["compliance"].(object)["nodes"]
		require.Len(t, nodes, want, filter)
	}
}

// walkCompliance follows the links from page to page.
func walkCompliance(t *testing.T, b *complianceBench, names []string, at map[string]string) {
	var walked []string
	for next := "/rest/compliance?limit=4"; next != ""; {
		page := b.c.Do(t, http.MethodGet, next, nil)
		walked = append(walked, casesOf(page.Object(t, http.StatusOK))...)
		_, next, _ = strings.Cut(page.Header.Get("Link"), b.URL)
		next, _, _ = strings.Cut(next, ">")
	}
	for i, name := range names {
		require.Equal(t, at[name], walked[i])
	}
	require.Len(t, walked, len(names))
}
