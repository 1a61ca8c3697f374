package restcompat

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/graph/strict"
)

// openAPIBase is the part of the OpenAPI document that is the same for all endpoints.
//
//go:embed openapi_base.json
var openAPIBase []byte

// object keeps the order of its members: the OpenAPI document lists members in the order of the responses.
type object = strict.Object

// specification makes the OpenAPI document of the endpoints. Nothing is written twice: the shapes are the selections
// and inputs of the operations, and the descriptions are the docstrings of the schema.
type specification struct {
	schema  *ast.Schema
	schemas map[string]*object
	// shared are the parameters that became components.
	shared *object
	err    error
}

func compileOpenAPI(schema *ast.Schema, endpoints []*endpoint, options Options) ([]byte, error) {
	base, err := strict.Decode(openAPIBase)
	if err != nil {
		return nil, fmt.Errorf("read openapi_base.json: %w", err)
	}
	document := base.(*object)
	components := document.Get("components").(*object)
	part := func(name string) *object { return components.Get(name).(*object) }
	s := &specification{
		schema: schema, schemas: map[string]*object{}, shared: part("parameters"),
	}
	describeCodes(part("schemas").Get("ErrorCode").(*object))
	document.Get("info").(*object).Set("version", cmp.Or(options.Version, "dev"))
	document.Set("servers", []any{fields("url", cmp.Or(options.BaseURL, "/"))})
	document.Set("tags", s.tags(endpoints))
	document.Set("paths", s.paths(endpoints))
	for _, name := range slices.Sorted(maps.Keys(s.schemas)) {
		part("schemas").Set(name, s.schemas[name])
	}
	part("responses").Set("Refusal", theRefusal())
	if s.err != nil {
		return nil, s.err
	}
	var out bytes.Buffer
	if err := json.Indent(&out, strict.Encode(document), "", "  "); err != nil {
		return nil, fmt.Errorf("indent the OpenAPI document: %w", err)
	}
	out.WriteByte('\n')
	return out.Bytes(), nil
}

// OpenAPI returns the OpenAPI 3.1 document of the endpoints. It is the same for the same operations, schema and
// options. It is made once, by the first call: a server that calls it at its start refuses to start with a mistake in it.
func (s *Server) OpenAPI() ([]byte, error) { return s.openAPI() }

// ServeOpenAPI serves GET /openapi.json. It needs no token.
func (s *Server) ServeOpenAPI(w http.ResponseWriter, r *http.Request) {
	document, err := s.openAPI()
	if err != nil {
		WriteProblem(w, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("ETag", etagOf(document))
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(document))
}

func (s *specification) tags(endpoints []*endpoint) []any {
	var tags []any
	var seen []string
	for _, ep := range endpoints {
		if !slices.Contains(seen, ep.noun) {
			seen = append(seen, ep.noun)
			tags = append(tags, fields("name", tagOf(ep), "description", s.noun(ep).Description))
		}
	}
	return tags
}

// noun is the type that a file of operations is about: InsuredGroup for insured_group.graphql.
func (s *specification) noun(ep *endpoint) *ast.Definition {
	var name strings.Builder
	for word := range strings.FieldsSeq(ep.noun) {
		name.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	definition := s.schema.Types[name.String()]
	if definition == nil {
		s.err = fmt.Errorf("the schema has no type %s, which a file of operations is about", name.String())
		return &ast.Definition{}
	}
	return definition
}

func tagOf(ep *endpoint) string { return strings.ToUpper(ep.noun[:1]) + ep.noun[1:] }

func (s *specification) paths(endpoints []*endpoint) *object {
	paths := &object{}
	for _, ep := range endpoints {
		item, ok := paths.Get(ep.path).(*object)
		if !ok {
			item = &object{}
			paths.Set(ep.path, item)
		}
		item.Set(strings.ToLower(ep.method), s.operation(ep))
	}
	return paths
}

// fields makes an object of names and values in turn. It omits empty strings.
func fields(namesAndValues ...any) *object {
	o := &object{}
	for i := 0; i < len(namesAndValues); i += 2 {
		if namesAndValues[i+1] != "" {
			o.Set(namesAndValues[i].(string), namesAndValues[i+1])
		}
	}
	return o
}

func ref(kind, name string) *object { return fields("$ref", "#/components/"+kind+"/"+name) }
