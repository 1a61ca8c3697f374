package model_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/99designs/gqlgen/graphql"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
)

func assetType(t *testing.T, key string) *catalog.AssetType {
	t.Helper()
	a, ok := catalog.AssetTypes.ByRef(key)
	require.True(t, ok)
	return a
}

// field reads `key=value` with a JSON value, or `key` for an item without one.
func field(text string) *model.AssetFieldInput {
	key, value, given := strings.Cut(text, "=")
	in := &model.AssetFieldInput{FieldType: key}
	if given {
		in.Value = graphql.OmittableOf(scalar.JSON(value))
	}
	return in
}

func fields(texts ...string) (in []*model.AssetFieldInput) {
	for _, text := range texts {
		in = append(in, field(text))
	}
	return in
}

func written(fs model.AssetFields) string {
	var parts []string
	for _, f := range fs {
		parts = append(parts, f.Key+"="+string(f.Value))
	}
	return strings.Join(parts, " ")
}

func TestAssetFieldsUpsert(t *testing.T) {
	t.Parallel()
	vehicle := assetType(t, "vehicle")
	makeField, _ := vehicle.FieldTypeByRef("make")
	before, vs := model.AssetFields(nil).Upsert(vehicle, fields(`year=2020`, `vin="1EXAMPLE"`), "/fields")
	require.Empty(t, vs)
	require.Equal(t, `vin="1EXAMPLE" year=2020`, written(before), "in the order of the type")
	for name, test := range map[string]struct {
		in   []*model.AssetFieldInput
		want string
	}{
		"nothing":           {nil, `vin="1EXAMPLE" year=2020`},
		"one more":          {fields(`model="T"`), `vin="1EXAMPLE" model="T" year=2020`},
		"by id":             {fields(makeField.ID.String() + `="Ford"`), `vin="1EXAMPLE" make="Ford" year=2020`},
		"another value":     {fields(`year=2021`), `vin="1EXAMPLE" year=2021`},
		"null clears":       {fields(`vin=null`), `year=2020`},
		"null of nothing":   {fields(`make=null`), `vin="1EXAMPLE" year=2020`},
		"without a value":   {fields(`vin`), `vin="1EXAMPLE" year=2020`},
		"several":           {fields(`year=null`, `vin=null`, `make="Ford"`), `make="Ford"`},
		"all of it cleared": {fields(`year=null`, `vin=null`), ``},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			after, vs := before.Upsert(vehicle, test.in, "/fields")
			require.Empty(t, vs)
			require.NotNil(t, after)
			require.Equal(t, test.want, written(after))
			require.Equal(t, `vin="1EXAMPLE" year=2020`, written(before), "what was before stays for the audit trail")
		})
	}
}

func TestAssetFieldsUpsertRefuses(t *testing.T) {
	t.Parallel()
	vehicle := assetType(t, "vehicle")
	vin, _ := vehicle.FieldTypeByRef("vin")
	after, vs := model.AssetFields(nil).Upsert(vehicle,
		fields(`address={}`, `colour="red"`, `vin="x"`, vin.ID.String()+`="y"`, `year="2020"`, `vin`), "/fields")
	require.Empty(t, after)
	at := map[string]fault.Code{}
	for _, v := range vs {
		at[v.Pointer] = v.Code
	}
	require.Equal(t, map[string]fault.Code{
		"/fields/0/fieldType": fault.CodeUnknownFieldType, "/fields/1/fieldType": fault.CodeUnknownFieldType,
		"/fields/3/fieldType": fault.CodeDuplicate, "/fields/4/value": fault.CodeInvalidValue, "/fields/5/fieldType": fault.CodeDuplicate,
	}, at)
}

func TestAssetDisplayName(t *testing.T) {
	t.Parallel()
	const address = `address={"street1":"12 Example St","city":"Springfield","state":"IL","postalCode":"62701"}`
	for name, test := range map[string]struct {
		assetType string
		in        []*model.AssetFieldInput
		want      string
	}{
		"address":              {"multifamily", fields(address, `stories=3`), "12 Example St, Springfield, IL 62701"},
		"first required field": {"vehicle", fields(`make="Ford"`, `vin="1EXAMPLE"`), "1EXAMPLE"},
		"money":                {"accountsReceivable", fields(`averageBalance={"amount":"5","currency":"USD"}`), "5.00 USD"},
		"lines":                {"equipment", fields(`description="A crane,\n  yellow"`), "A crane, yellow"},
		"too long":             {"equipment", fields(`description="` + strings.Repeat("x", 300) + `"`), strings.Repeat("x", 254) + "…"},
		"none yet":             {"vehicle", fields(`make="Ford"`), "Vehicle"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			kind := assetType(t, test.assetType)
			fs, vs := model.AssetFields(nil).Upsert(kind, test.in, "/fields")
			require.Empty(t, vs)
			require.Equal(t, test.want, fs.DisplayName(kind))
		})
	}
}

func TestAssetRequiredFields(t *testing.T) {
	t.Parallel()
	vehicle := assetType(t, "vehicle")
	vin, _ := vehicle.FieldTypeByRef("vin")
	want := &model.RequiredField{FieldType: vin.ID, Key: "vin", Label: vin.Label, Kind: catalog.FieldKindString, Required: true, Missing: true}
	require.Equal(t, []*model.RequiredField{want}, model.AssetFields(nil).Required(vehicle))
	fs, _ := model.AssetFields(nil).Upsert(vehicle, fields(`vin="1EXAMPLE"`), "/fields")
	want.Value, want.Missing = scalar.JSON(`"1EXAMPLE"`), false
	require.Equal(t, []*model.RequiredField{want}, fs.Required(vehicle))
}

func TestAssetFieldsInTheDatabase(t *testing.T) {
	t.Parallel()
	building := assetType(t, "commercialRealEstate")
	fs, vs := model.AssetFields(nil).Upsert(building, fields(`replacementCost={"amount":"5","currency":"USD"}`, `buildingArea=12.5`,
		`address={"street1":"1 A & B St","street2":"2","city":"C","state":"S","postalCode":"P","country":"US","county":"D"}`), "/fields")
	require.Empty(t, vs)
	stored, err := fs.Value()
	require.NoError(t, err)

	var read model.AssetFields
	require.NoError(t, read.Scan(stored))
	require.Equal(t, fs, read)
	require.NoError(t, read.Scan(asJSONB(t, stored.(string))))
	require.Equal(t, fs, read, "jsonb sorts members and adds space")

	stored, err = model.AssetFields(nil).Value()
	require.NoError(t, err)
	require.Equal(t, "[]", stored)
	require.Error(t, read.Scan(`[{"key":"address","value":3}]`))
	require.Error(t, read.Scan(3))
}

// asJSONB writes JSON with its members in another order and with space, as a jsonb column does.
func asJSONB(t require.TestingT, text string) string {
	var v any
	require.NoError(t, json.Unmarshal([]byte(text), &v))
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	require.NoError(t, encoder.Encode(v))
	return strings.TrimSpace(b.String())
}
