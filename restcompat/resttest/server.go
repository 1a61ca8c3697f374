package resttest

import (
	"bytes"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/demo"
	"github.com/covertrack/covertrack/graph"
	"github.com/covertrack/covertrack/graph/console"
	"github.com/covertrack/covertrack/graph/door"
	"github.com/covertrack/covertrack/graph/dossier"
	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/graph/evidence"
	"github.com/covertrack/covertrack/graph/feed"
	"github.com/covertrack/covertrack/graph/playground"
	"github.com/covertrack/covertrack/graph/printing"
	"github.com/covertrack/covertrack/graph/scim"
	"github.com/covertrack/covertrack/graph/signin"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/credentials"
	"github.com/covertrack/covertrack/model/identity"
	"github.com/covertrack/covertrack/model/receiver"
	"github.com/covertrack/covertrack/restcompat"
	"github.com/covertrack/covertrack/restcompat/mcp"
	"github.com/covertrack/covertrack/storage/blob"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// Server serves a world through both doors.
type Server struct {
	*storagetest.World
	Engine  *engine.Engine
	GraphQL *door.Door
	REST    *restcompat.Server
	Console *console.Console
	Links   graph.EvidenceLinks
	Blobs   *blob.Store
	// Handler serves the same as URL, for requests without a network.
	Handler http.Handler
	URL     string

	Log Log // of the console

	compared sync.Map // names of root fields
}

// Log is what was logged.
type Log struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write adds to the log.
func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

// String returns all of it.
func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// Measured is a test that measures the cost of requests, as a benchmark does: its server does not check the responses.
type Measured struct{ testing.TB }

// measures reports whether a test measures. The server of any other test checks each response.
func measures(t testing.TB) bool {
	switch t.(type) {
	case *testing.B, Measured:
		return true
	}
	return false
}

// New serves a new world until the test ends.
func New(t testing.TB) *Server {
	t.Helper()
	return Serve(t, storagetest.NewWorld(t), time.Now)
}

// SigningKeys are those of the servers of tests.
var SigningKeys = credentials.SigningKeys{[]byte("a signing key of the tests, long enough")}

// Serve serves a world on a clock until the test ends. Files are in a folder, unless a change of the config sets
// another store.
func Serve(t testing.TB, world *storagetest.World, now func() time.Time, changes ...func(*blob.Config)) *Server {
	t.Helper()
	return serve(t, world, now, model.Quotas{}, changes)
}

// ServeLimited is Serve on a node that limits portfolios.
func ServeLimited(t testing.TB, world *storagetest.World, quotas model.Quotas) *Server {
	t.Helper()
	return serve(t, world, time.Now, quotas, nil)
}

func serve(
	t testing.TB, world *storagetest.World, now func() time.Time, quotas model.Quotas, changes []func(*blob.Config),
) *Server {
	t.Helper()
	mux := http.NewServeMux()
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	log := slog.New(slog.NewTextHandler(t.Output(), nil))
	config := blob.Config{
		DataDir: t.TempDir(), BaseURL: server.URL, SigningKeys: SigningKeys,
		Clock: now, Logger: log,
	}
	for _, change := range changes {
		change(&config)
	}
	blobs, err := blob.Open(config)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, blobs.Close()) })
	s := &Server{World: world, Blobs: blobs, Handler: mux, URL: server.URL}
	root := &graph.Resolver{
		BaseURL: server.URL, Blobs: blobs, Feed: feed.NewHub(world.Store, log), WebhookKey: receiver.NewKey(config.SigningKeys),
		IdentityKey: receiver.NewIdentityKey(config.SigningKeys), Demo: demo.InSandbox,
	}
	root.SignIn = signin.NewClient(root.IdentityKey, now)
	dossiers := &dossier.Maker{Store: world.Store, Blobs: blobs, Keys: config.SigningKeys, BaseURL: server.URL, Now: now}
	require.NoError(t, dossiers.Open(t.Context()))
	mux.HandleFunc("GET "+dossier.KeysPath, dossiers.ServeKeys)
	(&printing.Maker{Store: world.Store}).Open(blobs)
	s.Engine = engine.New(engine.Config{
		Store: world.Store, Now: now, Logger: log, Quotas: quotas, BeforeCommit: graph.KeepVerdicts, Compare: s.compare(t),
	}, root)
	s.Links = graph.EvidenceLinks{Store: world.Store, Now: s.Engine.Now}
	s.GraphQL = door.New(s.Engine)
	rest, err := restcompat.NewServer(s.Engine, restcompat.Options{BaseURL: server.URL, Logger: log})
	require.NoError(t, err)
	mux.Handle("/rest/", judged(t, rest))
	mux.HandleFunc("/openapi.json", rest.ServeOpenAPI)
	mux.Handle(mcp.Path, mcp.NewHandler(mcp.Options{REST: rest, Inner: rest, BaseURL: server.URL, Writes: true, Version: "dev"}))
	mux.HandleFunc("/files/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Request-Id", engine.RequestID(r))
		blobs.Handler().ServeHTTP(w, r)
	})
	s.Console = console.New(console.Config{
		Engine: s.Engine, BaseURL: server.URL, SigningKeys: config.SigningKeys, Now: now,
		IsHTTPS: func(*http.Request) bool { return false },
		Refuse:  func(w http.ResponseWriter, _ *http.Request, err error) { restcompat.WriteProblem(w, err) },
		Logger:  slog.New(slog.NewTextHandler(io.MultiWriter(t.Output(), &s.Log), nil)),
		People:  graph.People{Store: world.Store, Now: s.Engine.Now}, SignIn: root.SignIn,
	})
	mux.Handle(console.Path, s.Console.Handler())
	mux.Handle(console.Path+"/", s.Console.Handler())
	mux.Handle("/graphql", s.GraphQL.Handler(door.Options{Session: s.session}))
	mux.Handle("/schema.graphql", s.GraphQL.SchemaHandler())
	page, err := playground.Handler(s.GraphQL.StaffOnly, rest.Playground())
	require.NoError(t, err)
	mux.Handle("/playground", page)
	mux.Handle("/playground/", page)
	s.REST = rest
	s.serveDirectories(t, mux, log, now)
	s.servePage(t, mux, config, now)
	return s
}

// serveDirectories serves the directories of identity providers.
func (s *Server) serveDirectories(t testing.TB, mux *http.ServeMux, log *slog.Logger, now func() time.Time) {
	t.Helper()
	directories, err := scim.Handler(scim.Config{Store: s.Store, BaseURL: s.URL, Now: now, Logger: log})
	require.NoError(t, err)
	mux.Handle(identity.ScimPath+"/", directories)
}

// servePage serves the evidence page, without a scan command.
func (s *Server) servePage(t testing.TB, mux *http.ServeMux, config blob.Config, now func() time.Time) {
	t.Helper()
	links, err := evidence.New(evidence.Config{
		Engine: s.Engine, Links: s.Links, Blobs: s.Blobs, BaseURL: config.BaseURL, SigningKeys: config.SigningKeys, Folder: t.TempDir(), Now: now,
		Logger: config.Logger,
	})
	require.NoError(t, err)
	mux.Handle(evidence.Path, links.Handler())
}

// compare returns the check that graph/encode writes every result as gqlgen does; nil for a test that measures.
func (s *Server) compare(t testing.TB) func(field string, encoded, generated []byte) {
	if measures(t) {
		return nil
	}
	return func(field string, encoded, generated []byte) {
		s.compared.Store(field, true)
		assert.Equal(t, string(generated), string(encoded), "%s: graph/encode, and what gqlgen writes", field)
	}
}

// Compared reports whether graph/encode wrote a result of the root field, and was compared with gqlgen.
func (s *Server) Compared(field string) bool {
	_, ok := s.compared.Load(field)
	return ok
}

// judged adds the check of every response against the OpenAPI document, unless the test measures.
func judged(t testing.TB, rest *restcompat.Server) http.Handler {
	if measures(t) {
		return rest
	}
	return contractOf(t, rest).judge(t, rest)
}

// OpenAPI returns the document that the server shows at /openapi.json.
func (s *Server) OpenAPI(t testing.TB) []byte {
	t.Helper()
	document, err := s.REST.OpenAPI()
	require.NoError(t, err)
	return document
}

// As returns a client with the token; with "" it sends no Authorization.
func (s *Server) As(token string) *Client { return &Client{url: s.URL, token: token} }

// personHeader names a person whose session a request has, as tests sign in.
const personHeader = "X-Test-Person"

// AsPerson returns a client with the session of a person who has chosen the tenant's portfolio; none if it is nil.
func (s *Server) AsPerson(p *model.Person, in *storagetest.Tenant) *Client {
	c := s.As("").With(personHeader, p.ID.String())
	if in == nil {
		return c
	}
	return c.With("X-Portfolio", in.Portfolio.ID().String())
}

func (s *Server) session(r *http.Request, portfolio string) (*model.Principal, error) {
	if id := r.Header.Get(personHeader); id != "" {
		return s.Engine.AuthenticateSession(r.Context(), uuid.MustParse(id), portfolio)
	}
	return s.Console.Caller(r, portfolio)
}

// Node runs a script of .ci/npm with arguments and returns its output. Tests that call it have the build tag npm.
func Node(t testing.TB, script string, args ...string) string {
	t.Helper()
	return NodeWith(t, nil, script, args...)
}

// NodeWith is Node with variables of the environment, as NAME=value.
func NodeWith(t testing.TB, env []string, script string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "node", append([]string{script}, args...)...)
	cmd.Dir = filepath.Join(moduleRoot(t), ".ci/npm")
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return string(out)
}

// moduleRoot is the folder with go.mod, above the package under test. The compiler's paths do not help: with -trimpath
// they are none of this machine.
func moduleRoot(t testing.TB) string {
	t.Helper()
	folder, err := os.Getwd()
	require.NoError(t, err)
	for {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return folder
		}
		require.NotEqual(t, folder, filepath.Dir(folder), "there is no go.mod above the test")
		folder = filepath.Dir(folder)
	}
}
