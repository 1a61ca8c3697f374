package restcompat

import (
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/model"
)

// Endpoint is one route of the door, as its operation describes it.
type Endpoint struct {
	// Operation is its name, and Document the GraphQL text that it runs.
	Operation, Document string
	Method, Path        string
	// Status is that of success.
	Status      int
	Entitlement model.Entitlement
	// Input is the type of the body; nil without a body.
	Input *ast.Definition
	// Filter is the type of a list's filter; nil for others.
	Filter *ast.Definition
	Root   *ast.Field
}

// Endpoints are all routes of the door, in the order of the files of operations.
func (s *Server) Endpoints() []Endpoint {
	endpoints := make([]Endpoint, len(s.endpoints))
	for i, ep := range s.endpoints {
		endpoints[i] = Endpoint{
			Operation: ep.op.Name, Document: ep.op.Source, Method: ep.method, Path: ep.path, Status: ep.status,
			Entitlement: ep.entitlement, Input: s.typeOf(ep, "input"), Filter: s.typeOf(ep, "filter"), Root: ep.root,
		}
	}
	return endpoints
}

// typeOf returns the type of a variable of the operation; nil without the variable.
func (s *Server) typeOf(ep *endpoint, variable string) *ast.Definition {
	v := ep.op.Definition.VariableDefinitions.ForName(variable)
	if v == nil {
		return nil
	}
	return s.engine.Schema().Types[v.Type.Name()]
}
