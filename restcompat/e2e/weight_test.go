package e2e

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/restcompat/resttest"
)

// TestHeavyPages: a page that would be too large for one answer is cut at a record, says so, and goes on behind it, in any
// order and through both doors. What cannot be cut is refused.
func TestHeavyPages(t *testing.T) {
	t.Parallel()
	s := resttest.New(resttest.Measured{TB: t})
	c := s.As(s.Harbor.Token)
	kase := s.FrameworkCase(t, s.Harbor)
	s.Assets(t, s.Asset(t, s.Harbor, kase), 500)
	policy := c.Post(t, "/rest/policies", framework(kase, object{"perils": []any{}, "endDate": "2030-01-01"}), http.StatusCreated)
	require.Len(t, policy["perilsByAsset"], 500)
	require.EqualValues(t, 500, len(policy["perilsByAsset"].([]any)))
	var stored int
	require.NoError(t,
		s.Store.Pool().Pgx().QueryRow(t.Context(), "SELECT max(octet_length(asset_perils::text)) FROM policy_versions").Scan(&stored))
	require.Less(t, stored, 25_000, "the perils are written once, not with each asset")
	path, last := "/rest/policies/"+policy["id"].(string), policy["perilsByAsset"].([]any)[499].(object)["asset"].(string)
	for _, number := range []string{"P-1", "P-2"} {
		changed := c.Patch(t, path, object{"policyNumber": number})
		require.Equal(t, policy["perilsByAsset"], changed["perilsByAsset"])
		require.Len(t, c.Get(t, "/rest/policies?asset="+last)["data"], 1)
	}
	const all = 150
	s.Policies(t, uuid.MustParse(policy["id"].(string)), all)

	for _, path := range []string{"/rest/policies?limit=200", "/rest/policies?limit=200&sort=-endDate",
		"/rest/policy-versions?limit=200&isCurrent=true"} {
		seen := map[any]bool{}
		for next := path; next != ""; {
			answer := c.Do(t, http.MethodGet, next, nil)
			require.LessOrEqual(t, len(answer.Body), page.MaxBytes)
			list := answer.Object(t, http.StatusOK)
			before := len(seen)
			for _, p := range list["data"].([]any) {
				seen[p.(object)["id"]] = true
			}
			require.Greater(t, len(seen), before)
			meta := list["meta"].(object)
			require.EqualValues(t, before, meta["offset"])
			require.EqualValues(t, all, meta["total"])
			if next = nextLink(answer); next != "" {
				require.Equal(t, true, meta["truncated"])
				require.Greater(t, len(answer.Body), page.MaxBytes/2, "as much as may be")
			} else {
				require.NotContains(t, meta, "truncated")
			}
			next = strings.TrimPrefix(next, s.URL)
		}
		require.Len(t, seen, all, path)
	}
	found := c.Get(t, "/rest/policies?limit=200&q=building")
	require.Equal(t, true, found["meta"].(object)["truncated"], "of a list by likeness")

	items := make([]any, 100)
	for i := range items {
		items[i] = framework(kase, object{"perils": []any{}})
	}
	c.Do(t, http.MethodPost, "/rest/policies/batch", object{"items": items}).Violations(t, "/items too_long")
	require.Len(t, c.Do(t, http.MethodPost, "/rest/policies/batch", object{"items": items[:10]}).Created(t), 10)

	big := object{}
	for _, key := range strings.Split("abcdefghijklmnopqrstuvwxyzABCDE", "") {
		big[key] = strings.Repeat("x", 500)
	}
	group := s.As(s.Harbor.Token).Post(t, "/rest/insured-groups", object{"name": "A group", "metadata": big}, http.StatusCreated)
	s.Exec(t, `INSERT INTO insured_groups (portfolio_id, id, name, metadata, created_at, updated_at)
		SELECT portfolio_id, gen_random_uuid(), name, metadata, created_at, updated_at FROM insured_groups, generate_series(1, 199)
			WHERE id = $1`, group["id"])
	var fields strings.Builder
	for _, alias := range strings.Split("abcdefghijklmnopqrstuvwxyz", "") {
		fields.WriteString(" " + alias + ": metadata")
	}
	list := c.Query(t, "{ insuredGroups(limit: 200) { nodes {"+fields.String()+" } pageInfo { truncated hasNextPage endCursor } } }",
		nil)["insuredGroups"].(object)
	require.Equal(t, true, list["pageInfo"].(object)["truncated"])
	require.Equal(t, true, list["pageInfo"].(object)["hasNextPage"])
	require.NotEmpty(t, list["nodes"])
	c.Refused(t, "{ a: insuredGroups(limit: 200) { nodes {"+fields.String()+" } } b: insuredGroups(limit: 200) { nodes {"+
		fields.String()+" } } }",
		nil, "validation_failed")
	c.Refused(t, "{ insuredGroups(limit: 200) { nodes {"+fields.String()+" id @skip(if: false) } } }", nil, "validation_failed")
}
