package e2e

import (
	"net/http"
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/restcompat/resttest"
)

// whole is the meta of a list that has one page.
func whole(total int) object {
	return object{"limit": 200.0, "offset": 0.0, "total": float64(total)}
}

func idsOf(records any) []string {
	var ids []string
	for _, record := range records.([]any) {
		ids = append(ids, record.(object)["id"].(string))
	}
	return ids
}

// places are where in the catalog the entries are for which the condition holds.
func places[T any](entries []T, holds func(T) bool) []int {
	found := []int{}
	for i, entry := range entries {
		if holds(entry) {
			found = append(found, i)
		}
	}
	return found
}

func TestCoverageTypeList(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Basic.Token)
	all := c.Get(t, "/rest/coverage-types?limit=200")
	require.Equal(t, whole(22), all["meta"])
	require.Equal(t, object{
		"id": catalog.CoverageTypes.All()[0].ID.String(), "key": "building", "name": "Building", "coverageGroup": "property",
		"createdAt": "2025-01-01T00:00:00.000Z", "updatedAt": "2025-01-01T00:00:00.000Z",
	}, all["data"].([]any)[0])
	require.Equal(t, all, s.As(s.Prairie.Token).Get(t, "/rest/coverage-types?limit=200"), "the same for everybody")
	require.Equal(t, all, s.As(s.HarborTest.Token).Get(t, "/rest/coverage-types?limit=200"))

	ids := idsOf(all["data"])
	group := func(groups ...catalog.CoverageGroup) []int {
		return places(catalog.CoverageTypes.All(), func(e *catalog.CoverageType) bool { return slices.Contains(groups, e.CoverageGroup) })
	}
	every := places(ids, func(string) bool { return true })
	requireLists(t, c, "/rest/coverage-types", ids, map[string][]int{
		"":                                    every,
		"key=building":                        {0},
		"key=extraExpense,building":           {0, 8},
		"key=Building":                        {},
		"key=build":                           {},
		"coverageGroup=life":                  group(catalog.CoverageGroupLife),
		"coverageGroup=property,liability":    group(catalog.CoverageGroupProperty, catalog.CoverageGroupLiability),
		"coverageGroup=life&key=building":     {},
		"id=" + ids[3] + "," + ids[1]:         {1, 3},
		"id=" + unknownID:                     {},
		"id=building":                         {},
		"createdAt[gt]=2025-01-01T00:00:00Z":  {},
		"createdAt[gte]=2025-01-01T00:00:00Z": every,
		"createdAt[lt]=2025-01-01T00:00:00Z":  {},
		"updatedAt[lte]=2025-01-01T00:00:00Z": every,
		"updatedAt[lt]=2025-01-01T00:00:00Z":  {},
		"metadata[a]=1":                       {},
		"limit=0":                             {},
		"limit=2&offset=1":                    {1, 2},
		"limit=5&offset=20":                   {20, 21},
		"limit=5&offset=22":                   {},
		"limit=5&offset=1000":                 {},
	})
	requireOrders(t, c, "/rest/coverage-types")
	byID := slices.Sorted(slices.Values(ids))
	require.Equal(t, byID, idsOf(c.Get(t, "/rest/coverage-types?sort=createdAt")["data"]))
	slices.Reverse(byID)
	require.Equal(t, byID, idsOf(c.Get(t, "/rest/coverage-types?sort=-updatedAt")["data"]))
	requireRefusedLists(t, c, "/rest/coverage-types", map[string]string{
		"coverageGroup=Property": "coverageGroup invalid_value",
		"kee=building":           "kee unknown_parameter",
		"q=building":             "q unknown_parameter",
		"limit=201":              "limit invalid_value",
		"offset=-1":              "offset invalid_value",
		"after=x":                "after invalid_value",
	})
	s.As(s.None.Token).Do(t, http.MethodGet, "/rest/coverage-types", nil).Problem(t, http.StatusForbidden, "api_access_not_enabled")
}

func TestPerilList(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	all := c.Get(t, "/rest/perils?limit=200")
	require.Equal(t, whole(len(catalog.Perils.All())), all["meta"])
	ids := idsOf(all["data"])
	flood, ok := catalog.CoverageTypes.ByRef("flood")
	require.True(t, ok)
	belongs := func(refs ...string) []int {
		return places(catalog.Perils.All(), func(p *catalog.Peril) bool {
			return slices.ContainsFunc(refs, func(ref string) bool {
				of, _ := catalog.CoverageTypes.ByRef(ref)
				return slices.Contains(p.CoverageTypeIDs, of.ID)
			})
		})
	}
	surge := places(catalog.Perils.All(), func(p *catalog.Peril) bool { return p.Key == "stormSurge" })
	windstorm, _ := catalog.CoverageTypes.ByRef("windstorm")
	require.Equal(t, object{
		"id": catalog.Perils.All()[surge[0]].ID.String(), "key": "stormSurge", "name": "Storm Surge",
		"coverageTypes": []any{flood.ID.String(), windstorm.ID.String()},
		"createdAt":     "2025-01-01T00:00:00.000Z", "updatedAt": "2025-01-01T00:00:00.000Z",
	}, all["data"].([]any)[surge[0]])
	requireLists(t, c, "/rest/perils", ids, map[string][]int{
		"key=fire,lightning":                  {0, 1},
		"key=Fire":                            {},
		"coverageType=flood":                  belongs("flood"),
		"coverageType=" + flood.ID.String():   belongs("flood"),
		"coverageType=flood,windstorm":        belongs("flood", "windstorm"),
		"coverageType=flood&key=stormSurge":   surge,
		"coverageType=fire":                   {},
		"coverageType=" + unknownID:           {},
		"coverageType=nothing,flood":          belongs("flood"),
		"id=" + ids[2]:                        {2},
		"createdAt[gte]=2030-01-01T00:00:00Z": {},
		"metadata[a]=1":                       {},
		"coverageType=flood&limit=1&offset=1": belongs("flood")[1:2],
		"sort=-createdAt&key=fire&limit=1":    {0},
	})
	requireOrders(t, c, "/rest/perils")

	answer := c.Query(t, `{ perils(filter: {key: "stormSurge"}) { nodes { key coverageTypes { key perils { key } } } } }`, nil)
	require.Equal(t, object{"perils": object{"nodes": []any{object{"key": "stormSurge", "coverageTypes": []any{
		object{"key": "flood", "perils": []any{object{"key": "flood"}, object{"key": "stormSurge"}}},
		object{"key": "windstorm", "perils": []any{object{"key": "stormSurge"}, object{"key": "namedStorm"}}},
	}}}}}, answer)
}

func TestAssetTypeList(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	all := c.Get(t, "/rest/asset-types?limit=200")
	require.Equal(t, whole(11), all["meta"])
	ids := idsOf(all["data"])
	inventory := all["data"].([]any)[6].(object)
	require.Equal(t, "inventory", inventory["key"])
	require.Equal(t, "tangible", inventory["classification"])
	address := inventory["fieldTypes"].([]any)[0].(object)
	require.NotEqual(t, uuid.Nil, scalar.ParseID(address["id"].(string)))
	delete(address, "id")
	require.Equal(t, object{"key": "address", "label": "Address", "kind": "address", "required": true, "options": []any{}}, address)
	requireLists(t, c, "/rest/asset-types", ids, map[string][]int{
		"classification=tangible":                {0, 1, 2, 3, 4, 5, 6},
		"classification=nonTangible":             {7, 8, 9, 10},
		"classification=nonTangible,tangible":    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10},
		"classification=nonTangible&key=vehicle": {},
		"key=vehicle":                            {5},
		"id=" + ids[9]:                           {9},
		"updatedAt[gt]=2030-01-01T00:00:00Z":     {},
		"metadata[x]=y":                          {},
		"classification=nonTangible&limit=2":     {7, 8},
	})
	requireOrders(t, c, "/rest/asset-types")
	requireRefusedLists(t, c, "/rest/asset-types", map[string]string{"classification=Tangible": "classification invalid_value"})
}

func TestDocumentCategoryList(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	all := c.Get(t, "/rest/document-categories?limit=200")
	require.Equal(t, whole(18), all["meta"])
	require.Equal(t, object{
		"id": catalog.DefaultDocumentCategory().ID.String(), "key": "other", "name": "Other",
		"createdAt": "2025-01-01T00:00:00.000Z", "updatedAt": "2025-01-01T00:00:00.000Z",
	}, all["data"].([]any)[17])
	ids := idsOf(all["data"])
	requireLists(t, c, "/rest/document-categories", ids, map[string][]int{
		"key=other":                          {17},
		"key=binder,policy":                  {2, 3},
		"id=" + ids[4] + "&id=" + ids[5]:     {4, 5},
		"createdAt[lt]=2024-01-01T00:00:00Z": {},
		"metadata[x]=y":                      {},
		"limit=3&offset=16":                  {16, 17},
	})
	requireOrders(t, c, "/rest/document-categories")
}

// TestCatalogCursor is the cursor of GraphQL: the last page has none, and one of another order is refused.
func TestCatalogCursor(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	const query = `query($sort: Sort, $limit: Int, $after: String) {
		coverageTypes(sort: $sort, limit: $limit, after: $after) { nodes { key } pageInfo { limit offset total hasNextPage endCursor } } }`
	page := func(variables object) object {
		return c.Query(t, query, variables)["coverageTypes"].(object)["pageInfo"].(object)
	}

	first := page(object{"limit": 20})
	require.Equal(t, true, first["hasNextPage"])
	last := page(object{"limit": 20, "after": first["endCursor"]})
	require.Equal(t, object{"limit": 20.0, "offset": 20.0, "total": 22.0, "hasNextPage": false, "endCursor": nil}, last)
	require.Equal(t, false, page(object{"limit": 22})["hasNextPage"])
	c.Refused(t, query, object{"sort": "updatedAt", "after": first["endCursor"]}, "invalid_value", "/after invalid_value")
}
