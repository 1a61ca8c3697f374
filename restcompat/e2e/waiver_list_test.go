package e2e

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/catalog"
)

func TestWaiverList(t *testing.T) {
	t.Parallel()
	b := newWaiverBench(t)
	two := b.FrameworkCase(t, b.Harbor)
	var ids []string
	for _, more := range []object{
		{"metadata": object{"desk": "north"}}, {"coverageType": "flood"}, {"caseId": two, "coverageType": "flood"},
	} {
		_, w := b.create(t, more)
		ids = append(ids, w["id"].(string))
	}
	b.second.Post(t, "/rest/waivers/"+ids[2]+"/approve", nil, http.StatusOK)
	flood, _ := catalog.CoverageTypes.ByRef("flood")
	for query, want := range map[string][]string{
		"":                                    ids,
		"sort=-createdAt":                     {ids[2], ids[1], ids[0]},
		"caseId=" + two.String():              {ids[2]},
		"caseId=nonsense":                     {},
		"state=requested":                     {ids[0], ids[1]},
		"state=approved,revoked":              {ids[2]},
		"coverageType=flood":                  {ids[1], ids[2]},
		"coverageType=" + flood.ID.String():   {ids[1], ids[2]},
		"coverageType=moat":                   {},
		"coverageType=flood&state=requested":  {ids[1]},
		"metadata[desk]=north":                {ids[0]},
		"id=" + ids[0] + "," + ids[2]:         {ids[0], ids[2]},
		"createdAt[gte]=2020-01-01&limit=200": ids,
		"updatedAt[lt]=2020-01-01T00:00:00Z":  {},
	} {
		require.Equal(t, want, idsOfList(b.c.Get(t, "/rest/waivers?"+query)), query)
	}
	page := b.c.Do(t, http.MethodGet, "/rest/waivers?limit=1&coverageType=flood", nil)
	require.Equal(t, object{"limit": 1.0, "offset": 0.0, "total": 2.0}, page.Object(t, http.StatusOK)["meta"])
	require.Regexp(t, `^<.*/rest/waivers\?after=[^>]+>; rel="next"$`, page.Header.Get("Link"))
	b.c.Do(t, http.MethodGet, "/rest/waivers?state=expired&asset=x", nil).Violations(t, "state invalid_value", "asset unknown_parameter")
	b.c.Do(t, http.MethodPatch, "/rest/waivers/"+ids[0], object{}).Problem(t, http.StatusMethodNotAllowed, "method_not_allowed")
}

// TestWaiverGraphQL has what REST does not show: the records around a waiver, and a case's waivers.
func TestWaiverGraphQL(t *testing.T) {
	t.Parallel()
	b := newWaiverBench(t)
	asset, document := b.Asset(t, b.Harbor, b.caseID).String(), b.Document(t, b.Harbor, b.caseID).String()
	_, w := b.create(t, object{"asset": asset, "document": document, "coverageType": "flood"})
	_, least := b.create(t, nil)
	const fields = `id state case { id } coverageType { key } asset { id case { id } } document { id url } `
	shown := b.c.Query(t, `query($id: ID!) { waiver(id: $id) { `+fields+` } }`, object{"id": w["id"]})["waiver"].(object)
	require.Equal(t, []any{object{"id": b.caseID.String()}, object{"key": "flood"},
		object{"id": asset, "case": object{"id": b.caseID.String()}}, document},
		append(values(shown, "case", "coverageType", "asset"), shown["document"].(object)["id"]))
	require.NotEmpty(t, shown["document"].(object)["url"])
	require.Equal(t, []any{object{"id": w["id"], "asset": object{"id": asset}}, object{"id": least["id"], "asset": nil}},
		b.c.Query(t, `query($id: ID!) { case(id: $id) { waivers { id asset { id } } } }`, object{"id": b.caseID})["case"].(object)["waivers"])
	decided := b.second.Query(t, `mutation($id: ID!) { rejectWaiver(id: $id) { state case { id waivers { state } } } }`,
		object{"id": w["id"]})["rejectWaiver"]
	require.Equal(t, object{"state": "rejected",
		"case": object{"id": b.caseID.String(), "waivers": []any{object{"state": "rejected"}, object{"state": "requested"}}}}, decided)
	require.Nil(t, b.As(b.Prairie.Token).Query(t, `query($id: ID!) { waiver(id: $id) { id } }`, object{"id": w["id"]})["waiver"])
}
