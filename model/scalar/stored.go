package scalar

import (
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/tidwall/gjson"
)

// ScanStored is the Scan of a type that read reads from the text of jsonb. NULL changes nothing.
func ScanStored[T any](src any, dst *T, read func(*StoredReader, gjson.Result) T) error {
	var text []byte
	if err := scanJSON(&text, src); err != nil || text == nil {
		return err
	}
	return ReadAs(read)(dst, string(text))
}

// ReadAs returns a reader of the text of jsonb, into a pointer to T.
func ReadAs[T any](read func(*StoredReader, gjson.Result) T) func(dst any, text string) error {
	return func(dst any, text string) error {
		r := &StoredReader{}
		*dst.(*T) = read(r, gjson.Parse(text))
		return r.err
	}
}

// ReadList returns how a list is read; nil for null.
func ReadList[T any](read func(*StoredReader, gjson.Result) T) func(*StoredReader, gjson.Result) []T {
	return func(r *StoredReader, v gjson.Result) (list []T) {
		if v.Type == gjson.Null || !r.Expect(v.IsArray(), "a list", v) {
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

// StoredReader reads one value. It keeps the first error.
type StoredReader struct{ err error }

// Expect notes what a value is not, and reports whether it is so.
func (r *StoredReader) Expect(isSo bool, what string, v gjson.Result) bool {
	if !isSo && r.err == nil {
		r.err = fmt.Errorf("the database has %.40s where %s should be", v.Raw, what)
	}
	return isSo
}

// Members calls fn with the members of an object; null has none.
func (r *StoredReader) Members(v gjson.Result, fn func(name string, v gjson.Result)) {
	if v.Type == gjson.Null || !r.Expect(v.IsObject(), "an object", v) {
		return
	}
	v.ForEach(func(name, member gjson.Result) bool {
		fn(name.Str, member)
		return true
	})
}

// Text is "" for null.
func (r *StoredReader) Text(v gjson.Result) string {
	r.Expect(v.Type == gjson.String || v.Type == gjson.Null, "a string", v)
	return v.Str
}

// Optional is nil for null.
func (r *StoredReader) Optional(v gjson.Result) *string {
	if v.Type == gjson.Null {
		return nil
	}
	text := r.Text(v)
	return &text
}

// ID reads an id.
func (r *StoredReader) ID(v gjson.Result) uuid.UUID {
	id, err := uuid.Parse(r.Text(v))
	r.Expect(err == nil, "an id", v)
	return id
}

// Money reads an amount; empty for null.
func (r *StoredReader) Money(v gjson.Result) (m Money) {
	r.Members(v, func(name string, v gjson.Result) {
		switch name {
		case "amount":
			m.Amount = r.Text(v)
		case "currency":
			m.Currency = r.Text(v)
		}
	})
	return m
}

// MoneyOrNil reads an amount; nil for null.
func (r *StoredReader) MoneyOrNil(v gjson.Result) *Money {
	if v.Type == gjson.Null {
		return nil
	}
	m := r.Money(v)
	return &m
}

// Address reads a postal address.
func (r *StoredReader) Address(v gjson.Result) (a Address) {
	r.Members(v, func(name string, v gjson.Result) {
		switch name {
		case "street1":
			a.Street1 = r.Text(v)
		case "street2":
			a.Street2 = r.Optional(v)
		case "city":
			a.City = r.Text(v)
		case "state":
			a.State = r.Text(v)
		case "postalCode":
			a.PostalCode = r.Text(v)
		case "country":
			a.Country = r.Optional(v)
		case "county":
			a.County = r.Optional(v)
		}
	})
	return a
}

// InOrder is an object with its members in the order of the names, as JSONOf writes them.
func (r *StoredReader) InOrder(v gjson.Result, names []string) JSON {
	if !r.Expect(v.IsObject(), "an object", v) {
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

// written is a string as JSONOf writes it: few differ from how jsonb has them.
func (r *StoredReader) written(v gjson.Result) string {
	if text := r.Text(v); strings.ContainsAny(v.Raw, "\\\u2028\u2029") {
		again, err := JSONOf(text)
		r.Expect(err == nil, "JSON", v)
		return string(again)
	}
	return v.Raw
}
