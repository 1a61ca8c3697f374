package catalog_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
)

// fieldOfKind returns a field of the catalog of that kind.
func fieldOfKind(kind catalog.FieldKind) *catalog.FieldType {
	for _, a := range catalog.AssetTypes.All() {
		for _, f := range a.FieldTypes {
			if f.Kind == kind {
				return f
			}
		}
	}
	panic("no field of kind " + kind)
}

func TestCheckFieldValue(t *testing.T) {
	t.Parallel()
	const refused = "!"
	for kind, values := range map[catalog.FieldKind]map[string]string{
		catalog.FieldKindString: {
			`"Caterpillar & Co <1>"`: `"Caterpillar & Co <1>"`, `" x "`: `" x "`, `null`: ``, `  "x" `: `"x"`,
			`1`: refused, `""`: refused, `"a\nb"`: refused, `["x"]`: refused, `{}`: refused, `"` + strings.Repeat("x", 256) + `"`: refused,
		},
		catalog.FieldKindText: {
			`"a\nb"`: `"a\nb"`, `null`: ``, `" "`: refused, `"\u0007"`: refused, `true`: refused, `"` + strings.Repeat("x", 4001) + `"`: refused,
		},
		catalog.FieldKindInteger: {
			`1990`: `1990`, `-3`: `-3`, `0`: `0`, `-0`: `0`, `1990.0`: `1990`, `1.99e3`: `1990`, `9007199254740991`: `9007199254740991`, `null`: ``,
			`9007199254740992`: refused, `9007199254740990.5`: refused, `1.5`: refused, `"1990"`: refused, `true`: refused,
			`1e-999999999`: refused, `1e999999999`: refused, `1e18`: refused,
		},
		catalog.FieldKindNumber: {
			`1250.5`: `1250.5`, `1250.50`: `1250.5`, `12e2`: `1200`, `0.1`: `0.1`, `123456789012345678.25`: `123456789012345678.25`,
			`1e-18`: `0.000000000000000001`, `null`: ``,
			`1e-19`: refused, `1e18`: refused, `1e300`: refused, `"1"`: refused, `1e-999999999`: refused, `0.` + strings.Repeat("1", 70): refused,
		},
		catalog.FieldKindBoolean: {`true`: `true`, `false`: `false`, `null`: ``, `"true"`: refused, `1`: refused},
		catalog.FieldKindDate: {
			`"2026-01-31"`: `"2026-01-31"`, `"2026-01-31T23:00:00-05:00"`: `"2026-02-01"`, `null`: ``,
			`"2026-02-30"`: refused, `"31.01.2026"`: refused, `20260131`: refused,
		},
		catalog.FieldKindEnum: {`"frame"`: `"frame"`, `null`: ``, `"Frame"`: refused, `""`: refused, `1`: refused},
		catalog.FieldKindMoney: {
			`{"currency":"USD","amount":"5"}`: `{"amount":"5.00","currency":"USD"}`, `null`: ``,
			`{"amount":"-5","currency":"USD"}`: refused, `{"amount":5,"currency":"USD"}`: refused, `"5 USD"`: refused, `{}`: refused,
		},
		catalog.FieldKindAddress: {
			`{"postalCode":"62701","state":"IL","city":"S & T","street1":"1 A St","street2":null}`: `{"street1":"1 A St","city":"S & T",` +
				`"state":"IL","postalCode":"62701"}`,
			`null`: ``, `{"street1":"1 A St"}`: refused, `"1 A St"`: refused, `[]`: refused,
		},
	} {
		for value, want := range values {
			t.Run(string(kind)+" "+value, func(t *testing.T) {
				t.Parallel()
				got, vs := catalog.CheckFieldValue(fieldOfKind(kind), scalar.JSON(value), "/fields/0/value")
				if want == refused {
					require.NotEmpty(t, vs)
					require.Nil(t, got)
					return
				}
				require.Empty(t, vs)
				require.Equal(t, want, string(got))
			})
		}
	}
}

func TestCheckFieldValueSaysWhere(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		kind  catalog.FieldKind
		value string
		want  map[string]fault.Code
	}{
		"unknown member of money": {catalog.FieldKindMoney, `{"amount":"1","currency":"USD","cents":0}`,
			map[string]fault.Code{"/v/cents": fault.CodeUnknownMember}},
		"money without anything": {catalog.FieldKindMoney, `{"amount":null}`,
			map[string]fault.Code{"/v/amount": fault.CodeRequired, "/v/currency": fault.CodeRequired}},
		"address, all at once": {catalog.FieldKindAddress, `{"street1":" ","city":"x"}`,
			map[string]fault.Code{"/v/street1": fault.CodeRequired, "/v/state": fault.CodeRequired, "/v/postalCode": fault.CodeRequired}},
		"unknown member of address": {catalog.FieldKindAddress, `{"Street1":"x","zip/code":1}`,
			map[string]fault.Code{"/v/Street1": fault.CodeUnknownMember, "/v/zip~1code": fault.CodeUnknownMember, "/v/street1": fault.CodeRequired,
				"/v/city": fault.CodeRequired, "/v/state": fault.CodeRequired, "/v/postalCode": fault.CodeRequired}},
		"address of numbers": {catalog.FieldKindAddress, `{"street1":"1 A St","city":5,"state":" ","postalCode":62701}`,
			map[string]fault.Code{"/v/city": fault.CodeInvalidValue, "/v/state": fault.CodeRequired, "/v/postalCode": fault.CodeInvalidValue}},
		"money, all at once": {catalog.FieldKindMoney, `{"amount":"abc","x":1}`,
			map[string]fault.Code{"/v/x": fault.CodeUnknownMember, "/v/amount": fault.CodeInvalidValue, "/v/currency": fault.CodeRequired}},
		"money of a number": {catalog.FieldKindMoney, `{"amount":5,"currency":"GOLD"}`,
			map[string]fault.Code{"/v/amount": fault.CodeInvalidValue, "/v/currency": fault.CodeInvalidValue}},
		"not JSON": {catalog.FieldKindText, `{`, map[string]fault.Code{"/v": fault.CodeInvalidValue}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, vs := catalog.CheckFieldValue(fieldOfKind(test.kind), scalar.JSON(test.value), "/v")
			got := map[string]fault.Code{}
			for _, v := range vs {
				require.NotContains(t, got, v.Pointer, "told once")
				got[v.Pointer] = v.Code
			}
			require.Equal(t, test.want, got)
		})
	}
}

func TestCheckFieldValueTakesItsOwn(t *testing.T) {
	t.Parallel()
	anyJSON := rapid.OneOf(rapid.String().AsAny(), rapid.Float64().AsAny(), rapid.Int64().AsAny(), rapid.Bool().AsAny(),
		rapid.MapOf(rapid.SampledFrom([]string{"amount", "currency", "street1", "city", "state", "postalCode"}),
			rapid.SampledFrom([]string{"1", "USD", ""})).AsAny())
	rapid.Check(t, func(t *rapid.T) {
		f := fieldOfKind(rapid.SampledFrom([]catalog.FieldKind{
			catalog.FieldKindString, catalog.FieldKindText, catalog.FieldKindInteger, catalog.FieldKindNumber, catalog.FieldKindBoolean,
			catalog.FieldKindDate, catalog.FieldKindEnum, catalog.FieldKindMoney, catalog.FieldKindAddress,
		}).Draw(t, "kind"))
		value, err := json.Marshal(anyJSON.Draw(t, "value"))
		require.NoError(t, err)
		once, vs := catalog.CheckFieldValue(f, value, "")
		if vs != nil {
			return
		}
		twice, vs := catalog.CheckFieldValue(f, once, "")
		require.Empty(t, vs)
		require.Equal(t, string(once), string(twice), "a stored value is normal already")
	})
}
