package door_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

func TestDeprecationHeader(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	const add = `mutation Add($input: CreatePolicyInput!) { createPolicy(input: $input) { id } }`
	literal := func(member string) object {
		return object{"query": `mutation { createPolicy(input: {caseId: "x"` + member + `}) { id } }`}
	}
	variable := func(input object) object { return object{"query": add, "variables": object{"input": input}} }
	for name, tt := range map[string]struct {
		request object
		used    bool
	}{
		"selects it":             {object{"query": "{ policies { nodes { productType } } }"}, true},
		"selects it in a part":   {object{"query": "{ policies { nodes { ... on Policy { productType } } } }"}, true},
		"selects others":         {object{"query": "{ policies { nodes { displayName } } }"}, false},
		"gives it":               {literal(`, productType: "old"`), true},
		"gives null":             {literal(`, productType: null`), false},
		"gives others":           {literal(`, name: "new"`), false},
		"gives it by variable":   {variable(object{"caseId": "x", "productType": "old"}), true},
		"gives null by variable": {variable(object{"caseId": "x", "productType": nil}), false},
		"another's metadata":     {variable(object{"caseId": "x", "metadata": object{"productType": "old"}}), false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			header := s.As(s.Harbor.Token).Do(t, http.MethodPost, "/graphql", tt.request).Header
			require.Equal(t, tt.used, header.Get("Deprecation") != "", header)
			if tt.used {
				require.Contains(t, header.Get("Link"), `/docs/reference#deprecations>; rel="deprecation"`)
			}
		})
	}
}
