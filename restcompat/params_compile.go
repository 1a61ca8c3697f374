package restcompat

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/graph/strict"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/model/scalar"
)

// The bounds of lists (contract section 2, Lists).
const (
	maxLimit     = 200
	defaultLimit = 50 // the engine applies it; here it is documented
	maxValues    = 100
	// maxParamViolations limits the response to a query string that is all mistakes.
	maxParamViolations = 100
)

// compileParams makes the parameters of the variables of an operation: of one on a list $filter's members, $sort, $limit,
// $offset and $after; else each optional argument of the root field that one value can carry, and each member of an
// argument's object that takes a variable. Those of the path are none.
func compileParams(schema *ast.Schema, root *ast.Field, variables ast.VariableDefinitionList, ofPath []string) (params, error) {
	p, list := params{known: map[string]*parameter{}}, root.Definition
	for _, v := range variables {
		definition := schema.Types[v.Type.Name()]
		var err error
		switch v.Variable + ": " + v.Type.String() {
		case "limit: Int":
			p.add(&parameter{path: []string{"limit"}, typ: v.Type, parse: wholeNumber(maxLimit)})
		case "offset: Int":
			p.add(&parameter{path: []string{"offset"}, typ: v.Type, parse: wholeNumber(1<<31 - 1)})
		case "after: String":
			p.add(&parameter{path: []string{"after"}, typ: v.Type, parse: func(text string) (any, error) { return text, nil }})
		case "sort: Sort":
			p.add(&parameter{path: []string{"sort"}, typ: v.Type, parse: sortOrder(strict.Sorts(list.Arguments.ForName("sort")))})
		case "wait: Int":
			p.add(&parameter{path: []string{"wait"}, typ: v.Type, doc: list.Arguments.ForName("wait").Description,
				parse: wholeNumber(model.MaxEventWait)})
		case "filter: " + definition.Name:
			err = p.addFilter(schema, definition, []string{"filter"}, "")
		default:
			if v.Variable != "input" && !slices.Contains(ofPath, v.Variable) {
				err = p.addArgument(schema, definition, root, v)
			}
		}
		if err != nil {
			return params{}, err
		}
	}
	return p, nil
}

// addArgument adds an optional argument of the root field, or a member of one.
func (p *params) addArgument(schema *ast.Schema, definition *ast.Definition, root *ast.Field, v *ast.VariableDefinition) error {
	doc, found := "", false
	if argument := root.Definition.Arguments.ForName(v.Variable); argument != nil {
		doc, found = argument.Description, v.Type.Elem == nil
	} else if member := memberWith(schema, root, v.Variable); member != nil {
		doc, found = member.Description, true
	}
	parse, err := parserFor(definition)
	if !found || v.Type.NonNull || err != nil {
		return fmt.Errorf("the variable $%s: %s is not of the convention", v.Variable, v.Type)
	}
	p.add(&parameter{
		path: []string{v.Variable}, typ: v.Type, doc: doc, parse: parse, list: v.Type.Elem != nil,
		escapes: definition.Name == "String", isID: definition.Name == "ID",
	})
	return nil
}

// addKeys adds `keys`, which is no variable of the operation: the door answers with it what the operation answers.
func (p *params) addKeys(schema *ast.Schema) error {
	parse, err := parserFor(schema.Types["Boolean"])
	p.add(&parameter{path: []string{"keys"}, typ: ast.NamedType("Boolean", nil), parse: parse,
		doc: "`true` answers with the keys of catalog entries where their ids stand otherwise."})
	return err
}

// memberWith finds the member of an argument's object that takes a variable; nil if none.
func memberWith(schema *ast.Schema, root *ast.Field, variable string) *ast.FieldDefinition {
	for _, argument := range root.Arguments {
		for _, child := range argument.Value.Children {
			if child.Value.Kind == ast.Variable && child.Value.Raw == variable {
				return schema.Types[argument.Value.Definition.Name].Fields.ForName(child.Name)
			}
		}
	}
	return nil
}

// add names a parameter by its path: ["filter", "createdAt", "gte"] is createdAt[gte].
func (p *params) add(parameter *parameter) {
	steps := parameter.path
	if len(steps) > 1 {
		steps = steps[1:]
	}
	parameter.name = steps[0]
	for _, step := range steps[1:] {
		parameter.name += "[" + step + "]"
	}
	p.known[parameter.name] = parameter
	p.names = append(p.names, parameter.name)
}

// addFilter adds the members of a filter and of the ranges in it. The description of a bound begins with that of its
// range.
func (p *params) addFilter(schema *ast.Schema, filter *ast.Definition, path []string, doc string) error {
	for _, field := range filter.Fields {
		definition := schema.Types[field.Type.Name()]
		at := slices.Concat(path, []string{field.Name})
		doc := strings.TrimSpace(doc + " " + field.Description)
		switch {
		case field.Name == "metadata" && field.Type.Elem != nil:
			p.metadata = &parameter{name: "metadata[key]", path: at, typ: field.Type, doc: doc, list: true}
		case definition.Kind == ast.InputObject && field.Type.Elem == nil && len(path) == 1:
			if err := p.addFilter(schema, definition, at, doc); err != nil {
				return err
			}
		default:
			parse, err := parserFor(definition)
			if err != nil {
				return fmt.Errorf("%s.%s: %w", filter.Name, field.Name, err)
			}
			p.add(&parameter{
				path: at, typ: field.Type, doc: doc, parse: parse,
				list: field.Type.Elem != nil, escapes: definition.Name == "String", isBoolean: definition.Name == "Boolean",
				isID: definition.Name == "ID" || definition.Name == "CatalogRef",
			})
		}
	}
	return nil
}

// parserFor returns the parser of a scalar or an enum of the schema that a parameter can carry.
func parserFor(definition *ast.Definition) (func(string) (any, error), error) {
	switch name := definition.Name; {
	case name == "Boolean":
		values := map[string]any{"true": true, "false": false}
		return func(text string) (any, error) {
			if value, ok := values[text]; ok {
				return value, nil
			}
			return nil, scalar.Expected("true or false")
		}, nil
	case definition.Kind == ast.Enum, slices.Contains([]string{"ID", "String", "CatalogRef", "EventName", "Time", "Date"}, name):
		return func(text string) (any, error) { return strict.Parse(definition, text) }, nil
	default:
		return nil, fmt.Errorf("no parameter can carry the type %s", name)
	}
}

func wholeNumber(greatest int) func(string) (any, error) {
	return func(text string) (any, error) {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || n > greatest {
			return nil, scalar.Expected(fmt.Sprintf("a whole number from 0 to %d", greatest))
		}
		return n, nil
	}
}

// sortOrder parses `createdAt`, and `-createdAt`, which is createdAtDesc in the schema.
func sortOrder(sorts []page.Sort) func(string) (any, error) {
	names := sortNames(sorts)
	return func(text string) (any, error) {
		if i := slices.Index(names, text); i >= 0 {
			return string(sorts[i]), nil
		}
		return nil, scalar.Expected("one of " + strings.Join(names, ", ") + sortHint(text, names))
	}
}

// sortNames are the orders as REST writes them.
func sortNames(sorts []page.Sort) []string {
	names := make([]string, len(sorts))
	for i, sort := range sorts {
		names[i] = sort.Param()
	}
	return names
}

// isText reports whether PostgreSQL can store the string.
func isText(s string) bool { return utf8.ValidString(s) && !strings.ContainsRune(s, 0) }
