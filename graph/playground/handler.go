package playground

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"time"

	"github.com/covertrack/covertrack/model"
)

//go:embed files
var files embed.FS

// policy allows the page its own files and its own server, and nothing else. GraphiQL sets styles inline and has its
// fonts and icons in data URLs.
const policy = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
	"font-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Entry is an operation that can be opened by its name.
type Entry struct {
	// Group is the heading of the entry in the list.
	Group string `json:"group"`
	// Name opens the entry: /playground?operation=<Name>.
	Name string `json:"name"`
	// Title says what it does.
	Title string `json:"title"`
	// Query is the text of the operation.
	Query string `json:"query"`
	// Variables are an example. Values that begin with @ are times, which the page computes.
	Variables json.RawMessage `json:"variables"`
}

// engine is what the playground uses of graph.Engine.
type engine interface {
	StaffOnly(next http.Handler) http.Handler
}

// Handler serves /playground and everything below it. operations are those of the REST door; the list shows the queries
// for support before them.
func Handler(e engine, operations []Entry) (http.Handler, error) {
	queries, err := Queries()
	if err != nil {
		return nil, err
	}
	library := model.EncodeJSON(append(queries, operations...))
	mux := http.NewServeMux()
	mux.HandleFunc("GET /playground", func(w http.ResponseWriter, r *http.Request) { serveFile(w, r, "index.html") })
	mux.Handle("GET /playground/{$}", http.RedirectHandler("/playground", http.StatusMovedPermanently))
	mux.HandleFunc("GET /playground/{file}", func(w http.ResponseWriter, r *http.Request) {
		serveFile(w, r, r.PathValue("file"))
	})
	mux.Handle("GET /playground/library.json", e.StaffOnly(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(library)
	})))
	return mux, nil
}

func serveFile(w http.ResponseWriter, r *http.Request, name string) {
	content, err := fs.ReadFile(files, path.Join("files", path.Base(name)))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	header := w.Header()
	header.Set("Content-Security-Policy", policy)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("Cache-Control", "no-cache")
	header.Set("ETag", fmt.Sprintf("%q", digest(content)))
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(content))
}
