package console

import (
	"net/http"
	"time"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/graph/rates"
	"github.com/covertrack/covertrack/graph/seal"
	"github.com/covertrack/covertrack/model/credentials"
)

// Path is where the console is.
const Path = "/console"

// Config is what the console works with.
type Config struct {
	Engine *engine.Engine
	// BaseURL is the address that clients use.
	BaseURL string
	// SigningKeys are what the keys of cookies are derived from.
	SigningKeys credentials.SigningKeys
	// IsHTTPS reports whether a browser came by https, as far as the program can know.
	IsHTTPS func(r *http.Request) bool
	// Refuse writes an error as the response. A header Retry-After is set already.
	Refuse func(w http.ResponseWriter, r *http.Request, err error)
	Now    func() time.Time
}

// failuresAMinute is how often the clients of one address may fail to sign in.
const failuresAMinute = 30

// Console serves the page and its sessions. It is safe for concurrent use.
type Console struct {
	engine   *engine.Engine
	baseURL  string
	isHTTPS  func(r *http.Request) bool
	refuse   func(w http.ResponseWriter, r *http.Request, err error)
	now      func() time.Time
	cookies  seal.Seal
	links    *links
	failures *rates.Failures
}

// New returns a console.
func New(cfg Config) *Console {
	return &Console{
		engine: cfg.Engine, baseURL: cfg.BaseURL, isHTTPS: cfg.IsHTTPS, refuse: cfg.Refuse, now: cfg.Now,
		cookies: seal.New(cfg.SigningKeys, sealPurpose), links: &links{known: map[[32]byte]link{}},
		failures: rates.NewFailures(failuresAMinute, cfg.Now),
	}
}

// Handler serves /console and everything below it.
func (c *Console) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /console", servePage)
	mux.HandleFunc("GET /console/{path...}", servePath)
	mux.HandleFunc("POST /console/session", c.signIn)
	mux.HandleFunc("DELETE /console/session", c.signOut)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		protect(w.Header())
		mux.ServeHTTP(w, r)
	})
}
