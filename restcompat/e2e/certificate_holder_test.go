package e2e

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

const holderFields = `{ id name address { street1 street2 city state postalCode country county } clauseTypes createdAt updatedAt }`

const createHolder = `mutation($input: CreateCertificateHolderInput!) { it: createCertificateHolder(input: $input) ` + holderFields + ` }`
const updateHolder = `mutation($id: ID!, $input: UpdateCertificateHolderInput!) { it: updateCertificateHolder(id: $id, input: $input) ` +
	holderFields + ` }`

const clauseFields = `{ id certificateHolderId certificateHolder { name } clauseType wording createdAt updatedAt }`

const createClause = `mutation($input: CreateMortgageeClauseInput!) { it: createMortgageeClause(input: $input) ` + clauseFields + ` }`
const updateClause = `mutation($id: ID!, $input: UpdateMortgageeClauseInput!) { it: updateMortgageeClause(id: $id, input: $input) ` +
	clauseFields + ` }`

// newHolder makes a certificate holder and returns its id.
func newHolder(t *testing.T, c *resttest.Client, name string, clauseTypes ...any) string {
	t.Helper()
	return mutate(t, c, createHolder, object{"input": object{"name": name, "clauseTypes": clauseTypes}})["id"].(string)
}

func TestCertificateHolder(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Basic.Token)
	address := object{"street1": "1 Example St", "city": "Albany", "state": "NY", "postalCode": "12207"}
	whole := object{"street2": nil, "country": nil, "county": nil}
	for name, value := range address {
		whole[name] = value
	}
	first := mutate(t, c, createHolder,
		object{"input": object{"name": "Harbor Example Bank ISAOA/ATIMA", "address": address, "clauseTypes": []any{"mortgagee", "lossPayee"}}})
	require.Equal(t, whole, first["address"])
	require.Equal(t, []any{"mortgagee", "lossPayee"}, first["clauseTypes"])
	time.Sleep(2 * time.Millisecond) // distinct createdAt
	ids := []string{first["id"].(string), newHolder(t, c, "Harbor Servicing", "lossPayee")}
	newHolder(t, s.As(s.Prairie.Token), "Harbor elsewhere", "mortgagee")

	t.Run("list", func(t *testing.T) {
		require.Equal(t, first, c.Get(t, "/rest/certificate-holders")["data"].([]any)[0])
		requireLists(t, c, "/rest/certificate-holders", ids, map[string][]int{
			"":                      {0, 1},
			"q=isaoa":               {0},
			"q=harbor&id=" + ids[1]: {1},
			"id=nonsense":           {},
			"createdAt[gt]=" + first["createdAt"].(string):  {1},
			"updatedAt[lte]=" + first["updatedAt"].(string): {0},
			"metadata[a]=b":    {},
			"sort=-updatedAt":  {1, 0},
			"limit=1&offset=1": {1},
		})
		requireOrders(t, c, "/rest/certificate-holders")
		requireRefusedLists(t, c, "/rest/certificate-holders", map[string]string{"clauseType=mortgagee": "clauseType unknown_parameter"})
		s.As(s.None.Token).Do(t, http.MethodGet, "/rest/certificate-holders", nil).Problem(t, http.StatusForbidden, "api_access_not_enabled")
	})
	t.Run("refused", func(t *testing.T) {
		c.Refused(t, createHolder, object{"input": object{"name": "", "clauseTypes": []any{}}}, "required", "/name required",
			"/clauseTypes required")
		c.Refused(t, createHolder, object{"input": object{
			"name": "x", "clauseTypes": []any{"mortgagee", "mortgagee"},
			"address": object{"street1": " ", "city": strings.Repeat("x", 256), "state": "NY", "postalCode": "", "county": "a\nb"},
		}}, "validation_failed", "/address/street1 required", "/address/city too_long", "/address/postalCode required",
			"/address/county invalid_value", "/clauseTypes/1 duplicate")
		require.Len(t, c.Get(t, "/rest/certificate-holders")["data"], 2)
	})
	t.Run("update", func(t *testing.T) {
		change := func(input object) object { return object{"id": ids[0], "input": input} }
		require.Equal(t, first, mutate(t, c, updateHolder, change(object{"address": address, "clauseTypes": []any{"mortgagee", "lossPayee"}})))
		c.Refused(t, updateHolder, change(object{"name": nil, "clauseTypes": nil}), "required", "/name required", "/clauseTypes required")
		mutate(t, c, createClause, object{"input": object{"certificateHolder": ids[0], "clauseType": "lossPayee", "wording": "x"}})
		c.Refused(t, updateHolder, change(object{"clauseTypes": []any{"mortgagee"}}), "invalid_value", "/clauseTypes invalid_value")
		changed := mutate(t, c, updateHolder, change(object{"address": nil, "clauseTypes": []any{"additionalInsured", "lossPayee"}}))
		require.Nil(t, changed["address"])
		require.Equal(t, []any{"additionalInsured", "lossPayee"}, changed["clauseTypes"])
		requireNowhere(t, s, ids[0], updateHolder, object{"name": "x"})
	})
}

func TestMortgageeClause(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Basic.Token)
	bank, servicer := newHolder(t, c, "Bank", "mortgagee", "lossPayee"), newHolder(t, c, "Servicer", "lossPayee")
	foreign := newHolder(t, s.As(s.Prairie.Token), "Elsewhere", "mortgagee")
	var ids []string
	for _, input := range []object{
		{"certificateHolder": bank, "clauseType": "mortgagee", "wording": "Bank, its successors\nand assigns"},
		{"certificateHolder": bank, "clauseType": "lossPayee", "wording": "Bank"},
		{"certificateHolder": servicer, "clauseType": "lossPayee", "wording": "Servicer"},
	} {
		ids = append(ids, mutate(t, c, createClause, object{"input": input})["id"].(string))
		time.Sleep(2 * time.Millisecond) // distinct createdAt
	}
	s.MortgageeClause(t, s.Prairie)
	s.MortgageeClause(t, s.HarborTest)

	t.Run("list", func(t *testing.T) {
		one := c.Get(t, "/rest/mortgagee-clauses")["data"].([]any)[0].(object)
		require.Equal(t, object{
			"id": ids[0], "certificateHolder": bank, "clauseType": "mortgagee", "wording": "Bank, its successors\nand assigns",
			"createdAt": one["createdAt"], "updatedAt": one["createdAt"],
		}, one)
		requireLists(t, c, "/rest/mortgagee-clauses", ids, map[string][]int{
			"":                          {0, 1, 2},
			"certificateHolder=" + bank: {0, 1},
			"certificateHolder=" + bank + "," + servicer:     {0, 1, 2},
			"certificateHolder=" + foreign:                   {},
			"certificateHolder=nonsense":                     {},
			"clauseType=lossPayee":                           {1, 2},
			"clauseType=lossPayee,mortgagee":                 {0, 1, 2},
			"clauseType=additionalInsured":                   {},
			"clauseType=lossPayee&certificateHolder=" + bank: {1},
			"id=" + ids[2]:                                   {2},
			"createdAt[lte]=" + one["createdAt"].(string):    {0},
			"updatedAt[gt]=2099-01-01T00:00:00Z":             {},
			"metadata[a]=b":                                  {},
			"sort=-createdAt":                                {2, 1, 0},
			"limit=2&offset=2":                               {2},
		})
		requireOrders(t, c, "/rest/mortgagee-clauses")
		requireRefusedLists(t, c, "/rest/mortgagee-clauses", map[string]string{
			"clauseType=Mortgagee": "clauseType invalid_value",
			"q=bank":               "q unknown_parameter",
		})
		nodes := c.Query(t, `{ mortgageeClauses { nodes { certificateHolder { name } } } }`, nil)["mortgageeClauses"].(object)["nodes"]
		require.Equal(t, object{"certificateHolder": object{"name": "Servicer"}}, nodes.([]any)[2])
		s.As(s.None.Token).Do(t, http.MethodGet, "/rest/mortgagee-clauses", nil).Problem(t, http.StatusForbidden, "api_access_not_enabled")
	})
	t.Run("refused", func(t *testing.T) {
		for _, holder := range []string{foreign, unknownID, "nonsense"} {
			c.Refused(t, createClause, object{"input": object{"certificateHolder": holder, "clauseType": "mortgagee", "wording": " "}},
				"validation_failed", "/certificateHolder unknown_reference", "/wording required")
		}
		c.Refused(t, createClause,
			object{"input": object{"certificateHolder": servicer, "clauseType": "mortgagee", "wording": strings.Repeat("x", 4001)}},
			"validation_failed", "/clauseType invalid_value", "/wording too_long")
		require.Len(t, c.Get(t, "/rest/mortgagee-clauses")["data"], 3)
	})
	t.Run("update", func(t *testing.T) {
		change := func(input object) object { return object{"id": ids[2], "input": input} }
		before := mutate(t, c, updateClause, change(object{}))
		require.Equal(t, before, mutate(t, c, updateClause, change(object{"clauseType": "lossPayee", "wording": "Servicer"})))
		require.Equal(t, before["createdAt"], before["updatedAt"])
		c.Refused(t, updateClause, change(object{"clauseType": "mortgagee", "wording": nil}), "validation_failed", "/clauseType invalid_value",
			"/wording required")
		c.Refused(t, updateClause, change(object{"clauseType": nil}), "required", "/clauseType required")
		mutate(t, c, updateHolder, object{"id": servicer, "input": object{"clauseTypes": []any{"lossPayee", "mortgagee"}}})
		changed := mutate(t, c, updateClause, change(object{"clauseType": "mortgagee", "wording": "As mortgagee"}))
		require.Equal(t, "mortgagee", changed["clauseType"])
		require.Equal(t, "As mortgagee", changed["wording"])
		require.Equal(t, object{"name": "Servicer"}, changed["certificateHolder"])
		requireNowhere(t, s, ids[2], updateClause, object{"wording": "x"})
	})
}

// TestMortgageeClause_whileItsHolderChanges: no clause has a type that its holder is losing, whichever comes first.
func TestMortgageeClause_whileItsHolderChanges(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	for range 6 {
		holder := newHolder(t, c, "Bank", "mortgagee", "lossPayee")
		var wg sync.WaitGroup
		var narrowed, created object
		wg.Go(func() {
			narrowed = c.GraphQL(t, updateHolder, object{"id": holder, "input": object{"clauseTypes": []any{"mortgagee"}}})
		})
		wg.Go(func() {
			created = c.GraphQL(t, createClause, object{"input": object{"certificateHolder": holder, "clauseType": "lossPayee", "wording": "x"}})
		})
		wg.Wait()
		require.NotEqual(t, narrowed["errors"] == nil, created["errors"] == nil, "exactly one is refused: %v %v", narrowed, created)
	}
}
