package restcompat

import (
	"github.com/covertrack/covertrack/graph/playground"
	"github.com/covertrack/covertrack/model"
)

// Playground returns every operation of the REST door with example variables. Staff open them by name, and each REST
// response has the name of its operation in X-GraphQL-Operation.
func (s *Server) Playground() []playground.Entry {
	spec := &specification{schema: s.engine.Schema()}
	entries := make([]playground.Entry, len(s.endpoints))
	for i, ep := range s.endpoints {
		variables := &object{}
		for _, v := range ep.op.Definition.VariableDefinitions {
			switch v.Variable {
			case "id":
				variables.set("id", "")
			case "input":
				variables.set("input", spec.inputExample(v.Type, "", ""))
			case "filter":
				variables.set("filter", &object{})
			case "limit":
				variables.set("limit", 50)
			}
		}
		entries[i] = playground.Entry{
			Group: "REST", Name: ep.op.Name, Title: ep.method + " " + ep.path, Query: ep.op.Source,
			Variables: []byte(model.EncodeJSON(variables)),
		}
	}
	return entries
}
