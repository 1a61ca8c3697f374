package restcompat

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/model"
)

// apiVersion is that of the contract which the OpenAPI document describes, not that of the program.
const apiVersion = "1.0.0"

// apiDescription is the first page of the OpenAPI document: the rules of all endpoints.
const apiDescription = `Insurance coverage of a lender's loan portfolio: cases, their assets, insureds, policies and documents.

**Authentication.** Send ` + "`Authorization: Bearer <token>`" + ` with a service account token (` + "`live_…` or `test_…`" + `). A token sees one portfolio; another's records answer exactly like records that do not exist.

**Bodies** are JSON. A member that the endpoint does not know is refused, never dropped. In a PATCH an absent member stays as it is, ` + "`null`" + ` clears it, an array is replaced, and ` + "`metadata`" + ` is merged key by key.

**Lists** answer ` + "`{ data, meta: { limit, offset, total } }`" + ` in order of creation. The header ` + "`Link: <…>; rel=\"next\"`" + ` leads to the next page at the same cost for every page. A comma or a repeated parameter means OR, different parameters mean AND.

**Repeated requests.** A POST or PATCH with an ` + "`Idempotency-Key`" + ` is done once; for 24 hours the same request is answered with the stored response and ` + "`Idempotent-Replayed: true`" + `.

**Conditional requests.** Responses carry a strong ` + "`ETag`" + `; send it as ` + "`If-None-Match`" + ` with a GET to be answered 304, or as ` + "`If-Match`" + ` with a PATCH or an action to be refused when somebody was faster.

**Errors** are ` + "`application/problem+json`" + ` (RFC 9457) with a stable ` + "`code`" + `; a 422 lists everything that is wrong in ` + "`errors`" + `. New members, codes and enum values may be added: tolerate them.`

// specification makes the OpenAPI document of the endpoints. Nothing is written twice: the shapes are the selections
// and inputs of the operations, and the descriptions are the docstrings of the schema.
type specification struct {
	schema  *ast.Schema
	schemas map[string]*object
	// shared are the parameters that became components, and examples the examples that did.
	shared, examples *object
	// refused are the codes that became components: each is the only code of its status at some endpoint.
	refused map[model.Code]bool
	err     error
}

func compileOpenAPI(schema *ast.Schema, endpoints []*endpoint, baseURL string) ([]byte, error) {
	s := &specification{
		schema: schema, schemas: map[string]*object{}, shared: headerParameters(), examples: &object{},
		refused: map[model.Code]bool{},
	}
	if baseURL == "" {
		baseURL = "/"
	}
	document := fields(
		"openapi", "3.1.0",
		"info", fields("title", "covertrack", "version", apiVersion, "description", apiDescription),
		"servers", []any{fields("url", baseURL)},
		"security", []any{fields("token", []any{})},
		"tags", s.tags(endpoints),
		"paths", s.paths(endpoints),
		"components", s.components(),
	)
	if s.err != nil {
		return nil, s.err
	}
	var compact, out bytes.Buffer
	if err := writeJSON(&compact, document); err != nil {
		return nil, fmt.Errorf("write the OpenAPI document: %w", err)
	}
	if err := json.Indent(&out, compact.Bytes(), "", "  "); err != nil {
		return nil, fmt.Errorf("indent the OpenAPI document: %w", err)
	}
	out.WriteByte('\n')
	return out.Bytes(), nil
}

// OpenAPI returns the OpenAPI 3.1 document of the endpoints. It is the same for the same operations and schema.
func (s *Server) OpenAPI() []byte { return s.openAPI }

// ServeOpenAPI serves GET /openapi.json. It needs no token.
func (s *Server) ServeOpenAPI(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("ETag", etagOf(s.openAPI))
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(s.openAPI))
}

func (s *specification) tags(endpoints []*endpoint) []any {
	var tags []any
	var seen []string
	for _, ep := range endpoints {
		if slices.Contains(seen, ep.noun) {
			continue
		}
		seen = append(seen, ep.noun)
		tags = append(tags, fields("name", tagOf(ep), "description", s.noun(ep).Description))
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
		item, ok := paths.get(ep.path).(*object)
		if !ok {
			item = &object{}
			paths.set(ep.path, item)
		}
		item.set(strings.ToLower(ep.method), s.operation(ep))
	}
	return paths
}

// components must come after the paths, which name the schemas that are needed.
func (s *specification) components() *object {
	schemas := fields("Problem", problemSchema(), "ErrorCode", codeSchema())
	names := make([]string, 0, len(s.schemas))
	for name := range s.schemas {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		schemas.set(name, s.schemas[name])
	}
	return fields(
		"securitySchemes", fields("token", fields(
			"type", "http", "scheme", "bearer",
			"description", "A service account token: `live_…` or `test_…`.",
		)),
		"parameters", s.shared,
		"headers", sharedHeaders(),
		"responses", s.sharedResponses(),
		"schemas", schemas,
		"examples", s.examples,
	)
}

func ref(kind, name string) *object { return fields("$ref", "#/components/"+kind+"/"+name) }
