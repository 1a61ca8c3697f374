package resttest

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph"
	"github.com/covertrack/covertrack/graph/door"
	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/graph/playground"
	"github.com/covertrack/covertrack/restcompat"
	"github.com/covertrack/covertrack/storage/blob"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// Server is a world behind both doors.
type Server struct {
	*storagetest.World
	Engine  *engine.Engine
	GraphQL *door.Door
	REST    *restcompat.Server
	Blobs   *blob.Store
	// Handler is all that URL serves, for requests in the process.
	Handler http.Handler
	URL     string

	compared sync.Map // names of root fields
}

// Measured is a test that measures, as a benchmark does: its server answers and does nothing besides.
type Measured struct{ testing.TB }

// measures tells whether what a test's server costs is the question. Otherwise each answer is compared and judged.
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
	s := &Server{World: world, Blobs: blobs, Handler: mux, URL: server.URL}
	s.Engine = engine.New(engine.Config{Store: world.Store, Blobs: blobs, Now: now, Logger: log, Compare: s.compare(t)}, &graph.Resolver{})
	s.GraphQL = door.New(s.Engine)
	rest, err := restcompat.NewServer(s.Engine, restcompat.Options{BaseURL: server.URL, Logger: log})
	require.NoError(t, err)
	mux.Handle("/rest/", judged(t, rest))
	mux.HandleFunc("/files/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Request-Id", engine.RequestID(r))
		blobs.Handler().ServeHTTP(w, r)
	})
	mux.Handle("/graphql", s.GraphQL.Handler(door.Options{}))
	mux.Handle("/schema.graphql", s.GraphQL.SchemaHandler())
	page, err := playground.Handler(s.GraphQL.StaffOnly, rest.Playground())
	require.NoError(t, err)
	mux.Handle("/playground", page)
	mux.Handle("/playground/", page)
	s.REST = rest
	return s
}

// compare has a test that does not measure hold graph/encode to what gqlgen writes of every result.
func (s *Server) compare(t testing.TB) func(field string, encoded, generated []byte) {
	if measures(t) {
		return nil
	}
	return func(field string, encoded, generated []byte) {
		s.compared.Store(field, true)
		assert.Equal(t, string(generated), string(encoded), "%s: graph/encode, and what gqlgen writes", field)
	}
}

// Compared tells whether a result of the root field was written by graph/encode, and then by gqlgen too.
func (s *Server) Compared(field string) bool {
	_, ok := s.compared.Load(field)
	return ok
}

// judged has a test that does not measure check every response against the OpenAPI document.
func judged(t testing.TB, rest *restcompat.Server) http.Handler {
	if measures(t) {
		return rest
	}
	return contractOf(t, rest.OpenAPI()).judge(t, rest)
}

// As is a client with a token; without one it sends no Authorization.
func (s *Server) As(token string) *Client { return &Client{url: s.URL, token: token} }
