package strict

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
)

// maxViolations bounds the report on values that are all mistakes.
const maxViolations = 1000

// Door is what differs between the doors: the words of their refusals, and the sizes of their lists.
type Door interface {
	// Label is how a message names the value at a pointer.
	Label(pointer string) string
	// Unknown returns the refusal of a member that the input type does not have; "" passes over it.
	Unknown(in *ast.Definition, name, pointer string) (code fault.Code, message string)
	// Items returns the refusal of an array with too few or too many items for the member; "" accepts it.
	Items(in *ast.Definition, name string, items int) (code fault.Code, message string)
	// Reason says what a value must be, by the error of a value that cannot be of the type: the end of "`x` must be …".
	Reason(of *ast.Definition, err error) string
}

// Binder makes variables of decoded values, by the input types of a schema. It does not stop at the first mistake,
// and gqlgen accepts whatever passes here.
type Binder struct {
	Schema *ast.Schema
	Door   Door
	// Lenient accepts what GraphQL accepts: one value in place of a list of it, and a number as an id.
	Lenient bool
	// Violations are at most maxViolations mistakes, in document order, a missing member after its siblings.
	Violations fault.Violations
	// Deprecated reports whether a deprecated member was sent.
	Deprecated bool

	// root is the pointer of the whole value, and path leads from there to the current one: its text is written for
	// mistakes only.
	root string
	path []step
	// refused are the values of the current member's enum that messages do not offer.
	refused []string
}

// step is one step of a JSON Pointer: a member's name, or the index of an item.
type step struct {
	name   string
	index  int
	isItem bool
}

// Value binds a value of any input type; at is its pointer.
func (b *Binder) Value(t *ast.Type, v any, at string) any {
	b.root = at
	return b.value(t, v)
}

// Object binds an object that is the whole body.
func (b *Binder) Object(in *ast.Definition, o *Object) map[string]any { return b.object(in, o) }

// Add reports one more mistake, unless there are too many already.
func (b *Binder) Add(pointer string, code fault.Code, format string, args ...any) {
	if len(b.Violations) < maxViolations {
		b.Violations.Add(pointer, code, format, args...)
	}
}

func (b *Binder) value(t *ast.Type, v any) any {
	switch {
	case v == nil && t.NonNull:
		b.refuse(fault.CodeRequired, "%s is required and cannot be null.")
		return nil
	case v == nil:
		return nil
	case t.Elem != nil:
		return b.list(t, v)
	}
	definition := b.Schema.Types[t.NamedType]
	if definition.Kind != ast.InputObject {
		return b.scalar(definition, v)
	}
	o, ok := v.(*Object)
	if !ok {
		b.refuse(fault.CodeInvalidValue, "%s must be %s.", b.Door.Reason(definition, ExpectObject(definition, v)))
		return nil
	}
	return b.object(definition, o)
}

func (b *Binder) list(t *ast.Type, v any) any {
	items, ok := v.([]any)
	if !ok && b.Lenient {
		return []any{b.value(t.Elem, v)}
	}
	if !ok {
		b.refuse(fault.CodeInvalidValue, "%s must be %s.", scalar.Expect("an array", Plain(v), scalar.KindArray))
		return nil
	}
	out := make([]any, len(items))
	for i, item := range items {
		b.enter(step{index: i, isItem: true})
		out[i] = b.value(t.Elem, item)
		b.leave()
	}
	return out
}

func (b *Binder) object(in *ast.Definition, o *Object) map[string]any {
	out := make(map[string]any, len(o.Members))
	for _, m := range o.Members {
		b.enter(step{name: m.Name})
		if field := in.Fields.ForName(m.Name); field != nil {
			out[m.Name] = b.member(in, field, m.Value)
		} else {
			code, message := b.Door.Unknown(in, m.Name, b.pointer())
			if code != "" {
				b.Add(b.pointer(), code, "%s", message)
			}
		}
		b.leave()
	}
	for _, field := range in.Fields {
		if _, given := out[field.Name]; !given && field.Type.NonNull && field.DefaultValue == nil {
			b.Add(fault.Pointer(b.pointer(), field.Name), fault.CodeRequired, "%s is required.", Quote(field.Name))
		}
	}
	return out
}

func (b *Binder) member(in *ast.Definition, field *ast.FieldDefinition, v any) any {
	b.Deprecated = b.Deprecated || field.Directives.ForName("deprecated") != nil
	b.refused = refusedValues(field)
	defer func() { b.refused = nil }()
	if items, ok := v.([]any); ok {
		if code, message := b.Door.Items(in, field.Name, len(items)); code != "" {
			b.Add(b.pointer(), code, "%s", message)
			return nil
		}
	}
	return b.value(field.Type, v)
}

func (b *Binder) scalar(of *ast.Definition, v any) any {
	v, isEvidenced := b.idOf(of, v)
	before := len(b.Violations)
	if !isEvidenced {
		return catalog.NotApplied
	}
	v = withoutNUL(of, v)
	b.refuseNUL(v)
	plain := Plain(v)
	if number, ok := plain.(json.Number); ok && b.Lenient && of.Name == "ID" {
		plain = number.String() // no record has such an id
	}
	parsed, err := Parse(of, plain)
	if err != nil && len(b.refused) > 0 && of.Kind == ast.Enum {
		isRefused := func(name string) bool { return slices.Contains(b.refused, name) }
		_, err = ParseOneOf(plain, slices.DeleteFunc(EnumNames(of), isRefused))
	}
	if err != nil && len(b.Violations) == before {
		b.refuse(fault.CodeInvalidValue, "%s must be %s", OrStop(b.Door.Reason(of, err)))
	}
	return parsed
}

// refusedValues returns the values that @refuses names.
func refusedValues(field *ast.FieldDefinition) (names []string) {
	if directive := field.Directives.ForName("refuses"); directive != nil {
		for _, v := range directive.Arguments.ForName("values").Value.Children {
			names = append(names, v.Value.Raw)
		}
	}
	return names
}

// withoutNUL returns an id without the U+0000 in it: no record has such an id, nor the other.
func withoutNUL(of *ast.Definition, v any) any {
	if s, ok := v.(string); ok && (of.Name == "ID" || of.Name == "CatalogRef") {
		return strings.ReplaceAll(s, "\x00", "\uFFFD")
	}
	return v
}

// refuseNUL reports every string that has a U+0000: JSON can carry it and PostgreSQL cannot store it.
func (b *Binder) refuseNUL(v any) {
	switch v := v.(type) {
	case string:
		if strings.ContainsRune(v, 0) {
			b.refuse(fault.CodeInvalidValue, "%s has the character U+0000, which cannot be stored.")
		}
	case []any:
		for i, item := range v {
			b.enter(step{index: i, isItem: true})
			b.refuseNUL(item)
			b.leave()
		}
	case *Object:
		for _, m := range v.Members {
			b.enter(step{name: m.Name})
			b.refuseNUL(m.Name)
			b.refuseNUL(m.Value)
			b.leave()
		}
	}
}

// refuse reports a mistake of the current value, whose label is the message's first argument.
func (b *Binder) refuse(code fault.Code, format string, args ...any) {
	pointer := b.pointer()
	b.Add(pointer, code, format, append([]any{b.Door.Label(pointer)}, args...)...)
}

func (b *Binder) enter(s step) { b.path = append(b.path, s) }

func (b *Binder) leave() { b.path = b.path[:len(b.path)-1] }

// pointer is that of the current value.
func (b *Binder) pointer() string {
	steps := make([]any, len(b.path))
	for i, s := range b.path {
		steps[i] = s.name
		if s.isItem {
			steps[i] = s.index
		}
	}
	return fault.Pointer(b.root, steps...)
}

// OrStop ends a sentence that is no question.
func OrStop(s string) string {
	if strings.HasSuffix(s, "?") {
		return s
	}
	return s + "."
}
