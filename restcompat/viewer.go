package restcompat

import (
	"bytes"
	"embed"
	"net/http"
	"path"
	"time"

	"github.com/covertrack/covertrack/model"
)

//go:embed viewer
var viewerFiles embed.FS

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
	content, err := viewerFiles.ReadFile(path.Join("viewer", path.Base(name)))
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
