package restcompat

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/graph/strict"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/model/scalar"
)

// schemaOf is the schema of a type: of what a selection of it returns, or of what may be written. Objects and enums
// become components, named after their GraphQL types.
func (s *specification) schemaOf(t *ast.Type, set ast.SelectionSet, written bool) *object {
	var out *object
	definition := s.schema.Types[t.Name()]
	switch {
	case t.Elem != nil:
		out = fields("type", "array", "items", s.schemaOf(t.Elem, set, written))
	case definition.Kind == ast.Object:
		out = s.component(componentName(definition.Name), s.outputObject(definition, set))
	case definition.Kind == ast.InputObject:
		out = s.component(definition.Name, s.inputObject(definition))
	case definition.Name == "EventName":
		out = s.enum(s.schema.Types["EventType"])
	case definition.Kind == ast.Enum:
		out = s.enum(definition)
	default:
		out = scalarSchema(definition.Name, written)
	}
	if !t.NonNull {
		return nullable(out)
	}
	return out
}

func (s *specification) outputObject(definition *ast.Definition, set ast.SelectionSet) *object {
	properties, required := &object{}, []any{}
	for _, selection := range set {
		field := selection.(*ast.Field)
		isKeyed := field.Definition.Directives.ForName("catalogId") != nil // with ?keys=true it is no UUID
		schema := s.schemaOf(field.Definition.Type, field.SelectionSet, isKeyed)
		properties.Set(field.Alias, described(schema, field.Definition.Description, field.Definition.Directives))
		required = append(required, field.Alias)
	}
	if definition.Name == "PageInfo" { // only then, see cutBody
		cut := definition.Fields.ForName("truncated")
		properties.Set(cut.Name, described(s.schemaOf(cut.Type, nil, false), cut.Description, nil))
	}
	return fields("type", "object", "description", definition.Description, "required", required, "properties", properties)
}

func (s *specification) inputObject(definition *ast.Definition) *object {
	properties, required := &object{}, []any{}
	for _, field := range definition.Fields {
		schema := s.schemaOf(field.Type, nil, true)
		switch refused := field.Directives.ForName("refuses"); {
		case refused == nil:
		case field.Type.Elem == nil:
			schema = nullable(s.enumOfSome(definition, field, refused))
		default:
			schema = nullable(fields("type", "array", "items", s.enumOfSome(definition, field, refused)))
		}
		if isBatch(s.schema, definition) {
			schema.Set("minItems", 1)
			schema.Set("maxItems", maxBatch)
		}
		properties.Set(field.Name, described(schema, field.Description, field.Directives))
		if field.Type.NonNull {
			required = append(required, field.Name)
		}
	}
	out := fields("type", "object", "description", definition.Description, "additionalProperties", false)
	if len(required) > 0 {
		out.Set("required", required)
	}
	out.Set("properties", properties)
	return out
}

// enum is the schema of an enum with a line on each value. EventType has the names that REST has, which its docstrings
// repeat.
func (s *specification) enum(definition *ast.Definition) *object {
	events := definition.Name == "EventType"
	about := definition.Description
	if events {
		about = "What happened."
	}
	about += "\n"
	var values []any
	for i, value := range definition.EnumValues {
		name, says := value.Name, value.Description
		if events {
			name = model.EventTypeNames()[i]
			says, _, _ = strings.Cut(says, ": `"+name+"`")
			says += "."
		}
		values = append(values, name)
		about += fmt.Sprintf("\n- `%s`: %s", name, says)
	}
	return s.component(definition.Name, fields("type", "string", "description", about, "enum", values))
}

// sorts is the schema of the orders that a list has: one for all lists that have those of every list.
func (s *specification) sorts(ep *endpoint) *object {
	enum := *s.schema.Types["Sort"]
	sorts := strict.Sorts(ep.root.Definition.Arguments.ForName("sort"))
	if len(sorts) > len(page.TimeSorts) {
		enum.Name = s.noun(ep).Name + enum.Name
	}
	values := enum.EnumValues
	enum.EnumValues = nil
	for _, sort := range sorts {
		value := *values.ForName(string(sort))
		value.Name = sort.Param()
		enum.EnumValues = append(enum.EnumValues, &value)
	}
	return s.enum(&enum)
}

// enumOfSome is the schema of a member that refuses some values of its enum.
func (s *specification) enumOfSome(of *ast.Definition, field *ast.FieldDefinition, refuses *ast.Directive) *object {
	enum := *s.schema.Types[field.Type.Name()]
	enum.Name = strings.TrimSuffix(of.Name, "Input") + strings.ToUpper(field.Name[:1]) + field.Name[1:]
	refused := refuses.Arguments.ForName("values").Value.Children
	enum.EnumValues = slices.DeleteFunc(slices.Clone(enum.EnumValues), func(v *ast.EnumValueDefinition) bool {
		return slices.ContainsFunc(refused, func(name *ast.ChildValue) bool { return name.Value.Raw == v.Name })
	})
	return s.enum(&enum)
}

// component registers a schema under a name and returns a reference to it. Two shapes of one name are an error.
func (s *specification) component(name string, schema *object) *object {
	if known := s.schemas[name]; known != nil && !reflect.DeepEqual(known, schema) {
		s.err = fmt.Errorf("%s is selected in two shapes, and a component can have one only", name)
	}
	s.schemas[name] = schema
	return ref("schemas", name)
}

// componentName is the name of a type for readers who do not use GraphQL.
func componentName(graphQL string) string { return strings.Replace(graphQL, "Connection", "List", 1) }

// scalarSchema is the schema of a scalar. Ids and dates in responses have a format. Those in requests have none: a
// malformed id is treated as one that does not exist, a catalog key may be sent as an id, and dates have two forms.
func scalarSchema(name string, written bool) *object {
	switch name {
	case "Boolean":
		return fields("type", "boolean")
	case "Int":
		return fields("type", "integer", "format", "int32")
	case "Float":
		return fields("type", "number", "format", "double")
	case "JSON":
		return ref("schemas", "AnyValue")
	case "Metadata":
		return fields("type", "object", "additionalProperties", true, "maxProperties", scalar.MetadataKeys)
	case "Time":
		return fields("type", "string", "format", "date-time")
	}
	formats := map[string]string{"ID": "uuid", "Date": "date-time"}
	out := fields("type", "string")
	if !written {
		out = fields("type", "string", "format", formats[name])
	}
	if name == "Date" {
		out.Set("x-day", true)
	}
	return out
}

// aboutDays tells readers of a member that is a day what an instant in its place would lead to: another day, west of
// Greenwich.
const aboutDays = " A day, not an instant: of `2027-01-15T00:00:00.000Z` take the first ten characters, `2027-01-15`."

func nullable(schema *object) *object {
	if kind, ok := schema.Get("type").(string); ok {
		schema.Set("type", []any{kind, "null"})
		return schema
	}
	return fields("anyOf", []any{schema, fields("type", "null")})
}

// described adds the docstring of a member to its schema.
func described(schema *object, description string, directives ast.DirectiveList) *object {
	if schema.Get("x-day") != nil {
		description += aboutDays
	}
	schema.Set("description", description)
	if deprecated := directives.ForName("deprecated"); deprecated != nil {
		schema.Set("deprecated", true)
		schema.Set("description", description+" "+deprecated.Arguments.ForName("reason").Value.Raw)
	}
	return schema
}
