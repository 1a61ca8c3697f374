package console_test

import (
	"net/http"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' blob:; " +
	"frame-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; require-trusted-types-for 'script'"

// TestPage has the page at every path that names no file, and its files below assets.
func TestPage(t *testing.T) {
	t.Parallel()
	c := resttest.New(t).As("")
	get := func(path string) *resttest.Response { return c.Do(t, http.MethodGet, path, nil) }
	shown := get("/console")
	require.Equal(t, http.StatusOK, shown.Status)
	for _, path := range []string{"/console/", "/console/look-up?q=a.b", "/console/0190c6de-8f6e-7000-8000-000000000000/cases/1"} {
		require.Equal(t, string(shown.Body), string(get(path).Body), path)
	}
	require.Equal(t, "text/html; charset=utf-8", shown.Header.Get("Content-Type"))
	require.Equal(t, "no-cache", shown.Header.Get("Cache-Control"))
	require.Equal(t, http.StatusNotModified, c.With("If-None-Match", shown.Header.Get("ETag")).Do(t, http.MethodGet, "/console", nil).Status)
	require.NotRegexp(t, `<script[^>]*>[^<]|<style|style=|https?://`, string(shown.Body), "nothing inline, nothing from elsewhere")

	assets := regexp.MustCompile(`/console/assets/[^"]+`).FindAllString(string(shown.Body), -1)
	require.NotEmpty(t, assets)
	for _, path := range assets {
		asset := get(path)
		require.Equal(t, http.StatusOK, asset.Status, path)
		require.Equal(t, "public, max-age=31536000, immutable", asset.Header.Get("Cache-Control"))
	}
	for _, path := range []string{
		"/console/documents.json", "/console/assets/none.js", "/console/assets/../documents.json", "/console/%2e%2e/file.go",
		"/console/assets/%2e%2e/documents.json", "/console/session.go",
	} {
		require.Equal(t, http.StatusNotFound, get(path).Status, path)
	}
}

// TestPolicy has the headers that protect the page on every answer.
func TestPolicy(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	for _, request := range [][2]string{
		{"GET", "/console"}, {"GET", "/console/a/cases"}, {"GET", "/console/none.js"}, {"HEAD", "/console"}, {"PUT", "/console"},
		{"POST", "/console/session"}, {"DELETE", "/console/session"}, {"PATCH", "/console/session"}, {"POST", "/console/assets/x"},
	} {
		for _, c := range []*resttest.Client{s.As(""), page(s)} {
			answer := c.Do(t, request[0], request[1], nil)
			require.Equal(t, policy, answer.Header.Get("Content-Security-Policy"), "%v", request)
			require.Equal(t, "nosniff", answer.Header.Get("X-Content-Type-Options"), "%v", request)
			require.Equal(t, "no-referrer", answer.Header.Get("Referrer-Policy"), "%v", request)
		}
	}
}
