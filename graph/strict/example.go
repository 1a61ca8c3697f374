package strict

import (
	"strings"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/model/scalar"
)

// examples are objects of input types as messages show them.
var examples = map[string]string{
	"MoneyInput":   scalar.ExampleMoney,
	"AddressInput": scalar.ExampleAddress,
	"CarrierInput": `{"name": "Example Mutual"}`,
}

// ExpectObject returns the refusal of a value that is no object of the input type, with an example of one.
func ExpectObject(of *ast.Definition, sent any) error {
	return scalar.Expect("an object such as "+exampleOf(of), Plain(sent), scalar.KindObject)
}

// exampleOf is an object of an input type: with its required members, or its first one.
func exampleOf(of *ast.Definition) string {
	if example := examples[of.Name]; example != "" {
		return example
	}
	var members []string
	for _, field := range of.Fields {
		if field.Type.NonNull && field.DefaultValue == nil {
			members = append(members, exampleMember(field))
		}
	}
	if members == nil && len(of.Fields) > 0 {
		members = []string{exampleMember(of.Fields[0])}
	}
	return "{" + strings.Join(members, ", ") + "}"
}

func exampleMember(field *ast.FieldDefinition) string {
	value := "…"
	if field.Type.Elem != nil {
		value = "[…]"
	}
	return `"` + field.Name + `": ` + value
}
