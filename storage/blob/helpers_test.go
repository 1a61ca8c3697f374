package blob_test

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/credentials"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/storage/blob"
	"github.com/covertrack/covertrack/storage/blob/s3test"
)

var signingKeys = credentials.SigningKeys{bytes.Repeat([]byte("k"), 32)}

// A site is a store behind a real HTTP server, with a clock that tests move.
type site struct {
	*blob.Store
	t   *testing.T
	url string
	now atomic.Pointer[time.Time]
	log *syncBuffer
}

func TestMain(m *testing.M) {
	for _, variable := range s3test.Credentials {
		name, value, _ := strings.Cut(variable, "=")
		_ = os.Setenv(name, value)
	}
	os.Exit(m.Run())
}

// stores are the kinds of stores.
var stores = []string{"folder", "s3"}

// newStore returns a site on a new store of a kind.
func newStore(t *testing.T, kind string) *site {
	t.Helper()
	if kind == "s3" {
		return newSite(t, s3test.Serve(t))
	}
	return newSite(t, "")
}

func newSite(t *testing.T, address string) *site {
	t.Helper()
	s := &site{t: t, log: &syncBuffer{}}
	s.setClock(time.Date(2026, 3, 4, 10, 7, 30, 0, time.UTC))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Request-Id", "request-1")
		s.Handler().ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	s.url = server.URL
	store, err := blob.Open(blob.Config{
		URL:         address,
		DataDir:     t.TempDir(),
		BaseURL:     server.URL + "/",
		SigningKeys: signingKeys,
		Clock:       func() time.Time { return *s.now.Load() },
		Logger:      slog.New(slog.NewTextHandler(s.log, nil)),
	})
	require.NoError(t, err)
	t.Cleanup(func() { _ = store.Close() })
	s.Store = store
	return s
}

func (s *site) setClock(now time.Time) { s.now.Store(&now) }

func (s *site) pass(d time.Duration) { s.setClock(s.now.Load().Add(d)) }

func (s *site) signUpload(key string) string {
	s.t.Helper()
	signed, err := s.SignUpload(s.t.Context(), key, pdf, 15*time.Minute)
	require.NoError(s.t, err)
	return signed
}

func (s *site) signDownload(key, name, contentType string) string {
	s.t.Helper()
	signed, err := s.SignDownload(key, name, contentType, *s.now.Load())
	require.NoError(s.t, err)
	return signed
}

// keep writes a file past HTTP.
func (s *site) keep(key, contentType string, content []byte) {
	s.t.Helper()
	require.NoError(s.t, s.Write(s.t.Context(), key, contentType, bytes.NewReader(content)))
}

func (s *site) requireKept(keys ...string) {
	s.t.Helper()
	for _, key := range keys {
		_, err := s.Stat(s.t.Context(), key)
		require.NoError(s.t, err)
	}
}

func (s *site) requireGone(keys ...string) {
	s.t.Helper()
	for _, key := range keys {
		_, err := s.Stat(s.t.Context(), key)
		require.ErrorIs(s.t, err, blob.ErrNotFound)
	}
}

func (s *site) put(signed, contentType string, body io.Reader) *reply {
	s.t.Helper()
	return s.do(http.MethodPut, signed, body, "Content-Type", contentType)
}

// A reply is a response with its body read.
type reply struct {
	*http.Response
	body []byte
}

// do sends one request; header is names and values in turn.
func (s *site) do(method, address string, body io.Reader, header ...string) *reply {
	s.t.Helper()
	request, err := http.NewRequestWithContext(s.t.Context(), method, address, body)
	require.NoError(s.t, err)
	for i := 0; i < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	response, err := http.DefaultClient.Do(request)
	require.NoError(s.t, err)
	defer func() { _ = response.Body.Close() }()
	content, err := io.ReadAll(response.Body)
	require.NoError(s.t, err)
	return &reply{response, content}
}

// requireProblem checks the whole shape of RFC 9457.
func requireProblem(t *testing.T, r *reply, status int, code string) {
	t.Helper()
	require.Equal(t, status, r.StatusCode, string(r.body))
	require.Equal(t, "application/problem+json", r.Header.Get("Content-Type"))
	var p map[string]any
	require.NoError(t, json.Unmarshal(r.body, &p))
	require.NotEmpty(t, p["detail"])
	delete(p, "detail")
	require.Equal(t, map[string]any{
		"type": "/docs/errors/" + code, "title": fault.Code(code).Title(), "status": float64(status), "code": code, "requestId": "request-1",
	}, p)
}

// change answers signed with one query parameter replaced.
func change(t *testing.T, signed, name, value string) string {
	t.Helper()
	u, err := url.Parse(signed)
	require.NoError(t, err)
	query := u.Query()
	require.NotEqual(t, value, query.Get(name), "the change must change something")
	query.Set(name, value)
	u.RawQuery = query.Encode()
	return u.String()
}
