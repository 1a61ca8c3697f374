package engine

import (
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"
	"github.com/vektah/gqlparser/v2/validator"
	"github.com/vektah/gqlparser/v2/validator/rules"

	"github.com/covertrack/covertrack/model/fault"
)

// Operation is one GraphQL operation, parsed and validated. It is immutable and may serve any number of calls at once.
type Operation struct {
	// Name is the operation's name in its GraphQL text.
	Name string
	// Source is the GraphQL text.
	Source string
	// Definition is the operation itself; its fields carry their schema definitions.
	Definition *ast.OperationDefinition

	doc *ast.QueryDocument
	own bool // of the program itself: its pages limit it, and it is never refused for its cost
	// keyed are the fields in which WithKeys puts keys; withKeys is whether the operation asks for that by @keys.
	keyed    keyed
	withKeys bool
	constant bool // its data is the same for every call, see constants
	*shortcut
}

// IsMutation reports whether the operation writes.
func (o *Operation) IsMutation() bool { return o.Definition.Operation == ast.Mutation }

// IsSubscription reports whether the operation has many responses, one after the other.
func (o *Operation) IsSubscription() bool { return o.Definition.Operation == ast.Subscription }

// compile parses and validates a GraphQL text of the program itself, which must have exactly one operation.
func compile(schema *ast.Schema, name, source string) (*Operation, error) {
	doc, err := parser.ParseQuery(&ast.Source{Name: name, Input: source})
	if err != nil {
		return nil, err
	}
	if errs := validator.ValidateWithRules(schema, doc, rules.NewDefaultRules()); len(errs) > 0 {
		return nil, errs
	}
	if len(doc.Operations) != 1 {
		return nil, fault.New(fault.CodeValidationFailed, "%s: a fixed document has one operation, this has %d", name, len(doc.Operations))
	}
	op := newOperation(schema, source, doc, doc.Operations[0])
	op.own, op.keyed = true, keyedOf(op.Definition.SelectionSet)
	return op, nil
}

func newOperation(schema *ast.Schema, source string, doc *ast.QueryDocument, definition *ast.OperationDefinition) *Operation {
	op := &Operation{
		Name: definition.Name, Source: source, Definition: definition, doc: doc,
		shortcut: newShortcut(schema, doc, definition),
		withKeys: definition.Directives.ForName("keys") != nil,
		constant: isConstant(definition),
	}
	if op.withKeys {
		op.keyed = keyedOf(definition.SelectionSet)
	}
	return op
}
