package strict

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator/core"

	"github.com/covertrack/covertrack/model"
)

// Scalars says for each scalar of the schema whether a decoded value passes for it. It must be at least as strict as
// gqlgen's coercion: what passes here cannot fail there.
var Scalars = map[string]func(v any) error{
	"ID":         IsString,
	"String":     IsString,
	"CatalogRef": IsString,
	"Boolean":    isBoolean,
	"Int":        isInt,
	"Float":      isFloat,
	"Time":       func(v any) error { _, err := model.UnmarshalTime(v); return err },
	"Date":       func(v any) error { _, err := model.UnmarshalDate(v); return err },
	"Decimal":    func(v any) error { _, err := model.UnmarshalDecimal(v); return err },
	"Metadata":   func(v any) error { var m model.Metadata; return m.UnmarshalGQL(v) },
	"JSON":       func(v any) error { var j model.JSON; return j.UnmarshalGQL(v) },
}

// IsString lets strings pass.
func IsString(v any) error {
	if _, ok := v.(string); !ok {
		return errors.New("a string is expected")
	}
	return nil
}

func isBoolean(v any) error {
	if _, ok := v.(bool); !ok {
		return errors.New("true or false is expected")
	}
	return nil
}

func isInt(v any) error {
	n, _ := v.(json.Number)
	if _, err := strconv.ParseInt(n.String(), 10, 32); err != nil {
		return errors.New("a whole number of at most 32 bits is expected")
	}
	return nil
}

func isFloat(v any) error {
	n, _ := v.(json.Number)
	if f, err := strconv.ParseFloat(n.String(), 64); err != nil || math.IsInf(f, 0) {
		return errors.New("a number that fits a double is expected")
	}
	return nil
}

// IsOneOf is a check for the values of an enum, in exact case.
func IsOneOf(allowed []string) func(v any) error {
	return func(v any) error {
		s, ok := v.(string)
		if ok && slices.Contains(allowed, s) {
			return nil
		}
		return fmt.Errorf("one of %s is expected%s", strings.Join(allowed, ", "), DidYouMean(s, allowed))
	}
}

// CheckFor is the check of a scalar or an enum of the schema.
func CheckFor(definition *ast.Definition) (func(v any) error, error) {
	if definition.Kind == ast.Enum {
		return IsOneOf(EnumNames(definition)), nil
	}
	check, ok := Scalars[definition.Name]
	if !ok {
		return nil, fmt.Errorf("nothing checks values of the type %s", definition.Name)
	}
	return check, nil
}

// EnumNames are the values of an enum of the schema, in its order.
func EnumNames(definition *ast.Definition) []string {
	names := make([]string, len(definition.EnumValues))
	for i, v := range definition.EnumValues {
		names[i] = v.Name
	}
	return names
}

// EachNUL reports the pointer of every string in a decoded value that has a U+0000: JSON can carry it and PostgreSQL cannot
// keep it.
func EachNUL(v any, at string, report func(pointer string)) {
	switch v := v.(type) {
	case string:
		if strings.ContainsRune(v, 0) {
			report(at)
		}
	case []any:
		for i, item := range v {
			EachNUL(item, model.Pointer(at, i), report)
		}
	case *Object:
		for _, m := range v.Members {
			pointer := model.Pointer(at, m.Name)
			EachNUL(m.Name, pointer, report)
			EachNUL(m.Value, pointer, report)
		}
	}
}

// longestName is how much of a caller's own name is compared or repeated in a message.
const longestName = 64

// DidYouMean names the nearest known name, as the end of a message; "" when none is near.
func DidYouMean(name string, known []string) string {
	if name == "" || len(name) > longestName {
		return ""
	}
	near := core.SuggestionList(name, known)
	if len(near) == 0 {
		return ""
	}
	return fmt.Sprintf("; did you mean `%s`?", near[0])
}

// Quote shows a caller's own name in a message, cut where it would make the message unreadable.
func Quote(name string) string {
	if len(name) > longestName {
		name = strings.ToValidUTF8(name[:longestName], "") + "…"
	}
	return "`" + name + "`"
}
