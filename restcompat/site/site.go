package site

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"time"

	"github.com/covertrack/covertrack/docs/guide"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/restcompat"
)

//go:embed files
var files embed.FS

// policy allows the pages one style sheet, one icon and searches of their own server, and nothing else.
const policy = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// picturePolicy allows a picture its own styles, which follow the system's light or dark setting.
const picturePolicy = "default-src 'none'; style-src 'unsafe-inline'"

// pictures are the types of the guide's pictures by the ends of their files' names.
var pictures = map[string]string{".svg": "image/svg+xml", ".png": "image/png"}

var templates = template.Must(template.New("").
	Funcs(template.FuncMap{"markdown": renderInline}).ParseFS(files, "files/*.html"))

// Content is what the pages show besides the guide.
type Content struct {
	// Version is that of the program, and BaseURL the address that clients use.
	Version, BaseURL string
	// Refusals are all codes, in the order in which they are listed.
	Refusals []restcompat.Refusal
	// Deprecations are the reasons of deprecated members, by names such as "Policy.productType".
	Deprecations map[string]string
}

// Site is the pages of one server.
type Site struct {
	Content
	Errors *errorGuide

	guide    *guideText
	refusals map[fault.Code]restcompat.Refusal
}

// New prepares the pages. It fails when the guide's form is broken.
func New(content Content) (*Site, error) {
	guide, err := guides()
	if err != nil {
		return nil, err
	}
	texts, err := errorTexts()
	if err != nil {
		return nil, err
	}
	s := &Site{Content: content, Errors: texts, guide: guide, refusals: map[fault.Code]restcompat.Refusal{}}
	for _, refusal := range content.Refusals {
		s.refusals[refusal.Code] = refusal
	}
	return s, nil
}

// Mount adds the pages to a server's routes.
func (s *Site) Mount(mux *http.ServeMux) {
	mux.HandleFunc("GET /{$}", s.serve("home", "covertrack"))
	mux.HandleFunc("GET /docs/reference", s.serve("reference", "Reference"))
	mux.HandleFunc("GET /docs/errors", s.serve("errors", "Errors"))
	mux.HandleFunc("GET /docs/errors/{code}", s.serveError)
	mux.HandleFunc("GET "+guidePath, s.serveGuide)
	mux.HandleFunc("GET "+guidePath+"/{name}", s.serveGuide)
	mux.HandleFunc("GET "+guidePath+"/{folder}/{name}", s.serveGuide)
	mux.HandleFunc("GET /docs/search", s.serveSearch)
	mux.HandleFunc("GET /docs/site.css", serveStyle)
	for _, path := range []string{"/docs/errors", guidePath} {
		mux.Handle("GET "+path+"/{$}", http.RedirectHandler(path, http.StatusMovedPermanently))
	}
}

// view is what a template gets.
type view struct {
	*Site
	Path, Title string
	Page        any
}

// navigationLink is a link that every page has at its top.
type navigationLink struct {
	Path, Text string
	Current    bool
}

// Navigation returns the links at the top of a page.
func (v view) Navigation() []navigationLink {
	links := []navigationLink{
		{Path: "/docs", Text: "API"}, {Path: guidePath, Text: "Guide"}, {Path: "/docs/errors", Text: "Errors"},
		{Path: "/docs/reference", Text: "Reference"}, {Path: "/playground", Text: "Playground"},
	}
	for i, link := range links {
		links[i].Current = v.Path == link.Path || (link.Path != "/docs" && strings.HasPrefix(v.Path, link.Path+"/"))
	}
	return links
}

// Query returns what was searched for, which the field at the top shows again.
func (v view) Query() string {
	page, _ := v.Page.(searchPage)
	return page.Query
}

// Guide returns the pages of the guide in the order of its list.
func (s *Site) Guide() []*guidePage { return s.guide.ordered }

// Refusal returns what is known of a code.
func (s *Site) Refusal(code fault.Code) restcompat.Refusal { return s.refusals[code] }

func (s *Site) serve(name, title string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		s.write(w, r, http.StatusOK, name, view{Title: title})
	}
}

// errorPage is what the template of a code's page gets.
type errorPage struct {
	restcompat.Refusal
	Text template.HTML
}

func (s *Site) serveError(w http.ResponseWriter, r *http.Request) {
	refusal, ok := s.refusals[fault.Code(r.PathValue("code"))]
	if !ok {
		s.write(w, r, http.StatusNotFound, "missing", view{Title: "No such error code", Page: "/docs/errors"})
		return
	}
	page := errorPage{refusal, s.Errors.sections[refusal.Code]}
	s.write(w, r, http.StatusOK, "error", view{Title: refusal.Code.Title(), Page: page})
}

func (s *Site) serveGuide(w http.ResponseWriter, r *http.Request) {
	file := indexFile
	if name := path.Join(r.PathValue("folder"), r.PathValue("name")); name != "" {
		file = name + ".md"
		contentType, isPicture := pictures[path.Ext(name)]
		if content, err := fs.ReadFile(guide.Files, name); err == nil && isPicture {
			send(w, r, http.StatusOK, contentType, content)
			return
		}
	}
	page, ok := s.guide.pages[file]
	if !ok {
		s.write(w, r, http.StatusNotFound, "missing", view{Title: "No such page", Page: guidePath})
		return
	}
	s.write(w, r, http.StatusOK, "guide", view{Title: page.Title, Page: page})
}

func (s *Site) write(w http.ResponseWriter, r *http.Request, status int, name string, v view) {
	v.Site, v.Path = s, r.URL.Path
	var page bytes.Buffer
	if err := templates.ExecuteTemplate(&page, name+".html", v); err != nil {
		restcompat.WriteProblem(w, err)
		return
	}
	send(w, r, status, "text/html; charset=utf-8", page.Bytes())
}

func serveStyle(w http.ResponseWriter, r *http.Request) {
	content, err := fs.ReadFile(files, "files/site.css")
	if err != nil {
		restcompat.WriteProblem(w, err)
		return
	}
	send(w, r, http.StatusOK, "text/css; charset=utf-8", content)
}

func send(w http.ResponseWriter, r *http.Request, status int, contentType string, content []byte) {
	header := w.Header()
	header.Set("Content-Type", contentType)
	header.Set("Content-Security-Policy", policy)
	if strings.HasPrefix(contentType, "image/") {
		header.Set("Content-Security-Policy", picturePolicy)
	}
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("Cache-Control", "no-cache")
	if status != http.StatusOK {
		w.WriteHeader(status)
		_, _ = w.Write(content)
		return
	}
	header.Set("ETag", fmt.Sprintf(`"%x"`, sha256.Sum256(content)))
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(content))
}
