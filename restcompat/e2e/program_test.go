package e2e

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

const programFields = `{ id name productTypes { key name } createdAt updatedAt }`

const createProgram = `mutation($input: CreateProgramInput!) { it: createProgram(input: $input) ` + programFields + ` }`
const updateProgram = `mutation($id: ID!, $input: UpdateProgramInput!) { it: updateProgram(id: $id, input: $input) ` + programFields + ` }`

func product(key string) object { return object{"key": key, "name": "The " + key} }

func TestProgram(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Basic.Token)
	var ids []string
	for _, name := range []string{"Small business", "Real estate", "Real estate 2"} {
		p := mutate(t, c, createProgram, object{"input": object{"name": name, "productTypes": []any{product("property"), product("auto")}}})
		ids = append(ids, p["id"].(string))
		require.Equal(t, []any{p}, c.Get(t, "/rest/programs?id="+p["id"].(string))["data"])
		time.Sleep(2 * time.Millisecond) // distinct createdAt
	}
	s.Program(t, s.Prairie)
	s.Program(t, s.HarborTest)

	t.Run("list", func(t *testing.T) {
		requireLists(t, c, "/rest/programs", ids, map[string][]int{
			"":                                    {0, 1, 2},
			"q=REAL":                              {1, 2},
			"q=property":                          {},
			"id=" + ids[1] + "," + unknownID:      {1},
			"createdAt[lte]=2099-01-01T00:00:00Z": {0, 1, 2},
			"updatedAt[gt]=2099-01-01T00:00:00Z":  {},
			"metadata[a]=b":                       {},
			"sort=-createdAt":                     {2, 1, 0},
			"limit=1":                             {0},
		})
		requireOrders(t, c, "/rest/programs")
		requireRefusedLists(t, c, "/rest/programs", map[string]string{"name=x": "name unknown_parameter"})
		s.As(s.None.Token).Do(t, http.MethodGet, "/rest/programs", nil).Problem(t, http.StatusForbidden, "api_access_not_enabled")
	})
	t.Run("update", func(t *testing.T) {
		change := func(input object) object { return object{"id": ids[0], "input": input} }
		before := c.Get(t, "/rest/programs?id="+ids[0])["data"].([]any)[0]
		require.Equal(t, before, mutate(t, c, updateProgram, change(object{"productTypes": []any{product("property"), product("auto")}})))
		changed := mutate(t, c, updateProgram, change(object{"productTypes": []any{product("auto")}}))
		require.Equal(t, []any{product("auto")}, changed["productTypes"])
		require.Equal(t, "Small business", changed["name"])
		c.Refused(t, updateProgram, change(object{"name": nil, "productTypes": nil}), "required", "/name required", "/productTypes required")
		c.Refused(t, updateProgram, change(object{"productTypes": []any{}}), "required", "/productTypes required")
		requireNowhere(t, s, ids[0], updateProgram, object{"name": "x"})
		require.Equal(t, []any{changed}, c.Get(t, "/rest/programs?id="+ids[0])["data"])
	})
	t.Run("refused", func(t *testing.T) {
		c.Refused(t, createProgram, object{"input": object{"name": strings.Repeat("x", 256), "productTypes": []any{}}}, "validation_failed",
			"/name too_long", "/productTypes required")
		c.Refused(t, createProgram,
			object{"input": object{"name": "x",
				"productTypes": []any{product("a"), product("b"), product("a"), object{"key": " ", "name": "a\x01"}}}},
			"validation_failed", "/productTypes/2/key duplicate", "/productTypes/3/key required", "/productTypes/3/name invalid_value")
		require.Len(t, c.Get(t, "/rest/programs")["data"], 3)
	})
}
