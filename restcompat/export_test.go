package restcompat

import (
	goast "go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/model"
)

// Endpoint is what tests that are generated from the operations need to know of one.
type Endpoint struct {
	Operation    string
	Document     string
	Method, Path string
	Status       int
	Entitlement  model.Entitlement
	Input        *ast.Definition // nil without a body
	Filter       *ast.Definition // nil but for lists
	Root         *ast.Field
}

// Endpoints are all routes of the door.
func (s *Server) Endpoints() []Endpoint {
	var list []Endpoint
	schema := s.engine.Schema()
	for _, ep := range s.endpoints {
		e := Endpoint{
			Operation: ep.op.Name, Document: ep.op.Source, Method: ep.method, Path: ep.path, Status: ep.status, Entitlement: ep.entitlement, Root: ep.root,
		}
		for _, v := range ep.op.Definition.VariableDefinitions {
			switch v.Variable {
			case "input":
				e.Input = schema.Types[v.Type.Name()]
			case "filter":
				e.Filter = schema.Types[v.Type.Name()]
			}
		}
		list = append(list, e)
	}
	return list
}

// ModelCodes reads every constant of the type Code from the model's source, so that a new one cannot be forgotten here.
func ModelCodes(t testing.TB) []model.Code {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "../model/error.go", nil, parser.SkipObjectResolution)
	require.NoError(t, err)
	var codes []model.Code
	goast.Inspect(file, func(n goast.Node) bool {
		spec, ok := n.(*goast.ValueSpec)
		if !ok {
			return true
		}
		if name, ok := spec.Type.(*goast.Ident); ok && name.Name == "Code" {
			code, err := strconv.Unquote(spec.Values[0].(*goast.BasicLit).Value)
			require.NoError(t, err)
			codes = append(codes, model.Code(code))
		}
		return true
	})
	return codes
}
