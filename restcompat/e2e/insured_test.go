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

func TestInsuredCreate(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	group := c.Post(t, "/rest/insured-groups", object{"name": "Hotels"}, http.StatusCreated)["id"]

	t.Run("corporate", func(t *testing.T) {
		t.Parallel()
		answer := c.Do(t, http.MethodPost, "/rest/insureds",
			object{"corporateName": "Harbor Tower & Sons, LLC", "insuredGroup": group, "metadata": object{"n": 1}})
		created := answer.Object(t, http.StatusCreated)
		path := "/rest/insureds/" + created["id"].(string)
		require.Equal(t, s.URL+path, answer.Header.Get("Location"))
		require.Equal(t, "corporate", created["type"])
		require.Equal(t, "Harbor Tower & Sons, LLC", created["displayName"])
		require.Equal(t, "harbor-tower-and-sons-llc", created["pathName"])
		require.Equal(t, group, created["insuredGroup"])
		require.Equal(t, object{"n": 1.0}, created["metadata"])
		require.Nil(t, created["firstName"])
		require.Len(t, created, 16, "the specification's members, externalId and importId")
		require.Equal(t, created, c.Get(t, path))
	})
	t.Run("individual", func(t *testing.T) {
		t.Parallel()
		created := c.Post(t, "/rest/insureds",
			object{"prefix": "Ms.", "firstName": "Zoë", "middleName": "Q.", "lastName": "Ångström", "suffix": "III"}, http.StatusCreated)
		require.Equal(t, "individual", created["type"])
		require.Equal(t, "Ms. Zoë Q. Ångström III", created["displayName"])
		require.Equal(t, "ms-zoe-q-angstrom-iii", created["pathName"])
		require.Nil(t, created["insuredGroup"])
		require.Equal(t, object{}, created["metadata"])
	})
	t.Run("given", func(t *testing.T) {
		t.Parallel()
		created := c.Post(t, "/rest/insureds",
			object{"type": "individual", "displayName": "Acme", "corporateName": "Acme Inc.", "insuredGroup": nil}, http.StatusCreated)
		require.Equal(t, "individual", created["type"])
		require.Equal(t, "Acme", created["displayName"])
	})
	t.Run("null_derives", func(t *testing.T) {
		t.Parallel()
		created := c.Post(t, "/rest/insureds", object{"type": nil, "displayName": nil, "corporateName": "Null Inc.", "firstName": nil},
			http.StatusCreated)
		require.Equal(t, "corporate", created["type"])
		require.Equal(t, "Null Inc.", created["displayName"])
	})

	foreign := s.As(s.Prairie.Token).Post(t, "/rest/insured-groups", object{"name": "Foreign"}, http.StatusCreated)["id"]
	other := s.As(s.HarborTest.Token).Post(t, "/rest/insured-groups", object{"name": "Other mode"}, http.StatusCreated)["id"]
	long := strings.Repeat("x", 256)
	for name, tt := range map[string]struct {
		body object
		want []string
	}{
		"nothing_names_it":   {object{"type": "corporate"}, []string{"/displayName required"}},
		"a_prefix_alone":     {object{"prefix": "Mr."}, []string{"/displayName required"}},
		"blank_parts":        {object{"corporateName": "", "lastName": " "}, []string{"/displayName required"}},
		"blank_display_name": {object{"displayName": "", "corporateName": "x"}, []string{"/displayName required"}},
		"type":               {object{"type": "Corporate", "corporateName": "x"}, []string{"/type invalid_value"}},
		"unknown_group":      {object{"corporateName": "x", "insuredGroup": unknownID}, []string{"/insuredGroup unknown_reference"}},
		"malformed_group":    {object{"corporateName": "x", "insuredGroup": "x"}, []string{"/insuredGroup unknown_reference"}},
		"foreign_group":      {object{"corporateName": "x", "insuredGroup": foreign}, []string{"/insuredGroup unknown_reference"}},
		"other_mode":         {object{"corporateName": "x", "insuredGroup": other}, []string{"/insuredGroup unknown_reference"}},
		"read_only":          {object{"corporateName": "x", "pathName": "x", "id": unknownID}, []string{"/id immutable", "/pathName immutable"}},
		"several": {object{"corporateName": long, "firstName": "a\tb", "insuredGroup": unknownID},
			[]string{"/corporateName too_long", "/firstName invalid_value", "/insuredGroup unknown_reference"}},
		"shape": {object{"corporateName": 7, "name": "x"}, []string{"/corporateName invalid_value", "/name unknown_member"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.Do(t, http.MethodPost, "/rest/insureds", tt.body).Violations(t, tt.want...)
		})
	}
	t.Run("entitlement", func(t *testing.T) {
		t.Parallel()
		s.As(s.None.Token).Do(t, http.MethodPost, "/rest/insureds", object{"corporateName": "x"}).Problem(t, http.StatusForbidden,
			"api_access_not_enabled")
	})
}

// TestInsuredTypeIsDerivedAnew changes insureds whose type was given, or never.
func TestInsuredTypeIsDerivedAnew(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	path := "/rest/insureds/" + c.Post(t, "/rest/insureds", object{"firstName": "Ada"}, http.StatusCreated)["id"].(string)
	require.Equal(t, "individual", c.Patch(t, path, object{"type": "individual"})["type"], "as it is shown")
	require.Equal(t, "corporate", c.Patch(t, path, object{"corporateName": "Ada Inc."})["type"])
	require.Equal(t, "individual", c.Patch(t, path, object{"corporateName": nil})["type"])
	require.Equal(t, "corporate", c.Patch(t, path, object{"type": "corporate"})["type"])
	require.Equal(t, "corporate", c.Patch(t, path, object{"lastName": "Example"})["type"], "given by then")
	require.Equal(t, "individual", c.Patch(t, path, object{"type": nil})["type"])

	given := "/rest/insureds/" + c.Post(t, "/rest/insureds", object{"firstName": "Ada", "type": "individual"},
		http.StatusCreated)["id"].(string)
	require.Equal(t, "individual", c.Patch(t, given, object{"corporateName": "Ada Inc."})["type"])
}

func TestInsuredPathName(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	create := func(t *testing.T, name string) (path, pathName string) {
		created := c.Post(t, "/rest/insureds", object{"corporateName": name}, http.StatusCreated)
		return "/rest/insureds/" + created["id"].(string), created["pathName"].(string)
	}

	t.Run("numbered", func(t *testing.T) {
		t.Parallel()
		for n := 1; n <= 30; n++ {
			want := fmt.Sprintf("numbered-inc-%d", n)
			if n == 1 {
				want = "numbered-inc"
			}
			_, got := create(t, "Numbered Inc.")
			require.Equal(t, want, got)
		}
	})
	t.Run("parallel", func(t *testing.T) {
		t.Parallel()
		var wait sync.WaitGroup
		answers := make([]*resttest.Response, 16)
		for i := range answers {
			wait.Go(func() { answers[i] = c.Do(t, http.MethodPost, "/rest/insureds", object{"corporateName": "Race LLC"}) })
		}
		wait.Wait()
		seen := map[any]bool{}
		for _, answer := range answers {
			seen[answer.Object(t, http.StatusCreated)["pathName"]] = true
		}
		require.Len(t, seen, len(answers))
		require.EqualValues(t, len(answers), c.Get(t, "/rest/insureds?q=race")["meta"].(object)["total"])
	})
	t.Run("parallel_renames", func(t *testing.T) {
		t.Parallel()
		var wait sync.WaitGroup
		answers := make([]*resttest.Response, 8)
		for i := range answers {
			path, _ := create(t, fmt.Sprintf("Rename %d", i))
			wait.Go(func() { answers[i] = c.Do(t, http.MethodPatch, path, object{"corporateName": "Renamed LLC"}) })
		}
		wait.Wait()
		seen := map[any]bool{}
		for _, answer := range answers {
			seen[answer.Object(t, http.StatusOK)["pathName"]] = true
		}
		require.Len(t, seen, len(answers))
	})
	t.Run("one_operation", func(t *testing.T) {
		t.Parallel()
		data := c.Query(t, `mutation { a: createInsured(input: {corporateName: "Twins"}) { pathName } b: createInsured(input: {corporateName: `+
			`"Twins"}) { pathName } }`, nil)
		require.Equal(t, "twins", data["a"].(object)["pathName"])
		require.Equal(t, "twins-2", data["b"].(object)["pathName"])
	})
	t.Run("follows_the_name", func(t *testing.T) {
		t.Parallel()
		path, _ := create(t, "First Name")
		create(t, "Taken Name")
		require.Equal(t, "taken-name-2", c.Patch(t, path, object{"corporateName": "Taken Name"})["pathName"])
		require.Equal(t, "taken-name-2", c.Patch(t, path, object{"displayName": "TAKEN, Name"})["pathName"], "the same slug: the path stays")
		require.Equal(t, "first-name", c.Patch(t, path, object{"displayName": "First Name"})["pathName"])
		require.Equal(t, "taken-name-2", c.Patch(t, path, object{"displayName": nil})["pathName"])
	})
	t.Run("per_portfolio", func(t *testing.T) {
		t.Parallel()
		create(t, "Everywhere")
		for _, token := range []string{s.Prairie.Token, s.HarborTest.Token} {
			require.Equal(t, "everywhere",
				s.As(token).Post(t, "/rest/insureds", object{"corporateName": "Everywhere"}, http.StatusCreated)["pathName"])
		}
	})
}

func TestInsuredPatch(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	group := c.Post(t, "/rest/insured-groups", object{"name": "Hotels"}, http.StatusCreated)["id"]
	create := func(t *testing.T, body object) (string, object) {
		created := c.Post(t, "/rest/insureds", body, http.StatusCreated)
		return "/rest/insureds/" + created["id"].(string), created
	}

	t.Run("absent_null_and_merge", func(t *testing.T) {
		t.Parallel()
		path, created := create(t,
			object{"corporateName": "Patch Inc.", "firstName": "Ada", "insuredGroup": group, "metadata": object{"a": 1, "b": 2}})
		time.Sleep(2 * time.Millisecond)
		patched := c.Patch(t, path, object{"firstName": nil, "insuredGroup": nil, "metadata": object{"a": nil}})
		require.Nil(t, patched["firstName"])
		require.Nil(t, patched["insuredGroup"])
		require.Equal(t, object{"b": 2.0}, patched["metadata"])
		require.Equal(t, "Patch Inc.", patched["corporateName"])
		require.Equal(t, "patch-inc", patched["pathName"])
		require.Greater(t, patched["updatedAt"], created["updatedAt"])
		require.Equal(t, patched, c.Get(t, path))
		require.Equal(t, group, c.Patch(t, path, object{"insuredGroup": group})["insuredGroup"])
	})
	t.Run("names", func(t *testing.T) {
		t.Parallel()
		path, _ := create(t, object{"firstName": "Ada", "lastName": "Byron"})
		require.Equal(t, "Ada Lovelace", c.Patch(t, path, object{"lastName": "Lovelace"})["displayName"])
		require.Equal(t, "The Countess", c.Patch(t, path, object{"displayName": "The Countess"})["displayName"])
		require.Equal(t, "The Countess", c.Patch(t, path, object{"lastName": "King"})["displayName"])
		patched := c.Patch(t, path, object{"displayName": nil})
		require.Equal(t, "Ada King", patched["displayName"])
		require.Equal(t, "ada-king", patched["pathName"])
		require.Equal(t, patched, c.Get(t, path))
	})
	t.Run("type", func(t *testing.T) {
		t.Parallel()
		path, _ := create(t, object{"firstName": "Ada", "type": "individual"})
		require.Equal(t, "individual", c.Patch(t, path, object{"corporateName": "Ada Inc."})["type"], "given: it stays")
		require.Equal(t, "corporate", c.Patch(t, path, object{"type": nil})["type"], "null derives")
		require.Equal(t, "individual", c.Patch(t, path, object{"type": "individual"})["type"])
	})
	t.Run("nothing_changed", func(t *testing.T) {
		t.Parallel()
		path, created := create(t, object{"corporateName": "Same Inc.", "insuredGroup": group, "metadata": object{"bb": 1, "a": 2}})
		require.Equal(t, created,
			c.Patch(t, path, object{"corporateName": "Same Inc.", "type": "corporate", "insuredGroup": group, "metadata": object{"a": 2}}))
		require.Equal(t, created, c.Patch(t, path, object{}))
	})
	t.Run("refused", func(t *testing.T) {
		t.Parallel()
		path, created := create(t, object{"corporateName": "Kept Inc."})
		foreign := s.As(s.Prairie.Token).Post(t, "/rest/insured-groups", object{"name": "Foreign"}, http.StatusCreated)["id"]
		c.Do(t, http.MethodPatch, path, object{"corporateName": nil}).Violations(t, "/displayName required")
		c.Do(t, http.MethodPatch, path, object{"pathName": "mine"}).Violations(t, "/pathName immutable")
		c.Do(t, http.MethodPatch, path, object{"type": "company"}).Violations(t, "/type invalid_value")
		c.Do(t, http.MethodPatch, path, object{"lastName": "a\nb", "insuredGroup": foreign}).Violations(t, "/lastName invalid_value",
			"/insuredGroup unknown_reference")
		c.With("If-Match", `"another"`).Do(t, http.MethodPatch, path, object{"corporateName": "x"}).Problem(t, http.StatusPreconditionFailed,
			"precondition_failed")
		require.Equal(t, created, c.Get(t, path))
	})
	t.Run("unknown", func(t *testing.T) {
		t.Parallel()
		path, created := create(t, object{"corporateName": "Foreign Inc."})
		for _, other := range []string{s.Prairie.Token, s.HarborTest.Token} {
			s.As(other).Do(t, http.MethodPatch, path, object{"corporateName": "x"}).Problem(t, http.StatusNotFound, "not_found")
			s.As(other).Do(t, http.MethodGet, path, nil).Problem(t, http.StatusNotFound, "not_found")
		}
		for _, id := range []string{unknownID, "nonsense"} {
			c.Do(t, http.MethodPatch, "/rest/insureds/"+id, object{"insuredGroup": unknownID}).Problem(t, http.StatusNotFound, "not_found")
			c.Do(t, http.MethodGet, "/rest/insureds/"+id, nil).Problem(t, http.StatusNotFound, "not_found")
		}
		require.Equal(t, created, c.Get(t, path))
	})
}

func TestInsuredList(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	group := c.Post(t, "/rest/insured-groups", object{"name": "Hotels"}, http.StatusCreated)["id"].(string)
	var ids []string
	for _, body := range []object{
		{"corporateName": "Harbor Hotels LLC", "insuredGroup": group, "metadata": object{"tier": "gold"}},
		{"firstName": "Ada", "lastName": "Harbor"},
		{"corporateName": "100% Ärger_Gruppe", "displayName": "Gruppe", "firstName": "Émile", "lastName": "Zola"},
		{"displayName": "Hotelier", "insuredGroup": group},
	} {
		ids = append(ids, c.Post(t, "/rest/insureds", body, http.StatusCreated)["id"].(string))
		time.Sleep(2 * time.Millisecond) // distinct createdAt
	}
	for _, token := range []string{s.Prairie.Token, s.HarborTest.Token} {
		s.As(token).Post(t, "/rest/insureds", object{"corporateName": "Harbor Hotels LLC"}, http.StatusCreated)
	}
	second := c.Get(t, "/rest/insureds/"+ids[1])["createdAt"].(string)

	const path = "/rest/insureds"
	requireLists(t, c, path, ids, map[string][]int{
		"":                                  {0, 1, 2, 3},
		"type=corporate":                    {0, 2},
		"type=corporate,individual&q=hotel": {3, 0},
		"insuredGroup=" + group:             {0, 3},
		"insuredGroup=" + group + "&q=LLC":  {0},
		"insuredGroup=" + unknownID + ",x":  {},
		"q=harbor":                          {1, 0},
		"q=%C3%A4rger_":                     {2},
		"q=100%25":                          {2},
		"q=%C3%A9mile+zola":                 {2},
		"q=ada+harbor":                      {1},
		"id=" + ids[3] + "&id=" + ids[0]:    {0, 3},
		"createdAt[gte]=" + second:          {1, 2, 3},
		"updatedAt[lt]=" + second:           {0},
		"metadata[tier]=gold":               {0},
		"sort=-createdAt&q=hotel":           {3, 0},
		"sort=-updatedAt&limit=2&offset=1":  {2, 1},
		"limit=0":                           {},
		"q=" + strings.Repeat("x", 300):     {},
	})
	requireOrders(t, c, path)
	requireRefusedLists(t, c, path, map[string]string{
		"type=company":          "type invalid_value",
		"limit=x":               "limit invalid_value",
		"pathName=x":            "pathName unknown_parameter",
		"updatedAt[gt]=morning": "updatedAt[gt] invalid_value",
	})
	t.Run("graphql", func(t *testing.T) {
		t.Parallel()
		data := c.Query(t, `query($g: [ID!]) { insureds(filter: {insuredGroup: $g}, sort: `+
			`createdAtDesc) { nodes { id insuredGroupId insuredGroup { id name } } pageInfo { hasNextPage } } }`, object{"g": []string{group}})
		nodes := data["insureds"].(object)["nodes"].([]any)
		require.Len(t, nodes, 2)
		require.Equal(t, object{"id": ids[3], "insuredGroupId": group, "insuredGroup": object{"id": group, "name": "Hotels"}}, nodes[0])
		one := c.Query(t, `query($id: ID!) { insured(id: $id) { insuredGroup { name } } insuredGroup(id: $id) { id } }`, object{"id": ids[1]})
		require.Equal(t, object{"insured": object{"insuredGroup": nil}, "insuredGroup": nil}, one)
	})
}

func TestInsuredAudit(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	c.Post(t, "/rest/insureds", object{"corporateName": "Taken"}, http.StatusCreated)
	id := c.Post(t, "/rest/insureds", object{"corporateName": "Before"}, http.StatusCreated)["id"]
	c.Patch(t, fmt.Sprintf("/rest/insureds/%s", id), object{"corporateName": "Taken"})
	c.Patch(t, fmt.Sprintf("/rest/insureds/%s", id), object{"corporateName": "Taken"})
	events := c.Query(t, `query($id: [ID!]) { auditEvents(filter: {subject: $id}) { nodes { action subjectType changes } } }`,
		object{"id": []any{id}})
	nodes := events["auditEvents"].(object)["nodes"].([]any)
	require.Len(t, nodes, 2)
	require.Equal(t, "insured.created", nodes[0].(object)["action"])
	require.Equal(t, object{"action": "insured.updated", "subjectType": "insured", "changes": object{
		"corporateName": object{"from": "Before", "to": "Taken"},
		"displayName":   object{"from": "Before", "to": "Taken"},
		"pathName":      object{"from": "before", "to": "taken-2"},
	}}, nodes[1])
}
