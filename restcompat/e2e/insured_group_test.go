package e2e

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

func TestInsuredGroupCreate(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)

	answer := c.Do(t, http.MethodPost, "/rest/insured-groups", object{"name": "Harbor Hotels", "metadata": object{"n": 1}})
	created := answer.Object(t, http.StatusCreated)
	path := "/rest/insured-groups/" + created["id"].(string)
	require.Equal(t, s.URL+path, answer.Header.Get("Location"))
	require.Equal(t, "Harbor Hotels", created["name"])
	require.Equal(t, object{"n": 1.0}, created["metadata"])
	require.Equal(t, created["createdAt"], created["updatedAt"])
	require.Len(t, created, 5, "exactly the specification's members")
	require.Equal(t, created, c.Get(t, path))
	require.Equal(t, object{}, c.Post(t, "/rest/insured-groups", object{"name": "Harbor Hotels"}, http.StatusCreated)["metadata"],
		"a name need not be unique")

	for name, tt := range map[string]struct {
		body object
		want []string
	}{
		"no_name":    {object{}, []string{"/name required"}},
		"null_name":  {object{"name": nil}, []string{"/name required"}},
		"blank_name": {object{"name": "  "}, []string{"/name required"}},
		"too_long":   {object{"name": strings.Repeat("ä", 256)}, []string{"/name too_long"}},
		"control":    {object{"name": "a\nb"}, []string{"/name invalid_value"}},
		"nul":        {object{"name": "a\x00b"}, []string{"/name invalid_value"}},
		"kind":       {object{"name": 7}, []string{"/name invalid_value"}},
		"unknown":    {object{"name": "x", "title": "y"}, []string{"/title unknown_member"}},
		"read_only":  {object{"name": "x", "id": unknownID, "createdAt": "now"}, []string{"/createdAt immutable", "/id immutable"}},
		"several": {object{"name": "", "metadata": object{strings.Repeat("k", 41): 1}},
			[]string{"/name required", "/metadata/" + strings.Repeat("k", 41) + " too_long"}},
		"bad_metadata": {object{"name": "x", "metadata": []any{}}, []string{"/metadata invalid_value"}},
	} {
		t.Run(name, func(t *testing.T) {
			c.Do(t, http.MethodPost, "/rest/insured-groups", tt.body).Violations(t, tt.want...)
		})
	}
	c.Do(t, http.MethodPost, "/rest/insured-groups", object{"name": strings.Repeat("ä", 255)}).Object(t, http.StatusCreated)
	require.EqualValues(t, 3, c.Get(t, "/rest/insured-groups?limit=0")["meta"].(object)["total"], "what was refused wrote nothing")
	s.As(s.None.Token).Do(t, http.MethodPost, "/rest/insured-groups", object{"name": "x"}).Problem(t, http.StatusForbidden,
		"api_access_not_enabled")
	s.As(s.Basic.Token).Do(t, http.MethodGet, path, nil).Object(t, http.StatusOK)
}

func TestInsuredGroupPatch(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	create := func(t *testing.T, body object) (string, object) {
		created := c.Post(t, "/rest/insured-groups", body, http.StatusCreated)
		return "/rest/insured-groups/" + created["id"].(string), created
	}

	t.Run("name", func(t *testing.T) {
		t.Parallel()
		path, created := create(t, object{"name": "Before", "metadata": object{"a": 1, "b": 2}})
		time.Sleep(2 * time.Millisecond)
		patched := c.Patch(t, path, object{"name": "After", "metadata": object{"a": nil}})
		require.Equal(t, "After", patched["name"])
		require.Equal(t, object{"b": 2.0}, patched["metadata"])
		require.Equal(t, created["createdAt"], patched["createdAt"])
		require.Greater(t, patched["updatedAt"], created["updatedAt"])
		require.Equal(t, patched, c.Get(t, path))
	})
	t.Run("nothing_changed", func(t *testing.T) {
		t.Parallel()
		path, created := create(t, object{"name": "Same", "metadata": object{"bb": 1, "a": 2}})
		require.Equal(t, created, c.Patch(t, path, object{"name": "Same", "metadata": object{"a": 2}}))
		require.Equal(t, created, c.Patch(t, path, object{}))
	})
	t.Run("refused", func(t *testing.T) {
		t.Parallel()
		path, created := create(t, object{"name": "Kept"})
		c.Do(t, http.MethodPatch, path, object{"name": nil}).Violations(t, "/name required")
		c.Do(t, http.MethodPatch, path, object{"name": " "}).Violations(t, "/name required")
		c.Do(t, http.MethodPatch, path, object{"updatedAt": "now"}).Violations(t, "/updatedAt immutable")
		c.With("If-Match", `"another"`).Do(t, http.MethodPatch, path, object{"name": "x"}).Problem(t, http.StatusPreconditionFailed,
			"precondition_failed")
		require.Equal(t, created, c.Get(t, path))
	})
	t.Run("unknown", func(t *testing.T) {
		t.Parallel()
		path, created := create(t, object{"name": "Foreign"})
		for _, other := range []string{s.Prairie.Token, s.HarborTest.Token} {
			s.As(other).Do(t, http.MethodPatch, path, object{"name": "x"}).Problem(t, http.StatusNotFound, "not_found")
			s.As(other).Do(t, http.MethodGet, path, nil).Problem(t, http.StatusNotFound, "not_found")
		}
		for _, id := range []string{unknownID, "nonsense"} {
			c.Do(t, http.MethodPatch, "/rest/insured-groups/"+id, object{"name": ""}).Problem(t, http.StatusNotFound, "not_found")
			c.Do(t, http.MethodGet, "/rest/insured-groups/"+id, nil).Problem(t, http.StatusNotFound, "not_found")
		}
		require.Equal(t, created, c.Get(t, path))
	})
}

func TestInsuredGroupList(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	var ids []string
	for _, body := range []object{
		{"name": "Harbor Hotels", "metadata": object{"tier": 1}},
		{"name": "Harbor Offices"},
		{"name": "100% Ärger_Gruppe"},
		{"name": "Harbor Hotels"},
	} {
		ids = append(ids, c.Post(t, "/rest/insured-groups", body, http.StatusCreated)["id"].(string))
		time.Sleep(2 * time.Millisecond) // distinct createdAt
	}
	s.As(s.Prairie.Token).Post(t, "/rest/insured-groups", object{"name": "Harbor Hotels"}, http.StatusCreated)
	s.As(s.HarborTest.Token).Post(t, "/rest/insured-groups", object{"name": "Harbor Hotels"}, http.StatusCreated)
	second := c.Get(t, "/rest/insured-groups/"+ids[1])["createdAt"].(string)

	const path = "/rest/insured-groups"
	requireLists(t, c, path, ids, map[string][]int{
		"":                                 {0, 1, 2, 3},
		"name=Harbor%20Hotels":             {0, 3},
		"name=harbor%20hotels":             {},
		"name=Harbor+Offices,nobody":       {1},
		"name=Harbor+Offices&q=hotels":     {},
		"q=HOTELS":                         {0, 3},
		"q=%C3%A4rger_":                    {2},
		"q=100%25":                         {2},
		"id=" + ids[2] + "," + ids[0]:      {0, 2},
		"id=" + unknownID + ",nonsense":    {},
		"createdAt[gt]=" + second:          {2, 3},
		"updatedAt[lte]=" + second:         {0, 1},
		"metadata[tier]=1":                 {0},
		"sort=-createdAt&q=hotels":         {3, 0},
		"sort=-updatedAt&limit=1&offset=1": {2},
		"limit=0":                          {},
	})
	requireOrders(t, c, path)
	requireRefusedLists(t, c, path, map[string]string{
		"limit=201":     "limit invalid_value",
		"names=x":       "names unknown_parameter",
		"type=x":        "type unknown_parameter",
		"q=a&q=b":       "q invalid_value",
		"sort=name":     "sort invalid_value",
		"createdAt=now": "createdAt unknown_parameter",
	})
}
