package door

import (
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/graph/engine"
)

// usesDeprecated reports whether a client's operation selects a deprecated field, or gives a deprecated argument or
// member a value that is not null.
func usesDeprecated(schema *ast.Schema, op *engine.Operation, variables map[string]any) bool {
	for _, v := range op.Definition.VariableDefinitions {
		if givesDeprecated(schema, v.Type, variables[v.Variable]) {
			return true
		}
	}
	return selectsDeprecated(op.Definition.SelectionSet)
}

func selectsDeprecated(set ast.SelectionSet) bool {
	for _, selection := range set {
		found := false
		switch s := selection.(type) {
		case *ast.Field:
			found = isDeprecated(s.Definition.Directives) || selectsDeprecated(s.SelectionSet)
			for _, argument := range s.Arguments {
				found = found || namesDeprecated(argument.Value)
			}
		case *ast.InlineFragment:
			found = selectsDeprecated(s.SelectionSet)
		case *ast.FragmentSpread:
			found = selectsDeprecated(s.Definition.SelectionSet)
		}
		if found {
			return true
		}
	}
	return false
}

// namesDeprecated checks a literal.
func namesDeprecated(v *ast.Value) bool {
	for _, child := range v.Children {
		if namesDeprecated(child.Value) {
			return true
		}
		if v.Kind != ast.ObjectValue || child.Value.Kind == ast.NullValue || v.Definition == nil {
			continue
		}
		if f := v.Definition.Fields.ForName(child.Name); f != nil && isDeprecated(f.Directives) {
			return true
		}
	}
	return false
}

// givesDeprecated checks the value of a variable.
func givesDeprecated(schema *ast.Schema, t *ast.Type, value any) bool {
	switch value := value.(type) {
	case []any:
		for _, item := range value {
			if givesDeprecated(schema, t.Elem, item) {
				return true
			}
		}
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
