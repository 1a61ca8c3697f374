package encode

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"strconv"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/model/scalar"
)

// appender appends one value. It returns false if the value must be left to gqlgen.
type appender func(b []byte, v reflect.Value) ([]byte, bool)

// value returns the appender of values of a GraphQL type that are held in a Go type.
func (c *compiler) value(t *ast.Type, held reflect.Type, set ast.SelectionSet) (appender, error) {
	switch {
	case held.Kind() == reflect.Pointer && t.Elem == nil:
		next, err := c.value(t, held.Elem(), set)
		if err != nil {
			return nil, err
		}
		return orNull(t, written(held, func(b []byte, v reflect.Value) ([]byte, bool) { return next(b, v.Elem()) })), nil
	case held.Kind() == reflect.Slice && t.Elem != nil:
		next, err := c.value(t.Elem, held.Elem(), set)
		if t.NonNull {
			return appendList(next), err // gqlgen writes a nil slice as an empty list
		}
		return orNull(t, appendList(next)), err
	case t.Elem != nil:
		return nil, fmt.Errorf("%s is held in %s", t, held)
	}
	definition := c.schema.Types[t.NamedType]
	switch {
	case definition.Kind == ast.Object && held.Kind() == reflect.Struct:
		return c.object(definition, held, set)
	case definition.IsAbstractType() && held.Kind() == reflect.Interface:
		return c.abstract(t, definition, set)
	}
	next := leaf(definition, held)
	if next == nil {
		return nil, fmt.Errorf("%s is held in %s", t, held)
	}
	if held.Kind() == reflect.Slice {
		next = orNull(t, next)
	}
	return next, nil
}

// orNull writes nil as null if the type allows it.
func orNull(t *ast.Type, next appender) appender {
	nullable := !t.NonNull
	return func(b []byte, v reflect.Value) ([]byte, bool) {
		if v.IsNil() {
			return append(b, "null"...), nullable
		}
		return next(b, v)
	}
}

// written appends what it wrote before of values that many records share.
func written(held reflect.Type, next appender) appender {
	values := shared[held]
	if values == nil {
		return next
	}
	texts := make(map[uintptr]string, len(values))
	for _, v := range values {
		if text, ok := next(nil, v); ok {
			texts[v.Pointer()] = string(text)
		}
	}
	return func(b []byte, v reflect.Value) ([]byte, bool) {
		if text, ok := texts[v.Pointer()]; ok {
			return append(b, text...), true
		}
		return next(b, v)
	}
}

// step is one member of an object: the text before its value, and the value.
type step struct {
	text  string
	index []int // the path through embedded structs; nil for a method
	next  appender
}

func appendObject(steps []step, end string) appender {
	return func(b []byte, v reflect.Value) ([]byte, bool) {
		for i := range steps {
			s := &steps[i]
			b = append(b, s.text...)
			member := v
			for _, at := range s.index {
				member = member.Field(at)
			}
			var ok bool
			if b, ok = s.next(b, member); !ok {
				return b, false
			}
		}
		return append(b, end...), true
	}
}

func appendList(next appender) appender {
	return func(b []byte, v reflect.Value) ([]byte, bool) {
		b = append(b, '[')
		for i := range v.Len() {
			if i > 0 {
				b = append(b, ',')
			}
			var ok bool
			if b, ok = next(b, v.Index(i)); !ok || len(b) > MaxBytes {
				return b, false
			}
		}
		return append(b, ']'), true
	}
}

// abstract compiles a selection for each object type of an interface or a union. A root field's result is the object
// itself, since it comes as any.
func (c *compiler) abstract(t *ast.Type, definition *ast.Definition, set ast.SelectionSet) (appender, error) {
	objects := map[reflect.Type]appender{}
	for _, member := range c.schema.GetPossibleTypes(definition) {
		if member.Kind != ast.Object {
			continue
		}
		held := c.structOf(member.Name)
		if held == nil {
			return nil, fmt.Errorf("the struct of %s is not known", member.Name)
		}
		next, err := c.object(member, held, set)
		if err != nil {
			return nil, err
		}
		objects[reflect.PointerTo(held)] = next
	}
	nullable := !t.NonNull
	return func(b []byte, v reflect.Value) ([]byte, bool) {
		if v.Kind() == reflect.Interface {
			if v.IsNil() {
				return append(b, "null"...), nullable
			}
			v = v.Elem()
		}
		next := objects[v.Type()]
		if next == nil || v.IsNil() {
			return b, false
		}
		return next(b, v.Elem())
	}, nil
}

// leaf returns the appender of a scalar or an enum, or nil if there is none.
func leaf(definition *ast.Definition, held reflect.Type) appender {
	if definition.Kind == ast.Enum && held.Kind() == reflect.String {
		if !held.Implements(reflect.TypeFor[graphql.Marshaler]()) {
			return appendText // an enum of ours, which gqlgen writes as a text
		}
		return func(b []byte, v reflect.Value) ([]byte, bool) { return strconv.AppendQuote(b, v.String()), true }
	}
	return leaves[definition.Name+" "+held.String()]
}

// leaves has the appenders of scalars, by their names in the schema and in Go.
var leaves = map[string]appender{
	"ID uuid.UUID":             pointed(scalar.AppendID),
	"Time time.Time":           pointed(scalar.AppendTime),
	"Date time.Time":           pointed(scalar.AppendTime),
	"JSON scalar.JSON":         pointed(scalar.AppendJSON),
	"Metadata scalar.Metadata": pointed(scalar.AppendMetadata),
	"String string":            appendText,
	"CatalogRef string":        appendText,
	"EventName string":         appendText,
	"Decimal string":           appendText,
	"Int int":                  appendInt,
	"Int int64":                appendInt,
	"Boolean bool":             func(b []byte, v reflect.Value) ([]byte, bool) { return strconv.AppendBool(b, v.Bool()), true },
	"Float float64": func(b []byte, v reflect.Value) ([]byte, bool) {
		f := v.Float()
		return strconv.AppendFloat(b, f, 'g', -1, 64), !math.IsInf(f, 0) && !math.IsNaN(f)
	},
}

// pointed reads a value of T through a pointer, which saves a copy into an interface.
func pointed[T any](append func(b []byte, v T) []byte) appender {
	return func(b []byte, v reflect.Value) ([]byte, bool) { return append(b, *v.Addr().Interface().(*T)), true }
}

func appendInt(b []byte, v reflect.Value) ([]byte, bool) {
	return strconv.AppendInt(b, v.Int(), 10), true
}

func appendText(b []byte, v reflect.Value) ([]byte, bool) { return appendString(b, v.String()), true }

// appendString quotes as graphql.MarshalString does. Most strings need no escape, which is checked eight bytes at a
// time.
func appendString(b []byte, s string) []byte {
	begin := len(b)
	b = append(append(b, '"'), s...)
	if isPlain(b[begin+1:]) {
		return append(b, '"')
	}
	escaped := bytes.NewBuffer(b[:begin])
	graphql.MarshalString(s).MarshalGQL(escaped)
	return escaped.Bytes()
}

// isPlain reports whether no byte needs an escape.
func isPlain(b []byte) bool {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	for ; len(b) >= 8; b = b[8:] {
		x := binary.LittleEndian.Uint64(b)
		quote, backslash := x^ones*'"', x^ones*'\\'
		control := (x - ones*' ') &^ x // the high bit of a byte below a space
		if (control|(quote-ones)&^quote|(backslash-ones)&^backslash)&highs != 0 {
			return false
		}
	}
	for _, c := range b {
		if c < ' ' || c == '\\' || c == '"' {
			return false
		}
	}
	return true
}
