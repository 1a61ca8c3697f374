package restcompat

import (
	"bytes"
	"embed"
	"html/template"
	"net/http"
	"path"
	"time"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/model"
)

//go:embed viewer reference.html
var pages embed.FS

// viewerPolicy limits the page to its own files and its own server. Swagger UI sets styles inline and has icons in
// data URLs.
const viewerPolicy = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
	"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// ServeViewer serves GET /docs, a page that shows the OpenAPI document and can send requests, and the page's files
// below /docs/viewer/. It needs no token and no outside network.
func ServeViewer(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("file")
	if name == "" {
		name = "index.html"
	}
	content, err := pages.ReadFile(path.Join("viewer", path.Base(name)))
	if err != nil {
		WriteProblem(w, model.NotFound("page"))
		return
	}
	header := w.Header()
	header.Set("Content-Security-Policy", viewerPolicy)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("Cache-Control", "no-cache")
	header.Set("ETag", etagOf(content))
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(content))
}

// referencePage is the page that the types of problems and the deprecation links lead to.
const referencePage = "/docs/reference"

var referenceTemplate = template.Must(template.ParseFS(pages, "reference.html"))

// ServeReference serves GET /docs/reference, the page that explains every code and deprecation. It needs no token.
func (s *Server) ServeReference(w http.ResponseWriter, _ *http.Request) {
	var codes []map[string]any
	for _, code := range Codes() {
		codes = append(codes, map[string]any{"Code": code, "Status": refusals[code].status, "Meaning": refusals[code].meaning})
	}
	page := map[string]any{"Codes": codes, "Deprecations": deprecations(s.engine.Schema())}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_ = referenceTemplate.Execute(w, page) // fails only when the client is gone
}

// deprecations are the reasons of the schema's deprecated members, by names such as "Policy.productType".
func deprecations(schema *ast.Schema) map[string]string {
	reasons := map[string]string{}
	for _, definition := range schema.Types {
		for _, field := range definition.Fields {
			if deprecated := field.Directives.ForName("deprecated"); deprecated != nil && !definition.BuiltIn {
				reasons[definition.Name+"."+field.Name] = deprecated.Arguments.ForName("reason").Value.Raw
			}
		}
	}
	return reasons
}
