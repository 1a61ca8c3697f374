package e2e

import (
	"maps"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/restcompat/resttest"
)

// TestViewer tells each caller who they are, and nothing of anybody else.
func TestViewer(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	const query = `{ viewer { kind id name staffRole readOnly portfolioId lenderId mode entitlements } }`
	mine := func(c *resttest.Client) object {
		t.Helper()
		viewer := c.Query(t, query, nil)["viewer"].(object)
		require.NotEmpty(t, viewer["id"])
		require.NotEmpty(t, viewer["name"])
		return with(viewer, object{"id": absent, "name": absent})
	}
	harbor, lender := s.Harbor.Portfolio.ID().String(), s.Harbor.Organization.LenderID.String()
	test := s.HarborTest.Portfolio.ID().String()
	all := []any{"API_ACCESS", "RISK_PROFILE_MANAGEMENT"}
	account := object{
		"kind": "serviceAccount", "staffRole": nil, "readOnly": false, "entitlements": all,
		"portfolioId": harbor, "lenderId": lender, "mode": "live",
	}
	require.Equal(t, account, mine(s.As(s.Harbor.Token)))
	require.Equal(t, account, mine(s.As(s.Harbor.Token).With("X-Portfolio", test)), "only staff choose")
	require.Equal(t, with(maps.Clone(account), object{"portfolioId": test, "mode": "test"}), mine(s.As(s.HarborTest.Token)))
	require.Equal(t, with(maps.Clone(account), object{"entitlements": []any{"API_ACCESS"}}), mine(s.As(s.Basic.Token)))

	nowhere := object{
		"kind": "staff", "staffRole": "SUPPORT", "readOnly": false, "entitlements": all,
		"portfolioId": nil, "lenderId": nil, "mode": nil,
	}
	require.Equal(t, nowhere, mine(s.As(s.Support)))
	require.Equal(t, with(maps.Clone(nowhere), object{"staffRole": "OPERATOR", "portfolioId": harbor, "lenderId": lender, "mode": "live"}),
		mine(s.As(s.Operator).With("X-Portfolio", harbor)))
	const create = `mutation { createToken(input: {name: "Reads", role: OPERATOR, scope: read}) { text token { id } } }`
	reader := s.As(s.Operator).Query(t, create, nil)["createToken"].(object)
	read := s.As(reader["text"].(string)).Query(t, query, nil)["viewer"].(object)
	require.Equal(t, []any{reader["token"].(object)["id"], "Reads", true}, []any{read["id"], read["name"], read["readOnly"]})

	refused := graphQL(t, s.As(s.None.Token), query)
	require.Equal(t, http.StatusForbidden, refused.Status)
	require.Equal(t, []fault.Code{fault.CodeAPIAccessNotEnabled}, graphQLCodes(t, refused))
	require.Equal(t, "not_found", resttest.FirstError(t, s.As(s.Support).With("X-Portfolio", unknownID).GraphQL(t, query, nil)))
}
