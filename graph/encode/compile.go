package encode

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/model/page"
)

// Plans has the plan of each root field of an operation. Where several fields of the document are merged into one root
// field, the key is the first of them, which is the one that gqlgen passes to middleware.
type Plans map[*ast.Field]*Plan

// Plan writes the result of one root field. It is immutable.
type Plan struct{ append appender }

// MaxBytes is the most that an answer may have. Append stops soon after.
const MaxBytes = page.MaxBytes

// Append appends a result as gqlgen would write it. It returns false for a result that it cannot write; the caller must
// then drop what was appended.
func (p *Plan) Append(b []byte, result any) ([]byte, bool) {
	v := reflect.ValueOf(result)
	if !v.IsValid() {
		return b, false
	}
	return p.append(b, v)
}

// Compile compiles an operation of a validated document. resultOf returns the Go type of a root field's result; a field
// for which it returns nil gets no plan. structOf returns the struct of an object type that implements an interface, or
// nil. The error says why a root field cannot be compiled.
func Compile(
	schema *ast.Schema, doc *ast.QueryDocument, op *ast.OperationDefinition,
	resultOf func(field string) reflect.Type, structOf func(name string) reflect.Type,
) (Plans, error) {
	c := &compiler{schema, structOf, &graphql.OperationContext{Doc: doc}}
	if hasDirectives(op.SelectionSet, map[string]bool{}) {
		return nil, fmt.Errorf("the document has directives")
	}
	root := schema.Query
	if op.Operation == ast.Mutation {
		root = schema.Mutation
	}
	plans := Plans{}
	for _, f := range c.collect(op.SelectionSet, root) {
		result := resultOf(f.Name)
		if f.Name == typename || result == nil {
			continue
		}
		write, err := c.value(f.Definition.Type, result, f.Selections)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
		plans[f.Field] = &Plan{write}
	}
	return plans, nil
}

const typename = "__typename"

type compiler struct {
	schema   *ast.Schema
	structOf func(name string) reflect.Type
	document *graphql.OperationContext
}

// collect returns the fields of a selection on an object, merged as gqlgen merges them.
func (c *compiler) collect(set ast.SelectionSet, object *ast.Definition) []graphql.CollectedField {
	satisfies := []string{object.Name}
	for _, abstract := range c.schema.GetImplements(object) {
		satisfies = append(satisfies, abstract.Name)
	}
	return graphql.CollectFields(c.document, set, satisfies)
}

// object compiles the selection on a struct.
func (c *compiler) object(definition *ast.Definition, t reflect.Type, set ast.SelectionSet) (appender, error) {
	var steps []step
	text := "{"
	for _, g := range c.collect(set, definition) {
		text += `"` + g.Alias + `":`
		if g.Name == typename {
			text += `"` + definition.Name + `",`
			continue
		}
		s, err := c.step(definition.Fields.ForName(g.Name), g, t)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", g.Name, err)
		}
		s.text = text
		steps = append(steps, s)
		text = ","
	}
	return appendObject(steps, strings.TrimSuffix(text, ",")+"}"), nil
}

// step finds the struct member or the method of a field, by gqlgen's rule for names. The field's definition is that of
// the object, where the selection may name an interface.
func (c *compiler) step(field *ast.FieldDefinition, g graphql.CollectedField, t reflect.Type) (step, error) {
	changesResult := func(d *ast.Directive) bool { return d.Name != "deprecated" && d.Name != "catalogId" }
	if slices.ContainsFunc(field.Directives, changesResult) || len(g.Arguments) > 0 {
		return step{}, fmt.Errorf("the field has a directive or an argument")
	}
	for _, m := range methods {
		if m.owner == t && m.field == g.Name {
			next, err := c.value(field.Type, m.result, g.Selections)
			return step{next: m.then(next)}, err
		}
	}
	member, found := t.FieldByNameFunc(func(name string) bool { return strings.EqualFold(name, g.Name) })
	if !found || !member.IsExported() || !inStructs(t, member.Index) || hasMethod(t, g.Name) {
		return step{}, fmt.Errorf("%s has no such member, or a method of that name that is not in bindings.go", t)
	}
	next, err := c.value(field.Type, member.Type, g.Selections)
	return step{index: member.Index, next: next}, err
}

// inStructs reports whether no pointer, which could be nil, is on the way to a member.
func inStructs(t reflect.Type, index []int) bool {
	for _, at := range index {
		if t.Kind() != reflect.Struct {
			return false
		}
		t = t.Field(at).Type
	}
	return true
}

// hasDirectives reports whether a field or a fragment has a directive, such as include, skip or defer. It looks into
// each fragment once.
func hasDirectives(set ast.SelectionSet, seen map[string]bool) bool {
	return slices.ContainsFunc(set, func(selection ast.Selection) bool {
		switch s := selection.(type) {
		case *ast.Field:
			return len(s.Directives) > 0 || hasDirectives(s.SelectionSet, seen)
		case *ast.InlineFragment:
			return len(s.Directives) > 0 || hasDirectives(s.SelectionSet, seen)
		case *ast.FragmentSpread:
			again := seen[s.Name]
			seen[s.Name] = true
			return len(s.Directives) > 0 || !again && hasDirectives(s.Definition.SelectionSet, seen)
		}
		return true
	})
}
