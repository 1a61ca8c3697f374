package restcompat

import (
	"fmt"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/graph/strict"
)

// maxBatch is the greatest number of items of a batch (contract section 2, Bodies).
const maxBatch = 100

// inputObject is an input type of the schema at one place of one body.
type inputObject struct {
	fields map[string]*inputField
	// names are those of fields, in the schema's order.
	names []string
	// answered are the members that the response has at this place: one that is no field exists and cannot be written.
	answered map[string]bool
}

type inputField struct {
	inputType
	deprecated bool
}

// inputType is what may stand at one place: a list of elem, an object, or what check lets pass.
type inputType struct {
	required bool
	elem     *inputType
	batch    bool
	object   *inputObject
	check    func(v any) error
}

// compileBody makes the checker of a body. The members of a body are those of the response, but a batch wraps its items in
// one member, so there the items are compared with the response.
func compileBody(schema *ast.Schema, definition *ast.Definition, answer ast.SelectionSet) (*inputObject, error) {
	if !isBatch(schema, definition) {
		return compileInput(schema, definition, answer)
	}
	items := definition.Fields[0]
	body, err := compileInput(schema, definition, ast.SelectionSet{&ast.Field{Alias: items.Name, SelectionSet: answer}})
	if err != nil {
		return nil, err
	}
	body.fields[items.Name].batch = true
	return body, nil
}

func isBatch(schema *ast.Schema, definition *ast.Definition) bool {
	if len(definition.Fields) != 1 {
		return false
	}
	t := definition.Fields[0].Type
	return t.NonNull && t.Elem != nil && schema.Types[t.Name()].Kind == ast.InputObject
}

func compileInput(schema *ast.Schema, definition *ast.Definition, answer ast.SelectionSet) (*inputObject, error) {
	o := &inputObject{fields: map[string]*inputField{}, answered: map[string]bool{}}
	inner := map[string]ast.SelectionSet{}
	for _, selection := range answer {
		field := selection.(*ast.Field)
		o.answered[field.Alias] = true
		inner[field.Alias] = field.SelectionSet
	}
	for _, field := range definition.Fields {
		t, err := compileType(schema, field.Type, inner[field.Name])
		if err != nil {
			return nil, fmt.Errorf("%s.%s: %w", definition.Name, field.Name, err)
		}
		o.fields[field.Name] = &inputField{inputType: *t, deprecated: field.Directives.ForName("deprecated") != nil}
		o.names = append(o.names, field.Name)
	}
	return o, nil
}

func compileType(schema *ast.Schema, t *ast.Type, answer ast.SelectionSet) (out *inputType, err error) {
	out = &inputType{required: t.NonNull}
	definition := schema.Types[t.Name()]
	switch {
	case t.Elem != nil:
		out.elem, err = compileType(schema, t.Elem, answer)
	case definition.Kind == ast.InputObject:
		out.object, err = compileInput(schema, definition, answer)
	default:
		out.check, err = strict.CheckFor(definition)
	}
	return out, err
}
