package restcompat

import (
	"strings"

	"github.com/covertrack/covertrack/graph/strict"
	"github.com/covertrack/covertrack/model"
)

// maxViolations bounds the answer to a body of nothing but mistakes.
const maxViolations = 1000

// bindBody checks a decoded body against what the operation takes, and makes the variable $input of it. The violations
// are all that is wrong with its shape, in document order; a missing member comes after its siblings. Deprecated tells
// whether the body has a member that is deprecated.
func (ep *endpoint) bindBody(body any) (input map[string]any, deprecated bool, vs model.Violations) {
	var b binder
	o, ok := body.(*strict.Object)
	if !ok {
		b.add("", model.CodeInvalidValue, "The body must be a JSON object.")
		return nil, false, b.violations
	}
	input = b.object(ep.input, o, "")
	return input, b.deprecated, b.violations
}

type binder struct {
	violations model.Violations
	deprecated bool
}

func (b *binder) add(pointer string, code model.Code, format string, args ...any) {
	if len(b.violations) < maxViolations {
		b.violations.Add(pointer, code, format, args...)
	}
}

func (b *binder) object(t *inputObject, o *strict.Object, at string) map[string]any {
	out := make(map[string]any, len(o.Members))
	for _, m := range o.Members {
		pointer := model.Pointer(at, m.Name)
		field := t.fields[m.Name]
		switch {
		case field != nil:
			b.deprecated = b.deprecated || field.deprecated
			out[m.Name] = b.value(&field.inputType, m.Value, pointer)
		case t.answered[m.Name]:
			b.add(pointer, model.CodeImmutable, "%s cannot be written here.", strict.Quote(m.Name))
		default:
			b.add(pointer, model.CodeUnknownMember, "There is no member %s here%s", strict.Quote(m.Name), orStop(strict.DidYouMean(m.Name, t.names)))
		}
	}
	for _, name := range t.names {
		if _, given := out[name]; !given && t.fields[name].required {
			b.add(model.Pointer(at, name), model.CodeRequired, "%s is required.", strict.Quote(name))
		}
	}
	return out
}

func (b *binder) value(t *inputType, v any, at string) any {
	switch {
	case v == nil && t.required:
		b.add(at, model.CodeRequired, "%s is required and cannot be null.", label(at))
		return nil
	case v == nil:
		return nil
	case t.elem != nil:
		return b.list(t, v, at)
	case t.object != nil:
		o, ok := v.(*strict.Object)
		if !ok {
			b.add(at, model.CodeInvalidValue, "%s is not valid: an object is expected.", label(at))
			return nil
		}
		return b.object(t.object, o, at)
	default:
		return b.scalar(t, v, at)
	}
}

func (b *binder) list(t *inputType, v any, at string) any {
	items, ok := v.([]any)
	switch {
	case !ok:
		b.add(at, model.CodeInvalidValue, "%s is not valid: an array is expected.", label(at))
		return nil
	case t.batch && len(items) == 0:
		b.add(at, model.CodeRequired, "%s needs at least one item.", label(at))
		return nil
	case t.batch && len(items) > maxBatch:
		b.add(at, model.CodeTooLong, "%s has at most %d items, and there are %d.", label(at), maxBatch, len(items))
		return nil
	}
	out := make([]any, len(items))
	for i, item := range items {
		out[i] = b.value(t.elem, item, model.Pointer(at, i))
	}
	return out
}

func (b *binder) scalar(t *inputType, v any, at string) any {
	before := len(b.violations)
	strict.EachNUL(v, at, func(pointer string) {
		b.add(pointer, model.CodeInvalidValue, "%s has the character U+0000, which cannot be stored.", label(pointer))
	})
	p := strict.Plain(v)
	if err := t.check(p); err != nil && len(b.violations) == before {
		b.add(at, model.CodeInvalidValue, "%s is not valid: %s", label(at), orStop(err.Error()))
	}
	return p
}

// label is how a message calls the value at a pointer: by its member's name, or by the pointer when it is an item.
func label(pointer string) string {
	last := pointer[strings.LastIndexByte(pointer, '/')+1:]
	if strings.Trim(last, "0123456789") == "" {
		return strict.Quote(pointer)
	}
	return strict.Quote(last)
}

func orStop(s string) string {
	if strings.HasSuffix(s, "?") {
		return s
	}
	return s + "."
}
