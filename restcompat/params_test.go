package restcompat

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestBindParamsAccepts(t *testing.T) {
	t.Parallel()
	filter := func(name string, value any) map[string]any {
		return map[string]any{"filter": map[string]any{name: value}}
	}
	for name, test := range map[string]struct {
		route, query string
		want         map[string]any
	}{
		"nothing":             {"GET /rest/cases", "", map[string]any{}},
		"empty pairs":         {"GET /rest/cases", "&&", map[string]any{}},
		"commas":              {"GET /rest/cases", "status=DRAFT,onHold", filter("status", []any{"DRAFT", "onHold"})},
		"encoded commas":      {"GET /rest/cases", "status=DRAFT%2ConHold", filter("status", []any{"DRAFT", "onHold"})},
		"repetition":          {"GET /rest/cases", "status=DRAFT&status=onHold", filter("status", []any{"DRAFT", "onHold"})},
		"both":                {"GET /rest/cases", "id=a,b&id=c", filter("id", []any{"a", "b", "c"})},
		"a name with a comma": {"GET /rest/insured-groups", `name=Acme\,+Inc.,Other`, filter("name", []any{"Acme, Inc.", "Other"})},
		"a catalog key":       {"GET /rest/perils", "coverageType=building", filter("coverageType", []any{"building"})},
		"a malformed id":      {"GET /rest/cases", "id=nonsense", filter("id", []any{"nonsense"})},
		"a search":            {"GET /rest/cases", "q=a,b", filter("q", "a,b")},
		"booleans":            {"GET /rest/users", "active=false", filter("active", false)},
		"a boolean twice":     {"GET /rest/users", "active=true,true&active=true", filter("active", true)},
		"both, with a comma":  {"GET /rest/users", "active=true,false", filter("active", nil)},
		"both, repeated":      {"GET /rest/users", "active=false&active=true&active=false", filter("active", nil)},
		"U+0000 in an id":     {"GET /rest/cases", "id=%00,a%ff", filter("id", []any{"\uFFFD", "a\uFFFD"})},
		"a date for a time": {"GET /rest/cases", "createdAt[gt]=2026-01-31",
			filter("createdAt", map[string]any{"gt": instant(t, "2026-01-31")})},
		"a time for a date": {"GET /rest/policies", "endDate[gte]=2026-06-01T10:00Z",
			filter("endDate", map[string]any{"gte": instant(t, "2026-06-01T10:00Z")})},
		"one bound": {"GET /rest/cases", "createdAt[gt]=2026-01-31T09:30:00.000Z",
			filter("createdAt", map[string]any{"gt": instant(t, "2026-01-31T09:30:00.000Z")})},
		"encoded brackets": {"GET /rest/cases", "createdAt%5Bgt%5D=2026-01-31T09:30:00Z",
			filter("createdAt", map[string]any{"gt": instant(t, "2026-01-31T09:30:00Z")})},
		"two bounds of a date": {"GET /rest/policies", "endDate[gte]=2026-01-01&endDate[lt]=2026-02-01",
			filter("endDate", map[string]any{"gte": day(t, "2026-01-01"), "lt": day(t, "2026-02-01")})},
		"metadata": {"GET /rest/cases", "metadata[loan]=7", filter("metadata", []any{map[string]any{"key": "loan", "value": "7"}})},
		"metadata, several": {"GET /rest/cases", "metadata[a]=1,2&metadata[b]=",
			filter("metadata", []any{map[string]any{"key": "a", "value": "1,2"}, map[string]any{"key": "b", "value": ""}})},
		"metadata, repeated": {"GET /rest/cases", "metadata[a]=1&metadata[a]=2",
			filter("metadata", []any{map[string]any{"key": "a", "value": "1"}, map[string]any{"key": "a", "value": "2"}})},
		"metadata, odd keys":    {"GET /rest/cases", "metadata[a[b]]=1", filter("metadata", []any{map[string]any{"key": "a[b]", "value": "1"}})},
		"ascending":             {"GET /rest/cases", "sort=updatedAt", map[string]any{"sort": "updatedAt"}},
		"descending":            {"GET /rest/cases", "sort=-createdAt", map[string]any{"sort": "createdAtDesc"}},
		"bounds of the page":    {"GET /rest/cases", "limit=0&offset=2147483647", map[string]any{"limit": 0, "offset": 2147483647}},
		"the greatest page":     {"GET /rest/cases", "limit=200&after=xyz", map[string]any{"limit": 200, "after": "xyz"}},
		"100 ids":               {"GET /rest/cases", "id=" + numbered(100), filter("id", list(100))},
		"a path id, no queries": {"GET /rest/cases/{id}", "", map[string]any{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			vars := map[string]any{}
			require.Empty(t, endpointOf(t, test.route).params.bindParams(test.query, vars))
			require.Equal(t, test.want, vars)
		})
	}
}

func TestBindParamsRefuses(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		route, query string
		want         []string
	}{
		"an unknown one":            {"GET /rest/cases", "colour=red&colour=blue", []string{"unknown_parameter colour"}},
		"another list's":            {"GET /rest/cases", "policyNumber=1", []string{"unknown_parameter policyNumber"}},
		"another case":              {"GET /rest/cases", "Status=OPEN", []string{"unknown_parameter Status"}},
		"brackets of another trade": {"GET /rest/cases", "status[]=OPEN", []string{"unknown_parameter status[]"}},
		"a range without a bound":   {"GET /rest/cases", "createdAt=2026-01-01", []string{"unknown_parameter createdAt"}},
		"an unknown bound":          {"GET /rest/cases", "createdAt[eq]=2026-01-01", []string{"unknown_parameter createdAt[eq]"}},
		"metadata without a key": {"GET /rest/cases", "metadata=1&metadata[]=1",
			[]string{"unknown_parameter metadata", "unknown_parameter metadata[]"}},
		"any on one resource":     {"GET /rest/cases/{id}", "limit=1", []string{"unknown_parameter limit"}},
		"any on a write":          {"POST /rest/cases", "dryRun=1", []string{"unknown_parameter dryRun"}},
		"an unknown enum value":   {"GET /rest/cases", "status=OPEN,CLOSED", []string{"invalid_value status"}},
		"an enum in another case": {"GET /rest/cases", "status=open", []string{"invalid_value status"}},
		"an empty value": {"GET /rest/cases", "status=&id=&q=&loanNumber",
			[]string{"invalid_value status", "invalid_value id", "invalid_value q", "invalid_value loanNumber"}},
		"an empty part":           {"GET /rest/cases", "id=a,,b", []string{"invalid_value id"}},
		"101 ids":                 {"GET /rest/cases", "id=" + numbered(101), []string{"too_long id"}},
		"101 ids, repeated":       {"GET /rest/cases", "id=" + numbered(100) + "&id=x", []string{"too_long id"}},
		"no boolean":              {"GET /rest/users", "active=1", []string{"invalid_value active"}},
		"no time":                 {"GET /rest/cases", "createdAt[gt]=yesterday", []string{"invalid_value createdAt[gt]"}},
		"a time without a zone":   {"GET /rest/cases", "createdAt[gt]=2026-01-01T00:00:00", []string{"invalid_value createdAt[gt]"}},
		"a limit below":           {"GET /rest/cases", "limit=-1", []string{"invalid_value limit"}},
		"a limit above":           {"GET /rest/cases", "limit=201", []string{"invalid_value limit"}},
		"a limit of another kind": {"GET /rest/cases", "limit=1.0", []string{"invalid_value limit"}},
		"an offset below":         {"GET /rest/cases", "offset=-1", []string{"invalid_value offset"}},
		"an offset above":         {"GET /rest/cases", "offset=2147483648", []string{"invalid_value offset"}},
		"an unknown order":        {"GET /rest/cases", "sort=name", []string{"invalid_value sort"}},
		"an order in GraphQL":     {"GET /rest/cases", "sort=createdAtDesc", []string{"invalid_value sort"}},
		"single ones twice": {
			"GET /rest/cases",
			"limit=1&limit=1&offset=1&offset=1&sort=createdAt&sort=createdAt&q=a&q=a&" +
				"createdAt[gt]=2026-01-01T00:00:00Z&createdAt[gt]=2026-01-01T00:00:00Z",
			[]string{"invalid_value limit", "invalid_value offset", "invalid_value sort", "invalid_value q", "invalid_value createdAt[gt]"},
		},
		"a cursor and an offset":  {"GET /rest/cases", "after=x&offset=0", []string{"invalid_value after"}},
		"101 values of a key":     {"GET /rest/cases", strings.Repeat("metadata[a]=1&", 101), []string{"too_long metadata[key]"}},
		"an empty boolean":        {"GET /rest/users", "active=true,", []string{"invalid_value active"}},
		"51 members of metadata":  {"GET /rest/cases", metadataKeys(51), []string{"too_long metadata[key]"}},
		"U+0000 in a value":       {"GET /rest/cases", "q=%00", []string{"invalid_value q"}},
		"U+0000 in a name":        {"GET /rest/cases", "q%00=1", []string{"unknown_parameter q\x00"}},
		"invalid UTF-8 in values": {"GET /rest/cases", "q=%ff&metadata[a]=%ff", []string{"invalid_value q", "invalid_value metadata[a]"}},
		"invalid UTF-8 in a name": {"GET /rest/cases", "%ff=1", []string{"unknown_parameter \ufffd"}},
		"bad percent-encoding": {"GET /rest/cases", "q=%zz&%zz=1&x=%zz",
			[]string{"invalid_value q", "unknown_parameter %zz", "unknown_parameter x"}},
		"all at once, in order": {"GET /rest/cases", "x=1&limit=a&status=b",
			[]string{"unknown_parameter x", "invalid_value limit", "invalid_value status"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, test.want, found(endpointOf(t, test.route).params.bindParams(test.query, map[string]any{})))
		})
	}
}

func TestBindParamsMessages(t *testing.T) {
	t.Parallel()
	for route, want := range map[string]string{
		"GET /rest/asset-types": "There is no parameter `keyy` here; did you mean `key`? Known are: id, key, classification, " +
			"createdAt[gt], createdAt[gte], createdAt[lt], createdAt[lte], updatedAt[gt], updatedAt[gte], updatedAt[lt], updatedAt[lte], " +
			"sort, limit, offset, after, metadata[key].",
		"GET /rest/assets/{id}": "There is no parameter `keyy` here. None is known.",
	} {
		t.Run(route, func(t *testing.T) {
			t.Parallel()
			vs := endpointOf(t, route).params.bindParams("keyy=1", map[string]any{})
			require.Len(t, vs, 1)
			require.Equal(t, want, vs[0].Message)
		})
	}
}

// TestBindParamsHints names what was meant in the notation of another API.
func TestBindParamsHints(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]string{
		"createdAt_gte=2026-01-01":                     "did you mean `createdAt[gte]`?",
		"created_at[gte]=2026-01-01":                   "did you mean `createdAt[gte]`?",
		"createdAt.lt=2026-01-01":                      "did you mean `createdAt[lt]`?",
		"createdAt=2026-01-01":                         "did you mean `createdAt[gte]`?",
		"createdAt>=2026-01-01":                        "did you mean `createdAt[gte]`?",
		"createdAt[after]=2026-01-01":                  "did you mean `createdAt[gte]`?",
		"status[]=OPEN":                                "did you mean `status`?",
		"loan_number=1":                                "did you mean `loanNumber`?",
		"metadata.tier=gold":                           "did you mean `metadata[key]`?",
		"sort=createdAt:desc":                          "did you mean `-createdAt`?",
		"sort=createdAt+desc":                          "did you mean `-createdAt`?",
		"sort=createdAt,desc":                          "did you mean `-createdAt`?",
		"sort=createdAtDesc":                           "did you mean `-createdAt`?",
		"sort=updated_at.asc":                          "did you mean `updatedAt`?",
		"sort=-created_at":                             "did you mean `-createdAt`?",
		"createdAt[gte]=2026-01-31T09:30:00+02:00":     "write it as `%2B`.",
		"createdAt[gte]=2026-01-31T09:30:00.000+02:00": "write it as `%2B`.",
		"createdAt[gte]=yesterday+noon":                "must be a date-time such as 2026-01-31T09:30:00.000Z.",
		"limit=ten":                                    "`limit` must be a whole number from 0 to 200.",
		"limit=1&limit=2":                              "`limit` is given twice; it is taken once.",
		"q=%00":                                        "`q` must be UTF-8 without U+0000.",
		"status=open":                                  "did you mean `OPEN`?",
		"q=%zz":                                        "write a percent sign itself as `%25`.",
		"loanNumber=":                                  "`loanNumber` must be given a value; leave the parameter out to ask for all.",
	} {
		t.Run(query, func(t *testing.T) {
			t.Parallel()
			vs := endpointOf(t, "GET /rest/cases").params.bindParams(query, map[string]any{})
			require.Len(t, vs, 1)
			require.Contains(t, vs[0].Message, want)
			require.Contains(t, vs[0].Message, "`")
		})
	}
}

func TestBindParamsBoundsItsAnswer(t *testing.T) {
	t.Parallel()
	var query strings.Builder
	for i := range 1000 {
		query.WriteString("p" + strconv.Itoa(i) + "&")
	}
	vs := endpointOf(t, "GET /rest/cases").params.bindParams(query.String(), map[string]any{})
	require.Len(t, vs, maxParamViolations)
}

// FuzzBindParams looks for a query string that panics, or that passes text which PostgreSQL refuses.
func FuzzBindParams(f *testing.F) {
	for _, seed := range []string{
		"status=DRAFT,OPEN&limit=10&sort=-createdAt", "createdAt[gte]=2026-01-01T00:00:00Z&metadata[a]=b", `loanNumber=a\,b`,
		"q=%00", "%ff=%fe", "&=&=", "after=x&offset=1", "metadata[]=1", "id=,", "q=%", "a;b=c",
	} {
		f.Add(seed)
	}
	ep := endpointOf(f, "GET /rest/cases")
	f.Fuzz(func(t *testing.T, query string) {
		vars := map[string]any{}
		if len(ep.params.bindParams(query, vars)) > 0 {
			return
		}
		require.True(t, allText(vars), "%v", vars)
	})
}

func allText(v any) bool {
	switch v := v.(type) {
	case string:
		return isText(v)
	case []any:
		for _, item := range v {
			if !allText(item) {
				return false
			}
		}
	case map[string]any:
		for _, item := range v {
			if !allText(item) {
				return false
			}
		}
	}
	return true
}

// numbered is n values, list the same as the engine gets them.
func numbered(n int) string { return strings.TrimSuffix(strings.Repeat("x,", n), ",") }

func list(n int) []any {
	values := make([]any, n)
	for i := range values {
		values[i] = "x"
	}
	return values
}

func metadataKeys(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("metadata[" + strconv.Itoa(i) + "]=1&")
	}
	return b.String()
}
