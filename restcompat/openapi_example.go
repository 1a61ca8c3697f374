package restcompat

import (
	_ "embed"
	"encoding/json"
	"net/http"
	"slices"
	"sync"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/model"
)

//go:embed openapi_examples.json
var exampleFile []byte

// exampleValues are realistic values of members, by type and member, by scalar, or by the member alone. The latter are
// for texts only: a response has ids where a request has keys.
var exampleValues = sync.OnceValue(func() (values map[string]any) {
	if err := json.Unmarshal(exampleFile, &values); err != nil {
		panic(err)
	}
	return values
})

// otherModel are the members that exclude the others of their body: they belong to the legacy model.
var otherModel = []string{"program", "productType"}

// nullExamples are the members of a response that are null in its example, if they can be.
var nullExamples = append([]string{"statusBeforeHold", "onHoldAt", "deactivatedAt"}, otherModel...)

// exampleOf is a value of a type: a response with the selected members, or a body that is accepted, with the members of
// the Coverage Framework and none of the legacy model. Parent and name are the type and the member that have the value.
func (s *specification) exampleOf(t *ast.Type, set ast.SelectionSet, parent *ast.Definition, name string) any {
	definition := s.schema.Types[t.Name()]
	out := &object{}
	switch {
	case t.Elem != nil:
		return []any{s.exampleOf(t.Elem, set, parent, name)}
	case definition.Kind == ast.InputObject:
		for _, field := range definition.Fields {
			if !slices.Contains(otherModel, field.Name) {
				out.Set(field.Name, s.exampleOf(field.Type, nil, definition, field.Name))
			}
		}
	case !t.NonNull && parent.Kind == ast.Object && slices.Contains(nullExamples, name):
		return nil
	case definition.Kind == ast.Object:
		for _, selection := range set {
			field := selection.(*ast.Field)
			out.Set(field.Alias, s.exampleOf(field.Definition.Type, field.SelectionSet, definition, field.Alias))
		}
	default:
		return leafExample(definition, parent, name)
	}
	return out
}

func leafExample(definition, parent *ast.Definition, name string) any {
	if value, ok := exampleValues()[parent.Name+"."+name]; ok {
		return value
	}
	switch {
	case definition.Kind == ast.Enum:
		return definition.EnumValues[0].Name
	case definition.Name == "Date" && parent.Kind == ast.InputObject:
		return "2026-01-31"
	}
	for _, key := range []string{definition.Name, name} {
		if value, ok := exampleValues()[key]; ok {
			return value
		}
	}
	return name
}

func refusalExample(code model.Code) *object {
	meaning, status := refusals[code].meaning, refusals[code].status
	out := fields("type", code.Page(), "title", code.Title(), "status", status,
		"detail", meaning, "code", string(code), "requestId", exampleValues()["ID"])
	pointer, field := "/name", "name"
	if code == model.CodeUnknownParameter {
		pointer, field = "colour", "colour"
	}
	if status == http.StatusUnprocessableEntity {
		out.Set("errors", []any{fields("pointer", pointer, "field", field, "code", string(code), "message", meaning)})
	}
	return out
}
