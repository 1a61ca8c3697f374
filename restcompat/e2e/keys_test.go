package e2e

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/restcompat/resttest"
)

// TestKeys reads with ?keys=true what shows ids of the catalog: each is its key, nothing else is different, and the
// metadata of a client keeps an id of the catalog.
func TestKeys(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	building := catalog.ID("coverageType", "building").String()
	profile := c.Post(t, "/rest/risk-profiles", object{"name": "Apartments", "assetTypes": []any{"multifamily"}, "requirements": []any{
		object{"coverageType": "building", "assetTypes": []any{"multifamily"}, "perils": []any{"fire"}}}}, http.StatusCreated)["id"].(string)
	c.Post(t, "/rest/risk-profiles/"+profile+"/publish", nil, http.StatusOK)
	caseID := c.Post(t, "/rest/cases", object{"riskProfile": profile, "status": "OPEN"}, http.StatusCreated)["id"].(string)
	asset := c.Post(t, "/rest/assets", object{"caseId": caseID, "assetType": "multifamily",
		"fields": []any{object{"fieldType": "yearBuilt", "value": 1987}}}, http.StatusCreated)
	policy := created(t, c, framework(caseID, object{"coverageTypes": []any{"building"}, "metadata": object{"asked": building},
		"limits": []any{object{"coverageType": "building", "kind": "total", "amount": dollars("1.00")}}}))
	document := c.Document(t, caseID, object{"categoryId": "binder"})["id"].(string)
	one := func(path string) string { return path + "?limit=1" }
	for path, want := range map[string][]string{
		"/rest/assets/" + asset["id"].(string): {`"assetType":"multifamily"`, `"fieldType":"yearBuilt"`},
		policy: {`"coverageTypes":["building"]`, `"limits":[{"coverageType":"building"`,
			`"asked":"` + building + `"`},
		one("/rest/policies"):         {`"coverageTypes":["building"]`},
		one("/rest/policy-versions"):  {`"coverageTypes":["building"]`},
		"/rest/documents/" + document: {`"categoryId":"binder"`},
		"/rest/risk-profiles/" + profile: {`"assetTypes":["multifamily"]`,
			`"coverageType":"building","assetTypes":["multifamily"],"perils":["fire"]`},
		"/rest/cases/" + caseID + "/compliance":            {`"coverageType":"building"`},
		"/rest/assets/" + asset["id"].(string) + "/fields": {`"fieldType":"address","key":"address"`},
		"/rest/perils?key=fire&limit=1":                    {`"coverageTypes":["building",`},
	} {
		t.Run(path, func(t *testing.T) {
			keyed := path + map[bool]string{true: "&", false: "?"}[strings.Contains(path, "?")] + "keys="
			plain, other := c.Do(t, http.MethodGet, path, nil), c.Do(t, http.MethodGet, keyed+"true", nil)
			require.Equal(t, http.StatusOK, other.Status, "%s", other.Body)
			body := strings.ReplaceAll(string(other.Body), `: `, `:`)
			for _, want := range want {
				require.Contains(t, body, want)
			}
			require.Equal(t, plain.Header.Get("ETag"), other.Header.Get("ETag"), "so that If-Match takes either")
			require.Equal(t, string(plain.Body), string(c.Do(t, http.MethodGet, keyed+"false", nil).Body))
			var back any
			require.NoError(t, json.Unmarshal(other.Body, &back))
		})
	}
	c.Do(t, http.MethodGet, "/rest/users?keys=true", nil).Violations(t, "keys unknown_parameter")
	c.Do(t, http.MethodGet, policy+"?keys=yes", nil).Violations(t, "keys invalid_value")
	answer := c.Query(t, `query ($id: ID!) @keys { node(id: $id) { id ... on Policy { coverageTypeIds ...L metadata } } } fragment L on `+
		`Policy { limits { of: coverageType } }`,
		object{"id": policy[len("/rest/policies/"):]})
	require.Equal(t, object{"id": policy[len("/rest/policies/"):], "coverageTypeIds": []any{"building"},
		"limits":   []any{object{"of": "building"}},
		"metadata": object{"asked": building}}, answer["node"])
}
