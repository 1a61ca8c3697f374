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

// viewerPolicy lets the page run and show what came with it and talk to its own server, and nothing else. Swagger UI sets
// styles inline and has its icons in data URLs.
const viewerPolicy = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
	"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// ServeViewer answers GET /docs, the OpenAPI document made readable, with requests to try, and the files below /docs/viewer/
// that it is made of. It needs no token and no outside network.
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
