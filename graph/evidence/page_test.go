package evidence_test

import (
	"io"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

func (b *bench) logger(t *testing.T) *slog.Logger {
	t.Helper()
	return slog.New(slog.NewTextHandler(t.Output(), nil))
}

// without follows no redirect.
func (v visitor) without(t *testing.T, method, address string, header ...string) answer {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, address, nil)
	require.NoError(t, err)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	response, err := http.DefaultTransport.RoundTrip(r)
	return read(t, response, err)
}

// requireProtected expects the headers that every page has.
func requireProtected(t *testing.T, h http.Header) {
	t.Helper()
	for name, want := range map[string]string{
		"Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
			"form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
		"Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex, nofollow", "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
	} {
		require.Equal(t, want, h.Get(name), name)
	}
}

// TestOpen: the link is exchanged for a cookie of its own page, and no later address has the secret.
func TestOpen(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	secret := strings.TrimPrefix(b.url, b.URL+"/evidence/")
	require.Len(t, secret, 43)
	for _, address := range []string{b.url, b.url + "/"} {
		a := b.without(t, http.MethodGet, address)
		require.Equal(t, http.StatusSeeOther, a.StatusCode)
		require.Equal(t, "/evidence/form/"+b.link, a.Header.Get("Location"))
		requireProtected(t, a.Header)
		cookie := a.Cookies()[0]
		require.Equal(t, "/evidence/form/"+b.link, cookie.Path)
		require.True(t, cookie.HttpOnly)
		require.Equal(t, http.SameSiteLaxMode, cookie.SameSite)
		require.Equal(t, 12*60*60, cookie.MaxAge)
		require.False(t, cookie.Secure, "the base URL is http")
		require.NotContains(t, cookie.Value, secret)
	}
	page := b.open(t)
	require.Equal(t, b.form(), page.Request.URL.String())
	requireProtected(t, page.Header)
	for _, text := range []string{"Harbor Example Bank", "EX-123", "$1,000,000", `enctype="multipart/form-data"`, `method="post"`} {
		require.Contains(t, page.body, text)
	}
	require.NotContains(t, page.body, secret)
	require.NotRegexp(t, `<script[^>]*>[^<]|<style|style=|https?://|onclick`, page.body, "nothing inline, nothing from elsewhere")
}

// TestLookers: what only looks at the links of a mail learns nothing and changes nothing.
func TestLookers(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	guess := b.URL + "/evidence/" + strings.Repeat("A", 43)
	for _, address := range []string{b.url, guess} {
		for _, a := range []answer{
			b.without(t, http.MethodHead, address),
			b.without(t, http.MethodGet, address, "Sec-Purpose", "prefetch;prerender"),
			b.without(t, http.MethodGet, address, "Purpose", "prefetch"),
		} {
			require.Equal(t, http.StatusNoContent, a.StatusCode)
			require.Empty(t, a.Cookies())
			requireProtected(t, a.Header)
		}
	}
	before := b.Contents(t)
	b.open(t)
	require.Equal(t, before, b.Contents(t), "to open the page changes nothing either")
}

// TestUnusable: one page for every link that is of no use.
func TestUnusable(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	guessed := b.get(t, b.URL+"/evidence/"+strings.Repeat("A", 43))
	require.Equal(t, http.StatusNotFound, guessed.StatusCode)
	requireProtected(t, guessed.Header)
	require.NotContains(t, guessed.body, "AAAA")

	revoked, next, ended, late := b.visitor, b.newVisitor(t, b.newPolicy(t, "EX-2")), b.newVisitor(t, b.newPolicy(t, "EX-3")),
		b.newVisitor(t, b.newPolicy(t, "EX-4"))
	opened := []visitor{revoked, next, ended, late}
	for _, v := range opened {
		v.open(t)
	}
	b.c.Post(t, "/rest/evidence-links/"+revoked.link+"/revoke", nil, http.StatusOK)
	policyOf := func(v visitor) string { return b.c.Get(t, "/rest/evidence-links/"+v.link)["policyId"].(string) }
	b.c.Post(t, "/rest/policies/"+policyOf(next)+"/new-term", object{
		"startDate": b.end.Format(time.DateOnly), "endDate": b.end.AddDate(1, 0, 0).Format(time.DateOnly),
	}, http.StatusOK)
	b.c.Post(t, "/rest/policies/"+policyOf(ended)+"/deactivate", nil, http.StatusOK)
	b.clock = b.clock.Add(60 * 24 * time.Hour)
	for i, v := range opened {
		a := b.get(t, v.url)
		require.Equal(t, guessed.StatusCode, a.StatusCode, i)
		require.Equal(t, guessed.body, a.body, i)
	}
	for _, path := range []string{"", "x", strings.Repeat("A", 42), strings.Repeat("A", 44), strings.Repeat("=", 43), "form", "form/x/y",
		"%2e%2e", "files/form.html/x"} {
		require.Equal(t, guessed.body, b.get(t, b.URL+"/evidence/"+path).body, path)
	}
}

// TestRevokedWhileOpen: a page that is open is of no use once its link is not.
func TestRevokedWhileOpen(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.open(t)
	b.c.Post(t, "/rest/evidence-links/"+b.link+"/revoke", nil, http.StatusOK)
	require.Equal(t, http.StatusNotFound, b.get(t, b.form()).StatusCode)
	require.Equal(t, http.StatusNotFound, b.send(t, file("a.pdf", aPDF(""))).StatusCode)
	require.Empty(t, b.evidence(t))
}

// TestGuesses: one who guesses is refused after some. A right link always opens, and costs nothing.
func TestGuesses(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	wrong := b.URL + "/evidence/" + strings.Repeat("A", 43)
	statuses := map[int]int{}
	for range 40 {
		require.Equal(t, http.StatusSeeOther, b.without(t, http.MethodGet, b.url).StatusCode)
		statuses[b.get(t, wrong).StatusCode]++
	}
	require.Equal(t, map[int]int{http.StatusNotFound: 20, http.StatusTooManyRequests: 20}, statuses)
	refused := b.get(t, wrong)
	require.Equal(t, "3", refused.Header.Get("Retry-After"))
	requireProtected(t, refused.Header)
	require.Equal(t, http.StatusSeeOther, b.without(t, http.MethodGet, b.url).StatusCode)
	b.clock = b.clock.Add(4 * time.Second)
	require.Equal(t, http.StatusNotFound, b.get(t, wrong).StatusCode)
}

// TestCookies: a page opens with its own cookie only, for 12 hours.
func TestCookies(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	other := b.newVisitor(t, b.newPolicy(t, "EX-2"))
	none := b.get(t, b.form())
	require.Equal(t, http.StatusForbidden, none.StatusCode)
	requireProtected(t, none.Header)
	b.open(t)
	other.open(t)
	mine, theirs := b.cookies(t)[0].Value, other.cookies(t)[0].Value
	require.NotEqual(t, mine, theirs)
	for what, value := range map[string]string{
		"another link's": theirs, "none": "", "cut": mine[:len(mine)-1], "changed": mine[:30] + "A" + mine[31:],
		"changed too": mine[:40] + "-" + mine[41:], "longer": mine + "A",
		"its id": b.link,
	} {
		a := b.without(t, http.MethodGet, b.form(), "Cookie", "covertrack_evidence="+value)
		require.Equal(t, http.StatusForbidden, a.StatusCode, what)
		require.Equal(t, none.body, a.body, what)
		require.Equal(t, http.StatusForbidden, b.without(t, http.MethodPost, b.form(), "Cookie", "covertrack_evidence="+value).StatusCode, what)
	}
	require.Equal(t, http.StatusOK,
		b.without(t, http.MethodGet, b.form(), "Cookie", "covertrack_evidence="+theirs+"; covertrack_evidence="+mine).StatusCode)
	require.Equal(t, http.StatusForbidden, b.get(t, b.URL+"/evidence/form/not-an-id").StatusCode)
	b.clock = b.clock.Add(12 * time.Hour)
	require.Equal(t, none.body, b.without(t, http.MethodGet, b.form(), "Cookie", "covertrack_evidence="+mine).body)
}

// TestTwoLinksInOneBrowser do not mix.
func TestTwoLinksInOneBrowser(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	second := b.newPolicy(t, "EX-2")
	other := b.newVisitor(t, second)
	other.Client = b.Client
	b.open(t)
	other.open(t)
	require.Contains(t, b.get(t, b.form()).body, "EX-123")
	require.Contains(t, b.get(t, other.form()).body, "EX-2")
	require.Equal(t, http.StatusOK, other.send(t, file("a.pdf", aPDF(""))).StatusCode)
	require.Empty(t, b.evidence(t))
	require.Len(t, b.evidenceOf(t, second), 1)
}

func TestFiles(t *testing.T) {
	t.Parallel()
	s := resttest.New(t).As("")
	for path, contentType := range map[string]string{"page.css": "text/css; charset=utf-8", "page.js": "text/javascript; charset=utf-8"} {
		a := s.Do(t, http.MethodGet, "/evidence/files/"+path, nil)
		require.Equal(t, http.StatusOK, a.Status)
		require.Equal(t, contentType, a.Header.Get("Content-Type"))
		require.Equal(t, "nosniff", a.Header.Get("X-Content-Type-Options"))
		require.Equal(t, http.StatusNotModified,
			s.With("If-None-Match", a.Header.Get("ETag")).Do(t, http.MethodGet, "/evidence/files/"+path, nil).Status)
	}
	for _, path := range []string{"form.html", "none.js", "..%2fpage.go"} {
		require.Equal(t, http.StatusNotFound, s.Do(t, http.MethodGet, "/evidence/files/"+path, nil).Status, path)
	}
}

// TestScanCommand: what it refuses is not taken, and nothing is while it does not work. No file is left behind.
func TestScanCommandOfPage(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	folder := t.TempDir()
	v := b.scanned(t, command(t, `grep -q VIRUS "$1" && exit 1; grep -q BROKEN "$1" && exit 3; exit 0`), folder)
	require.True(t, strings.HasPrefix(v.open(t).Request.URL.String(), v.form()))
	require.True(t, v.secureCookie(t), "the base URL is https")

	a := v.send(t, file("bad.pdf", aPDF("VIRUS")), file("good.pdf", aPDF("")))
	require.Equal(t, http.StatusUnprocessableEntity, a.StatusCode)
	require.Contains(t, a.body, "“bad.pdf” was refused by the virus check.")
	require.Zero(t, b.uploads(t))
	require.Empty(t, b.evidence(t))
	a = v.send(t, file("broken.pdf", aPDF("BROKEN")))
	require.Equal(t, http.StatusServiceUnavailable, a.StatusCode)
	require.Contains(t, a.body, "Files cannot be checked now")
	require.NotEmpty(t, a.Header.Get("Retry-After"))
	require.Empty(t, b.evidence(t))
	require.Equal(t, http.StatusOK, v.send(t, file("good.pdf", aPDF(""))).StatusCode)
	require.Len(t, b.evidence(t), 1)
	left, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Empty(t, left)
}

// secureCookie reports whether the cookie is for https only.
func (v visitor) secureCookie(t *testing.T) bool {
	t.Helper()
	client := *v.Client
	client.Jar = nil
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	r, err := client.Get(v.url)
	require.NoError(t, err)
	require.NoError(t, r.Body.Close())
	return r.Cookies()[0].Secure
}

// stalled is the beginning of a form, of which no more comes until over is closed.
func stalled(over <-chan struct{}) io.Reader {
	body, sender := io.Pipe()
	go func() {
		_, _ = io.WriteString(sender, "--x\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\n")
		<-over
		_ = sender.CloseWithError(io.ErrUnexpectedEOF)
	}()
	return body
}

// TestUploadSlots: a link has two uploads at once, and a third one has to wait.
func TestUploadSlots(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.open(t)
	over := make(chan struct{})
	end := sync.OnceFunc(func() { close(over) })
	t.Cleanup(end) // before the server ends, which waits for them
	for range 2 {
		go func() {
			for { // it may be refused while one of those below has the place
				r, err := b.Post(b.form(), "multipart/form-data; boundary=x", stalled(over))
				if err != nil {
					return
				}
				_ = r.Body.Close()
				select {
				case <-over:
					return
				case <-time.After(200 * time.Millisecond):
				}
			}
		}()
	}
	require.Eventually(t, func() bool {
		a := b.send(t, field("note", "no file"))
		return a.StatusCode == http.StatusTooManyRequests && a.Header.Get("Retry-After") == "10"
	}, 10*time.Second, 400*time.Millisecond) // a link has 60 requests on this clock
	end()
	require.Eventually(t, func() bool { return b.send(t, file("a.pdf", aPDF(""))).StatusCode == http.StatusOK }, 10*time.Second,
		400*time.Millisecond)
}
