package main

import (
	"encoding/json"
	"html"
	"image/png"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/restcompat"
)

var (
	hrefForm   = regexp.MustCompile(`(?:href|src)="([^"]*)"`)
	anchorForm = regexp.MustCompile(` id="([^"]*)"`)
	preForm    = regexp.MustCompile(`(?s)<pre[^>]*><code>(\{.*?)</code></pre>`)
)

// openPage fetches a page, and expects the headers and the links that each page for people has.
func openPage(t *testing.T, x *inProcess, path string, status int) *httptest.ResponseRecorder {
	t.Helper()
	w := x.do(http.MethodGet, path, "", "")
	require.Equal(t, status, w.Code, path)
	require.Equal(t, "text/html; charset=utf-8", w.Header().Get("Content-Type"), path)
	require.Contains(t, w.Header().Get("Content-Security-Policy"), "default-src 'none'; style-src 'self'; img-src 'self'; ", path)
	require.Equal(t, "nosniff", w.Header().Get("X-Content-Type-Options"))
	page := w.Body.String()
	require.NotRegexp(t, `(?i)<script|<style| style=| on[a-z]+="|javascript:`, page, "%s has nothing inline", path)
	for _, back := range []string{"/", "/docs", "/docs/guide", "/docs/errors", "/docs/reference", "/playground"} {
		require.Contains(t, page, `href="`+back+`"`, path)
	}
	return w
}

// TestSiteLinks follows each link of the pages for people, to pages and to places in them.
func TestSiteLinks(t *testing.T) {
	t.Parallel()
	x := newInProcess(t)
	seen := map[string]string{}
	visit := func(path string) string {
		if _, ok := seen[path]; !ok {
			w := x.do(http.MethodGet, path, "", "")
			require.Equal(t, http.StatusOK, w.Code, "a page links to %s", path)
			seen[path] = w.Body.String()
		}
		return seen[path]
	}
	queue := []string{"/", "/docs", "/docs/reference", "/docs/errors", "/docs/guide"}
	followed := map[string]bool{}
	for len(queue) > 0 {
		from := queue[0]
		queue = queue[1:]
		if followed[from] {
			continue
		}
		followed[from] = true
		for _, found := range hrefForm.FindAllStringSubmatch(visit(from), -1) {
			path, anchor, _ := strings.Cut(html.UnescapeString(found[1]), "#")
			if strings.Contains(path, "://") || strings.HasPrefix(path, "data:") {
				continue
			}
			if path == "" {
				path = from
			}
			page := visit(path)
			if anchor != "" {
				require.Contains(t, ids(page), anchor, "%s links to %s", from, found[1])
			}
			if strings.HasPrefix(path, "/docs/") && !strings.HasPrefix(path, "/docs/viewer") && !strings.HasSuffix(path, ".css") {
				queue = append(queue, path)
			}
		}
	}
	for _, page := range []string{"/docs/guide/concepts", "/docs/guide/support", "/docs/errors/case_on_hold", "/openapi.json", "/healthz",
		"/playground"} {
		require.Contains(t, seen, page)
	}
}

func ids(page string) (names []string) {
	for _, found := range anchorForm.FindAllStringSubmatch(page, -1) {
		names = append(names, found[1])
	}
	return names
}

func TestStartPage(t *testing.T) {
	t.Parallel()
	x := newInProcess(t)
	w := openPage(t, x, "/", http.StatusOK)
	for _, part := range []string{programVersion(), "Insurance coverage tracking", `href="/openapi.json"`, `href="/healthz"`,
		x.BaseURL + "/rest/sandboxes"} {
		require.Contains(t, w.Body.String(), part)
	}
	again := x.do(http.MethodGet, "/", "", "", "If-None-Match", w.Header().Get("ETag"))
	require.Equal(t, http.StatusNotModified, again.Code)
	for path, status := range map[string]int{"/demo-login": 404, "/demo-login/x": 404, "/nothing": 404, "//rest/cases": 404,
		"/rest//cases": 404, "/rest/cases/by-external-id/a%2F%2Fb": 401} {
		answer := x.do(http.MethodGet, path, "", "")
		require.Equal(t, []any{status, "application/problem+json"}, []any{answer.Code, answer.Header().Get("Content-Type")}, path)
	}
	long := x.do(http.MethodGet, "/rest/cases", "", "", "X-Long", strings.Repeat("x", 17<<10))
	require.Equal(t, http.StatusRequestHeaderFieldsTooLarge, long.Code)
	require.NotEmpty(t, long.Header().Get("X-Request-Id"))
	require.Contains(t, long.Body.String(), "header_too_large")
}

// TestErrorPages opens the page of each code, which has the words of docs/guide/errors.md and an example.
func TestErrorPages(t *testing.T) {
	t.Parallel()
	x := newInProcess(t)
	index := openPage(t, x, "/docs/errors", http.StatusOK).Body.String()
	reference := openPage(t, x, "/docs/reference", http.StatusOK).Body.String()
	for _, refusal := range restcompat.Refusals() {
		page := openPage(t, x, "/docs/errors/"+string(refusal.Code), http.StatusOK).Body.String()
		require.Contains(t, page, "<h1>"+refusal.Code.Title()+"</h1>")
		require.Regexp(t, `(?s)<strong>Cause:</strong>.*<strong>Remedy:</strong>`, page, refusal.Code)
		example := preForm.FindStringSubmatch(page)
		require.NotNil(t, example, "%s has an example", refusal.Code)
		var problem map[string]any
		require.NoError(t, json.Unmarshal([]byte(html.UnescapeString(example[1])), &problem))
		require.EqualValues(t, refusal.Status, problem["status"])
		require.Equal(t, "/docs/errors/"+string(refusal.Code), problem["type"])
		require.Contains(t, index, `href="/docs/errors/`+string(refusal.Code)+`"`)
		require.Contains(t, reference, `id="`+string(refusal.Code)+`"`, "where problems of earlier versions led")
	}
	require.Contains(t, index, "<code>Retry-After</code>", "Markdown is rendered")
	require.Contains(t, reference, "<code>Retry-After</code>")
	require.NotContains(t, reference, "`")
	require.Contains(t, reference, "Policy.productType")
	missing := openPage(t, x, "/docs/errors/no_such_code", http.StatusNotFound).Body.String()
	require.Contains(t, missing, `<a href="/docs/errors">Here is the list</a>`)
	require.Contains(t, openPage(t, x, "/docs/guide/nothing", http.StatusNotFound).Body.String(), `<a href="/docs/guide">Here`)
	require.Equal(t, http.StatusMovedPermanently, x.do(http.MethodGet, "/docs/errors/", "", "").Code)
}

// TestProblemsLeadToTheirPages opens the `type` of problems of each door.
func TestProblemsLeadToTheirPages(t *testing.T) {
	t.Parallel()
	x := newInProcess(t)
	for path, code := range map[string]fault.Code{
		"/rest/cases":      fault.CodeUnauthorized,
		"/nothing":         fault.CodeNotFound,
		"/files/something": fault.CodeSignatureInvalid,
	} {
		var problem struct {
			Type, Title string
			Code        fault.Code
		}
		require.NoError(t, json.Unmarshal(x.do(http.MethodGet, path, "", "").Body.Bytes(), &problem), path)
		require.Equal(t, code, problem.Code)
		require.Contains(t, openPage(t, x, problem.Type, http.StatusOK).Body.String(), "<h1>"+problem.Title+"</h1>")
	}
}

// TestGuideContents is that a page of the guide has all pages at its side, its own with its headings below it.
func TestGuideContents(t *testing.T) {
	t.Parallel()
	x := newInProcess(t)
	page := openPage(t, x, "/docs/guide/rest", http.StatusOK).Body.String()
	_, side, found := strings.Cut(page, `<aside class="contents">`)
	require.True(t, found)
	side, _, _ = strings.Cut(side, "</aside>")
	require.Regexp(t, `(?s)href="/docs/guide".*href="/docs/guide/start".*href="/docs/guide/rest" aria-current="page".*`+
		`href="#repeat-safely">Repeat safely<.*href="/docs/guide/graphql">GraphQL<`, side)
	require.Equal(t, 1, strings.Count(side, "aria-current"))
	files, err := filepath.Glob("../../docs/guide/*.md")
	require.NoError(t, err)
	require.Equal(t, len(files), strings.Count(side, `href="/docs/guide`), "each page once")
}

// TestGuideTabs is that examples in several languages are shown one at a time, chosen without a script.
func TestGuideTabs(t *testing.T) {
	t.Parallel()
	x := newInProcess(t)
	page := openPage(t, x, "/docs/guide/rest", http.StatusOK).Body.String()
	tabs := regexp.MustCompile(`(?s)<div class="tabs">.*?\n</div></div>`).FindAllString(page, -1)
	require.GreaterOrEqual(t, len(tabs), 5)
	for _, tab := range tabs {
		require.Regexp(t, `(?s)<div class="in-sh"><pre.*<div class="in-python"><pre.*<div class="in-ts"><pre`, tab)
		for _, language := range []string{"sh", "python", "ts"} {
			require.Contains(t, tab, `<label for="in-`+language+`">`)
		}
	}
	for _, language := range []string{"sh", "python", "ts"} {
		require.Equal(t, 1, strings.Count(page, ` id="in-`+language+`"`))
	}
	require.NotContains(t, openPage(t, x, "/docs/guide/receivers", http.StatusOK).Body.String(), `type="radio"`)
}

// TestGuideSearch is that every page can search the guide, by headings first, and that what is typed stays text.
func TestGuideSearch(t *testing.T) {
	t.Parallel()
	x := newInProcess(t)
	require.Contains(t, openPage(t, x, "/", http.StatusOK).Body.String(), `action="/docs/search"`)
	first := regexp.MustCompile(`(?s)<ol class="hits">\s*<li><a href="([^"]+)"`)
	for query, link := range map[string]string{
		"repeat+safely":         "/docs/guide/rest#repeat-safely",
		"Idempotency-Key+24":    "/docs/guide/",
		"case_on_hold":          "/docs/guide/errors#case_on_hold",
		"THE+sandbox%27s+CLOCK": "/docs/guide/testing#",
		"cafeteria":             "",
	} {
		page := openPage(t, x, "/docs/search?q="+query, http.StatusOK).Body.String()
		found := first.FindStringSubmatch(page)
		if link == "" {
			require.Nil(t, found)
			require.Contains(t, page, "No section of the guide")
			continue
		}
		require.NotNil(t, found, query)
		require.True(t, strings.HasPrefix(found[1], link), "%s: %s", query, found[1])
		target, anchor, _ := strings.Cut(found[1], "#")
		require.Contains(t, ids(openPage(t, x, target, http.StatusOK).Body.String()), anchor)
	}
	for _, query := range []string{"", "%3Cb%3E%22x", "%ff", strings.Repeat("a+", 3000)} {
		page := openPage(t, x, "/docs/search?q="+query, http.StatusOK).Body.String()
		require.NotContains(t, page, "<b>")
	}
}

// TestGuidePictures is that a server has the pictures of the guide, which style themselves and load nothing.
func TestGuidePictures(t *testing.T) {
	t.Parallel()
	x := newInProcess(t)
	for guide, picture := range map[string]string{"concepts": "renewal", "compliance": "verdict"} {
		page := openPage(t, x, "/docs/guide/"+guide, http.StatusOK).Body.String()
		require.Regexp(t, `<img src="/docs/guide/`+picture+`\.svg" alt="[^"]+"`, page)
		w := x.do(http.MethodGet, "/docs/guide/"+picture+".svg", "", "")
		require.Equal(t, http.StatusOK, w.Code)
		require.Equal(t, "image/svg+xml", w.Header().Get("Content-Type"))
		require.Equal(t, "default-src 'none'; style-src 'unsafe-inline'", w.Header().Get("Content-Security-Policy"))
		require.Contains(t, w.Body.String(), "prefers-color-scheme: dark")
		require.NotContains(t, w.Body.String(), "<script")
	}
}

var screenForm = regexp.MustCompile(`<img src="(/docs/guide/console/[a-z-]+\.png)" alt="[^"]{20,}"`)

// TestGuideScreens is that a server has the pictures of the console's screens, and that they are small together.
func TestGuideScreens(t *testing.T) {
	t.Parallel()
	x := newInProcess(t)
	screens := screenForm.FindAllStringSubmatch(openPage(t, x, "/docs/guide/console", http.StatusOK).Body.String(), -1)
	require.Len(t, screens, 7)
	size := 0
	for _, screen := range screens {
		w := x.do(http.MethodGet, screen[1], "", "")
		require.Equal(t, http.StatusOK, w.Code, screen[1])
		require.Equal(t, "image/png", w.Header().Get("Content-Type"))
		size += w.Body.Len()
		picture, err := png.DecodeConfig(w.Body)
		require.NoError(t, err)
		require.Equal(t, 1440, picture.Width)
	}
	require.LessOrEqual(t, size, 3<<19)
	for _, path := range []string{"/docs/guide/console/nothing.png", "/docs/guide/nothing/board.png", "/docs/guide/console/board.md"} {
		openPage(t, x, path, http.StatusNotFound)
	}
}
