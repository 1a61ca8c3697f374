package restcompat

import (
	"fmt"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/graph/strict"
	"github.com/covertrack/covertrack/model/fault"
)

// maxBatch is the greatest number of items of a batch (contract section 2, Bodies).
const maxBatch = 100

// body is what an endpoint takes as its body. It has the words of /rest for the binder.
type body struct {
	schema *ast.Schema
	input  *ast.Definition
	// answer is what the response selects: its members exist, but only those of the input can be written.
	answer ast.SelectionSet
	// batch is the one member of a body that has a list of items; "" for other bodies.
	batch string
}

// compileBody finds out what a body is. The members of a body are those of the response, but a batch wraps its items
// in one member, so there the items are compared with the response.
func compileBody(schema *ast.Schema, input *ast.Definition, answer ast.SelectionSet) *body {
	b := &body{schema: schema, input: input, answer: answer}
	if isBatch(schema, input) {
		b.batch = input.Fields[0].Name
		b.answer = ast.SelectionSet{&ast.Field{Alias: b.batch, SelectionSet: answer}}
	}
	return b
}

func isBatch(schema *ast.Schema, input *ast.Definition) bool {
	if len(input.Fields) != 1 {
		return false
	}
	t := input.Fields[0].Type
	return t.NonNull && t.Elem != nil && schema.Types[t.Name()].Kind == ast.InputObject
}

// bind checks a decoded body and makes the variable $input of it. The violations are all mistakes of its shape.
// Deprecated reports whether the body has a deprecated member.
func (b *body) bind(value any) (input map[string]any, deprecated bool, vs fault.Violations) {
	binder := strict.Binder{Schema: b.schema, Door: b}
	o, ok := value.(*strict.Object)
	if !ok {
		binder.Add("", fault.CodeInvalidValue, "The body must be %s.", strict.ExpectObject(b.input, value))
		return nil, false, binder.Violations
	}
	input = binder.Object(b.input, o)
	return input, binder.Deprecated, binder.Violations
}

// Label is the member's name, with the index of an item.
func (b *body) Label(pointer string) string { return fault.Label(pointer) }

// Unknown is different for a member of the response: it exists. One inside of a member that can be written, as `label` in
// `fields`, is passed over, so that what was shown can be sent back.
func (b *body) Unknown(in *ast.Definition, name, pointer string) (fault.Code, string) {
	if b.answers(pointer, name) {
		if b.isInside(pointer) {
			return "", ""
		}
		return fault.CodeImmutable, fmt.Sprintf("%s cannot be written here.", strict.Quote(name))
	}
	hint := strict.OrStop(strict.DidYouMean(name, strict.FieldNames(in)))
	return fault.CodeUnknownMember, fmt.Sprintf("There is no member %s here%s", strict.Quote(name), hint)
}

// isInside reports whether the member at a pointer is not one of the resource itself.
func (b *body) isInside(pointer string) bool {
	depth := strings.Count(pointer, "/")
	if b.batch != "" {
		depth -= 2 // the batch's member, and the index of the item
	}
	return depth > 1
}

// Items bounds a batch.
func (b *body) Items(in *ast.Definition, name string, items int) (fault.Code, string) {
	switch {
	case in != b.input || name != b.batch:
		return "", ""
	case items == 0:
		return fault.CodeRequired, fmt.Sprintf("%s must have at least one item.", strict.Quote(name))
	case items > maxBatch:
		return fault.CodeTooLong, fmt.Sprintf("%s must have at most %d items, and there are %d.", strict.Quote(name), maxBatch, items)
	}
	return "", ""
}

// Reason is what the value must be.
func (b *body) Reason(_ *ast.Definition, err error) string { return err.Error() }

// answers reports whether the response has the member of this name at the pointer's place.
func (b *body) answers(pointer, name string) bool {
	set := b.answer
	steps := strings.Split(pointer, "/")
	for _, step := range steps[1 : len(steps)-1] {
		if isIndex(step) {
			continue
		}
		field := fieldOf(set, step)
		if field == nil {
			return false
		}
		set = field.SelectionSet
	}
	return fieldOf(set, name) != nil
}

func fieldOf(set ast.SelectionSet, alias string) *ast.Field {
	for _, selection := range set {
		if field := selection.(*ast.Field); field.Alias == alias {
			return field
		}
	}
	return nil
}

// isIndex reports whether a step of a pointer is an item's. No member of ours has such a name.
func isIndex(step string) bool { return strings.Trim(step, "0123456789") == "" }
