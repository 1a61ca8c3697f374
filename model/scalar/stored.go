package scalar

import (
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/tidwall/gjson"
)

// StoredReader returns what reads the text of jsonb into a pointer to a T: a struct, or a list of them, of strings, ids, times,
// JSON, and structs like it, embedded ones too. It reads what encoding/json reads, without a look whether the text is JSON, as the text of jsonb always
// is, and strings share the text's memory.
//
// This earns, against encoding/json, 6 of 14 allocations and three quarters of the time for two limits of a policy, and 6 of 8 for
// a carrier: budgets of lists hold them by the row. To delete it, use encoding/json in ScanStored, and let model.ReadStored
// return nil for all types but AssetFields.
func StoredReader[T any]() func(dst any, text string) error {
	read := readerOf(reflect.TypeFor[T]())
	return func(dst any, text string) error {
		*dst.(*T) = *new(T)
		v := gjson.Parse(text)
		if v.Type == gjson.Null {
			return nil
		}
		return read(reflect.ValueOf(dst).Elem(), v)
	}
}

// ScanStored is the Scan of a type that read reads from the text of jsonb. NULL changes nothing.
func ScanStored(src, dst any, read func(dst any, text string) error) error {
	var text []byte
	if err := scanJSON(&text, src); err != nil || text == nil {
		return err
	}
	return read(dst, string(text))
}

// reader reads a value that is not null into an empty one.
type reader func(dst reflect.Value, v gjson.Result) error

func readerOf(t reflect.Type) reader {
	switch {
	case t == reflect.TypeFor[uuid.UUID]():
		return readID
	case t == reflect.TypeFor[time.Time]():
		return readTime
	case t == reflect.TypeFor[JSON]():
		return func(dst reflect.Value, v gjson.Result) error { dst.SetBytes([]byte(v.Raw)); return nil }
	case t.Kind() == reflect.Pointer:
		read := readerOf(t.Elem())
		return func(dst reflect.Value, v gjson.Result) error {
			dst.Set(reflect.New(t.Elem()))
			return read(dst.Elem(), v)
		}
	case t.Kind() == reflect.Slice:
		return listReader(t)
	case t.Kind() == reflect.Struct:
		return structReader(t)
	case t.Kind() == reflect.Bool:
		return func(dst reflect.Value, v gjson.Result) error {
			dst.SetBool(v.Bool())
			return expect(v.IsBool(), "true or false", v)
		}
	case t.Kind() == reflect.Int:
		return func(dst reflect.Value, v gjson.Result) error {
			dst.SetInt(v.Int())
			return expect(v.Type == gjson.Number, "a number", v)
		}
	default:
		return func(dst reflect.Value, v gjson.Result) error {
			dst.SetString(v.Str)
			return expect(v.Type == gjson.String, "a string", v)
		}
	}
}

func expect(isSo bool, what string, v gjson.Result) error {
	if isSo {
		return nil
	}
	return fmt.Errorf("the database has %.40s where %s should be", v.Raw, what)
}

func readID(dst reflect.Value, v gjson.Result) error {
	id, err := uuid.Parse(v.Str)
	*dst.Addr().Interface().(*uuid.UUID) = id
	return expect(err == nil, "an id", v)
}

func readTime(dst reflect.Value, v gjson.Result) error {
	err := dst.Addr().Interface().(*time.Time).UnmarshalText([]byte(v.Str))
	return expect(err == nil, "a time", v)
}

func listReader(t reflect.Type) reader {
	read, none := readerOf(t.Elem()), reflect.MakeSlice(t, 0, 0)
	return func(dst reflect.Value, v gjson.Result) error {
		dst.Set(none)
		err := expect(v.IsArray(), "a list", v)
		v.ForEach(func(_, item gjson.Result) bool {
			if err != nil {
				return false
			}
			n := dst.Len()
			dst.Grow(1)
			if dst.SetLen(n + 1); item.Type != gjson.Null {
				err = read(dst.Index(n), item)
			}
			return true
		})
		return err
	}
}

func structReader(t reflect.Type) reader {
	type member struct {
		index []int
		read  reader
	}
	members := map[string]member{}
	for _, f := range reflect.VisibleFields(t) {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "-" && !f.Anonymous {
			members[name] = member{f.Index, readerOf(f.Type)}
		}
	}
	return func(dst reflect.Value, v gjson.Result) error {
		err := expect(v.IsObject(), "an object", v)
		v.ForEach(func(name, value gjson.Result) bool {
			if m, ok := members[name.Str]; ok && err == nil && value.Type != gjson.Null {
				err = m.read(dst.FieldByIndex(m.index), value)
			}
			return err == nil
		})
		return err
	}
}
