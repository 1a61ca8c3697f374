package restcompat

import (
	"cmp"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/graph/playground"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/scalar"
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
			Entitlement: ep.access.Entitlement, Input: s.typeOf(ep, "input"), Filter: s.typeOf(ep, "filter"), Root: ep.root,
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

// Playground returns every operation of the REST door with example variables. Staff open them by name, and each REST
// response has the name of its operation in X-GraphQL-Operation.
func (s *Server) Playground() []playground.Entry {
	entries := make([]playground.Entry, len(s.endpoints))
	for i, ep := range s.endpoints {
		variables := &object{}
		for _, v := range ep.op.Definition.VariableDefinitions {
			switch v.Variable {
			case "id":
				variables.Set("id", "@"+strings.Split(ep.path, "/")[2])
			case "externalId":
				variables.Set("externalId", cmp.Or(ep.example().Get("externalId"), any("")))
			case "deliveryId":
				variables.Set("deliveryId", "@deliveries")
			case "input":
				variables.Set("input", cmp.Or(ep.example().Get("body"), any(&object{})))
			case "filter":
				variables.Set("filter", &object{})
			case "limit":
				variables.Set("limit", 50)
			}
		}
		entries[i] = playground.Entry{
			Group: "REST", Name: ep.op.Name, Title: ep.method + " " + ep.path, Query: ep.op.Source,
			Variables: []byte(scalar.EncodeJSON(variables)),
		}
	}
	return entries
}
