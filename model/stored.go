package model

import (
	"reflect"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/scalar"
)

// ReadStored returns how values of a type are read from the text of jsonb, into a pointer to the type; nil for a type that
// encoding/json reads. It reads what encoding/json reads, without reflection and without a look whether the text is JSON,
// as the text of jsonb always is: lists of policies spent most of their time there. Strings share the text's memory.
func ReadStored(t reflect.Type) func(dst any, text string) error { return storedTypes[t] }

var storedTypes = map[reflect.Type]func(dst any, text string) error{
	reflect.TypeFor[scalar.Money]():      scalar.ReadAs((*scalar.StoredReader).Money),
	reflect.TypeFor[Carrier]():           scalar.ReadAs(readCarrier),
	reflect.TypeFor[scalar.Address]():    scalar.ReadAs((*scalar.StoredReader).Address),
	reflect.TypeFor[AssetFields]():       scalar.ReadAs(readAssetFields),
	reflect.TypeFor[[]*scalar.Money]():   scalar.ReadAs(scalar.ReadList((*scalar.StoredReader).MoneyOrNil)),
	reflect.TypeFor[[]*Limit]():          scalar.ReadAs(scalar.ReadList(readLimit)),
	reflect.TypeFor[[]EvidencedPerils](): scalar.ReadAs(scalar.ReadList(readEvidencedPerils)),
}

func readCarrier(r *scalar.StoredReader, v gjson.Result) (c Carrier) {
	r.Members(v, func(name string, v gjson.Result) {
		switch name {
		case "name":
			c.Name = r.Text(v)
		case "naicCode":
			c.NaicCode = r.Optional(v)
		case "amBestRating":
			c.AmBestRating = r.Optional(v)
		}
	})
	return c
}

func readLimit(r *scalar.StoredReader, v gjson.Result) *Limit {
	l := &Limit{}
	r.Members(v, func(name string, v gjson.Result) {
		switch {
		case name == "kind":
			l.Kind = LimitKind(r.Text(v))
		case name == "amount":
			l.Amount = r.MoneyOrNil(v)
		case name == "coverageType" && v.Type != gjson.Null:
			id := r.ID(v)
			l.CoverageType = &id
		}
	})
	return l
}

func readEvidencedPerils(r *scalar.StoredReader, v gjson.Result) (e EvidencedPerils) {
	r.Members(v, func(name string, v gjson.Result) {
		switch name {
		case "asset":
			e.AssetID = r.ID(v)
		case "perils":
			e.PerilIDs = scalar.ReadList((*scalar.StoredReader).ID)(r, v)
		}
	})
	return e
}

// assetFields adds the catalog's labels. jsonb keeps neither the order of members nor the space between them, so objects
// are put in order again: later answers give a value the same bytes as the first.
func readAssetFields(r *scalar.StoredReader, v gjson.Result) AssetFields {
	return scalar.ReadList(readAssetField)(r, v)
}

func readAssetField(r *scalar.StoredReader, v gjson.Result) *AssetField {
	f := &AssetField{}
	var value gjson.Result
	r.Members(v, func(name string, v gjson.Result) {
		switch name {
		case "fieldType":
			f.FieldType = r.ID(v)
		case "key":
			f.Key = r.Text(v)
		case "value":
			value = v
		}
	})
	spec := catalog.FieldSpecs[f.Key]
	f.Label = spec.Label
	if names := objectMembers[spec.Kind]; names != nil {
		f.Value = r.InOrder(value, names)
	} else {
		f.Value = scalar.JSON(value.Raw)
	}
	return f
}

// objectMembers has the members of those kinds of values that are objects, in the order in which answers have them.
var objectMembers = map[catalog.FieldKind][]string{
	catalog.FieldKindAddress: memberNames(reflect.TypeFor[scalar.Address]()),
	catalog.FieldKindMoney:   memberNames(reflect.TypeFor[scalar.Money]()),
}

func memberNames(t reflect.Type) (names []string) {
	for f := range t.Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		names = append(names, name)
	}
	return names
}
