package restcompat

import (
	"bytes"
	"embed"
	"encoding/json"
	"net/http"
	"path"
	"time"

	"github.com/covertrack/covertrack/graph/strict"
	"github.com/covertrack/covertrack/model/fault"
)

//go:embed viewer
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
		WriteProblem(w, fault.NotFound("page"))
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

// Refusal is a code as its page explains it.
type Refusal struct {
	Code    fault.Code
	Status  int
	Meaning string
	// Example is a problem document.
	Example string
}

// Refusals returns all codes, in the order of statuses and names.
func Refusals() []Refusal {
	list := make([]Refusal, 0, len(refusals))
	for _, code := range Codes() {
		var example bytes.Buffer
		_ = json.Indent(&example, strict.Encode(refusalExample(code)), "", "  ") // our own JSON
		list = append(list, Refusal{Code: code, Status: refusals[code].status, Meaning: refusals[code].meaning, Example: example.String()})
	}
	return list
}

// Deprecations returns the reasons of the schema's deprecated members, by names such as "Policy.productType".
func (s *Server) Deprecations() map[string]string {
	reasons := map[string]string{}
	for _, definition := range s.engine.Schema().Types {
		for _, field := range definition.Fields {
			if deprecated := field.Directives.ForName("deprecated"); deprecated != nil && !definition.BuiltIn {
				reasons[definition.Name+"."+field.Name] = deprecated.Arguments.ForName("reason").Value.Raw
			}
		}
	}
	return reasons
}
