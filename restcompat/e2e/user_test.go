package e2e

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

const userFields = `{ id email firstName lastName displayName role active createdAt updatedAt }`

const createUser = `mutation($input: CreateUserInput!) { it: createUser(input: $input) ` + userFields + ` }`
const updateUser = `mutation($id: ID!, $input: UpdateUserInput!) { it: updateUser(id: $id, input: $input) ` + userFields + ` }`

// mutate runs a mutation whose root field is `it` and returns the record.
func mutate(t *testing.T, c *resttest.Client, mutation string, variables object) object {
	t.Helper()
	return c.Query(t, mutation, variables)["it"].(object)
}

// requireNowhere expects that no caller finds the record by an id that is unknown, malformed or another portfolio's.
func requireNowhere(t *testing.T, s *resttest.Server, id any, mutation string, input object) {
	t.Helper()
	for _, c := range []*resttest.Client{s.As(s.Prairie.Token), s.As(s.HarborTest.Token)} {
		c.Refused(t, mutation, object{"id": id, "input": input}, "not_found")
	}
	for _, id := range []string{unknownID, "nonsense"} {
		s.As(s.Harbor.Token).Refused(t, mutation, object{"id": id, "input": input}, "not_found")
	}
}

func TestUserCreate(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)

	t.Run("defaults", func(t *testing.T) {
		t.Parallel()
		u := mutate(t, c, createUser, object{"input": object{"email": "first@example.com"}})
		require.Equal(t, object{
			"id": u["id"], "email": "first@example.com", "firstName": nil, "lastName": nil, "displayName": "first@example.com",
			"role": "viewer", "active": true, "createdAt": u["createdAt"], "updatedAt": u["createdAt"],
		}, u)
		require.Equal(t, []any{u}, c.Get(t, "/rest/users?id="+u["id"].(string))["data"], "GraphQL and REST show the same")
		require.Equal(t, object{"user": u}, c.Query(t, `query($id: ID!) { user(id: $id) `+userFields+` }`, object{"id": u["id"]}))
		events := c.Query(t, `query($id: ID!) { auditEvents(filter: {subject: [$id]}) { nodes { action subjectType } } }`, object{"id": u["id"]})
		require.Equal(t, []any{object{"action": "user.created", "subjectType": "user"}}, events["auditEvents"].(object)["nodes"])
	})
	t.Run("everything", func(t *testing.T) {
		t.Parallel()
		u := mutate(t, c, createUser, object{"input": object{
			"email": "second@example.com", "firstName": "Ada", "lastName": "Example", "role": "admin", "active": false,
		}})
		require.Equal(t, "Ada Example", u["displayName"])
		require.Equal(t, "admin", u["role"])
		require.Equal(t, false, u["active"])
	})
	t.Run("duplicate", func(t *testing.T) {
		t.Parallel()
		input := object{"input": object{"email": "Taken@example.com"}}
		mutate(t, c, createUser, input)
		c.Refused(t, createUser, object{"input": object{"email": "tAKEN@EXAMPLE.com", "lastName": "two\nlines"}},
			"validation_failed", "/email duplicate", "/lastName invalid_value")
		c.Refused(t, createUser, input, "duplicate", "/email duplicate")
		mutate(t, s.As(s.HarborTest.Token), createUser, input)
		mutate(t, s.As(s.Prairie.Token), createUser, input)
	})
	for name, tt := range map[string]struct {
		input object
		code  string
		want  []string
	}{
		"no_email":       {object{"email": ""}, "invalid_value", []string{"/email invalid_value"}},
		"not_an_address": {object{"email": "Ada <ada@example.com>"}, "invalid_value", []string{"/email invalid_value"}},
		"too_long":       {object{"email": "x@example.com", "firstName": strings.Repeat("x", 256)}, "too_long", []string{"/firstName too_long"}},
		"null_role": {object{"email": "x@example.com", "role": nil, "active": nil}, "required",
			[]string{"/role required", "/active required"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.Refused(t, createUser, object{"input": tt.input}, tt.code, tt.want...)
		})
	}
	require.Empty(t, s.As(s.Harbor.Token).Get(t, "/rest/users?email=x@example.com")["data"], "nothing is written when refused")
	s.As(s.None.Token).Refused(t, createUser, object{"input": object{"email": "x@example.com"}}, "api_access_not_enabled")
}

func TestUserCreate_twoAtOnce(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	var wg sync.WaitGroup
	refused := make(chan any, 8)
	for range 8 {
		wg.Go(func() {
			answer := s.As(s.Harbor.Token).GraphQL(t, createUser, object{"input": object{"email": "race@example.com"}})
			if errors, ok := answer["errors"]; ok {
				refused <- errors.([]any)[0].(object)["extensions"].(object)["code"]
			}
		})
	}
	wg.Wait()
	close(refused)
	require.Len(t, refused, 7)
	for code := range refused {
		require.Equal(t, "duplicate", code)
	}
	require.EqualValues(t, 1, s.As(s.Harbor.Token).Get(t, "/rest/users")["meta"].(object)["total"])
}

func TestUserUpdate(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	u := mutate(t, c, createUser, object{"input": object{"email": "ada@example.com", "firstName": "Ada", "role": "analyst"}})
	other := mutate(t, c, createUser, object{"input": object{"email": "other@example.com"}})
	change := func(input object) object { return object{"id": u["id"], "input": input} }

	require.Equal(t, u, mutate(t, c, updateUser, change(object{"firstName": "Ada", "role": "analyst"})), "no change leaves updatedAt")
	require.Equal(t, u, mutate(t, c, updateUser, change(object{})))
	c.Refused(t, updateUser, change(object{"email": "OTHER@example.com", "role": nil}), "validation_failed", "/email duplicate",
		"/role required")
	c.Refused(t, updateUser, change(object{"email": nil, "active": nil}), "required", "/email required", "/active required")

	changed := mutate(t, c, updateUser, change(object{"email": "ADA@example.com", "firstName": nil, "active": false}))
	require.Equal(t, "ADA@example.com", changed["displayName"], "one's own address in another case is free")
	require.Equal(t, "analyst", changed["role"])
	require.Greater(t, changed["updatedAt"], u["updatedAt"])
	require.Equal(t, []any{changed}, c.Get(t, "/rest/users?active=false")["data"])

	requireNowhere(t, s, other["id"], updateUser, object{"firstName": "x"})
	require.Equal(t, object{"user": nil}, s.As(s.Prairie.Token).Query(t, `query($id: ID!) { user(id: $id) { id } }`, object{"id": u["id"]}))
	require.Equal(t, []any{other}, c.Get(t, "/rest/users?email=other@example.com")["data"], "nothing was written")
}

func TestUserList(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Basic.Token) // the same portfolio as Harbor's, on a smaller plan
	var ids []string
	for i := range 5 {
		u := mutate(t, c, createUser, object{"input": object{"email": fmt.Sprintf("User%d@example.com", i), "active": i != 3}})
		ids = append(ids, u["id"].(string))
		time.Sleep(2 * time.Millisecond) // distinct createdAt
	}
	s.User(t, s.Prairie, "admin")
	s.User(t, s.HarborTest, "admin")
	third := c.Get(t, "/rest/users?id="+ids[2])["data"].([]any)[0].(object)["createdAt"].(string)
	mutate(t, c, updateUser, object{"id": ids[0], "input": object{"lastName": "Changed"}})

	requireLists(t, s.As(s.Harbor.Token), "/rest/users", ids, map[string][]int{
		"":                        {0, 1, 2, 3, 4},
		"email=user1@EXAMPLE.com": {1},
		"email=user1@example.com,USER4@example.com": {1, 4},
		"email=user":                              {},
		"active=true":                             {0, 1, 2, 4},
		"active=false":                            {3},
		"active=false&email=user1@example.com":    {},
		"id=" + ids[4] + "," + ids[1]:             {1, 4},
		"id=" + unknownID + ",nonsense":           {},
		"createdAt[gt]=" + third:                  {3, 4},
		"createdAt[gte]=" + third:                 {2, 3, 4},
		"createdAt[lt]=" + third + "&active=true": {0, 1},
		"updatedAt[gt]=" + third:                  {0, 3, 4},
		"updatedAt[lte]=" + third:                 {1, 2},
		"metadata[a]=1":                           {},
		"sort=-createdAt":                         {4, 3, 2, 1, 0},
		"sort=updatedAt":                          {1, 2, 3, 4, 0},
		"limit=2&offset=3":                        {3, 4},
		"limit=0":                                 {},
	})
	requireOrders(t, c, "/rest/users")
	requireRefusedLists(t, c, "/rest/users", map[string]string{
		"active=yes": "active invalid_value",
		"active=":    "active invalid_value",
		"q=user":     "q unknown_parameter",
		"role=admin": "role unknown_parameter",
	})
	s.As(s.None.Token).Do(t, http.MethodGet, "/rest/users", nil).Problem(t, http.StatusForbidden, "api_access_not_enabled")
}
