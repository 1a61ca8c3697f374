package e2e

import (
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

const brokerFields = `{ id email phone brokerageId firstName lastName displayName pathName phoneExtension phoneType createdAt updatedAt }`

const createBroker = `mutation($input: CreateBrokerInput!) { it: createBroker(input: $input) ` + brokerFields + ` }`
const updateBroker = `mutation($id: ID!, $input: UpdateBrokerInput!) { it: updateBroker(id: $id, input: $input) ` + brokerFields + ` }`

const brokerageFields = `{ id name mailingAddress streetAddress city state postalCode createdAt updatedAt }`

const createBrokerage = `mutation($input: CreateBrokerageInput!) { it: createBrokerage(input: $input) ` + brokerageFields + ` }`
const updateBrokerage = `mutation($id: ID!, $input: UpdateBrokerageInput!) { it: updateBrokerage(id: $id, input: $input) ` +
	brokerageFields + ` }`

func TestBrokerCreate(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	brokerage := mutate(t, c, createBrokerage, object{"input": object{"name": "Cedar Example Insurance"}})

	t.Run("everything", func(t *testing.T) {
		t.Parallel()
		b := mutate(t, c, createBroker, object{"input": object{
			"email": "grace@example.com", "phone": "(212) 555-0142", "brokerage": brokerage["id"], "firstName": "Grace",
			"lastName": "Example", "displayName": "Grace at Cedar", "phoneExtension": "x 7", "phoneType": "office",
		}})
		require.Equal(t, []any{object{
			"id": b["id"], "email": "grace@example.com", "phone": "(212) 555-0142", "brokerage": brokerage["id"], "firstName": "Grace",
			"lastName": "Example", "displayName": "Grace at Cedar", "pathName": "grace-at-cedar", "phoneExtension": "x 7", "phoneType": "office",
		}}, c.Get(t, "/rest/brokers?id="+b["id"].(string))["data"], "exactly the specification's table")
		answer := c.Query(t, `query($id: ID!) { broker(id: $id) { displayName brokerage { name } } }`, object{"id": b["id"]})
		require.Equal(t, object{"broker": object{"displayName": "Grace at Cedar", "brokerage": object{"name": "Cedar Example Insurance"}}},
			answer)
	})
	t.Run("derived_name", func(t *testing.T) {
		t.Parallel()
		for _, tt := range []struct{ input, want object }{
			{object{"firstName": "Ida", "lastName": "Ex"}, object{"displayName": "Ida Ex", "pathName": "ida-ex"}},
			{object{"lastName": "Öz"}, object{"displayName": "Öz", "pathName": "oz"}},
			{object{"email": "mail@example.com", "firstName": " "}, object{"displayName": "mail@example.com", "pathName": "mail-example-com"}},
			{object{"displayName": "保険", "email": "x@example.com"}, object{"displayName": "保険", "pathName": "x"}},
		} {
			b := mutate(t, c, createBroker, object{"input": tt.input})
			require.Equal(t, tt.want, object{"displayName": b["displayName"], "pathName": b["pathName"]})
		}
	})
	foreign := mutate(t, s.As(s.Prairie.Token), createBrokerage, object{"input": object{"name": "Elsewhere"}})
	for name, tt := range map[string]struct {
		input object
		code  string
		want  []string
	}{
		"nothing_names_it":  {object{"phone": "555-0100", "firstName": ""}, "required", []string{"/displayName required"}},
		"blank_name":        {object{"displayName": "  "}, "required", []string{"/displayName required"}},
		"unknown_brokerage": {object{"lastName": "X", "brokerage": unknownID}, "unknown_reference", []string{"/brokerage unknown_reference"}},
		"foreign_brokerage": {object{"lastName": "X", "brokerage": foreign["id"]}, "unknown_reference", []string{"/brokerage unknown_reference"}},
		"malformed_id":      {object{"lastName": "X", "brokerage": "nonsense"}, "unknown_reference", []string{"/brokerage unknown_reference"}},
		"everything_at_once": {object{"email": "x", "phone": strings.Repeat("5", 41), "brokerage": unknownID, "lastName": "a\tb",
			"phoneExtension": "1\n"}, "validation_failed",
			[]string{"/email invalid_value", "/phone too_long", "/brokerage unknown_reference", "/lastName invalid_value",
				"/phoneExtension invalid_value"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.Refused(t, createBroker, object{"input": tt.input}, tt.code, tt.want...)
		})
	}
	t.Run("unknown_phone_type", func(t *testing.T) {
		t.Parallel()
		require.Contains(t, c.GraphQL(t, createBroker, object{"input": object{"lastName": "X", "phoneType": "pager"}}), "errors")
	})
}

func TestBrokerPathName(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	named := func(name string) object { return object{"input": object{"displayName": name}} }

	t.Run("numbered", func(t *testing.T) {
		t.Parallel()
		var paths []any
		for _, name := range []string{"Same Name", "same name!", "Same Name", "Same Name 2", "Same Name"} {
			paths = append(paths, mutate(t, c, createBroker, named(name))["pathName"])
		}
		require.Equal(t, []any{"same-name", "same-name-2", "same-name-3", "same-name-2-2", "same-name-4"}, paths)
		require.Equal(t, "same-name", mutate(t, s.As(s.HarborTest.Token), createBroker, named("Same Name"))["pathName"],
			"unique in the portfolio only")
	})
	t.Run("renamed", func(t *testing.T) {
		t.Parallel()
		mutate(t, c, createBroker, named("Old Name"))
		b := mutate(t, c, createBroker, named("First Name"))
		rename := func(name any) any {
			return mutate(t, c, updateBroker, object{"id": b["id"], "input": object{"displayName": name, "email": "b@example.com"}})["pathName"]
		}
		require.Equal(t, "first-name", rename("FIRST name"), "the same slug stays")
		require.Equal(t, "old-name-2", rename("Old Name"))
		require.Equal(t, "b-example-com", rename(nil), "null derives the name")
	})
	t.Run("at_once", func(t *testing.T) {
		t.Parallel()
		var wg sync.WaitGroup
		paths := make(chan string, 8)
		for range 8 {
			wg.Go(func() { paths <- mutate(t, c, createBroker, named("Racing Name"))["pathName"].(string) })
		}
		wg.Wait()
		close(paths)
		var got []string
		for path := range paths {
			got = append(got, path)
		}
		slices.Sort(got)
		require.Len(t, slices.Compact(got), 8)
		require.Equal(t, "racing-name", got[0])
	})
}

func TestBrokerUpdate(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	brokerage := mutate(t, c, createBrokerage, object{"input": object{"name": "Cedar"}})
	b := mutate(t, c, createBroker,
		object{"input": object{"email": "b@example.com", "phone": "555-0101", "phoneType": "mobile", "brokerage": brokerage["id"]}})
	change := func(input object) object { return object{"id": b["id"], "input": input} }

	require.Equal(t, b, mutate(t, c, updateBroker, change(object{"phoneType": "mobile", "brokerage": brokerage["id"]})))
	c.Refused(t, updateBroker, change(object{"email": nil}), "required", "/displayName required")
	c.Refused(t, updateBroker, change(object{"brokerage": unknownID, "phone": "\a"}), "validation_failed", "/phone invalid_value",
		"/brokerage unknown_reference")
	changed := mutate(t, c, updateBroker, change(object{"phone": nil, "phoneType": nil, "brokerage": nil, "lastName": "Example"}))
	require.Nil(t, changed["phone"])
	require.Nil(t, changed["phoneType"])
	require.Nil(t, changed["brokerageId"])
	require.Equal(t, "Example", changed["displayName"])
	require.Equal(t, "example", changed["pathName"])
	require.Greater(t, changed["updatedAt"], b["updatedAt"])
	events := c.Query(t, `query($id: ID!) { auditEvents(filter: {subject: [$id]}) { nodes { action changes } } }`, object{"id": b["id"]})
	nodes := events["auditEvents"].(object)["nodes"].([]any)
	require.Len(t, nodes, 2)
	require.Equal(t, object{"from": "b-example-com", "to": "example"}, nodes[1].(object)["changes"].(object)["pathName"])
	requireNowhere(t, s, b["id"], updateBroker, object{"lastName": "x"})
}

func TestBrokerList(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	cedar := mutate(t, c, createBrokerage, object{"input": object{"name": "Cedar"}})["id"].(string)
	var ids []string
	for _, input := range []object{
		{"displayName": "Grace 100%", "brokerage": cedar},
		{"email": "Ida@example.com", "firstName": "Ida", "lastName": "Zed", "displayName": "The Broker"},
		{"email": "ida@example.com", "phone": "212 555-0142"},
		{"lastName": "Zed", "brokerage": cedar},
	} {
		ids = append(ids, mutate(t, c, createBroker, object{"input": input})["id"].(string))
		time.Sleep(2 * time.Millisecond) // distinct createdAt
	}
	s.Broker(t, s.Prairie)
	s.Broker(t, s.HarborTest)
	created := c.Query(t, `query($id: ID!) { broker(id: $id) { createdAt } }`, object{"id": ids[1]})["broker"].(object)["createdAt"].(string)

	requireLists(t, c, "/rest/brokers", ids, map[string][]int{
		"":                               {0, 1, 2, 3},
		"brokerage=" + cedar:             {0, 3},
		"brokerage=" + cedar + "&q=zed":  {3},
		"brokerage=" + unknownID + ",x":  {},
		"email=IDA@example.com":          {1, 2},
		"email=ida":                      {},
		"q=zed":                          {3, 1},
		"q=ida+zed":                      {1},
		"q=EXAMPLE.com":                  {1, 2},
		"q=555-0142":                     {2},
		"q=100%25":                       {0},
		"q=%25":                          {0},
		"q=_":                            {},
		"id=" + ids[3] + "&id=" + ids[0]: {0, 3},
		"createdAt[gt]=" + created:       {2, 3},
		"updatedAt[lte]=" + created:      {0, 1},
		"metadata[a]=b":                  {},
		"sort=-updatedAt":                {3, 2, 1, 0},
		"limit=1&offset=2":               {2},
	})
	requireOrders(t, c, "/rest/brokers")
	requireRefusedLists(t, c, "/rest/brokers", map[string]string{
		"q=a&q=b":          "q invalid_value",
		"phoneType=mobile": "phoneType unknown_parameter",
	})
	nodes := c.Query(t, `{ brokers { nodes { brokerage { name } } } }`, nil)["brokers"].(object)["nodes"]
	none, one := object{"brokerage": nil}, object{"brokerage": object{"name": "Cedar"}}
	require.Equal(t, []any{one, none, none, one}, nodes)
	s.As(s.None.Token).Do(t, http.MethodGet, "/rest/brokers", nil).Problem(t, http.StatusForbidden, "api_access_not_enabled")
}

func TestBrokerage(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	var ids []string
	for _, input := range []object{
		{"name": "Cedar Example Insurance", "mailingAddress": "PO Box 7", "streetAddress": "1 Example St", "city": "Albany", "state": "NY",
			"postalCode": "12207"},
		{"name": "Birch", "state": "MA", "city": "Boston"},
		{"name": "Birch", "state": "ny"},
		{"name": "Oak"},
	} {
		ids = append(ids, mutate(t, c, createBrokerage, object{"input": input})["id"].(string))
		time.Sleep(2 * time.Millisecond) // distinct createdAt
	}
	mutate(t, s.As(s.Prairie.Token), createBrokerage, object{"input": object{"name": "Elsewhere", "state": "NY"}})
	require.Equal(t, object{
		"id": ids[0], "name": "Cedar Example Insurance", "mailingAddress": "PO Box 7", "streetAddress": "1 Example St",
		"city": "Albany", "state": "NY", "postalCode": "12207",
	}, c.Get(t, "/rest/brokerages")["data"].([]any)[0], "exactly the specification's table")

	t.Run("list", func(t *testing.T) {
		requireLists(t, c, "/rest/brokerages", ids, map[string][]int{
			"":                                   {0, 1, 2, 3},
			"state=NY":                           {0},
			"state=NY,MA":                        {0, 1},
			"state=N":                            {},
			"q=birch":                            {2, 1},
			"q=BOSTON":                           {1},
			"q=12207":                            {},
			"q=birch&state=ny":                   {2},
			"id=" + ids[2]:                       {2},
			"id=nonsense":                        {},
			"metadata[a]=b":                      {},
			"sort=-createdAt":                    {3, 2, 1, 0},
			"limit=1&offset=1":                   {1},
			"createdAt[gt]=2099-01-01T00:00:00Z": {},
			"updatedAt[lt]=2099-01-01T00:00:00Z": {0, 1, 2, 3},
		})
		requireOrders(t, c, "/rest/brokerages")
		requireRefusedLists(t, c, "/rest/brokerages", map[string]string{"city=Boston": "city unknown_parameter"})
	})
	t.Run("update", func(t *testing.T) {
		change := func(input object) object { return object{"id": ids[1], "input": input} }
		before := c.Query(t, `query($id: ID!) { brokerage(id: $id) `+brokerageFields+` }`, object{"id": ids[1]})["brokerage"]
		require.Equal(t, before, mutate(t, c, updateBrokerage, change(object{"city": "Boston"})))
		c.Refused(t, updateBrokerage, change(object{"name": nil, "city": "a\nb"}), "validation_failed", "/name required", "/city invalid_value")
		changed := mutate(t, c, updateBrokerage, change(object{"name": "Alder", "city": nil}))
		require.Equal(t, "Alder", changed["name"])
		require.Nil(t, changed["city"])
		require.Equal(t, "MA", changed["state"])
		requireNowhere(t, s, ids[1], updateBrokerage, object{"name": "x"})
	})
	t.Run("refused", func(t *testing.T) {
		c.Refused(t, createBrokerage, object{"input": object{"name": " ", "state": strings.Repeat("x", 256)}}, "validation_failed",
			"/name required", "/state too_long")
		s.As(s.Support).With("X-Portfolio", s.Harbor.Portfolio.ID().String()).
			Refused(t, createBrokerage, object{"input": object{"name": "x"}}, "forbidden")
		require.Len(t, c.Get(t, "/rest/brokerages")["data"], 4)
	})
}
