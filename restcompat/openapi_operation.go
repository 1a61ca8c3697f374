package restcompat

import (
	"net/http"
	"reflect"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/graph/strict"
)

// operation describes one endpoint.
func (s *specification) operation(ep *endpoint) *object {
	out := fields(
		"operationId", strings.ToLower(ep.op.Name[:1])+ep.op.Name[1:],
		"tags", []any{tagOf(ep)},
		"summary", ep.summary,
		"description", ep.root.Definition.Description,
		"parameters", s.parameters(ep),
	)
	if ep.hasInput {
		t := ep.op.Definition.VariableDefinitions.ForName("input").Type
		out.set("requestBody", fields("required", true, "content", fields("application/json", fields(
			"schema", s.input(t), "examples", s.example(t.Name(), s.inputExample(t, "", "")),
		))))
	}
	out.set("responses", s.responses(ep))
	return out
}

func (s *specification) parameters(ep *endpoint) []any {
	parameters := []any{}
	if ep.takesID {
		parameters = append(parameters, fields("name", "id", "in", "path", "required", true,
			"description", ep.root.Definition.Arguments.ForName("id").Description,
			"schema", scalarSchema("ID", true), "example", exampleID))
	}
	for _, name := range ep.params.names {
		parameters = append(parameters, s.queryParameter(ep, ep.params.known[name]))
	}
	if p := ep.params.metadata; p != nil {
		parameters = append(parameters, s.parameter("metadata", fields(
			"name", "metadata", "in", "query", "description", p.doc+" Write `metadata[key]=value`; all of them must match.",
			"style", "deepObject", "explode", true, "example", &object{},
			"schema", fields("type", "object", "additionalProperties", fields("type", "string")),
		)))
	}
	for _, name := range ep.headerParameters() {
		parameters = append(parameters, ref("parameters", name))
	}
	return parameters
}

// parameter returns a reference to the component of this name, which the first list with the parameter makes. A
// parameter that differs from it is returned itself.
func (s *specification) parameter(name string, parameter *object) *object {
	// Client generators ignore case: without the prefix, a schema could have the same name.
	name = "query." + strings.NewReplacer("[", ".", "]", "").Replace(name)
	known, ok := s.shared.get(name).(*object)
	if !ok {
		s.shared.set(name, parameter)
	}
	if ok && !reflect.DeepEqual(known, parameter) {
		return parameter
	}
	return ref("parameters", name)
}

func (ep *endpoint) headerParameters() []string {
	names := []string{"RequestId"}
	switch {
	case ep.method == http.MethodGet:
		names = append(names, "IfNoneMatch")
	case ep.takesID:
		names = append(names, "IfMatch", "IdempotencyKey")
	default:
		names = append(names, "IdempotencyKey")
	}
	return names
}

func (s *specification) queryParameter(ep *endpoint, p *parameter) *object {
	description := p.doc
	if argument := ep.root.Definition.Arguments.ForName(p.name); argument != nil {
		description = argument.Description
	}
	if p.name == "after" {
		description = "The cursor in the `Link: rel=\"next\"` of the page before; not together with `offset`."
	}
	out := fields("name", p.name, "in", "query", "description", description)
	if p.list {
		out.set("style", "form")
		out.set("explode", false)
	}
	out.set("schema", s.parameterSchema(p))
	return s.parameter(p.name, out)
}

// parameterSchema treats limit, offset and sort differently: their text is not simply a value of their GraphQL type.
func (s *specification) parameterSchema(p *parameter) *object {
	switch p.name {
	case "limit":
		return fields("type", "integer", "minimum", 0, "maximum", maxLimit, "default", defaultLimit)
	case "offset":
		return fields("type", "integer", "minimum", 0, "default", 0)
	case "sort":
		var names []any
		for _, name := range sortNames(strict.EnumNames(s.schema.Types["Sort"])) {
			names = append(names, name)
		}
		return fields("type", "string", "enum", names, "default", names[0])
	}
	one := *p.typ
	one.NonNull = true
	if p.list {
		return fields("type", "array", "maxItems", maxValues, "items", s.input(one.Elem))
	}
	return s.input(&one)
}

func (s *specification) responses(ep *endpoint) *object {
	example := s.outputExample(ep.root.Definition.Type, ep.root.SelectionSet, "", "")
	out := fields(statusText(ep.status), fields(
		"description", http.StatusText(ep.status), "headers", responseHeaders(ep), "content", fields("application/json", fields(
			"schema", s.output(ep.bodyType(), ep.root.SelectionSet), "examples", s.example(exampleName(ep.root.Definition.Type), example),
		)),
	))
	if ep.method == http.MethodGet {
		out.set("304", ref("responses", "NotModified"))
	}
	s.addRefusals(out, ep)
	return out
}

// example makes a component of an example and returns a reference to it.
func (s *specification) example(name string, value any) *object {
	s.examples.set(name, fields("value", value))
	return fields("default", ref("examples", name))
}

func exampleName(t *ast.Type) string {
	if t.Elem != nil {
		return exampleName(t.Elem) + "Array"
	}
	return componentName(t.NamedType)
}

// bodyType is the root field's type, not null: a null is a 404 and never a body.
func (ep *endpoint) bodyType() *ast.Type {
	t := *ep.root.Definition.Type
	t.NonNull = true
	return &t
}

func responseHeaders(ep *endpoint) *object {
	names := everyHeader()
	if ep.current != nil {
		names = append(names, "ETag")
	}
	if ep.location != "" {
		names = append(names, "Location")
	}
	if ep.params.known["after"] != nil {
		names = append(names, "Link")
	}
	if ep.method != http.MethodGet {
		names = append(names, "Idempotent-Replayed")
	}
	if len(ep.deprecated) > 0 {
		names = append(names, "Deprecation", "Link")
	}
	headers := &object{}
	for _, name := range names {
		headers.set(name, ref("headers", name))
	}
	return headers
}
