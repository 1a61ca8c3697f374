package door

import (
	"encoding/json"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/graph/strict"
	"github.com/covertrack/covertrack/model"
)

const (
	// maxViolations bounds the answer to variables of nothing but mistakes.
	maxViolations = 1000
	// maxFilterValues is how many alternatives a filter takes (contract section 2, Lists).
	maxFilterValues = 100
)

// coerceVariables makes variables of what was sent, by the types that the operation declares. gqlgen's own coercion
// stops at the first mistake and lets enums in a wrong case and numbers as strings pass; here all mistakes are reported
// at once, each with its JSON Pointer into the request, and what passes cannot fail later. Variables that the operation
// does not declare are ignored, as GraphQL has it. Hints name what the schema has in place of what was sent; they are
// for those who may read it.
func coerceVariables(schema *ast.Schema, declared ast.VariableDefinitionList, given *strict.Object, hints bool) (map[string]any, model.Violations) {
	c := coercer{schema: schema, hints: hints}
	sent := map[string]any{}
	if given != nil {
		for _, m := range given.Members {
			sent[m.Name] = m.Value
		}
	}
	variables := map[string]any{}
	for _, v := range declared {
		at := model.Pointer("/variables", v.Variable)
		value, ok := sent[v.Variable]
		switch {
		case ok:
			variables[v.Variable] = c.value(v.Type, value, at)
		case v.DefaultValue != nil:
			variables[v.Variable], _ = v.DefaultValue.Value(nil) // a constant of the type, as validation found
		case v.Type.NonNull:
			c.add(at, model.CodeRequired, "$%s is required.", v.Variable)
		}
	}
	return variables, c.violations
}

type coercer struct {
	schema     *ast.Schema
	hints      bool
	violations model.Violations
}

func (c *coercer) add(pointer string, code model.Code, format string, args ...any) {
	if len(c.violations) < maxViolations {
		c.violations.Add(pointer, code, format, args...)
	}
}

func (c *coercer) value(t *ast.Type, v any, at string) any {
	switch {
	case v == nil && t.NonNull:
		c.add(at, model.CodeRequired, "%s is required and cannot be null.", strict.Quote(at))
		return nil
	case v == nil:
		return nil
	case t.Elem != nil:
		return c.list(t, v, at)
	}
	definition := c.schema.Types[t.NamedType]
	if definition.Kind != ast.InputObject {
		return c.scalar(definition, v, at)
	}
	o, ok := v.(*strict.Object)
	if !ok {
		c.add(at, model.CodeInvalidValue, "%s is not valid: an object is expected.", strict.Quote(at))
		return nil
	}
	return c.object(definition, o, at)
}

// list takes one value for a list of it, as GraphQL has it.
func (c *coercer) list(t *ast.Type, v any, at string) any {
	items, ok := v.([]any)
	if !ok {
		return []any{c.value(t.Elem, v, at)}
	}
	out := make([]any, len(items))
	for i, item := range items {
		out[i] = c.value(t.Elem, item, model.Pointer(at, i))
	}
	return out
}

func (c *coercer) object(definition *ast.Definition, o *strict.Object, at string) any {
	out := make(map[string]any, len(o.Members))
	for _, m := range o.Members {
		pointer := model.Pointer(at, m.Name)
		field := definition.Fields.ForName(m.Name)
		if field == nil {
			c.add(pointer, model.CodeUnknownMember, "%s has no member %s%s.", definition.Name, strict.Quote(m.Name), c.hint(m.Name, definition))
			continue
		}
		if items, ok := m.Value.([]any); ok && len(items) > maxFilterValues && strings.HasSuffix(definition.Name, "Filter") {
			c.add(pointer, model.CodeTooLong, "%s takes at most %d values.", strict.Quote(m.Name), maxFilterValues)
			continue
		}
		out[m.Name] = c.value(field.Type, m.Value, pointer)
	}
	for _, field := range definition.Fields {
		if _, given := out[field.Name]; !given && field.Type.NonNull && field.DefaultValue == nil {
			c.add(model.Pointer(at, field.Name), model.CodeRequired, "%s is required.", strict.Quote(field.Name))
		}
	}
	return out
}

// hint names the member that was meant.
func (c *coercer) hint(name string, definition *ast.Definition) string {
	var known []string
	for _, field := range definition.Fields {
		known = append(known, field.Name)
	}
	if !c.hints {
		known = nil
	}
	return strict.DidYouMean(name, known)
}

func (c *coercer) scalar(definition *ast.Definition, v any, at string) any {
	plain := strict.Plain(v)
	if number, ok := plain.(json.Number); ok && definition.Name == "ID" {
		plain = number.String() // GraphQL takes a number for an id; it is one that no record has
	}
	before := len(c.violations)
	strict.EachNUL(v, at, func(pointer string) {
		c.add(pointer, model.CodeInvalidValue, "%s has the character U+0000, which cannot be stored.", strict.Quote(pointer))
	})
	check, err := strict.CheckFor(definition)
	if err == nil {
		err = check(plain)
	}
	if err != nil && len(c.violations) == before {
		c.add(at, model.CodeInvalidValue, "%s is not valid: %s", strict.Quote(at), c.reason(definition, err))
	}
	return plain
}

// reason says what was expected. The values of an enum are a part of the schema.
func (c *coercer) reason(definition *ast.Definition, err error) string {
	if definition.Kind == ast.Enum && !c.hints {
		return "a value of " + definition.Name + " is expected, in exact case."
	}
	return err.Error()
}
