package e2e

import (
	"maps"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage/storagetest"
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

// TestViewerOfPerson has the portfolios of the person's lender, the user that they are there, and their roles.
func TestViewerOfPerson(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	ada, admin := s.Person(t, s.Harbor, model.RoleAnalyst), s.AsPerson(s.Person(t, s.Harbor, model.RoleAdmin), s.Harbor)
	const query = `{ viewer { kind id name staffRole roles portfolioId mode entitlements
		portfolios { id mode } user { id personId } permissions } }`
	harbor, test := s.Harbor.Portfolio.ID().String(), s.HarborTest.Portfolio.ID().String()
	viewer := func(in *storagetest.Tenant) object {
		return s.AsPerson(ada, in).Query(t, query, nil)["viewer"].(object)
	}
	both := []any{object{"id": harbor, "mode": "live"}, object{"id": test, "mode": "test"}}
	want := object{
		"kind": "person", "id": ada.ID.String(), "name": ada.Name, "staffRole": nil, "roles": []any{"analyst"}, "portfolioId": nil, "mode": nil,
		"entitlements": []any{"API_ACCESS", "RISK_PROFILE_MANAGEMENT"}, "portfolios": both, "user": nil,
		"permissions": []any{"ANY", "READ", "CHANGE_RECORDS", "REQUEST_WAIVERS", "SEND_NOTICES"},
	}
	require.Equal(t, want, viewer(nil))
	require.Equal(t, with(maps.Clone(want), object{"portfolioId": test, "mode": "test"}), viewer(s.HarborTest))

	const link = `mutation($user: ID!, $person: ID) { linkUser(id: $user, person: $person) { personId } }`
	user, other := s.User(t, s.Harbor, "analyst"), s.User(t, s.Harbor, "viewer")
	admin.Query(t, link, object{"user": user, "person": ada.ID})
	require.Equal(t, object{"id": user.String(), "personId": ada.ID.String()}, viewer(s.Harbor)["user"])
	require.Nil(t, viewer(s.HarborTest)["user"], "it is the user of one portfolio")
	admin.Refused(t, link, object{"user": other, "person": ada.ID}, "duplicate", "/person duplicate")
	for _, id := range []any{unknownID, s.Person(t, s.Prairie, model.RoleAnalyst).ID, s.Person(t, nil, model.RoleSupport).ID} {
		admin.Refused(t, link, object{"user": other, "person": id}, "unknown_reference", "/person unknown_reference")
	}
	admin.Query(t, link, object{"user": user, "person": nil})
	require.Nil(t, viewer(s.Harbor)["user"])
}
