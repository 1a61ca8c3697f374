package encode

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
)

// Plans are how the results of an operation's root fields are written. A root field stands under the first of the document's
// fields that are merged into it, which is the one that gqlgen shows to middleware.
type Plans map[*ast.Field]*Plan

// Plan is how one root field's result is written. It is immutable.
type Plan struct{ append appender }

// Append appends a result as gqlgen would write it. It is false for one that it cannot write: what it appended until then is
// of no use.
func (p *Plan) Append(b []byte, result any) ([]byte, bool) {
	v := reflect.ValueOf(result)
	if !v.IsValid() {
		return b, false
	}
	return p.append(b, v)
}

// Compile compiles an operation of a validated document. ResultOf is the Go type of a root field's result, or nil. Either all
// root fields have a plan, or the error says why not.
func Compile(schema *ast.Schema, op *ast.OperationDefinition, resultOf func(field string) reflect.Type) (Plans, error) {
	c := &compiler{schema}
	if hasDirectives(op.SelectionSet) {
		return nil, fmt.Errorf("the document has directives")
	}
	root := schema.Query
	if op.Operation == ast.Mutation {
		root = schema.Mutation
	}
	plans := Plans{}
	for _, g := range c.collect(op.SelectionSet, root.Name) {
		result := resultOf(g.Name)
		if g.Name == typename || result == nil {
			continue
		}
		write, err := c.value(g.Definition.Type, result, g.selections)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", g.Name, err)
		}
		plans[g.Field] = &Plan{write}
	}
	return plans, nil
}

const typename = "__typename"

type compiler struct{ schema *ast.Schema }

// group is the fields of one response key, merged.
type group struct {
	*ast.Field
	selections ast.SelectionSet
}

// collect is GraphQL's CollectFields of a selection on a type, in gqlgen's order.
func (c *compiler) collect(set ast.SelectionSet, typeName string) []*group {
	var groups []*group
	visited := map[string]bool{}
	var walk func(set ast.SelectionSet)
	walk = func(set ast.SelectionSet) {
		for _, selection := range set {
			switch s := selection.(type) {
			case *ast.Field:
				i := slices.IndexFunc(groups, func(g *group) bool { return g.Alias == s.Alias })
				if i < 0 {
					i = len(groups)
					groups = append(groups, &group{Field: s})
				}
				groups[i].selections = slices.Concat(groups[i].selections, s.SelectionSet)
			case *ast.InlineFragment:
				if c.matches(s.TypeCondition, typeName) {
					walk(s.SelectionSet)
				}
			case *ast.FragmentSpread:
				if !visited[s.Name] && c.matches(s.Definition.TypeCondition, typeName) {
					visited[s.Name] = true
					walk(s.Definition.SelectionSet)
				}
			}
		}
	}
	walk(set)
	return groups
}

// matches tells whether a fragment on the condition is for the type.
func (c *compiler) matches(condition, typeName string) bool {
	return condition == "" || condition == typeName ||
		slices.ContainsFunc(c.schema.PossibleTypes[condition], func(d *ast.Definition) bool { return d.Name == typeName })
}

// object compiles the selection on a struct.
func (c *compiler) object(definition *ast.Definition, t reflect.Type, set ast.SelectionSet) (appender, error) {
	var steps []step
	text := "{"
	for _, g := range c.collect(set, definition.Name) {
		text += `"` + g.Alias + `":`
		if g.Name == typename {
			text += `"` + definition.Name + `",`
			continue
		}
		s, err := c.step(g, t)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", g.Name, err)
		}
		s.text = text
		steps = append(steps, s)
		text = ","
	}
	return appendObject(steps, strings.TrimSuffix(text, ",")+"}"), nil
}

// step finds what a field is bound to, by gqlgen's rule for names.
func (c *compiler) step(g *group, t reflect.Type) (step, error) {
	directives := slices.DeleteFunc(slices.Clone(g.Definition.Directives), func(d *ast.Directive) bool { return d.Name == "deprecated" })
	if len(directives) > 0 || len(g.Definition.Arguments) > 0 {
		return step{}, fmt.Errorf("the field has a directive or an argument")
	}
	if m := methodFor(t, g.Name); m != nil {
		next, err := c.value(g.Definition.Type, m.result, g.selections)
		if err != nil {
			return step{}, err
		}
		return step{next: m.then(next)}, nil
	}
	field, found := t.FieldByNameFunc(func(name string) bool { return strings.EqualFold(name, g.Name) })
	if !found || !field.IsExported() || !inStructs(t, field.Index) || hasMethod(t, g.Name) {
		return step{}, fmt.Errorf("%s has no such member, or a method of that name that is not in bindings.go", t)
	}
	next, err := c.value(g.Definition.Type, field.Type, g.selections)
	return step{index: field.Index, next: next}, err
}

// inStructs tells whether the way to a member leads through no pointer, which could be nil.
func inStructs(t reflect.Type, index []int) bool {
	for _, at := range index {
		if t.Kind() != reflect.Struct {
			return false
		}
		t = t.Field(at).Type
	}
	return true
}

// hasDirectives tells whether anything is included, skipped or deferred.
func hasDirectives(set ast.SelectionSet) bool {
	seen := map[string]bool{}
	var has func(set ast.SelectionSet) bool
	has = func(set ast.SelectionSet) bool {
		return slices.ContainsFunc(set, func(selection ast.Selection) bool {
			switch s := selection.(type) {
			case *ast.Field:
				return len(s.Directives) > 0 || has(s.SelectionSet)
			case *ast.InlineFragment:
				return len(s.Directives) > 0 || has(s.SelectionSet)
			case *ast.FragmentSpread:
				again := seen[s.Name]
				seen[s.Name] = true
				return len(s.Directives) > 0 || !again && has(s.Definition.SelectionSet)
			}
			return true
		})
	}
	return has(set)
}
