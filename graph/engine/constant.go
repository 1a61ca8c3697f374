package engine

import (
	"bytes"
	"strings"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/vektah/gqlparser/v2/ast"
)

// keptConstants limits the memory of constants: the whole schema is about a megabyte.
const keptConstants = 4

// constants keep the data of operations that read nothing but the schema, which is the same for all callers as long as
// the process runs. To write the whole schema takes longer than any page of records (reliability S2).
type constants struct {
	data *lru.Cache[*Operation, []byte]
}

func newConstants() constants {
	data, err := lru.New[*Operation, []byte](keptConstants)
	if err != nil {
		panic(err) // only for a size below 1
	}
	return constants{data}
}

func (c constants) get(op *Operation) (Outcome, bool) {
	if !op.constant {
		return Outcome{}, false
	}
	data, known := c.data.Get(op)
	return Outcome{Data: data}, known
}

// add keeps a copy of the outcome's data if the operation is constant.
func (c constants) add(op *Operation, o Outcome) {
	if op.constant && o.Data != nil && len(o.Errors) == 0 {
		c.data.Add(op, bytes.Clone(o.Data))
	}
}

// isConstant reports whether an operation reads nothing but the schema and depends on no variable.
func isConstant(definition *ast.OperationDefinition) bool {
	return len(definition.VariableDefinitions) == 0 && definition.Operation == ast.Query && readsSchema(definition.SelectionSet)
}

func readsSchema(selections ast.SelectionSet) bool {
	for _, selection := range selections {
		switch s := selection.(type) {
		case *ast.Field:
			if !strings.HasPrefix(s.Name, "__") {
				return false
			}
		case *ast.InlineFragment:
			if !readsSchema(s.SelectionSet) {
				return false
			}
		case *ast.FragmentSpread:
			if !readsSchema(s.Definition.SelectionSet) {
				return false
			}
		}
	}
	return true
}
