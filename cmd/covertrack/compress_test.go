package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/demo"
	"github.com/covertrack/covertrack/cmd/covertrack/sample"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// newLoaded is the whole handler over a portfolio with hundreds of policies, that of the caller Harbor.
func newLoaded(t *testing.T) *inProcess {
	t.Helper()
	x := newInProcess(t)
	portfolios, err := x.Store.Portfolios(t.Context())
	require.NoError(t, err)
	i := slices.IndexFunc(portfolios, func(p *model.Portfolio) bool { return p.ID == x.world.Harbor.Portfolio.ID() })
	require.NoError(t, x.Store.Load(t.Context(), portfolios[i].ID, func(ctx context.Context, l *storage.Loader) error {
		return demo.Load(ctx, l, portfolios[i], demo.LoadOptions{Options: sample.BookOptions(1), Cases: 120, BlobKey: "key"})
	}))
	return x
}

func plainText(t *testing.T, w *httptest.ResponseRecorder) string {
	t.Helper()
	var from io.Reader = bytes.NewReader(w.Body.Bytes())
	switch encoding := w.Header().Get("Content-Encoding"); encoding {
	case "gzip":
		reader, err := gzip.NewReader(from)
		require.NoError(t, err)
		from = reader
	case "zstd":
		reader, err := zstd.NewReader(from)
		require.NoError(t, err)
		defer reader.Close()
		from = reader
	default:
		require.Empty(t, encoding)
	}
	text, err := io.ReadAll(from)
	require.NoError(t, err)
	return string(text)
}

func TestCompression(t *testing.T) {
	t.Parallel()
	x := newLoaded(t)
	token, operator := x.world.Harbor.Token, x.world.Operator
	query := `{"query":"{ policies(limit: 200) { nodes { id policyNumber status limits { kind amount { amount currency } } } } }"}`
	for _, encoding := range []string{"gzip", "zstd"} {
		t.Run(encoding, func(t *testing.T) {
			for target, by := range map[string]string{
				"GET /rest/policies?limit=200": token, "POST /graphql": token, "GET /openapi.json": "", "GET /docs": "",
				"GET /docs/viewer/swagger-ui.css": "", "GET /playground": "", "GET /playground/graphiql.min.js": "", "GET /schema.graphql": operator,
			} {
				method, path, _ := strings.Cut(target, " ")
				body := ""
				if method == "POST" {
					body = query
				}
				plain := x.do(method, path, by, body)
				require.Equal(t, 200, plain.Code, plain.Body)
				require.Empty(t, plain.Header().Get("Content-Encoding"))
				require.Contains(t, strings.Join(plain.Header().Values("Vary"), ", "), "Accept-Encoding", target)
				encoded := x.do(method, path, by, body, "Accept-Encoding", encoding)
				require.Equal(t, 200, encoded.Code)
				require.Contains(t, strings.Join(encoded.Header().Values("Vary"), ", "), "Accept-Encoding", target)
				require.Equal(t, plain.Body.String(), plainText(t, encoded), target)
				if plain.Body.Len() < 4<<10 {
					require.Empty(t, encoded.Header().Get("Content-Encoding"), target)
					continue
				}
				require.Equal(t, encoding, encoded.Header().Get("Content-Encoding"), target)
				if strings.HasPrefix(path, "/rest/") {
					t.Logf("a page of 200 policies: %d bytes, %d in %s", plain.Body.Len(), encoded.Body.Len(), encoding)
					require.LessOrEqual(t, encoded.Body.Len()*10, plain.Body.Len(), "a tenth at most")
				}
			}
		})
	}
	t.Run("small ones and refusals are plain", func(t *testing.T) {
		for _, path := range []string{"/rest/cases?limit=1", "/rest/cases?colour=red", "/nope"} {
			w := x.do("GET", path, token, "", "Accept-Encoding", "gzip")
			require.Empty(t, w.Header().Get("Content-Encoding"))
			require.Contains(t, w.Body.String(), "{")
		}
	})
	t.Run("files, probes and metrics are left alone", func(t *testing.T) {
		for _, path := range []string{"/files/x?signature=y", "/healthz"} {
			w := x.do("GET", path, "", "", "Accept-Encoding", "identity;q=0, gzip")
			require.Empty(t, w.Header().Get("Content-Encoding"))
			require.Empty(t, w.Header().Get("Vary"))
		}
	})
}

func TestCompressionOfConditionalRequests(t *testing.T) {
	t.Parallel()
	x := newInProcess(t)
	token := x.world.Harbor.Token
	path := "/rest/cases/" + x.world.Case(t, x.world.Harbor).String()
	metadata := fmt.Sprintf(`{"metadata":{"note":"%s"}}`, strings.Repeat("a long note ", 400))
	require.Equal(t, 200, x.do("PATCH", path, token, metadata).Code)

	plain := x.do("GET", path, token, "")
	encoded := x.do("GET", path, token, "", "Accept-Encoding", "gzip")
	require.Equal(t, "gzip", encoded.Header().Get("Content-Encoding"))
	tag := encoded.Header().Get("ETag")
	require.Equal(t, strings.TrimSuffix(plain.Header().Get("ETag"), `"`)+`-gzip"`, tag)
	for _, accepted := range []string{"gzip", "zstd", ""} {
		w := x.do("GET", path, token, "", "Accept-Encoding", accepted, "If-None-Match", tag)
		require.Equal(t, http.StatusNotModified, w.Code)
		require.Equal(t, tag, w.Header().Get("ETag"))
		require.Empty(t, w.Body.String())
	}
	head := x.do("HEAD", path, token, "", "Accept-Encoding", "gzip")
	require.Empty(t, head.Header().Get("Content-Encoding"))
	require.Equal(t, plain.Header().Get("ETag"), head.Header().Get("ETag"))

	changed := x.do("PATCH", path, token, `{"loanNumber":"L-1"}`, "If-Match", tag, "Accept-Encoding", "gzip")
	require.Equal(t, http.StatusOK, changed.Code, changed.Body)
	require.NotEqual(t, tag, changed.Header().Get("ETag"))
	stale := x.do("PATCH", path, token, `{"loanNumber":"L-2"}`, "If-Match", tag)
	require.Equal(t, http.StatusPreconditionFailed, stale.Code)
	again := x.do("PATCH", path, token, `{"loanNumber":"L-2"}`, "If-Match", changed.Header().Get("ETag"))
	require.Equal(t, http.StatusOK, again.Code, again.Body)
}

// TestCompressionOfReplays sends a request again under its key: the stored bytes come back in each encoding.
func TestCompressionOfReplays(t *testing.T) {
	t.Parallel()
	x := newInProcess(t)
	body := fmt.Sprintf(`{"name":"A group","metadata":{"note":"%s"}}`, strings.Repeat("a long note ", 400))
	send := func(accepted string) *httptest.ResponseRecorder {
		return x.do("POST", "/rest/insured-groups", x.world.Harbor.Token, body, "Idempotency-Key", "one", "Accept-Encoding", accepted)
	}
	first := send("gzip")
	require.Equal(t, http.StatusCreated, first.Code, first.Body)
	require.Equal(t, "gzip", first.Header().Get("Content-Encoding"))
	for _, accepted := range []string{"gzip", "zstd", ""} {
		again := send(accepted)
		require.Equal(t, "true", again.Header().Get("Idempotent-Replayed"))
		require.Equal(t, accepted, again.Header().Get("Content-Encoding"))
		require.Equal(t, plainText(t, first), plainText(t, again))
		require.Equal(t, first.Header().Get("Location"), again.Header().Get("Location"))
	}
	require.Equal(t, first.Body.Bytes(), send("gzip").Body.Bytes(), "byte for byte")
}

// TestCompressionOfEvents wants each event of a stream at once and as it is.
func TestCompressionOfEvents(t *testing.T) {
	t.Parallel()
	x := newLoaded(t)
	server := httptest.NewServer(x.Handler)
	t.Cleanup(server.Close)
	query := `{"query":"{ policies(limit: 200) { nodes { id policyNumber status startDate endDate } } }"}`
	r, err := http.NewRequest(http.MethodPost, server.URL+"/graphql", strings.NewReader(query))
	require.NoError(t, err)
	for name, value := range map[string]string{
		"Authorization": "Bearer " + x.world.Harbor.Token, "Content-Type": "application/json",
		"Accept": "text/event-stream", "Accept-Encoding": "gzip",
	} {
		r.Header.Set(name, value)
	}
	answer, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	defer func() { _ = answer.Body.Close() }()
	require.Equal(t, "text/event-stream", answer.Header.Get("Content-Type"))
	require.Empty(t, answer.Header.Get("Content-Encoding"))
	text, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	require.Contains(t, string(text), "event: next")
}
