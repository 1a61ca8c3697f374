package e2e

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage/storagetest"
	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

const findCases = `query ($q: String, $sort: Sort, $after: String) { cases(filter: {q: $q}, sort: $sort, after: $after) {
	nodes { id matched { field id text } } pageInfo { total hasNextPage endCursor } } }`

// found are the ids that a search over REST finds, in their order.
func found(t *testing.T, c *resttest.Client, path, q string) []string {
	t.Helper()
	return idsOf(c.Get(t, path+"?q="+url.QueryEscape(q))["data"])
}

// TestSearchCases finds a case by each of its texts, as they are now, and says which it was.
func TestSearchCases(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	insured := c.Post(t, "/rest/insureds", object{"corporateName": "Meadowlark Hospitality LLC"}, http.StatusCreated)["id"].(string)
	other := c.Post(t, "/rest/insureds", object{"corporateName": "Quarry Lane Storage"}, http.StatusCreated)["id"].(string)
	id := c.Post(t, "/rest/cases", object{
		"program": s.Program(t, s.Harbor), "loanNumber": "LN-77-0042", "displayName": "Riverside tower", "insureds": []string{insured},
	}, http.StatusCreated)["id"].(string)
	asset := c.Post(t, "/rest/assets", object{
		"caseId": id, "assetType": "residentialRealEstate", "fields": []object{{"fieldType": "address", "value": object{
			"street1": "12 Larkspur Road", "city": "Glenhaven", "state": "OH", "postalCode": "43001"}}},
	}, http.StatusCreated)["id"].(string)
	policy := c.Post(t, "/rest/policies", legacy(id, object{"policyNumber": "PX-990-123"}), http.StatusCreated)["id"].(string)
	s.Case(t, s.Harbor)
	s.Case(t, s.Prairie)

	for q, want := range map[string]object{
		"ln-77-0042":             {"field": "loanNumber", "id": id, "text": "LN-77-0042"},
		"side TOW":               {"field": "displayName", "id": id, "text": "Riverside tower"},
		"meadowlark":             {"field": "insured", "id": insured, "text": "Meadowlark Hospitality LLC"},
		"Medowlark Hospitality":  {"field": "insured", "id": insured, "text": "Meadowlark Hospitality LLC"},
		"hospitality meadowlark": {"field": "insured", "id": insured, "text": "Meadowlark Hospitality LLC"},
		"Rivreside tower":        {"field": "displayName", "id": id, "text": "Riverside tower"},
		"larkspur road":          {"field": "asset", "id": asset, "text": "12 Larkspur Road, Glenhaven, OH 43001"},
		"12 larksupr road":       {"field": "asset", "id": asset, "text": "12 Larkspur Road, Glenhaven, OH 43001"},
		"990-12":                 {"field": "policyNumber", "id": policy, "text": "PX-990-123"},
		"px":                     {"field": "policyNumber", "id": policy, "text": "PX-990-123"},
		"ln":                     {"field": "loanNumber", "id": id, "text": "LN-77-0042"},
	} {
		t.Run(q, func(t *testing.T) {
			require.Equal(t, []string{id}, found(t, c, "/rest/cases", q))
			nodes := c.Query(t, findCases, object{"q": q})["cases"].(object)["nodes"].([]any)
			require.Len(t, nodes, 1)
			require.Equal(t, want, nodes[0].(object)["matched"].([]any)[0])
			require.Empty(t, found(t, s.As(s.Prairie.Token), "/rest/cases", q), "another portfolio")
			s.As(s.None.Token).Do(t, "GET", "/rest/cases?q="+url.QueryEscape(q), nil).Problem(t, 403, "api_access_not_enabled")
		})
	}
	for _, q := range []string{"zzzz", "e", "%", "_", `\`, "77-0043", "ad"} {
		require.Empty(t, found(t, c, "/rest/cases", q), q)
	}
	require.Nil(t, c.Query(t, `query ($id: ID!) { case(id: $id) { matched { text } } }`, object{"id": id})["case"].(object)["matched"])

	c.Patch(t, "/rest/insureds/"+insured, object{"corporateName": "Pinecrest Hotels"})
	require.Equal(t, []string{id}, found(t, c, "/rest/cases", "pinecrest"))
	require.Empty(t, found(t, c, "/rest/cases", "meadowlark"))
	c.Patch(t, "/rest/cases/"+id, object{"insureds": []string{other}})
	require.Equal(t, []string{id}, found(t, c, "/rest/cases", "quarry"))
	require.Empty(t, found(t, c, "/rest/cases", "pinecrest"))
	c.Patch(t, "/rest/policies/"+policy, object{"policyNumber": "QQ-1"})
	require.Equal(t, []string{id}, found(t, c, "/rest/cases", "qq"))
	require.Equal(t, []string{policy}, found(t, c, "/rest/policies", "qq-1"))
	require.Empty(t, found(t, c, "/rest/cases", "990-12"))
	c.Patch(t, "/rest/assets/"+asset, object{"fields": []object{{"fieldType": "address", "value": object{
		"street1": "9 Wharf Street", "city": "Glenhaven", "state": "OH", "postalCode": "43001"}}}})
	require.Equal(t, []string{id}, found(t, c, "/rest/cases", "wharf"))
	require.Equal(t, []string{asset}, found(t, c, "/rest/assets", "wharf"))
	require.Empty(t, found(t, c, "/rest/cases", "larkspur"))
	require.Empty(t, idsOf(c.Get(t, "/rest/cases?q=wharf&status=OPEN")["data"]), "filters hold")
	require.Equal(t, []string{id}, idsOf(c.Get(t, "/rest/cases?q=wharf&status=DRAFT&sort=-loanAmount")["data"]))
}

// TestSearchRanked: the likest comes first; such a list has no cursor and ends at 200.
func TestSearchRanked(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	_, err := s.Store.Pool().Pgx().Exec(t.Context(), `INSERT INTO cases (portfolio_id, id, display_name, loan_number, status, management_type,
		program_id, created_at, updated_at) SELECT $1, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Loan of Oak', 'Q-' || n,
			'OPEN', 'selfManaged', $2, now(), now()
		FROM generate_series(1, 230) AS n`, s.Harbor.Portfolio.ID(), s.Program(t, s.Harbor))
	require.NoError(t, err)
	exact := c.Post(t, "/rest/cases", object{"program": s.Program(t, s.Harbor), "displayName": "Oak"}, http.StatusCreated)["id"].(string)

	answer := c.Do(t, "GET", "/rest/cases?q=oak&limit=150", nil)
	require.Empty(t, answer.Header.Get("Link"))
	list := answer.Object(t, 200)
	require.Equal(t, exact, idsOf(list["data"])[0])
	require.EqualValues(t, 200, list["meta"].(object)["total"])
	rest := c.Get(t, "/rest/cases?q=oak&limit=150&offset=150")
	require.Len(t, rest["data"], 50)
	require.Empty(t, slices.DeleteFunc(idsOf(rest["data"]), func(id string) bool { return !slices.Contains(idsOf(list["data"]), id) }))
	info := c.Query(t, findCases, object{"q": "oak"})["cases"].(object)["pageInfo"].(object)
	require.Equal(t, object{"total": 200., "hasNextPage": false, "endCursor": nil}, info)

	sorted := c.Query(t, findCases, object{"q": "oak", "sort": "loanNumberDesc"})["cases"].(object)["pageInfo"].(object)
	require.EqualValues(t, 231, sorted["total"])
	c.Query(t, findCases, object{"q": "oak", "sort": "loanNumberDesc", "after": sorted["endCursor"]})
	c.Refused(t, findCases, object{"q": "oak", "after": sorted["endCursor"]}, "invalid_value", "/after invalid_value")
}

// TestSoakSearchTolerates makes 500 typing errors in names, in `make test` the first 100 of them: at least 95 % find the right
// case among the first three.
func TestSoakSearchTolerates(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	random := rand.New(rand.NewPCG(14, 500))
	names := madeUpNames(random, 3000)
	ids := namedCases(t, s.World, s.Harbor, names)
	missed, tries := []string{}, soak.Count(100, 500)
	for range tries {
		i := random.IntN(len(names))
		typed := mistyped(random, names[i])
		hits := found(t, c, "/rest/cases", typed)
		if !slices.Contains(hits[:min(3, len(hits))], ids[i]) {
			missed = append(missed, names[i]+" as "+typed)
		}
	}
	t.Logf("%d of %d missed: %q", len(missed), tries, missed)
	require.LessOrEqual(t, len(missed), tries/20, "%q", missed)
}

// madeUpNames are different names of persons and firms.
func madeUpNames(random *rand.Rand, n int) (names []string) {
	pick := func(of string) string { return strings.Fields(of)[random.IntN(len(strings.Fields(of)))] }
	word := func() string {
		w := pick("b br c ch d f g gr h j k l m n p r s st t w v sh") + pick("a e i o u ai oo ea") +
			pick("b ck d ff l ll m n nd r rt s st t") + pick("er on ley man son ton field berg ey a o ins ford wood well by")
		return strings.ToUpper(w[:1]) + w[1:]
	}
	known := map[string]bool{}
	for len(names) < n {
		name := word() + " " + word()
		if random.IntN(2) == 0 {
			name += " " + pick("Holdings Properties Partners Hospitality Logistics") + " " + pick("LLC Inc LP")
		}
		if !known[name] {
			known[name] = true
			names = append(names, name)
		}
	}
	return names
}

// mistyped makes one typing error: two letters the other way round, one left out, one too many, or a wrong one.
func mistyped(random *rand.Rand, name string) string {
	r := []rune(name)
	i := random.IntN(len(r) - 1)
	letter := rune('a' + random.IntN(26))
	switch random.IntN(4) {
	case 0:
		r[i], r[i+1] = r[i+1], r[i]
	case 1:
		r = slices.Delete(r, i, i+1)
	case 2:
		r = slices.Insert(r, i, letter)
	default:
		r[i] = letter
	}
	return string(r)
}

// namedCases adds a case for each name, whose insured has the name.
func namedCases(t *testing.T, w *storagetest.World, tenant *storagetest.Tenant, names []string) (ids []string) {
	t.Helper()
	for i := range names {
		ids = append(ids, uuid.NewSHA1(uuid.NameSpaceOID, fmt.Append(nil, i)).String())
	}
	pool := w.Store.Pool().Pgx()
	_, err := pool.Exec(t.Context(), `INSERT INTO insureds (portfolio_id, id, type, display_name, path_name, created_at, updated_at)
		SELECT $1, id, 'corporate', name, id::text, now(), now() FROM unnest($2::uuid[], $3::text[]) AS x (id, name)`,
		tenant.Portfolio.ID(), ids, names)
	require.NoError(t, err)
	_, err = pool.Exec(t.Context(), `INSERT INTO cases (portfolio_id, id, display_name, loan_number, insured_ids, status, management_type,
		program_id, created_at, updated_at) SELECT $1, id, 'LN-' || n, 'LN-' || n, ARRAY[id], 'OPEN', 'selfManaged', $3, now(), now()
		FROM unnest($2::uuid[]) WITH ORDINALITY AS x (id, n)`, tenant.Portfolio.ID(), ids, w.Program(t, tenant))
	require.NoError(t, err)
	_, err = pool.Exec(t.Context(), "ANALYZE cases, insureds")
	require.NoError(t, err)
	return ids
}
