package resttest

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph"
	"github.com/covertrack/covertrack/graph/playground"
	"github.com/covertrack/covertrack/restcompat"
	"github.com/covertrack/covertrack/storage/blob"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// Server is a world behind both doors.
type Server struct {
	*storagetest.World
	Engine *graph.Engine
	REST   *restcompat.Server
	Blobs  *blob.Store
	URL    string
}

// New serves a new world until the test ends.
func New(t testing.TB) *Server {
	t.Helper()
	return Serve(t, storagetest.NewWorld(t), time.Now)
}

// Serve serves a world on a clock until the test ends. Files are kept in memory unless a change says otherwise.
func Serve(t testing.TB, world *storagetest.World, now func() time.Time, changes ...func(*blob.Config)) *Server {
	t.Helper()
	mux := http.NewServeMux()
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	log := slog.New(slog.NewTextHandler(t.Output(), nil))
	config := blob.Config{
		URL: "mem://", BaseURL: server.URL, SigningKey: []byte("a signing key of the tests, long enough"), Clock: now, Logger: log,
	}
	for _, change := range changes {
		change(&config)
	}
	blobs, err := blob.Open(t.Context(), config)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, blobs.Close()) })
	engine, err := graph.NewEngine(graph.Config{Store: world.Store, Blobs: blobs, Now: now, Logger: log})
	require.NoError(t, err)
	rest, err := restcompat.NewServer(engine, restcompat.Options{BaseURL: server.URL, Logger: log})
	require.NoError(t, err)
	mux.Handle("/rest/", judged(t, rest))
	mux.HandleFunc("/files/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Request-Id", graph.RequestID(r))
		blobs.Handler().ServeHTTP(w, r)
	})
	mux.Handle("/graphql", engine.Handler(graph.HandlerOptions{}))
	mux.Handle("/schema.graphql", engine.SchemaHandler())
	page, err := playground.Handler(engine, rest.Playground())
	require.NoError(t, err)
	mux.Handle("/playground", page)
	mux.Handle("/playground/", page)
	return &Server{World: world, Engine: engine, REST: rest, Blobs: blobs, URL: server.URL}
}

// judged has a test, and not a benchmark, check every response against the OpenAPI document.
func judged(t testing.TB, rest *restcompat.Server) http.Handler {
	if _, measures := t.(*testing.B); measures {
		return rest
	}
	return contractOf(t, rest.OpenAPI()).judge(t, rest)
}

// As is a client with a token; without one it sends no Authorization.
func (s *Server) As(token string) *Client { return &Client{url: s.URL, token: token} }
