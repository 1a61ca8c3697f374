package strict

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator/core"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/model/scalar"
)

// scalars has a parser for each scalar of the schema. A parser is at least as strict as gqlgen's coercion, which
// accepts all that a parser returns. Times, decimals, metadata and JSON are parsed here only. Numbers are checked and
// stay text: a literal of JSON that has the variable in it must keep them as they were sent. Any string is an id, so
// gqlgen alone parses ids.
var scalars = map[string]func(v any) (any, error){
	"ID":         typed[string]("an id", scalar.KindString),
	"String":     typed[string]("a string", scalar.KindString),
	"CatalogRef": typed[string]("the id or the key of an entry of the catalog", scalar.KindString),
	"EventName":  func(v any) (any, error) { return parseEventName(v) },
	"Boolean":    typed[bool]("true or false", scalar.KindBoolean),
	"Int":        parseInt,
	"Float":      parseFloat,
	"Time":       func(v any) (any, error) { return parseTime(v, scalar.UnmarshalTime) },
	"Date":       func(v any) (any, error) { return parseTime(v, scalar.UnmarshalDate) },
	"Decimal":    parseDecimal,
	"Metadata":   func(v any) (any, error) { var m scalar.Metadata; err := m.UnmarshalGQL(v); return m, err },
	"JSON":       func(v any) (any, error) { var j scalar.JSON; err := j.UnmarshalGQL(v); return j, err },
}

// CheckScalars returns an error if the schema has a scalar that Parse does not know.
func CheckScalars(schema *ast.Schema) error {
	for name, definition := range schema.Types {
		if definition.Kind == ast.Scalar && scalars[name] == nil {
			return fmt.Errorf("nothing parses values of the scalar %s", name)
		}
	}
	return nil
}

// Parse returns the value of a scalar or an enum of the schema as gqlgen accepts it. The error is a scalar.Expected.
func Parse(of *ast.Definition, v any) (any, error) {
	if of.Kind != ast.Enum {
		return scalars[of.Name](v)
	}
	if s, ok := v.(string); ok && of.EnumValues.ForName(s) != nil {
		return v, nil
	}
	if of.Name == "EventType" {
		return parseEventType(v)
	}
	_, err := ParseOneOf(v, EnumNames(of))
	return nil, err
}

// parseEventType takes a type of event as REST and webhooks say it, case.held, and returns the value of the enum.
func parseEventType(v any) (any, error) {
	name, err := parseEventName(v)
	return string(model.EventTypeOf(name)), err
}

// ParseOneOf returns a string that is one of those allowed, in exact case.
func ParseOneOf(v any, allowed []string) (string, error) {
	s, ok := v.(string)
	if !ok || !slices.Contains(allowed, s) {
		return "", scalar.Expect("one of "+strings.Join(allowed, ", ")+DidYouMean(s, allowed), v, scalar.KindString)
	}
	return s, nil
}

// typed returns a parser that accepts the values of a Go type as they are.
func typed[T any](expected string, kind scalar.Kind) func(v any) (any, error) {
	return func(v any) (any, error) {
		if _, ok := v.(T); !ok {
			return nil, scalar.Expect(expected, v, kind)
		}
		return v, nil
	}
}

func parseInt(v any) (any, error) {
	n, _ := v.(json.Number)
	if _, err := strconv.ParseInt(n.String(), 10, 32); err != nil {
		return nil, scalar.Expect("a whole number of at most 32 bits", v, scalar.KindNumber)
	}
	return v, nil
}

func parseFloat(v any) (any, error) {
	n, _ := v.(json.Number)
	if f, err := strconv.ParseFloat(n.String(), 64); err != nil || math.IsInf(f, 0) {
		return nil, scalar.Expect("a number that fits a double", v, scalar.KindNumber)
	}
	return v, nil
}

func parseTime(v any, parse func(v any) (time.Time, error)) (any, error) {
	t, err := parse(v)
	if err != nil {
		return nil, err
	}
	return scalar.SentTime{Time: t, Text: v.(string)}, nil
}

func parseDecimal(v any) (any, error) {
	s, err := scalar.UnmarshalDecimal(v)
	return scalar.SentDecimal(s), err
}

func parseEventName(v any) (string, error) {
	s, _ := v.(string)
	if known := model.EventTypeNames(); !slices.Contains(known, s) {
		return "", scalar.Expect("a type of event such as case.held"+DidYouMean(s, known), v, scalar.KindString)
	}
	return s, nil
}

// EnumNames returns the values of an enum, in the order of the schema.
func EnumNames(definition *ast.Definition) []string {
	names := make([]string, len(definition.EnumValues))
	for i, v := range definition.EnumValues {
		names[i] = v.Name
	}
	return names
}

// Sorts returns the orders of a list, by its argument `sort`: those of times, and those that its @sortedBy names.
func Sorts(argument *ast.ArgumentDefinition) []page.Sort {
	directive := argument.Directives.ForName("sortedBy")
	if directive == nil {
		return page.TimeSorts
	}
	sorts := slices.Clone(page.TimeSorts)
	for _, child := range directive.Arguments.ForName("values").Value.Children {
		sorts = append(sorts, page.Sort(child.Value.Raw))
	}
	return sorts
}

// FieldNames returns the members of an input type, in the order of the schema.
func FieldNames(definition *ast.Definition) []string {
	names := make([]string, len(definition.Fields))
	for i, field := range definition.Fields {
		names[i] = field.Name
	}
	return names
}

// longestName is how many bytes of a caller's own name are compared.
const longestName = 64

// DidYouMean returns the end of a message that has the nearest known name; "" if none is near.
func DidYouMean(name string, known []string) string {
	near := Nearest(name, known)
	if near == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean `%s`?", near)
}

// Nearest returns the known name that is nearest; "" if none is near.
func Nearest(name string, known []string) string {
	if name == "" || len(name) > longestName {
		return ""
	}
	if near := core.SuggestionList(name, known); len(near) > 0 {
		return near[0]
	}
	return ""
}

// Quote returns a caller's own name for a message, cut if it is very long.
func Quote(name string) string { return fault.Quote(name) }
