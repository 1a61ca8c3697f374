package console

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"time"
)

//go:embed all:files
var files embed.FS

//go:embed files/documents.json
var documents embed.FS

// Documents are the GraphQL texts of the page, as the trusted list of the door takes them.
func Documents() fs.FS { return documents }

// policy allows the page its own files and its own server, and nothing else. No script can make markup of text.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' blob:; " +
	"frame-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; require-trusted-types-for 'script'"

// protect sets the headers of every response.
func protect(h http.Header) {
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
}

// servePath serves a file, or the page for a path that names none: the page itself knows its screens.
func servePath(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(path.Clean("/"+r.PathValue("path")), "/")
	if path.Ext(name) == "" {
		servePage(w, r)
		return
	}
	content, err := fs.ReadFile(files, path.Join("files", name))
	isHashed := strings.HasPrefix(name, "assets/")
	if err != nil || !isHashed && path.Ext(name) == ".json" {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Cache-Control", "no-cache")
	if isHashed { // another content has another name
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	serveContent(w, r, name, content)
}

func servePage(w http.ResponseWriter, r *http.Request) {
	const name = "index.html"
	content, err := fs.ReadFile(files, "files/"+name)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Cache-Control", "no-cache")
	serveContent(w, r, name, content)
}

func serveContent(w http.ResponseWriter, r *http.Request, name string, content []byte) {
	sum := sha256.Sum256(content)
	w.Header().Set("ETag", fmt.Sprintf(`"%x"`, sum[:16]))
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(content))
}
