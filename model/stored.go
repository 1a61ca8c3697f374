package model

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/google/uuid"
	"github.com/tidwall/gjson"
)

// ReadStored returns how values of a type are read from the text of jsonb, into a pointer to the type; nil for a type that
// encoding/json reads. It reads what encoding/json reads, without reflection and without a look whether the text is JSON,
// as the text of jsonb always is: lists of policies spent most of their time there. Strings share the text's memory.
func ReadStored(t reflect.Type) func(dst any, text string) error { return storedTypes[t] }

var storedTypes = map[reflect.Type]func(dst any, text string) error{
	reflect.TypeFor[Money]():             readAs((*storedReader).money),
	reflect.TypeFor[Carrier]():           readAs((*storedReader).carrier),
	reflect.TypeFor[Address]():           readAs((*storedReader).address),
	reflect.TypeFor[AssetFields]():       readAs((*storedReader).assetFields),
	reflect.TypeFor[[]*Money]():          readAs(listOf((*storedReader).aMoney)),
	reflect.TypeFor[[]*Limit]():          readAs(listOf((*storedReader).limit)),
	reflect.TypeFor[[]EvidencedPerils](): readAs(listOf((*storedReader).evidencedPerils)),
}

// scanStored is the Scan of a type that ReadStored knows. NULL changes nothing.
func scanStored[T any](src any, dst *T) error {
	var text []byte
	if err := scanJSON(&text, src); err != nil || text == nil {
		return err
	}
	return ReadStored(reflect.TypeFor[T]())(dst, string(text))
}

func readAs[T any](read func(*storedReader, gjson.Result) T) func(dst any, text string) error {
	return func(dst any, text string) error {
		r := &storedReader{}
		*dst.(*T) = read(r, gjson.Parse(text))
		return r.err
	}
}

func listOf[T any](read func(*storedReader, gjson.Result) T) func(*storedReader, gjson.Result) []T {
	return func(r *storedReader, v gjson.Result) (list []T) {
		if v.Type == gjson.Null || !r.expect(v.IsArray(), "a list", v) {
			return nil
		}
		list = []T{}
		v.ForEach(func(_, item gjson.Result) bool {
			list = append(list, read(r, item))
			return true
		})
		return list
	}
}

// storedReader reads one value. It keeps the first error.
type storedReader struct{ err error }

func (r *storedReader) expect(isSo bool, what string, v gjson.Result) bool {
	if !isSo && r.err == nil {
		r.err = fmt.Errorf("the database has %.40s where %s should be", v.Raw, what)
	}
	return isSo
}

// members calls fn with the members of an object; null has none.
func (r *storedReader) members(v gjson.Result, fn func(name string, v gjson.Result)) {
	if v.Type == gjson.Null || !r.expect(v.IsObject(), "an object", v) {
		return
	}
	v.ForEach(func(name, member gjson.Result) bool {
		fn(name.Str, member)
		return true
	})
}

// text is "" for null.
func (r *storedReader) text(v gjson.Result) string {
	r.expect(v.Type == gjson.String || v.Type == gjson.Null, "a string", v)
	return v.Str
}

func (r *storedReader) optional(v gjson.Result) *string {
	if v.Type == gjson.Null {
		return nil
	}
	text := r.text(v)
	return &text
}

func (r *storedReader) id(v gjson.Result) uuid.UUID {
	id, err := uuid.Parse(r.text(v))
	r.expect(err == nil, "an id", v)
	return id
}

func (r *storedReader) money(v gjson.Result) (m Money) {
	r.members(v, func(name string, v gjson.Result) {
		switch name {
		case "amount":
			m.Amount = r.text(v)
		case "currency":
			m.Currency = r.text(v)
		}
	})
	return m
}

func (r *storedReader) aMoney(v gjson.Result) *Money {
	if v.Type == gjson.Null {
		return nil
	}
	m := r.money(v)
	return &m
}

func (r *storedReader) carrier(v gjson.Result) (c Carrier) {
	r.members(v, func(name string, v gjson.Result) {
		switch name {
		case "name":
			c.Name = r.text(v)
		case "naicCode":
			c.NaicCode = r.optional(v)
		case "amBestRating":
			c.AmBestRating = r.optional(v)
		}
	})
	return c
}

func (r *storedReader) limit(v gjson.Result) *Limit {
	l := &Limit{}
	r.members(v, func(name string, v gjson.Result) {
		switch {
		case name == "kind":
			l.Kind = LimitKind(r.text(v))
		case name == "amount":
			l.Amount = r.aMoney(v)
		case name == "coverageType" && v.Type != gjson.Null:
			id := r.id(v)
			l.CoverageType = &id
		}
	})
	return l
}

func (r *storedReader) evidencedPerils(v gjson.Result) (e EvidencedPerils) {
	r.members(v, func(name string, v gjson.Result) {
		switch name {
		case "asset":
			e.AssetID = r.id(v)
		case "perils":
			e.PerilIDs = listOf((*storedReader).id)(r, v)
		}
	})
	return e
}

func (r *storedReader) address(v gjson.Result) (a Address) {
	r.members(v, func(name string, v gjson.Result) {
		switch name {
		case "street1":
			a.Street1 = r.text(v)
		case "street2":
			a.Street2 = r.optional(v)
		case "city":
			a.City = r.text(v)
		case "state":
			a.State = r.text(v)
		case "postalCode":
			a.PostalCode = r.text(v)
		case "country":
			a.Country = r.optional(v)
		case "county":
			a.County = r.optional(v)
		}
	})
	return a
}

// assetFields adds the catalog's labels. jsonb keeps neither the order of members nor the space between them, so objects
// are put in order again: later answers give a value the same bytes as the first.
func (r *storedReader) assetFields(v gjson.Result) AssetFields {
	return listOf((*storedReader).assetField)(r, v)
}

func (r *storedReader) assetField(v gjson.Result) *AssetField {
	f := &AssetField{}
	var value gjson.Result
	r.members(v, func(name string, v gjson.Result) {
		switch name {
		case "fieldType":
			f.FieldType = r.id(v)
		case "key":
			f.Key = r.text(v)
		case "value":
			value = v
		}
	})
	spec := fieldSpecs[f.Key]
	f.Label = spec.label
	if names := objectMembers[spec.kind]; names != nil {
		f.Value = r.inOrder(value, names)
	} else {
		f.Value = JSON(value.Raw)
	}
	return f
}

// objectMembers has the members of those kinds of values that are objects, in the order in which answers have them.
var objectMembers = map[FieldKind][]string{
	FieldKindAddress: memberNames(reflect.TypeFor[Address]()),
	FieldKindMoney:   memberNames(reflect.TypeFor[Money]()),
}

func memberNames(t reflect.Type) (names []string) {
	for f := range t.Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		names = append(names, name)
	}
	return names
}

// inOrder is an object with its members in the order of the names, as encodeJSON writes them.
func (r *storedReader) inOrder(v gjson.Result, names []string) JSON {
	if !r.expect(v.IsObject(), "an object", v) {
		return nil
	}
	text := JSON("{")
	for _, name := range names {
		member := v.Get(name)
		if member.Type == gjson.Null {
			continue
		}
		if len(text) > 1 {
			text = append(text, ',')
		}
		text = append(append(append(text, '"'), name...), `":`...)
		text = append(text, r.written(member)...)
	}
	return append(text, '}')
}

// written is a string as encodeJSON writes it: few differ from how jsonb has them.
func (r *storedReader) written(v gjson.Result) string {
	if text := r.text(v); strings.ContainsAny(v.Raw, "\\\u2028\u2029") {
		again, err := encodeJSON(text)
		r.expect(err == nil, "JSON", v)
		return string(again)
	}
	return v.Raw
}
