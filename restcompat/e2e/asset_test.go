package e2e

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/restcompat/resttest"
)

var exampleAddress = object{"street1": "12 Example St", "city": "Springfield", "state": "IL", "postalCode": "62701"}

// assetTypeID is the id of an asset type, and fieldTypeID that of a field type of it.
func assetTypeID(key string) string {
	t, _ := catalog.AssetTypes.ByRef(key)
	return t.ID.String()
}

func fieldTypeID(assetType, key string) string {
	t, _ := catalog.AssetTypes.ByRef(assetType)
	f, _ := t.FieldTypeByRef(key)
	return f.ID.String()
}

// fieldValues are an asset's fields in their order, each as key and value.
func fieldValues(asset object) (values []any) {
	for _, f := range asset["fields"].([]any) {
		values = append(values, f.(object)["key"], f.(object)["value"])
	}
	return values
}

func TestAssetCreate(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	caseID := s.Case(t, s.Harbor)
	document, second := s.Document(t, s.Harbor, caseID), s.Document(t, s.Harbor, caseID)

	t.Run("everything", func(t *testing.T) {
		t.Parallel()
		answer := c.Do(t, http.MethodPost, "/rest/assets", object{
			"caseId": caseID, "assetType": assetTypeID("commercialRealEstate"),
			"fields": []any{
				object{"fieldType": "yearBuilt", "value": 1987},
				object{"fieldType": fieldTypeID("commercialRealEstate", "address"), "value": exampleAddress},
			},
			"documents": []any{second, document},
			"metadata":  object{"parcel": "07-1"},
		})
		created := answer.Object(t, http.StatusCreated)
		path := "/rest/assets/" + created["id"].(string)
		require.Equal(t, s.URL+path, answer.Header.Get("Location"))
		require.Equal(t, caseID.String(), created["caseId"])
		require.Equal(t, assetTypeID("commercialRealEstate"), created["assetType"])
		require.Equal(t, "12 Example St, Springfield, IL 62701", created["displayName"])
		require.Equal(t, []any{second.String(), document.String()}, created["documents"], "in the order given")
		require.Equal(t, object{"parcel": "07-1"}, created["metadata"])
		require.Equal(t, []any{
			object{"fieldType": fieldTypeID("commercialRealEstate", "address"), "key": "address", "label": "Address", "value": exampleAddress},
			object{"fieldType": fieldTypeID("commercialRealEstate", "yearBuilt"), "key": "yearBuilt", "label": "Year built", "value": 1987.0},
		}, created["fields"], "in the order of the asset type")
		require.Len(t, created, 11, "the specification's members, externalId and importId")
		got := c.Do(t, http.MethodGet, path, nil)
		require.Equal(t, string(answer.Body), string(got.Body), "byte for byte")
		require.Equal(t, answer.Header.Get("ETag"), got.Header.Get("ETag"))
	})
	t.Run("only_what_the_specification_names", func(t *testing.T) {
		t.Parallel()
		for _, body := range []object{
			{"caseId": caseID, "assetType": "vehicle"},
			{"caseId": caseID, "assetType": "vehicle", "fields": []any{}},
			{"caseId": caseID, "assetType": "vehicle", "fields": nil, "documents": nil, "metadata": nil},
			{"caseId": caseID, "assetType": "vehicle", "fields": []any{object{"fieldType": "vin", "value": nil}, object{"fieldType": "make"}}},
		} {
			created := c.Post(t, "/rest/assets", body, http.StatusCreated)
			require.Equal(t, "Vehicle", created["displayName"])
			require.Equal(t, []any{}, created["fields"])
			require.Equal(t, []any{}, created["documents"])
			require.Equal(t, object{}, created["metadata"])
		}
	})
	t.Run("display_name", func(t *testing.T) {
		t.Parallel()
		for assetType, tt := range map[string]struct {
			field string
			value any
			want  string
		}{
			"equipment":          {"description", "A crane,\nyellow", "A crane, yellow"},
			"vehicle":            {"vin", "1EXAMPLE", "1EXAMPLE"},
			"businessOperations": {"legalName", "Harbor Inns LLC", "Harbor Inns LLC"},
			"keyPerson":          {"personName", "Ada Byron", "Ada Byron"},
			"accountsReceivable": {"averageBalance", object{"amount": "5", "currency": "USD"}, "5.00 USD"},
			"inventory":          {"address", exampleAddress, "12 Example St, Springfield, IL 62701"},
		} {
			created := c.Post(t, "/rest/assets", object{"caseId": caseID, "assetType": assetType,
				"fields": []any{object{"fieldType": tt.field, "value": tt.value}}}, http.StatusCreated)
			require.Equal(t, tt.want, created["displayName"])
		}
	})
	t.Run("held_case", func(t *testing.T) {
		t.Parallel()
		held := s.Case(t, s.Harbor)
		c.Post(t, fmt.Sprintf("/rest/cases/%s/on-hold", held), nil, http.StatusOK)
		c.Post(t, "/rest/assets", object{"caseId": held, "assetType": "vehicle"}, http.StatusCreated)
	})
	t.Run("entitlement", func(t *testing.T) {
		t.Parallel()
		s.As(s.None.Token).Do(t, http.MethodPost, "/rest/assets", object{"caseId": caseID, "assetType": "vehicle"}).
			Problem(t, http.StatusForbidden, "api_access_not_enabled")
	})
}

func TestAssetCreateRefused(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	caseID, other := s.Case(t, s.Harbor), s.Case(t, s.Harbor)
	document := s.Document(t, s.Harbor, caseID)
	prairie := s.Case(t, s.Prairie)

	body := func(members object) object {
		all := object{"caseId": caseID, "assetType": "vehicle"}
		for name, value := range members {
			all[name] = value
		}
		return all
	}
	fields := func(pairs ...any) []any {
		var list []any
		for i := 0; i < len(pairs); i += 2 {
			list = append(list, object{"fieldType": pairs[i], "value": pairs[i+1]})
		}
		return list
	}
	for name, tt := range map[string]struct {
		body object
		want []string
	}{
		"nothing":         {object{}, []string{"/caseId required", "/assetType required"}},
		"unknown_case":    {body(object{"caseId": unknownID}), []string{"/caseId unknown_reference"}},
		"malformed_case":  {body(object{"caseId": "x"}), []string{"/caseId unknown_reference"}},
		"foreign_case":    {body(object{"caseId": prairie}), []string{"/caseId unknown_reference"}},
		"other_mode":      {body(object{"caseId": s.Case(t, s.HarborTest)}), []string{"/caseId unknown_reference"}},
		"asset_type":      {body(object{"assetType": "Vehicle"}), []string{"/assetType unknown_asset_type"}},
		"asset_type_id":   {body(object{"assetType": unknownID}), []string{"/assetType unknown_asset_type"}},
		"asset_type_kind": {body(object{"assetType": 7}), []string{"/assetType invalid_value"}},
		"field_types": {body(object{"fields": fields("vin", "1", "colour", "red", unknownID, 1)}),
			[]string{"/fields/1/fieldType unknown_field_type", "/fields/2/fieldType unknown_field_type"}},
		"of_another_asset_type": {body(object{"fields": fields("address", exampleAddress, fieldTypeID("equipment", "serialNumber"), "1")}),
			[]string{"/fields/0/fieldType unknown_field_type", "/fields/1/fieldType unknown_field_type"}},
		"twice":   {body(object{"fields": fields("vin", "1", fieldTypeID("vehicle", "vin"), "2")}), []string{"/fields/1/fieldType duplicate"}},
		"no_type": {body(object{"fields": []any{object{"value": 1}}}), []string{"/fields/0/fieldType required"}},
		"labelled": {body(object{"fields": []any{object{"fieldType": "vin", "value": "1", "key": "vin", "colour": 1}}}),
			[]string{"/fields/0/colour unknown_member"}},
		"not_a_list":   {body(object{"fields": object{"vin": "1"}}), []string{"/fields invalid_value"}},
		"item_is_null": {body(object{"fields": []any{nil}}), []string{"/fields/0 required"}},
		"documents": {
			body(object{"documents": []any{document, unknownID, s.Document(t, s.Harbor, other), s.Document(t, s.Prairie, prairie), document, "x"}}),
			[]string{"/documents/1 unknown_reference", "/documents/2 unknown_reference", "/documents/3 unknown_reference", "/documents/4 duplicate",
				"/documents/5 unknown_reference"}},
		"read_only": {body(object{"id": unknownID, "displayName": "x", "createdAt": "x"}),
			[]string{"/createdAt immutable", "/displayName immutable", "/id immutable"}},
		"several": {object{"caseId": unknownID, "assetType": "boat", "fields": fields("vin", "1", "mast", 1), "documents": []any{unknownID},
			"metadata": object{strings.Repeat("k", 41): 1}},
			[]string{"/caseId unknown_reference", "/assetType unknown_asset_type", "/fields/1/fieldType unknown_field_type",
				"/documents/0 unknown_reference",
				"/metadata/" + strings.Repeat("k", 41) + " too_long"}},
	} {
		t.Run(name, func(t *testing.T) {
			c.Do(t, http.MethodPost, "/rest/assets", tt.body).Violations(t, tt.want...)
		})
	}
	c.Do(t, http.MethodPost, "/rest/assets", body(object{"fields": fields("x", 1, "y", 2)})).Problem(t, http.StatusUnprocessableEntity,
		"unknown_field_type")
	require.EqualValues(t, 0, c.Get(t, "/rest/assets")["meta"].(object)["total"], "nothing is written")
	events := c.Query(t, `{ auditEvents(filter: {subjectType: "asset"}) { pageInfo { total } } }`, nil)["auditEvents"].(object)
	require.EqualValues(t, 0, events["pageInfo"].(object)["total"])
}

// TestAssetFieldKinds stores a value of every kind, reads it back, and sends one that is refused.
func TestAssetFieldKinds(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	caseID := s.Case(t, s.Harbor)
	full := object{"street1": "1 A & B St <x>", "street2": "Suite 5", "city": "Zürich", "state": "ZH", "postalCode": "8001",
		"country": "CH", "county": "C"}
	for name, tt := range map[string]struct {
		assetType, field string
		value, stored    any
		refused          any
		want             string
	}{
		"string":      {"vehicle", "make", "Citroën \u2028\U0001F697", nil, 7, "/fields/0/value invalid_value"},
		"string_long": {"vehicle", "make", strings.Repeat("é", 255), nil, strings.Repeat("é", 256), "/fields/0/value too_long"},
		"text":        {"equipment", "description", "one\ntwo", nil, strings.Repeat("x", 4001), "/fields/0/value too_long"},
		"integer":     {"vehicle", "year", 2020, 2020.0, 20.5, "/fields/0/value invalid_value"},
		"number":      {"multifamily", "buildingArea", 12500.25, nil, "12500", "/fields/0/value invalid_value"},
		"boolean":     {"multifamily", "sprinklered", false, nil, "true", "/fields/0/value invalid_value"},
		"date":        {"constructionProject", "completionDate", "2027-06-30", nil, "2027-02-30", "/fields/0/value invalid_value"},
		"enum":        {"multifamily", "constructionType", "frame", nil, "Frame", "/fields/0/value invalid_value"},
		"money_padded": {"equipment", "value", object{"amount": "1250", "currency": "USD"}, object{"amount": "1250.00", "currency": "USD"},
			object{"amount": "1.005", "currency": "USD"}, "/fields/0/value/amount invalid_value"},
		"money_currency": {"equipment", "value", object{"amount": "7", "currency": "JPY"}, nil, object{"amount": "7", "currency": "DEM"},
			"/fields/0/value/currency invalid_value"},
		"money_members": {"equipment", "value", object{"amount": "7", "currency": "JPY"}, nil,
			object{"amount": "7", "currency": "JPY", "unit": 1}, "/fields/0/value/unit unknown_member"},
		"address": {"inventory", "address", full, nil, "12 Example St", "/fields/0/value invalid_value"},
		"address_short": {"inventory", "address", exampleAddress, nil, object{"street1": "x", "city": "y", "state": "z"},
			"/fields/0/value/postalCode required"},
		"nul": {"vehicle", "make", "Ford", nil, "Fo\x00rd", "/fields/0/value invalid_value"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if tt.stored == nil {
				tt.stored = tt.value
			}
			send := func(value any) *resttest.Response {
				return c.Do(t, http.MethodPost, "/rest/assets", object{"caseId": caseID, "assetType": tt.assetType,
					"fields": []any{object{"fieldType": tt.field, "value": value}}})
			}
			created := send(tt.value)
			asset := created.Object(t, http.StatusCreated)
			require.Equal(t, []any{tt.field, tt.stored}, fieldValues(asset))
			require.Equal(t, string(created.Body), string(c.Do(t, http.MethodGet, "/rest/assets/"+asset["id"].(string), nil).Body), "byte for byte")
			send(tt.refused).Violations(t, tt.want)
		})
	}
}

// TestAssetFieldTellsAll is that an unknown member of a value hides nothing else that is wrong with it.
func TestAssetFieldTellsAll(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	input := object{"caseId": s.Case(t, s.Harbor), "assetType": "multifamily", "fields": []any{
		object{"fieldType": "address", "value": object{"street1": "A", "city": 5, "zz": 1}},
		object{"fieldType": "replacementCost", "value": object{"amount": "abc", "x": 1}},
	}}
	want := []string{
		"/fields/0/value/city invalid_value", "/fields/0/value/zz unknown_member", "/fields/0/value/state required",
		"/fields/0/value/postalCode required", "/fields/1/value/x unknown_member", "/fields/1/value/currency required",
		"/fields/1/value/amount invalid_value",
	}
	c.Do(t, http.MethodPost, "/rest/assets", input).Violations(t, want...)
	c.Refused(t, `mutation($input: CreateAssetInput!) { createAsset(input: $input) { id } }`, object{"input": input}, "validation_failed", want...)
}

func TestAssetRequiredFields(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	id := s.Asset(t, s.Harbor, s.Case(t, s.Harbor)).String()
	path := "/rest/assets/" + id + "/fields"
	vin := object{"fieldType": fieldTypeID("vehicle", "vin"), "key": "vin", "label": "Vehicle identification number (VIN)", "kind": "string",
		"required": true, "value": nil, "missing": true}

	answer := c.Do(t, http.MethodGet, path, nil)
	require.Equal(t, []object{vin}, answer.List(t))
	c.Patch(t, "/rest/assets/"+id,
		object{"fields": []any{object{"fieldType": "vin", "value": "1EXAMPLE"}, object{"fieldType": "make", "value": "Ford"}}})
	vin["value"], vin["missing"] = "1EXAMPLE", false
	filled := c.Do(t, http.MethodGet, path, nil)
	require.Equal(t, []object{vin}, filled.List(t))
	require.NotEqual(t, answer.Header.Get("ETag"), filled.Header.Get("ETag"))
	require.Equal(t, http.StatusNotModified, c.With("If-None-Match", filled.Header.Get("ETag")).Do(t, http.MethodGet, path, nil).Status)

	for _, unknown := range []string{unknownID, "nonsense"} {
		c.Do(t, http.MethodGet, "/rest/assets/"+unknown+"/fields", nil).Problem(t, http.StatusNotFound, "not_found")
	}
	for _, token := range []string{s.Prairie.Token, s.HarborTest.Token} {
		s.As(token).Do(t, http.MethodGet, path, nil).Problem(t, http.StatusNotFound, "not_found")
	}
	c.Do(t, http.MethodGet, path+"?limit=1", nil).Violations(t, "limit unknown_parameter")
	c.Do(t, http.MethodPost, path, object{}).Problem(t, http.StatusMethodNotAllowed, "method_not_allowed")
	require.Equal(t, object{"assetRequiredFields": nil},
		c.Query(t, `query($id: ID!) { assetRequiredFields(id: $id) { key } }`, object{"id": unknownID}))
}

func TestAssetList(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	first, second := s.Case(t, s.Harbor).String(), s.Case(t, s.Harbor).String()
	var ids []string
	for _, body := range []object{
		{"caseId": first, "assetType": "vehicle", "metadata": object{"fleet": true}},
		{"caseId": second, "assetType": "vehicle"},
		{"caseId": first, "assetType": "equipment", "metadata": object{"fleet": "true"}},
		{"caseId": second, "assetType": "keyPerson"},
	} {
		ids = append(ids, c.Post(t, "/rest/assets", body, http.StatusCreated)["id"].(string))
		time.Sleep(2 * time.Millisecond) // distinct createdAt
	}
	foreign := s.Case(t, s.Prairie)
	s.Asset(t, s.Prairie, foreign)
	s.Asset(t, s.HarborTest, s.Case(t, s.HarborTest))
	at := c.Get(t, "/rest/assets/"+ids[1])["createdAt"].(string)

	const path = "/rest/assets"
	requireLists(t, c, path, ids, map[string][]int{
		"":                                       {0, 1, 2, 3},
		"caseId=" + first:                        {0, 2},
		"caseId=" + first + "," + second:         {0, 1, 2, 3},
		"caseId=" + foreign.String():             {},
		"caseId=nonsense":                        {},
		"assetType=vehicle":                      {0, 1},
		"assetType=" + assetTypeID("vehicle"):    {0, 1},
		"assetType=vehicle,boat&caseId=" + first: {0},
		"assetType=keyPerson&assetType=" + assetTypeID("equipment"): {2, 3},
		"assetType=boat":                    {},
		"id=" + ids[3] + "," + ids[1]:       {1, 3},
		"createdAt[gt]=" + at:               {2, 3},
		"updatedAt[lte]=" + at:              {0, 1},
		"metadata[fleet]=true":              {0, 2},
		"sort=-createdAt&assetType=vehicle": {1, 0},
		"sort=-updatedAt&limit=1":           {3},
		"limit=0":                           {},
	})
	requireOrders(t, c, path)
	requireRefusedLists(t, c, path, map[string]string{
		"limit=201":     "limit invalid_value",
		"casId=x":       "casId unknown_parameter",
		"offset=-1":     "offset invalid_value",
		"createdAt[gt]": "createdAt[gt] invalid_value",
	})
}
