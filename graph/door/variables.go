package door

import (
	"fmt"
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/graph/strict"
	"github.com/covertrack/covertrack/model/fault"
)

// maxFilterValues is how many alternatives a filter takes (contract section 2, Lists).
const maxFilterValues = 100

// coerceVariables makes variables of what was sent, by the types that the operation declares. gqlgen's own coercion
// stops at the first mistake and accepts enums in a wrong case and numbers as strings; here all mistakes are reported
// at once, each with its JSON Pointer into the request, and what passes cannot fail later. Variables that the
// operation does not declare are ignored, as the GraphQL specification says. Hints name what the schema has in place
// of what was sent; they are for callers who may read the schema.
func coerceVariables(
	schema *ast.Schema, op *ast.OperationDefinition, given *strict.Object, hints bool,
) (map[string]any, fault.Violations) {
	b := strict.Binder{Schema: schema, Door: graphqlDoor{hints}, Lenient: true}
	sent := map[string]any{}
	if given != nil {
		for _, m := range given.Members {
			sent[m.Name] = m.Value
		}
	}
	variables := map[string]any{}
	for _, v := range op.VariableDefinitions {
		at := fault.Pointer("/variables", v.Variable)
		value, ok := sent[v.Variable]
		items, _ := value.([]any)
		switch {
		case v.Type.Elem != nil && len(items) > maxFilterValues && filtersBy(op.SelectionSet, v.Variable):
			b.Add(at, fault.CodeTooLong, tooManyValues, strict.Quote(v.Variable), maxFilterValues)
		case ok:
			variables[v.Variable] = b.Value(v.Type, value, at)
		case v.DefaultValue != nil:
			variables[v.Variable], _ = v.DefaultValue.Value(nil) // validation found it to be a constant of the type
		case v.Type.NonNull:
			b.Add(at, fault.CodeRequired, "$%s is required.", v.Variable)
		}
	}
	return variables, b.Violations
}

// tooManyValues is the refusal of a list of alternatives, with its name.
const tooManyValues = "%s takes at most %d values."

// filtersBy reports whether a variable is a member of a filter.
func filtersBy(set ast.SelectionSet, variable string) bool {
	return slices.ContainsFunc(set, func(selection ast.Selection) bool {
		switch s := selection.(type) {
		case *ast.Field:
			return filtersBy(s.SelectionSet, variable) ||
				slices.ContainsFunc(s.Arguments, func(a *ast.Argument) bool { return isInFilter(a.Value, variable) })
		case *ast.InlineFragment:
			return filtersBy(s.SelectionSet, variable)
		case *ast.FragmentSpread:
			return filtersBy(s.Definition.SelectionSet, variable)
		}
		return false
	})
}

// isInFilter reports whether a literal has the variable as a member of a filter.
func isInFilter(v *ast.Value, variable string) bool {
	isFilter := v.Kind == ast.ObjectValue && v.Definition != nil && isFilterType(v.Definition)
	return slices.ContainsFunc(v.Children, func(child *ast.ChildValue) bool {
		return isFilter && child.Value.Kind == ast.Variable && child.Value.Raw == variable || isInFilter(child.Value, variable)
	})
}

func isFilterType(in *ast.Definition) bool { return strings.HasSuffix(in.Name, "Filter") }

// graphqlDoor has the words of /graphql.
type graphqlDoor struct{ hints bool }

func (graphqlDoor) Label(pointer string) string { return strict.Quote(pointer) }

func (d graphqlDoor) Unknown(in *ast.Definition, name, _ string) (fault.Code, string) {
	var known []string
	if d.hints {
		known = strict.FieldNames(in)
	}
	return fault.CodeUnknownMember, fmt.Sprintf("%s has no member %s%s.", in.Name, strict.Quote(name), strict.DidYouMean(name, known))
}

func (graphqlDoor) Items(in *ast.Definition, name string, items int) (fault.Code, string) {
	if items <= maxFilterValues || !isFilterType(in) {
		return "", ""
	}
	return fault.CodeTooLong, fmt.Sprintf(tooManyValues, strict.Quote(name), maxFilterValues)
}

// Reason names the values of an enum and the members of an object, which are a part of the schema, only where hints are
// given.
func (d graphqlDoor) Reason(of *ast.Definition, err error) string {
	switch {
	case of.Kind == ast.Enum && !d.hints:
		return "a value of " + of.Name + ", in exact case"
	case of.Kind == ast.InputObject && !d.hints:
		return "an object"
	}
	return err.Error()
}
