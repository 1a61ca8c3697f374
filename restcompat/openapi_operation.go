package restcompat

import (
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
)

func (s *specification) operation(ep *endpoint) *object {
	out := fields(
		"operationId", strings.ToLower(ep.op.Name[:1])+ep.op.Name[1:], "tags", []any{tagOf(ep)},
		"summary", ep.summary, "description", ep.about(), "parameters", s.parameters(ep),
	)
	if ep.hasInput {
		t := *ep.op.Definition.VariableDefinitions.ForName("input").Type
		t.NonNull = true // it may be left out, but not null
		content := withExample(fields("schema", s.schemaOf(&t, nil, true)), ep.example().Get("body"), ep.example().Get("note"))
		out.Set("requestBody", fields("required", ep.needsInput, "content", fields("application/json", content)))
	}
	out.Set("responses", s.responses(ep))
	out.Set("x-error-codes", codesByStatus(ep))
	return out
}

// about is the docstring of the endpoint's root field. One that only says the summary again is the summary: clients that are
// generated leave it out then, in each of the eight places where they have it.
func (ep *endpoint) about() string {
	docstring := ep.root.Definition.Description
	again := strings.ToLower(strings.Replace(docstring, ", or null.", ".", 1)) // at this door it is a 404
	if strings.HasSuffix(strings.ToLower(ep.summary), again) {
		return ep.summary
	}
	return docstring
}

func (s *specification) parameters(ep *endpoint) []any {
	parameters := []any{}
	for _, name := range ep.pathIDs {
		id := fields("name", name, "in", "path", "required", true,
			"description", ep.idArgument(name).Description, "schema", scalarSchema(ep.idArgument(name).Type.Name(), true))
		if example := ep.example().Get(name); example != nil {
			id.Set("example", example)
		}
		parameters = append(parameters, id)
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

// idArgument is the argument that a parameter of the path is given to.
func (ep *endpoint) idArgument(name string) *ast.ArgumentDefinition {
	i := slices.IndexFunc(ep.root.Arguments, func(a *ast.Argument) bool { return a.Value.Kind == ast.Variable && a.Value.Raw == name })
	return ep.root.Definition.Arguments.ForName(ep.root.Arguments[i].Name)
}

// parameter returns a reference to the component of this name, which the first list with the parameter makes. A
// parameter that differs from it is returned itself.
func (s *specification) parameter(name string, parameter *object) *object {
	// Client generators ignore case: without the prefix, a schema could have the same name.
	name = "query." + strings.NewReplacer("[", ".", "]", "").Replace(name)
	known, ok := s.shared.Get(name).(*object)
	if ok && !reflect.DeepEqual(known, parameter) {
		return parameter
	}
	s.shared.Set(name, parameter)
	return ref("parameters", name)
}

func (ep *endpoint) headerParameters() []string {
	switch {
	case ep.status == http.StatusSeeOther:
		return nil
	case ep.method == http.MethodGet:
		return []string{"IfNoneMatch"}
	}
	var names []string
	if len(ep.pathIDs) > 0 && ep.guard != nil {
		names = append(names, "IfMatch")
	}
	if !ep.isOnce { // the answer would be kept with the key
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
		out.Set("style", "form")
		out.Set("explode", false)
	}
	out.Set("schema", s.parameterSchema(ep, p))
	if query, ok := ep.example().Get("query").(*object); ok && query.Get(p.name) != nil {
		out.Set("example", query.Get(p.name))
	}
	return s.parameter(p.name, out)
}

// parameterSchema treats limit, offset and sort differently: their text is not simply a value of their GraphQL type.
func (s *specification) parameterSchema(ep *endpoint, p *parameter) *object {
	switch p.name {
	case "limit":
		return fields("type", "integer", "minimum", 0, "maximum", maxLimit, "default", defaultLimit)
	case "offset":
		return fields("type", "integer", "minimum", 0, "default", 0)
	case "sort":
		orders := s.sorts(ep)
		orders.Set("default", "createdAt")
		return orders
	}
	one := *p.typ
	one.NonNull = true
	if p.list {
		return fields("type", "array", "maxItems", maxValues, "items", s.schemaOf(one.Elem, nil, true))
	}
	return s.schemaOf(&one, nil, true)
}

func (s *specification) responses(ep *endpoint) *object {
	success := fields("description", http.StatusText(ep.status))
	if ep.location != "" || ep.status == http.StatusSeeOther { // the other headers are told once, in the document's description
		success.Set("headers", fields("Location", ref("headers", "Location")))
	}
	if ep.status != http.StatusNoContent {
		bodyType := *ep.root.Definition.Type
		bodyType.NonNull = true // a null is a 404 and never a body
		schema := fields("schema", s.schemaOf(&bodyType, ep.root.SelectionSet, false))
		success.Set("content", fields("application/json", withExample(schema, ep.example().Get("answer"), nil)))
		if ep.table != nil { // said in words: a second media type would make every client's answer "a list or a string"
			success.Set("description", "OK. With `Accept: text/csv` the same records are a table, a line each, without paging unless "+
				"`limit` is given; at most 100,000.")
		}
	}
	out := fields(strconv.Itoa(ep.status), success)
	if ep.method == http.MethodPut { // the same of what was there already
		found := fields("description", http.StatusText(http.StatusOK), "content", success.Get("content"))
		out = fields(strconv.Itoa(http.StatusOK), found, strconv.Itoa(ep.status), success)
	}
	if ep.method == http.MethodGet && ep.status == http.StatusOK {
		out.Set("304", ref("responses", "NotModified"))
	}
	out.Set("default", ref("responses", "Refusal"))
	return out
}
