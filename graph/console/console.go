package console

import (
	"log/slog"
	"net/http"
	"time"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/graph/rates"
	"github.com/covertrack/covertrack/graph/seal"
	"github.com/covertrack/covertrack/graph/signin"
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
	Logger *slog.Logger
	// People keeps who signed in, and SignIn asks their providers.
	People People
	SignIn *signin.Client
	// NoTokens has everybody sign in with a provider: staff tokens are refused.
	NoTokens bool
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
	flows    seal.Seal // of those who are at a provider
	log      *slog.Logger
	people   People
	client   *signin.Client
	noTokens bool
	links    *links
	failures *rates.Failures
}

// New returns a console.
func New(cfg Config) *Console {
	return &Console{
		engine: cfg.Engine, baseURL: cfg.BaseURL, isHTTPS: cfg.IsHTTPS, refuse: cfg.Refuse, now: cfg.Now,
		cookies: seal.New(cfg.SigningKeys, sealPurpose), flows: seal.New(cfg.SigningKeys, flowPurpose),
		log: cfg.Logger, people: cfg.People, client: cfg.SignIn, noTokens: cfg.NoTokens, links: &links{known: map[[32]byte]link{}},
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
	mux.HandleFunc("GET /console/session", c.signInPage)
	mux.HandleFunc("POST /console/signin", c.chooseProvider)
	mux.HandleFunc("GET /console/signin/begin", c.beginElsewhere)
	mux.HandleFunc("GET /console/signin/callback/{provider}", c.comeBack)
	mux.HandleFunc("POST /console/signin/logout/{provider}", c.logOut)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		protect(w.Header())
		mux.ServeHTTP(w, r)
	})
}
