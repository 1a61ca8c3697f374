package compress

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"
)

var (
	large = strings.Repeat(`{"name":"covertrack"},`, 1000)
	small = large[:MinSize-1]
)

// answering is a handler of one response.
func answering(status int, body string, header ...string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		for i := 0; i+1 < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	})
}

// ask sends a request through Handler over a real connection, and returns the response and its decoded body.
func ask(t *testing.T, next http.Handler, method string, header ...string) (*http.Response, string) {
	t.Helper()
	server := httptest.NewServer(Handler(next))
	defer server.Close()
	r, err := http.NewRequest(method, server.URL, nil)
	require.NoError(t, err)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Add(header[i], header[i+1])
	}
	transport := &http.Transport{DisableCompression: true}
	defer transport.CloseIdleConnections()
	answer, err := (&http.Client{Transport: transport}).Do(r)
	require.NoError(t, err)
	raw, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	return answer, decoded(t, answer.Header.Get("Content-Encoding"), raw)
}

func decoded(t *testing.T, encoding string, raw []byte) string {
	t.Helper()
	if len(raw) == 0 {
		return ""
	}
	var from io.Reader = bytes.NewReader(raw)
	switch encoding {
	case "gzip":
		reader, err := gzip.NewReader(from)
		require.NoError(t, err)
		from = reader
	case "zstd":
		reader, err := zstd.NewReader(from)
		require.NoError(t, err)
		defer reader.Close()
		from = reader
	}
	text, err := io.ReadAll(from)
	require.NoError(t, err)
	return string(text)
}

func TestNegotiation(t *testing.T) {
	t.Parallel()
	for accepted, want := range map[string]string{
		"gzip":                          "gzip",
		"zstd":                          "zstd",
		"x-gzip":                        "", // an old name, as * and identity;q=0: no client sends them
		"GZIP ; Q=0.5":                  "gzip",
		"gzip, deflate, br, zstd":       "gzip",
		"gzip;q=1.0, zstd;q=0.9":        "gzip",
		"gzip;q=0, zstd;q=0.001":        "zstd",
		"*":                             "",
		"gzip;q=0, *":                   "",
		"*;q=0":                         "",
		"*;q=0, gzip":                   "gzip",
		"br":                            "",
		"":                              "",
		"identity":                      "",
		"identity, gzip;q=0.5":          "gzip",
		"identity;q=0.5, gzip;q=1":      "gzip",
		"identity;q=0":                  "", // nothing is left, and plain is better than nothing
		"identity;q=0, gzip;q=0.1":      "gzip",
		"gzip;q=2, zstd;q=x, br;q=-1":   "gzip", // malformed weights count as 1
		"gzip;level=9":                  "gzip",
		", ,gzip":                       "gzip",
		"gzip;q=0":                      "",
		"zstd;q=0.2,gzip;q=0.3,*;q=0.9": "gzip",
	} {
		t.Run(accepted, func(t *testing.T) {
			answer, body := ask(t, answering(200, large, "Content-Length", fmt.Sprint(len(large))), "GET", "Accept-Encoding", accepted)
			require.Equal(t, want, answer.Header.Get("Content-Encoding"))
			require.Equal(t, "Accept-Encoding", answer.Header.Get("Vary"))
			require.Equal(t, large, body)
		})
	}
	t.Run("the first of two lines counts", func(t *testing.T) {
		answer, _ := ask(t, answering(200, large), "GET", "Accept-Encoding", "zstd", "Accept-Encoding", "gzip")
		require.Equal(t, "zstd", answer.Header.Get("Content-Encoding"))
	})
	t.Run("no header", func(t *testing.T) {
		answer, body := ask(t, answering(200, large, "ETag", `"a"`), "GET")
		require.Empty(t, answer.Header.Get("Content-Encoding"))
		require.Equal(t, "Accept-Encoding", answer.Header.Get("Vary"))
		require.Equal(t, `"a"`, answer.Header.Get("ETag"))
		require.Equal(t, large, body)
	})
}

func TestWhatIsEncoded(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		next http.Handler
		body string
		want string
	}{
		"large":                    {answering(200, large, "Content-Length", fmt.Sprint(len(large))), large, "gzip"},
		"of unknown length":        {answering(200, large), large, "gzip"},
		"a problem":                {answering(422, large, "Content-Type", "application/problem+json"), large, "gzip"},
		"a page":                   {answering(200, large, "Content-Type", "text/html; charset=utf-8"), large, "gzip"},
		"small":                    {answering(200, small, "Content-Length", fmt.Sprint(len(small))), small, ""},
		"small, of unknown length": {answering(200, small), small, ""},
		"an image":                 {answering(200, large, "Content-Type", "image/png"), large, ""},
		"of no type, a text":       {answering(200, large, "Content-Type", ""), large, "gzip"},
		"a part of a file":         {answering(206, large, "Content-Range", "bytes 0-1/2"), large, ""},
		"encoded already":          {answering(200, large, "Content-Encoding", "br"), large, "br"},
		"nothing":                  {answering(204, ""), "", ""},
		"not modified":             {answering(304, "", "ETag", `"a"`), "", ""},
		"no WriteHeader": {http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			setJSON(w)
			_, _ = io.WriteString(w, large)
		}), large, "gzip"},
		"no Write":                   {http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}), "", ""},
		"in many pieces":             {pieces(1000, false), strings.Repeat("some words ", 1000), "gzip"},
		"in few pieces":              {pieces(10, false), strings.Repeat("some words ", 10), ""},
		"a file served with ranges":  {served(large), large, "gzip"},
		"flushed before it is large": {pieces(1000, true), strings.Repeat("some words ", 1000), "gzip"},
		"a stream of events":         {answering(200, large, "Content-Type", "text/event-stream; charset=utf-8"), large, ""},
	} {
		t.Run(name, func(t *testing.T) {
			answer, body := ask(t, test.next, "GET", "Accept-Encoding", "gzip")
			require.Equal(t, test.want, answer.Header.Get("Content-Encoding"))
			require.Equal(t, test.body, body)
			if test.want == "gzip" {
				require.Empty(t, answer.Header.Get("Accept-Ranges"))
			}
		})
	}
}

func setJSON(w http.ResponseWriter) { w.Header().Set("Content-Type", "application/json") }

func pieces(n int, flush bool) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		setJSON(w)
		for range n {
			_, _ = io.WriteString(w, "some words ")
			if flush {
				_ = http.NewResponseController(w).Flush()
			}
		}
	})
}

func served(body string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", `"a"`)
		http.ServeContent(w, r, "file.json", time.Time{}, strings.NewReader(body))
	})
}

// TestHead answers HEAD as a plain GET, whatever the client accepts: its tag counts in conditions like that of an encoded one.
func TestHead(t *testing.T) {
	t.Parallel()
	for name, next := range map[string]http.Handler{
		"with a body that is dropped": answering(200, large, "ETag", `"a"`, "Content-Length", fmt.Sprint(len(large))),
		"without one":                 served(large),
	} {
		t.Run(name, func(t *testing.T) {
			head, body := ask(t, next, "HEAD", "Accept-Encoding", "gzip")
			get, _ := ask(t, next, "GET")
			require.Empty(t, body)
			require.EqualValues(t, len(large), head.ContentLength)
			for _, name := range []string{"Content-Type", "ETag", "Vary"} {
				require.Equal(t, get.Header.Get(name), head.Header.Get(name))
				require.NotEmpty(t, head.Header.Get(name))
			}
		})
	}
}

func TestTags(t *testing.T) {
	t.Parallel()
	first, _ := ask(t, served(large), "GET", "Accept-Encoding", "zstd")
	require.Equal(t, `"a-zstd"`, first.Header.Get("ETag"))
	for named, want := range map[string]string{
		`"a-zstd"`:             `"a-zstd"`,
		`"b", W/"a-gzip", "c"`: `"a-gzip"`,
		`"a"`:                  `"a"`,
		`*`:                    `"a"`,
	} {
		for _, accepted := range []string{"zstd", "gzip", ""} {
			answer, body := ask(t, served(large), "GET", "Accept-Encoding", accepted, "If-None-Match", named)
			require.Equal(t, http.StatusNotModified, answer.StatusCode, named)
			require.Equal(t, want, answer.Header.Get("ETag"), "the tag of the response that the client has")
			require.Empty(t, body)
			require.Empty(t, answer.Header.Get("Content-Encoding"))
		}
	}
	changed, body := ask(t, served(large), "GET", "Accept-Encoding", "gzip", "If-None-Match", `"b-gzip"`)
	require.Equal(t, http.StatusOK, changed.StatusCode)
	require.Equal(t, large, body)

	weak, _ := ask(t, answering(200, large, "ETag", `W/"a"`), "GET", "Accept-Encoding", "gzip")
	require.Equal(t, `W/"a-gzip"`, weak.Header.Get("ETag"), "ours are strong")

	part, _ := ask(t, served(large), "GET", "Accept-Encoding", "gzip", "If-Range", `"a-gzip"`, "Range", "bytes=0-9")
	require.Equal(t, http.StatusOK, part.StatusCode, "bytes of the plain file are no part of an encoded one")

	var matched []string
	match := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { matched = r.Header.Values("If-Match") })
	ask(t, match, "PATCH", "If-Match", `"a-gzip", "b"`, "If-Match", `"c-zstd"`)
	require.Equal(t, []string{`"a", "b"`, `"c"`}, matched)
}

func TestVaryIsKept(t *testing.T) {
	t.Parallel()
	next := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Header().Add("Vary", "Accept") })
	for range 2 {
		answer, _ := ask(t, next, "GET")
		require.Equal(t, []string{"Accept-Encoding", "Accept"}, answer.Header.Values("Vary"))
	}
	origin := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Add("Vary", "Origin")
		Handler(next).ServeHTTP(w, r)
	})
	w := httptest.NewRecorder()
	origin.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
	require.Equal(t, []string{"Origin", "Accept-Encoding", "Accept"}, w.Header().Values("Vary"))
}

// TestNoAllocations is the price of a request that accepts no encoding: none.
func TestNoAllocations(t *testing.T) {
	handler := Handler(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	r, w := httptest.NewRequest(http.MethodGet, "/", nil), httptest.NewRecorder()
	require.Zero(t, testing.AllocsPerRun(100, func() {
		delete(w.Header(), "Vary")
		handler.ServeHTTP(w, r)
	}))
}
