package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"github.com/covertrack/covertrack/cmd/covertrack/serve"
	"github.com/covertrack/covertrack/cmd/covertrack/serve/traces"
	"github.com/covertrack/covertrack/graph/evidence"
	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// evidenceLink makes a link for a new policy, and returns its path, with the secret, and the path of its page.
func (x *inProcess) evidenceLink(t *testing.T) (path, page string) {
	t.Helper()
	end := time.Now().AddDate(0, 1, 0)
	harbor := x.world.Harbor
	policy := x.world.Policy(t, harbor, x.world.Case(t, harbor), &end)
	w := x.do("POST", "/rest/policies/"+policy.ID.String()+"/evidence-links", harbor.Token, "")
	require.Equal(t, http.StatusCreated, w.Code, w.Body)
	var made struct{ ID, URL string }
	require.NoError(t, json.Unmarshal(w.Body.Bytes(), &made))
	return strings.TrimPrefix(made.URL, x.BaseURL), "/evidence/form/" + made.ID
}

// TestEvidenceLeavesNoTrace: no log entry, metric or span has the secret of a link, or a cookie; routes are patterns.
func TestEvidenceLeavesNoTrace(t *testing.T) {
	t.Parallel()
	spans := tracetest.NewInMemoryExporter()
	x := newInProcessWith(t, func(s *serve.Service) { s.Traces = traces.To(sdktrace.WithSyncer(spans)) })
	path, page := x.evidenceLink(t)
	secret := strings.TrimPrefix(path, "/evidence/")
	opened := x.do("GET", path, "", "")
	require.Equal(t, http.StatusSeeOther, opened.Code, opened.Body)
	cookie := opened.Result().Cookies()[0]

	for _, test := range []struct {
		method, target, route string
		status                int
	}{
		{"GET", path, "/evidence/{capability}", http.StatusSeeOther},
		{"HEAD", path, "/evidence/{capability}", http.StatusNoContent},
		{"GET", path + "/", "/evidence/{capability}/{$}", http.StatusSeeOther},
		{"GET", path + "/more", "/evidence/", http.StatusNotFound},
		{"POST", path, "/evidence/", http.StatusNotFound},
		{"GET", "/evidence/" + strings.ToLower(secret), "/evidence/{capability}", http.StatusNotFound},
		{"GET", page, "/evidence/form/{link}", http.StatusOK},
		{"POST", page, "/evidence/form/{link}", http.StatusBadRequest},
		{"GET", page + "/received/" + secret, "/evidence/form/{link}/received/{submission}", http.StatusSeeOther},
		{"GET", "/evidence/files/page.css", "/evidence/files/{file}", http.StatusOK},
		{"GET", "/evidence", "/evidence/", http.StatusTemporaryRedirect},
	} {
		w := x.do(test.method, test.target, "", "", "Cookie", cookie.Name+"="+cookie.Value)
		require.Equal(t, test.status, w.Code, "%s %s: %s", test.method, test.target, w.Body)
		entry := x.last(t)
		require.Equal(t, test.route, entry["route"], test.target)
		require.Equal(t, "INFO", entry["level"])
	}
	written := x.log.String() + x.do("GET", "/metrics", "", "").Body.String()
	for _, span := range spans.GetSpans() {
		written += span.Name
		for _, a := range span.Attributes {
			written += a.Value.String() + " "
		}
	}
	require.Contains(t, written, `covertrack_requests_total{door="evidence",operation="",status="200"}`)
	require.NotContains(t, strings.ToLower(written), strings.ToLower(secret))
	require.NotContains(t, written, cookie.Value)
}

// TestEvidenceGuessesByAddress: who guesses is known by the address that the trusted proxies saw.
func TestEvidenceGuessesByAddress(t *testing.T) {
	t.Parallel()
	x := newInProcessWith(t, func(s *serve.Service) { s.Proxies = behind })
	path, _ := x.evidenceLink(t)
	from := func(target, proxy, forwarded string) int {
		r := requestFrom(proxy, forwarded)
		r.URL.Path = target
		w := httptest.NewRecorder()
		x.Handler.ServeHTTP(w, r)
		return w.Code
	}
	for range 30 {
		from("/evidence/guess", "10.0.0.1:80", "203.0.113.7")
		from("/evidence/guess", "10.0.0.1:80", "2001:db8:2::7")
	}
	const wrong = "/evidence/guess"
	require.Equal(t, http.StatusTooManyRequests, from(wrong, "10.0.0.1:80", "203.0.113.7"))
	require.Equal(t, http.StatusTooManyRequests, from(wrong, "10.0.0.1:80", "198.51.100.1, 203.0.113.7"), "what a client made up")
	require.Equal(t, http.StatusTooManyRequests, from(wrong, "10.0.0.1:80", "2001:db8:2::8"), "the same network")
	require.Equal(t, http.StatusSeeOther, from(path, "10.0.0.1:80", "203.0.113.7"))
	require.Equal(t, http.StatusNotFound, from(wrong, "10.0.0.1:80", "203.0.113.8"))
	require.Equal(t, http.StatusNotFound, from(wrong, "10.0.0.1:80", "2001:db8:3::7"))
	require.Equal(t, http.StatusNotFound, from(wrong, "203.0.113.9:80", "203.0.113.7"), "this is no proxy of ours")
}

// TestSoakS12 guesses links and signs in with tokens that are none, from one address and from ever new ones. That is refused
// from some number on, by address and by node, and good links and tokens pass all the time, from there and from elsewhere.
func TestSoakS12(t *testing.T) {
	soak.Parallel(t)
	tally := soak.NewTally(t, "S12", "good links and tokens beside wrong ones from one address and from many: all pass")
	x := newInProcessWith(t, func(s *serve.Service) { s.Proxies = behind })
	path, _ := x.evidenceLink(t)
	send := func(method, target, client, body string) int {
		r := requestFrom("10.0.0.1:80", client)
		r.Method, r.URL.Path, r.Host = method, target, "localhost"
		r.Header.Set("X-Console", "1")
		r.Header.Set("Origin", "http://localhost")
		r.Header.Set("Content-Type", "application/json")
		r.Body = io.NopCloser(strings.NewReader(body))
		w := httptest.NewRecorder()
		x.Handler.ServeHTTP(w, r)
		return w.Code
	}
	signIn := func(token, client string) int {
		return send("POST", "/console/session", client, `{"token":"`+token+`"}`)
	}
	wrong := "/evidence/" + strings.Repeat("A", 43)
	refused := map[string]int{}
	for i := range soak.Count(800, 20_000) {
		client := "203.0.113.7"
		if i%2 == 0 {
			client = fmt.Sprintf("198.18.%d.%d", i/2/256%256, i/2%256)
		}
		for what, status := range map[string]int{"link": send("GET", wrong, client, ""), "token": signIn("nonsense", client)} {
			require.Contains(t, []int{http.StatusNotFound, http.StatusUnauthorized, http.StatusTooManyRequests}, status)
			if status == http.StatusTooManyRequests {
				refused[what+client[:3]]++
			}
		}
		if i%20 == 0 {
			for _, from := range []string{client, fmt.Sprintf("192.0.2.%d", i/20%256)} {
				tally.Tried(2)
				require.Equal(t, http.StatusSeeOther, send("GET", path, from, ""))
				require.Equal(t, http.StatusNoContent, signIn(x.world.Support, from))
			}
		}
	}
	for _, what := range []string{"link203", "token203", "link198", "token198"} {
		require.Positive(t, refused[what], what)
	}
}

// TestScanCommandRuns serves with a scan command, through the program. What a process that was killed left behind is
// removed at a later start; what another process on the folder checks now is not.
func TestScanCommandRuns(t *testing.T) {
	t.Parallel()
	dir := readyDataDir(t)
	left := filepath.Join(dir, "incoming", "covertrack-evidence-1")
	require.NoError(t, os.MkdirAll(filepath.Dir(left), 0o700))
	require.NoError(t, os.WriteFile(left, []byte("half a file"), 0o600))
	yesterday := time.Now().AddDate(0, 0, -1)
	require.NoError(t, os.Chtimes(left, yesterday, yesterday))
	checked := left + "2"
	require.NoError(t, os.WriteFile(checked, []byte("a file of now"), 0o600))
	s := serveOn(t, dir, nil, "--scan-command", "/bin/false --quiet")
	status, _, err := s.send("GET", "/evidence/nothing", "", "")
	require.NoError(t, err)
	require.Equal(t, http.StatusNotFound, status)
	require.NoFileExists(t, left)
	require.FileExists(t, checked)
}

// TestScanCommandInProcess has a file refused by the command of the flag.
func TestScanCommandInProcess(t *testing.T) {
	t.Parallel()
	x := newInProcessWith(t, func(s *serve.Service) {
		var err error
		s.Scanner, err = evidence.NewScanner("/bin/false")
		require.NoError(t, err)
	})
	path, page := x.evidenceLink(t)
	cookie := x.do("GET", path, "", "").Result().Cookies()[0]
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	require.NoError(t, w.WriteField("once", strings.Repeat("A", 22)))
	f, err := w.CreateFormFile("files", "secret-name.pdf")
	require.NoError(t, err)
	_, err = f.Write([]byte("%PDF-1.7\n%%EOF\n"))
	require.NoError(t, err)
	require.NoError(t, w.Close())
	answer := x.do("POST", page, "", form.String(), "Cookie", cookie.Name+"="+cookie.Value, "Content-Type", w.FormDataContentType())
	require.Equal(t, http.StatusUnprocessableEntity, answer.Code, answer.Body)
	require.Contains(t, answer.Body.String(), "was refused by the virus check")
	require.Contains(t, x.log.String(), "the scan command refused a file of evidence")
	require.NotContains(t, x.log.String(), "secret-name", "a name of a file may be a name of a person")
}
