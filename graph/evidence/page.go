package evidence

import (
	"bytes"
	"context"
	"crypto/sha256"
	"embed"
	"fmt"
	"html/template"
	"io/fs"
	"log/slog"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/semaphore"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/graph/rates"
	"github.com/covertrack/covertrack/graph/seal"
	"github.com/covertrack/covertrack/model/credentials"
	"github.com/covertrack/covertrack/storage/blob"
)

//go:embed files
var files embed.FS

var pages = template.Must(template.New("").Funcs(words).ParseFS(files, "files/*.html"))

// policy allows the page its own files and its own server, and nothing else.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

// The paths of the page.
const (
	Path     = "/evidence/"
	formPath = Path + "form/"
)

// Config is what the page works with.
type Config struct {
	Engine *engine.Engine
	Links  Links
	Blobs  *blob.Store
	// BaseURL is the address that clients use. If it is https, browsers send the cookie over https only.
	BaseURL string
	// SigningKeys seal cookies.
	SigningKeys credentials.SigningKeys
	// Scanner checks each file; nil checks none.
	Scanner *Scanner
	// Folder is where a file lies while it is checked; "" is the system's folder for temporary files.
	Folder string
	// Enter takes a slot of the node for an operation of an organization; nil takes none.
	Enter  func(ctx context.Context, organization uuid.UUID) (leave func(), err error)
	Now    func() time.Time
	Logger *slog.Logger
}

// How often and how much somebody may come.
const (
	guessesAMinute  = 20              // wrong links of one network
	requestsAMinute = 60              // of one link
	bytesADay       = maxFiles * 60e6 // that one link may upload
	redeemedAtOnce  = 4
)

// Page is the door. It is safe for concurrent use.
type Page struct {
	desk    *desk
	blobs   *blob.Store
	scanner *Scanner
	folder  string
	baseURL string
	now     func() time.Time
	log     *slog.Logger

	cookies  seal.Seal
	guesses  *rates.Failures
	requests *rates.Rates[uuid.UUID]
	bytes    *rates.Rates[uuid.UUID]
	slots    *slots
	// redeeming are the look-ups of links at the same time: of those whose failures are within bounds, and of the others.
	redeeming, suspected *semaphore.Weighted
}

// New compiles the operations of the page.
func New(cfg Config) (*Page, error) {
	operations, err := newDesk(cfg.Engine, cfg.Links, cfg.Enter)
	if err != nil {
		return nil, err
	}
	return &Page{
		desk: operations, blobs: cfg.Blobs, scanner: cfg.Scanner, folder: cfg.Folder, baseURL: cfg.BaseURL,
		now: cfg.Now, log: cfg.Logger,
		cookies:  seal.New(cfg.SigningKeys, "covertrack cookies of evidence links"),
		guesses:  rates.NewFailures(guessesAMinute, cfg.Now),
		requests: rates.New[uuid.UUID](requestsAMinute, time.Minute, cfg.Now),
		bytes:    rates.New[uuid.UUID](bytesADay, 24*time.Hour, cfg.Now),
		slots:    newSlots(),

		redeeming: semaphore.NewWeighted(redeemedAtOnce), suspected: semaphore.NewWeighted(1),
	}, nil
}

// Handler serves everything below Path. It writes no address anywhere: the log gets the patterns of routes.
func (p *Page) Handler() http.Handler {
	mux := http.NewServeMux()
	for pattern, handle := range map[string]http.HandlerFunc{
		"GET /evidence/files/{file}":                      serveFile,
		"GET /evidence/{capability}":                      p.open,
		"GET /evidence/{capability}/{$}":                  p.open,
		"GET /evidence/form/{link}":                       p.visited(p.showForm),
		"POST /evidence/form/{link}":                      p.visited(p.submit),
		"GET /evidence/form/{link}/received/{submission}": p.visited(p.showReceived),
		"/evidence/": p.missing,
	} {
		_, route, ok := strings.Cut(pattern, " ")
		if !ok {
			route = pattern
		}
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			engine.SeeRoute(r.Context(), route)
			protect(w.Header())
			handle(w, r)
		})
	}
	return mux
}

// protect sets the headers of every response but the page's files.
func protect(h http.Header) {
	h.Set("Content-Security-Policy", policy)
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Robots-Tag", "noindex, nofollow")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
}

func serveFile(w http.ResponseWriter, r *http.Request) {
	name := path.Base(r.PathValue("file"))
	content, err := fs.ReadFile(files, "files/"+name)
	if err != nil || path.Ext(name) == ".html" {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Cache-Control", "no-cache")
	w.Header().Set("ETag", fmt.Sprintf(`"%x"`, sha256.Sum256(content)))
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(content))
}

// write sends a page.
func (p *Page) write(w http.ResponseWriter, r *http.Request, status int, name string, v any) {
	var page bytes.Buffer
	if err := pages.ExecuteTemplate(&page, name, v); err != nil {
		p.log.ErrorContext(r.Context(), "a page of evidence cannot be written", "error", err)
		http.Error(w, "Something went wrong here. Try again in a minute.", http.StatusInternalServerError)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Length", strconv.Itoa(page.Len()))
	w.WriteHeader(status)
	_, _ = w.Write(page.Bytes())
}
