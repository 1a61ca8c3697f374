package restcompat

import (
	"html/template"
	"net/http"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/model"
)

// referencePage is the page that the types of problems and the deprecation links lead to.
const referencePage = "/docs/reference"

var referenceTemplate = template.Must(template.New("reference").Parse(`<!doctype html>
<html lang="en"><meta charset="utf-8"><title>covertrack: errors and deprecations</title>
<link rel="icon" type="image/png" href="/docs/viewer/favicon-32x32.png">
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem}dt{font-weight:600}:target{background:#ff9}</style>
<h1>Errors</h1>
<dl>{{range .Codes}}<dt id="{{.Code}}"><code>{{.Code}}</code> · {{.Status}}</dt><dd>{{.Meaning}}</dd>
{{end}}</dl>
<h1 id="deprecations">Deprecations</h1>
<dl>{{range $name, $reason := .Deprecations}}<dt><code>{{$name}}</code></dt><dd>{{$reason}}</dd>
{{end}}</dl>
`))

type referenceCode struct {
	Code    model.Code
	Status  int
	Meaning string
}

// ServeReference serves GET /docs/reference, the page that explains every code and deprecation. It needs no token.
func (s *Server) ServeReference(w http.ResponseWriter, _ *http.Request) {
	var page struct {
		Codes        []referenceCode
		Deprecations map[string]string
	}
	for _, code := range Codes() {
		page.Codes = append(page.Codes, referenceCode{code, refusals[code].status, refusals[code].meaning})
	}
	page.Deprecations = deprecations(s.engine.Schema())
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
