package main

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/cmd/covertrack/serve"
	"github.com/covertrack/covertrack/cmd/covertrack/serve/access"
	"github.com/covertrack/covertrack/cmd/covertrack/serve/health"
	"github.com/covertrack/covertrack/cmd/covertrack/serve/metrics"
	"github.com/covertrack/covertrack/graph"
	"github.com/covertrack/covertrack/graph/admission"
	graphqldoor "github.com/covertrack/covertrack/graph/door"
	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/graph/feed"
	"github.com/covertrack/covertrack/model/credentials"
	"github.com/covertrack/covertrack/model/receiver"
	"github.com/covertrack/covertrack/storage/blob"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// inProcess is the whole handler of the program over a world, and its log.
type inProcess struct {
	*serve.Service
	world *storagetest.World
	log   *lines
}

// lines is a log that requests may write to while it is read.
type lines struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}

func newInProcess(t *testing.T) *inProcess { return newInProcessWith(t, nil) }

// newInProcessWith edits the service before its handler is made.
func newInProcessWith(t *testing.T, edit func(*serve.Service)) *inProcess {
	t.Helper()
	x := &inProcess{world: storagetest.NewWorld(t), log: &lines{}}
	log := slog.New(command.AboutRequest{Handler: slog.NewJSONHandler(x.log, &slog.HandlerOptions{Level: slog.LevelDebug})})
	blobs, err := blob.Open(blob.Config{
		DataDir: t.TempDir(), BaseURL: "http://covertrack.example.com",
		SigningKeys: credentials.SigningKeys{bytes.Repeat([]byte("k"), 32)}, Logger: log,
	})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, blobs.Close()) })
	x.Service = &serve.Service{Version: programVersion(), BaseURL: "http://covertrack.example.com", Store: x.world.Store, Blobs: blobs,
		Gate: admission.New(admission.Config{}), Metrics: metrics.New(programVersion()),
		SigningKeys: credentials.SigningKeys{bytes.Repeat([]byte("k"), 32)}, Log: log}
	if edit != nil {
		edit(x.Service)
	}
	if x.Streams == nil {
		x.Streams = admission.NewStreams(admission.StreamLimits{}, x.Gate)
	}
	x.Graph = &graph.Resolver{Blobs: blobs, Feed: feed.NewHub(x.Store, log), WebhookKey: receiver.NewKey(x.SigningKeys)}
	x.Engine = engine.New(engine.Config{
		Store: x.Store, Now: time.Now, Logger: log, Streams: x.Streams, Quotas: x.Quotas, BeforeCommit: graph.KeepVerdicts,
	}, x.Graph)
	x.GraphQL = graphqldoor.New(x.Engine)
	x.Health = &health.Health{Store: x.Store, Blobs: blobs, Log: log}
	x.Handler, err = serve.NewHandler(x.Service)
	require.NoError(t, err)
	return x
}

func (x *inProcess) do(method, target, token, body string, header ...string) *httptest.ResponseRecorder {
	return x.doIn(context.Background(), method, target, token, body, header...)
}

func (x *inProcess) doIn(ctx context.Context, method, target, token, body string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequestWithContext(ctx, method, target, strings.NewReader(body))
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	x.Handler.ServeHTTP(w, r)
	return w
}

// last is the last line of the log.
func (x *inProcess) last(t *testing.T) (entry map[string]any) {
	t.Helper()
	all := strings.Split(strings.TrimSpace(x.log.String()), "\n")
	require.NoError(t, json.Unmarshal([]byte(all[len(all)-1]), &entry))
	return entry
}

func TestAccessLog(t *testing.T) {
	t.Parallel()
	x := newInProcess(t)
	harbor := x.world.Harbor
	organization, query := harbor.Organization.ID.String(), `{"query":"query Mine { cases { pageInfo { total } } }"}`

	for name, test := range map[string]struct {
		method, target, token, body           string
		status                                int
		route, operation, organization, level string
	}{
		"REST": {"GET", "/rest/cases?q=canary", harbor.Token, "", 200, "/rest/cases", "ListCases", organization, "INFO"},
		"REST refused": {"POST", "/rest/cases", harbor.Token, `{"loanNumber":"canary","nope":1}`, 422, "/rest/cases", "CreateCase",
			organization, "INFO"},
		"REST by id": {"GET", "/rest/cases/canary", harbor.Token, "", 404, "/rest/cases/{id}", "GetCase", organization, "INFO"},
		"REST action": {"POST", "/rest/cases/canary/on-hold", harbor.Token, "", 404, "/rest/cases/{id}/on-hold", "PutCaseOnHold",
			organization, "INFO"},
		"REST nowhere":     {"GET", "/rest/canary", harbor.Token, "", 404, "/rest/", "", organization, "INFO"},
		"unauthorized":     {"GET", "/rest/cases/canary", "live_canary", "", 401, "/rest/", "", "", "INFO"},
		"GraphQL":          {"POST", "/graphql", harbor.Token, query, 200, "/graphql", "Mine", organization, "INFO"},
		"GraphQL by staff": {"POST", "/graphql", x.world.Support, query, 200, "/graphql", "Mine", "", "INFO"},
		"files":            {"GET", "/files/canary?signature=canary", "", "", 403, "/files/", "", "", "INFO"},
		"elsewhere":        {"GET", "/canary", "", "", 404, "/", "", "", "INFO"},
		"probe":            {"GET", "/healthz", "", "", 200, "GET /healthz", "", "", "DEBUG"},
	} {
		t.Run(name, func(t *testing.T) {
			w := x.do(test.method, test.target, test.token, test.body, "Traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
			require.Equal(t, test.status, w.Code, w.Body)
			entry := x.last(t)
			require.Equal(t, "request", entry["msg"])
			require.Equal(t, w.Header().Get("X-Request-Id"), entry["request_id"])
			require.NotEmpty(t, entry["request_id"])
			require.Equal(t, test.method, entry["method"])
			require.Equal(t, test.route, entry["route"])
			require.Equal(t, test.operation, entry["operation"])
			require.EqualValues(t, test.status, entry["status"])
			require.Equal(t, test.level, entry["level"])
			require.Equal(t, "192.0.2.1", entry["client"])
			require.Equal(t, "4bf92f3577b34da6a3ce929d0e0e4736", entry["trace_id"], "even where no spans are made")
			if test.organization == "" {
				require.NotContains(t, entry, "organization")
			} else {
				require.Equal(t, test.organization, entry["organization"])
			}
		})
	}
	t.Run("no secret and no body is logged", func(t *testing.T) {
		require.NotContains(t, x.log.String(), "canary")
		require.NotContains(t, x.log.String(), harbor.Token)
		require.NotContains(t, x.log.String(), x.world.Support)
	})
}

func TestRequestID(t *testing.T) {
	t.Parallel()
	x := newInProcess(t)
	for _, target := range []string{"/rest/cases", "/graphql", "/files/x", "/healthz", "/nope"} {
		t.Run(target, func(t *testing.T) {
			require.Equal(t, "mine-1", x.do("GET", target, "", "", "X-Request-Id", "mine-1").Header().Get("X-Request-Id"))
			made := x.do("GET", target, "", "", "X-Request-Id", "not mine").Header().Get("X-Request-Id")
			require.Len(t, made, 36)
		})
	}
}

func TestPanic(t *testing.T) {
	t.Parallel()
	log := &lines{}
	handler := access.Logged(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("canary") }), nil,
		slog.New(slog.NewTextHandler(log, nil)))
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
	require.Equal(t, http.StatusInternalServerError, w.Code)
	require.NotContains(t, w.Body.String(), "canary")
	require.Contains(t, log.String(), "canary")
	require.Contains(t, log.String(), "status=500")

	dropped := access.Logged(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }), nil,
		slog.New(slog.NewTextHandler(log, nil)))
	require.PanicsWithValue(t, http.ErrAbortHandler, func() {
		dropped.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", nil))
	})
}

// TestClientLeft: a request that its client gave up is no failure of the server.
func TestClientLeft(t *testing.T) {
	t.Parallel()
	x := newInProcess(t)
	require.Equal(t, http.StatusOK, x.do("GET", "/rest/cases", x.world.Harbor.Token, "").Code, "the token is known now")
	left, leave := context.WithCancel(t.Context())
	leave()
	query := `{"query":"{ cases { pageInfo { total } } }"}`
	for name, w := range map[string]*httptest.ResponseRecorder{
		"REST":    x.doIn(left, "GET", "/rest/cases", x.world.Harbor.Token, ""),
		"GraphQL": x.doIn(left, "POST", "/graphql", x.world.Harbor.Token, query, "Accept", "application/graphql-response+json"),
	} {
		require.Equal(t, http.StatusServiceUnavailable, w.Code, name)
	}
	require.Equal(t, 2, strings.Count(x.log.String(), `"status":499`))
	require.NotContains(t, x.log.String(), `"level":"ERROR"`)
	require.NotContains(t, x.log.String(), `"level":"WARN"`)
	counted := x.do("GET", "/metrics", "", "").Body.String()
	require.Contains(t, counted, `status="499"`)
	require.NotContains(t, counted, `status="503"`)
}

// behind are proxies of two networks.
var behind = access.TrustedProxies{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("2001:db8:1::/48")}

func requestFrom(remote string, forwarded ...string) *http.Request {
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.RemoteAddr = remote
	for _, f := range forwarded {
		r.Header.Add("X-Forwarded-For", f)
	}
	return r
}
