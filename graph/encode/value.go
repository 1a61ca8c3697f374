package encode

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/model"
)

// appender appends one value; false when only gqlgen can say what is to be done with it.
type appender func(b *Buffer, v reflect.Value) bool

// value compiles the writing of a value of a GraphQL type that is held in a Go type.
func (c *compiler) value(t *ast.Type, held reflect.Type, set ast.SelectionSet) (appender, error) {
	switch {
	case held.Kind() == reflect.Pointer && t.Elem == nil:
		next, err := c.value(t, held.Elem(), set)
		return orNull(t, func(b *Buffer, v reflect.Value) bool { return next(b, v.Elem()) }), err
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
	case definition.Kind == ast.Union && held.Kind() == reflect.Interface:
		next, err := c.union(definition, set)
		return orNull(t, next), err
	}
	next := leaf(definition, held)
	switch {
	case next == nil:
		return nil, fmt.Errorf("%s is held in %s", t, held)
	case held.Kind() == reflect.Slice:
		return orNull(t, next), nil
	}
	return next, nil
}

// orNull writes what is nil as null, where that may be.
func orNull(t *ast.Type, next appender) appender {
	nullable := !t.NonNull
	return func(b *Buffer, v reflect.Value) bool {
		if v.IsNil() {
			b.bytes = append(b.bytes, "null"...)
			return nullable
		}
		return next(b, v)
	}
}

// step is one member of an object: the text before its value, and the value.
type step struct {
	text  string
	index []int // the way through embedded structs; nil for a method
	next  appender
}

func appendObject(steps []step, end string) appender {
	return func(b *Buffer, v reflect.Value) bool {
		for i := range steps {
			s := &steps[i]
			b.bytes = append(b.bytes, s.text...)
			member := v
			for _, at := range s.index {
				member = member.Field(at)
			}
			if !s.next(b, member) {
				return false
			}
		}
		b.bytes = append(b.bytes, end...)
		return true
	}
}

func appendList(next appender) appender {
	return func(b *Buffer, v reflect.Value) bool {
		b.bytes = append(b.bytes, '[')
		for i := range v.Len() {
			if i > 0 {
				b.bytes = append(b.bytes, ',')
			}
			if !next(b, v.Index(i)) {
				return false
			}
		}
		b.bytes = append(b.bytes, ']')
		return true
	}
}

// union compiles a selection for each member that it may stand for.
func (c *compiler) union(definition *ast.Definition, set ast.SelectionSet) (appender, error) {
	objects := map[reflect.Type]appender{}
	for _, name := range definition.Types {
		held, known := members[name]
		if !known {
			return nil, fmt.Errorf("the struct of %s is not in bindings.go", name)
		}
		next, err := c.object(c.schema.Types[name], held, set)
		if err != nil {
			return nil, err
		}
		objects[reflect.PointerTo(held)] = next
	}
	return func(b *Buffer, v reflect.Value) bool {
		pointer := v.Elem()
		next := objects[pointer.Type()]
		return next != nil && !pointer.IsNil() && next(b, pointer.Elem())
	}, nil
}

var marshaler = reflect.TypeFor[graphql.Marshaler]()

// leaf is how a scalar or an enum is written, or nil.
func leaf(definition *ast.Definition, held reflect.Type) appender {
	if definition.Kind == ast.Enum && held.Kind() == reflect.String && held.Implements(marshaler) {
		return func(b *Buffer, v reflect.Value) bool { b.bytes = strconv.AppendQuote(b.bytes, v.String()); return true }
	}
	switch definition.Name + " " + held.String() {
	case "ID uuid.UUID":
		return func(b *Buffer, v reflect.Value) bool {
			b.bytes = model.AppendID(b.bytes, *v.Addr().Interface().(*uuid.UUID))
			return true
		}
	case "Time time.Time", "Date time.Time":
		return func(b *Buffer, v reflect.Value) bool {
			b.bytes = model.AppendTime(b.bytes, *v.Addr().Interface().(*time.Time))
			return true
		}
	case "String string", "CatalogRef string", "Decimal string":
		return func(b *Buffer, v reflect.Value) bool { b.bytes = appendString(b.bytes, v.String()); return true }
	case "Int int":
		return func(b *Buffer, v reflect.Value) bool { b.bytes = strconv.AppendInt(b.bytes, v.Int(), 10); return true }
	case "Boolean bool":
		return func(b *Buffer, v reflect.Value) bool { b.bytes = strconv.AppendBool(b.bytes, v.Bool()); return true }
	case "Float float64":
		return func(b *Buffer, v reflect.Value) bool {
			f := v.Float()
			b.bytes = strconv.AppendFloat(b.bytes, f, 'g', -1, 64)
			return !math.IsInf(f, 0) && !math.IsNaN(f)
		}
	case "JSON model.JSON", "Metadata model.Metadata":
		return func(b *Buffer, v reflect.Value) bool { v.Addr().Interface().(graphql.Marshaler).MarshalGQL(b); return true }
	}
	return nil
}

const hexDigits = "0123456789ABCDEF"

// appendString quotes as graphql.MarshalString does.
func appendString(b []byte, s string) []byte {
	b = append(b, '"')
	start := 0
	for i := range len(s) {
		c := s[i]
		if c >= ' ' && c != '\\' && c != '"' {
			continue
		}
		b = append(b, s[start:i]...)
		start = i + 1
		switch c {
		case '\t':
			b = append(b, `\t`...)
		case '\r':
			b = append(b, `\r`...)
		case '\n':
			b = append(b, `\n`...)
		case '\\', '"':
			b = append(b, '\\', c)
		default:
			b = append(b, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
		}
	}
	b = append(b, s[start:]...)
	return append(b, '"')
}
