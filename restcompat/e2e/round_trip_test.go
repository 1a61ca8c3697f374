package e2e

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

// TestRoundTrip sends back to each PATCH what the GET showed, member by member and all at once: nothing changes, not even
// what is derived. (The perils of a policy alone do change it where the case has got another asset meanwhile.)
func TestRoundTrip(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	f, l := s.FrameworkCase(t, s.Harbor), s.Case(t, s.Harbor)
	s.Asset(t, s.Harbor, f)
	user, insured := s.User(t, s.Harbor, "admin").String(), c.Post(t, "/rest/insureds", object{"firstName": "Ada"}, http.StatusCreated)["id"]
	term := object{
		"startDate": "2026-01-01", "endDate": "2027-01-01", "policyNumber": "P-1", "carrier": object{"name": "Example Mutual"},
		"limits":  []any{object{"kind": "total", "amount": object{"amount": "7", "currency": "USD"}}},
		"premium": object{"amount": "1.5", "currency": "USD"}, "insureds": []any{insured}, "insuranceContacts": []any{user},
		"metadata": object{"b": 1, "a": nil},
	}
	paths := map[string]string{
		"a case": createdAt(t, c, "/rest/cases",
			object{"program": s.Program(t, s.Harbor), "metadata": object{"bb": 1, "a": []any{nil}}}),
		"a case with a loan number": createdAt(t, c, "/rest/cases", object{"riskProfile": s.RiskProfile(t, s.Harbor), "loanNumber": "L-1",
			"maturityDate": "2030-01-01", "loanAmount": object{"amount": "1", "currency": "JPY"}, "federallyRelated": false}),
		"a case with a name":     createdAt(t, c, "/rest/cases", object{"program": s.Program(t, s.Harbor), "displayName": "Mine"}),
		"a person":               createdAt(t, c, "/rest/insureds", object{"firstName": "Ada", "lastName": "Example"}),
		"a company":              createdAt(t, c, "/rest/insureds", object{"corporateName": "Example Inc."}),
		"a company by type":      createdAt(t, c, "/rest/insureds", object{"lastName": "Example", "type": "corporate"}),
		"a group":                createdAt(t, c, "/rest/insured-groups", object{"name": "Hotels"}),
		"a framework policy":     created(t, c, framework(f, term)),
		"a policy of two types":  created(t, c, framework(f, object{"coverageTypes": []any{"flood", "building"}})),
		"a legacy policy":        created(t, c, legacy(l, term)),
		"a policy without dates": created(t, c, legacy(l, nil)),
		"an asset": createdAt(t, c, "/rest/assets", object{"caseId": l, "assetType": "vehicle", "fields": []any{
			object{"fieldType": "vin", "value": "1"}, object{"fieldType": "year", "value": 2020}}}),
	}
	holder := newHolder(t, c, "Bank", "mortgagee")
	for noun, setUp := range setUps {
		paths[noun] = createdAt(t, c, setUp.path, setUp.item(1, holder))
	}
	second := created(t, c, legacy(l, term))
	c.Post(t, second+"/new-term", object{"startDate": "2027-02-01", "endDate": "2028-01-01"}, http.StatusOK)
	paths["a second term"] = second
	time.Sleep(2 * time.Millisecond) // a later updatedAt would show

	inputs := map[string]*ast.Definition{}
	for _, ep := range s.REST.Endpoints() {
		if noun, ok := strings.CutSuffix(ep.Path, "/{id}"); ok && ep.Method == http.MethodPatch {
			inputs[noun] = ep.Input
		}
	}
	for name, path := range paths {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			before := c.Do(t, http.MethodGet, path, nil)
			all := sentBack(inputs[path[:strings.LastIndex(path, "/")]], before.Object(t, http.StatusOK))
			require.NotEmpty(t, all)
			for member, value := range all {
				require.Equal(t, string(before.Body), string(c.Do(t, http.MethodPatch, path, object{member: value}).Body), member)
			}
			after := c.Do(t, http.MethodPatch, path, all)
			require.Equal(t, string(before.Body), string(after.Body))
			require.Equal(t, before.Header.Get("Etag"), after.Header.Get("Etag"))
		})
	}
	t.Run("a document", func(t *testing.T) {
		t.Parallel()
		doc := c.Document(t, f, object{"metadata": object{"a": 1}})
		item := object{"id": doc["id"], "name": doc["name"], "categoryId": doc["categoryId"], "metadata": doc["metadata"]}
		require.Equal(t, doc["updatedAt"], c.Do(t, http.MethodPatch, "/rest/documents", object{"docs": []any{item}}).List(t)[0]["updatedAt"])
	})
}

func createdAt(t *testing.T, c *resttest.Client, noun string, body object) (path string) {
	t.Helper()
	return noun + "/" + c.Post(t, noun, body, http.StatusCreated)["id"].(string)
}

// sentBack is the body of a PATCH with all that a GET has shown and the PATCH takes, as it takes it.
func sentBack(input *ast.Definition, shown object) object {
	body := object{}
	for _, field := range input.Fields {
		value, ok := shown[field.Name]
		switch {
		case !ok:
			continue
		case field.Name == "perils":
			value = appliedIDs(value)
		case field.Name == "perilsByAsset":
			list := []any{}
			for _, item := range value.([]any) {
				list = append(list, object{"asset": item.(object)["asset"], "perils": appliedIDs(item.(object)["perils"])})
			}
			value = list
		case field.Name == "fields":
			list := []any{}
			for _, item := range value.([]any) {
				list = append(list, object{"fieldType": item.(object)["fieldType"], "value": item.(object)["value"]})
			}
			value = list
		}
		if framework := shown["coverageLayer"] != nil; shown["coverageTypes"] != nil && !framework &&
			(field.Name == "perils" || field.Name == "perilsByAsset" || field.Name == "coverageTypes") {
			continue // of the other model
		}
		body[field.Name] = value
	}
	return body
}

func appliedIDs(perils any) []any {
	ids := []any{}
	for _, p := range perils.([]any) {
		if p := p.(object); p["applied"] == true {
			ids = append(ids, p["id"])
		}
	}
	return ids
}

// TestRoundTripAfterChanges sends a policy back after what it was derived from has changed.
func TestRoundTripAfterChanges(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	staff := s.As(s.Operator).With("X-Portfolio", s.Harbor.Portfolio.ID().String())
	program := s.Program(t, s.Harbor)
	id := c.Post(t, "/rest/cases", object{"program": program}, http.StatusCreated)["id"]
	path := created(t, c, legacy(id, nil))
	before := c.Get(t, path)
	staff.Query(t, `mutation ($id: ID!) { updateProgram(id: $id, input: {productTypes: [{key: "other", name: "Other"}]}) { id } }`,
		object{"id": program})
	require.Equal(t, before, c.Patch(t, path, object{"productType": before["productType"], "displayName": before["displayName"]}))
}

// TestDerivedNames cuts derived names at 255 characters.
func TestDerivedNames(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	var types []any
	for _, item := range c.Get(t, "/rest/coverage-types?limit=200")["data"].([]any) {
		types = append(types, item.(object)["key"])
	}
	policy := c.Get(t, created(t, c, framework(s.FrameworkCase(t, s.Harbor), object{"coverageTypes": types, "perils": []any{}})))
	long := strings.Repeat("x", 200)
	person := c.Post(t, "/rest/insureds", object{"firstName": long, "lastName": long}, http.StatusCreated)
	asset := c.Post(t, "/rest/assets", object{"caseId": s.Case(t, s.Harbor), "assetType": "commercialRealEstate", "fields": []any{
		object{"fieldType": "address", "value": object{"street1": long, "city": long, "state": "IL", "postalCode": "62701"}}}},
		http.StatusCreated)
	for _, record := range []object{policy, person, asset} {
		name := []rune(record["displayName"].(string))
		require.Len(t, name, 255)
		require.Equal(t, '…', name[254])
	}
	require.Equal(t, 255,
		len([]rune(c.Post(t, "/rest/cases", object{"program": s.Program(t, s.Harbor), "loanNumber": strings.Repeat("ä", 255)},
			http.StatusCreated)["displayName"].(string))))
}
