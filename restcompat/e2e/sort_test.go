package e2e

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

// sortedRows makes some records, with ties and without values, of every noun with orders of its own.
const sortedRows = `
WITH n AS (SELECT i, ('00000000-0000-7000-8000-' || lpad((7919 * i % 1009)::text, 12, '0'))::uuid AS id,
	CASE WHEN i % 4 > 0 THEN timestamptz '2026-01-01Z' + i * 13 % 5 * interval '1 day' END AS at FROM generate_series(1, 23) AS i),
cases AS (INSERT INTO cases (portfolio_id, id, display_name, status, management_type, program_id, created_at, updated_at,
	loan_number, maturity_date, loan_amount)
	SELECT $1, id, 'Case', 'OPEN', 'selfManaged', $2, now(), now(), CASE WHEN i % 5 > 0 THEN 'LN-' || i % 7 END, at,
	CASE WHEN i % 3 > 0 THEN jsonb_build_object('amount', (i * 37 % 11)::text || '.50', 'currency',
		(ARRAY['USD', 'CAD', 'AED'])[1 + i % 4 % 3]) END
	FROM n),
policies AS (INSERT INTO policies (portfolio_id, id, case_id, status, current_version_id, term_number, start_date, end_date, created_at,
	updated_at)
	SELECT $1, id, id, 'active', id, 1, at, at + i % 2 * interval '300 days', now(), now() FROM n),
versions AS (INSERT INTO policy_versions (portfolio_id, id, policy_id, case_id, version_number, term_number, reason, display_name,
	created_at, updated_at)
	SELECT $1, id, id, id, 1, 1, 'created', 'Version', now(), now() FROM n),
notices AS (INSERT INTO renewal_notices (portfolio_id, id, policy_id, case_id, term_number, step, due_at, state, created_at, updated_at)
	SELECT $1, id, id, id, 1, 'final', coalesce(at, '2026-01-02Z'), 'planned', now(), now() FROM n)
INSERT INTO tasks (portfolio_id, id, case_id, type, state, due_at, created_at, updated_at)
	SELECT $1, id, id, 'caseApproval', 'open', at, now(), now() FROM n`

// currencyFirst has US dollars first, then the other currencies by their codes.
const currencyFirst = "loan_amount IS NULL, loan_amount ->> 'currency' <> 'USD', loan_amount ->> 'currency', " +
	"(loan_amount ->> 'amount')::numeric"

// orderBy are the orders as this test writes them in SQL, up to the direction.
var orderBy = map[string]map[string]string{
	"cases":          {"loanNumber": "loan_number", "maturityDate": "maturity_date", "loanAmount": currencyFirst},
	"policies":       {"startDate": "start_date", "endDate": "end_date"},
	"tasks":          {"dueAt": "due_at"},
	"renewalNotices": {"dueAt": "due_at"},
}

// TestSort walks every list with orders of its own, in both directions, by cursors and by offsets.
func TestSort(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	pool := s.Store.Pool().Pgx()
	_, err := pool.Exec(t.Context(), sortedRows, s.Harbor.Portfolio.ID(), s.Program(t, s.Harbor))
	require.NoError(t, err)
	c := s.As(s.Harbor.Token)
	for list, orders := range orderBy {
		for name, expression := range orders {
			for _, sort := range []string{name, name + "Desc"} {
				t.Run(list+" by "+sort, func(t *testing.T) {
					direction := map[bool]string{true: "DESC", false: "ASC"}[strings.HasSuffix(sort, "Desc")]
					table := map[string]string{"renewalNotices": "renewal_notices"}[list]
					if table == "" {
						table = list
					}
					rows, err := pool.Query(t.Context(), "SELECT id::text FROM "+table+" WHERE portfolio_id = $1 ORDER BY "+
						expression+" "+direction+" NULLS LAST, id "+direction, s.Harbor.Portfolio.ID())
					require.NoError(t, err)
					want, err := pgx.CollectRows(rows, pgx.RowTo[string])
					require.NoError(t, err)
					require.Equal(t, want, walkSorted(t, c, list, sort))
					page := c.Query(t, "query ($s: Sort) { l: "+list+"(sort: $s, limit: 5, offset: 13) { nodes { id } } }", object{"s": sort})
					require.Equal(t, want[13:18], idsOf(page["l"].(object)["nodes"]))
					if list == "cases" || list == "policies" {
						rest := strings.TrimSuffix(sort, "Desc")
						if rest != sort {
							rest = "-" + rest
						}
						requirePages(t, c, "/rest/"+list+"?limit=4&sort="+rest, "/rest/"+list+"?limit=200&sort="+rest)
					}
				})
			}
		}
	}
	requireRefusedLists(t, c, "/rest/cases", map[string]string{"sort=endDate": "sort invalid_value"})
	requireRefusedLists(t, c, "/rest/policies",
		map[string]string{"sort=dueAt": "sort invalid_value", "sort=-loanAmount": "sort invalid_value"})
	requireRefusedLists(t, c, "/rest/insureds", map[string]string{"sort=endDate": "sort invalid_value"})
	refusal := c.Do(t, "GET", "/rest/policies?sort=endDateDesc", nil).Problem(t, http.StatusUnprocessableEntity, "invalid_value")
	require.Contains(t, refusal["errors"].([]any)[0].(object)["message"], "-endDate")
	c.Refused(t, "{ tasks(sort: endDate) { nodes { id } } }", nil, "invalid_value", "/sort invalid_value")
	c.Refused(t, "{ insureds(sort: dueAt) { nodes { id } } }", nil, "invalid_value", "/sort invalid_value")
}

// walkSorted reads a list by its cursors and requires that the offset stays true.
func walkSorted(t *testing.T, c *resttest.Client, list, sort string) (ids []string) {
	t.Helper()
	query := "query ($s: Sort, $a: String) { l: " + list +
		"(sort: $s, limit: 3, after: $a) { nodes { id } pageInfo { offset total endCursor } } }"
	for after := any(nil); ; {
		page := c.Query(t, query, object{"s": sort, "a": after})["l"].(object)
		info := page["pageInfo"].(object)
		require.EqualValues(t, len(ids), info["offset"])
		require.EqualValues(t, 23, info["total"])
		ids = append(ids, idsOf(page["nodes"])...)
		if after = info["endCursor"]; after == nil {
			return ids
		}
	}
}

// TestCursorElsewhere: a cursor is good for its own list, filter, order and portfolio only; the limit may change.
func TestCursorElsewhere(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	for range 4 {
		id := s.Case(t, s.Harbor)
		s.Policy(t, s.Harbor, id, nil)
		s.Case(t, s.Prairie)
	}
	next := func(path string) string {
		link := nextLink(c.Do(t, "GET", path, nil))
		require.Contains(t, link, "after=")
		_, rest, _ := strings.Cut(link, "after=")
		after, _, _ := strings.Cut(rest, "&")
		return after
	}
	plain, byStatus, byLoan := next("/rest/cases?limit=2"), next("/rest/cases?limit=2&status=OPEN"),
		next("/rest/cases?limit=2&sort=loanNumber")
	for path, after := range map[string]string{
		"/rest/cases?limit=3": plain, "/rest/cases?status=OPEN": byStatus, "/rest/cases?limit=1&sort=loanNumber": byLoan,
	} {
		require.EqualValues(t, 2, c.Get(t, path+"&after="+after)["meta"].(object)["offset"], path)
	}
	for path, after := range map[string]string{
		"/rest/policies?limit=2": plain, "/rest/cases?status=OPEN": plain, "/rest/cases?sort=createdAt": plain, "/rest/cases?limit=2": byStatus,
		"/rest/cases?status=DRAFT": byStatus, "/rest/cases?limit=1": byLoan, "/rest/cases?sort=-loanNumber": byLoan,
		"/rest/coverage-types?limit=2":       plain,
		"/rest/cases?sort=loanNumber&q=loan": byLoan,
	} {
		c.Do(t, "GET", path+"&after="+after, nil).Violations(t, "after invalid_value")
	}
	s.As(s.Prairie.Token).Do(t, "GET", "/rest/cases?limit=2&after="+plain, nil).Violations(t, "after invalid_value")
	s.As(s.HarborTest.Token).Do(t, "GET", "/rest/cases?limit=2&after="+plain, nil).Violations(t, "after invalid_value")
	require.EqualValues(t, 2, s.As(s.Basic.Token).Get(t, "/rest/cases?limit=2&after="+plain)["meta"].(object)["offset"], "the same portfolio")
}

// TestNamed: cases and policies by the insureds and the assets that they name, in filters and as relations.
func TestNamed(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	first, second := s.Insured(t, s.Harbor).String(), s.Insured(t, s.Harbor).String()
	foreign := s.Insured(t, s.Prairie).String()
	framework := s.FrameworkCase(t, s.Harbor)
	c.Patch(t, "/rest/cases/"+framework.String(), object{"insureds": []string{first}})
	other := c.Post(t, "/rest/cases", object{"program": s.Program(t, s.Harbor), "insureds": []string{second, first}},
		http.StatusCreated)["id"].(string)
	asset, spare := s.Asset(t, s.Harbor, framework).String(), s.Asset(t, s.Harbor, framework).String()
	policy := c.Post(t, "/rest/policies", object{
		"caseId": framework, "coverageLayer": "primary", "coverageTypes": []string{"building"}, "insureds": []string{first},
		"perilsByAsset": []object{{"asset": asset, "perils": []string{"fire"}}},
	}, http.StatusCreated)["id"].(string)
	cases, policies := []string{framework.String(), other}, []string{policy}

	t.Run("lists", func(t *testing.T) { // as they are before the change below
		requireLists(t, c, "/rest/cases", cases, map[string][]int{
			"insured=" + first: {0, 1}, "insured=" + second: {1}, "insured=" + second + "," + first: {0, 1}, "insured=" + unknownID: {},
			"insured=x": {}, "insured=" + foreign: {}, "insured=" + first + "&status=OPEN": {0}, "sort=-createdAt&insured=" + first: {1, 0},
		})
		requireLists(t, c, "/rest/policies", policies, map[string][]int{
			"insured=" + first: {0}, "insured=" + second: {}, "asset=" + asset: {0}, "asset=" + spare: {}, "asset=" + spare + "&asset=" + asset: {0},
			"asset=" + unknownID: {}, "asset=no": {}, "q=building&asset=" + asset: {0}, "q=BUILD": {0},
		})
	})
	const relations = `query ($a: [ID!]) { insureds { nodes { id cases { id insuredIds } policies { id } } }
		assets(filter: {id: $a}) { nodes { id policies { id displayName case { id } } } } }`
	data := c.Query(t, relations, object{"a": []string{asset, spare}})
	insureds, assets := data["insureds"].(object)["nodes"].([]any), data["assets"].(object)["nodes"].([]any)
	require.Equal(t, cases, idsOf(insureds[0].(object)["cases"]))
	require.Equal(t, []string{other}, idsOf(insureds[1].(object)["cases"]))
	require.Equal(t, policies, idsOf(insureds[0].(object)["policies"]))
	require.Empty(t, insureds[1].(object)["policies"])
	require.Equal(t, policies, idsOf(assets[0].(object)["policies"]))
	require.Equal(t, framework.String(), assets[0].(object)["policies"].([]any)[0].(object)["case"].(object)["id"])
	require.Empty(t, assets[1].(object)["policies"])

	c.Patch(t, "/rest/policies/"+policy,
		object{"insureds": []string{second}, "perilsByAsset": []object{{"asset": spare, "perils": []string{}}}})
	require.Equal(t, policies, idsOf(c.Get(t, "/rest/policies?insured="+second+"&asset="+spare)["data"]))
	require.Empty(t, slices.Concat(idsOf(c.Get(t, "/rest/policies?insured="+first)["data"]),
		idsOf(c.Get(t, "/rest/policies?asset="+asset)["data"])))
}
