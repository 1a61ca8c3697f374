package door

import (
	"slices"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/graph/engine"
)

// usesDeprecated reports whether a client's operation selects a deprecated field, or gives a deprecated argument or
// member a value that is not null.
func usesDeprecated(schema *ast.Schema, op *engine.Operation, variables map[string]any) bool {
	return selectsDeprecated(op.Definition.SelectionSet) ||
		slices.ContainsFunc(op.Definition.VariableDefinitions, func(v *ast.VariableDefinition) bool {
			return givesDeprecated(schema, v.Type, variables[v.Variable])
		})
}

func selectsDeprecated(set ast.SelectionSet) bool {
	return slices.ContainsFunc(set, func(selection ast.Selection) bool {
		switch s := selection.(type) {
		case *ast.Field:
			return isDeprecated(s.Definition.Directives) || selectsDeprecated(s.SelectionSet) ||
				slices.ContainsFunc(s.Arguments, func(a *ast.Argument) bool { return namesDeprecated(a.Value) })
		case *ast.InlineFragment:
			return selectsDeprecated(s.SelectionSet)
		case *ast.FragmentSpread:
			return selectsDeprecated(s.Definition.SelectionSet)
		}
		return false
	})
}

// namesDeprecated checks a literal.
func namesDeprecated(v *ast.Value) bool {
	return slices.ContainsFunc(v.Children, func(child *ast.ChildValue) bool {
		if namesDeprecated(child.Value) {
			return true
		}
		if v.Kind != ast.ObjectValue || child.Value.Kind == ast.NullValue || v.Definition == nil {
			return false
		}
		f := v.Definition.Fields.ForName(child.Name)
		return f != nil && isDeprecated(f.Directives)
	})
}

// givesDeprecated checks the value of a variable.
func givesDeprecated(schema *ast.Schema, t *ast.Type, value any) bool {
	switch value := value.(type) {
	case []any:
		return slices.ContainsFunc(value, func(item any) bool { return givesDeprecated(schema, t.Elem, item) })
	case map[string]any:
		for name, member := range value {
			f := schema.Types[t.Name()].Fields.ForName(name)
			if f != nil && (member != nil && isDeprecated(f.Directives) || givesDeprecated(schema, f.Type, member)) {
				return true
			}
		}
	}
	return false
}

func isDeprecated(directives ast.DirectiveList) bool { return directives.ForName("deprecated") != nil }
