package playground

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"time"

	"github.com/covertrack/covertrack/model/scalar"
)

//go:embed files
var files embed.FS

// policy allows the page its own files and its own server, and nothing else. GraphiQL sets styles inline and has its
// fonts and icons in data URLs.
const policy = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
	"font-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Entry is an operation that can be opened by its name.
type Entry struct {
	Group string `json:"group"` // the heading of the entry in the list
	Name  string `json:"name"`  // opens the entry: /playground?operation=<Name>
	Title string `json:"title"` // says what it does
	Query string `json:"query"` // the text of the operation
	// Variables are an example. Values that begin with @ are times, which the page computes, or ids, which it asks for
	// with one of the pickers.
	Variables json.RawMessage `json:"variables"`
}

// Handler serves /playground and everything below it. operations are those of the REST door; the list shows the queries
// for support before them. staffOnly is the middleware of the GraphQL door that refuses all others.
func Handler(staffOnly func(http.Handler) http.Handler, operations []Entry) (http.Handler, error) {
	queries, err := Queries()
	if err != nil {
		return nil, err
	}
	library := scalar.EncodeJSON(map[string]any{"operations": append(queries, operations...), "pickers": pickers})
	mux := http.NewServeMux()
	mux.HandleFunc("GET /playground", func(w http.ResponseWriter, r *http.Request) { serveFile(w, r, "index.html") })
	mux.Handle("GET /playground/{$}", http.RedirectHandler("/playground", http.StatusMovedPermanently))
	mux.HandleFunc("GET /playground/{file}", func(w http.ResponseWriter, r *http.Request) { serveFile(w, r, r.PathValue("file")) })
	mux.Handle("GET /playground/library.json", staffOnly(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
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
	sum := sha256.Sum256(content)
	header.Set("ETag", fmt.Sprintf(`"%x"`, sum[:16]))
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(content))
}
