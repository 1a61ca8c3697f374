package main

import (
	"net/http"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestOpenAPI(t *testing.T) {
	t.Parallel()
	golden, err := os.ReadFile("../../restcompat/e2e/testdata/openapi.json")
	require.NoError(t, err)
	require.Equal(t, output{stdout: string(golden)}, runLine(t, "openapi"))
	require.Contains(t, runLine(t, "openapi", "--base-url", "https://api.example.com").stdout, `"url": "https://api.example.com"`)
}

func TestDocs(t *testing.T) {
	t.Parallel()
	x := newInProcess(t)
	for target, contentType := range map[string]string{
		"/openapi.json":                     "application/json",
		"/docs":                             "text/html; charset=utf-8",
		"/docs/reference":                   "text/html; charset=utf-8",
		"/docs/viewer/viewer.js":            "text/javascript; charset=utf-8",
		"/docs/viewer/swagger-ui-bundle.js": "text/javascript; charset=utf-8",
		"/docs/viewer/swagger-ui.css":       "text/css; charset=utf-8",
	} {
		t.Run(target, func(t *testing.T) {
			w := x.do(http.MethodGet, target, "", "")
			require.Equal(t, http.StatusOK, w.Code, w.Body)
			require.Equal(t, contentType, w.Header().Get("Content-Type"))
			again := x.do(http.MethodGet, target, "", "", "If-None-Match", w.Header().Get("ETag"))
			if w.Header().Get("ETag") != "" {
				require.Equal(t, http.StatusNotModified, again.Code)
			}
		})
	}
	require.Equal(t, http.StatusMovedPermanently, x.do(http.MethodGet, "/docs/", "", "").Code)
	require.Equal(t, http.StatusNotFound, x.do(http.MethodGet, "/docs/viewer/nothing.js", "", "").Code)
	require.Contains(t, x.do(http.MethodGet, "/docs", "", "").Header().Get("Content-Security-Policy"), "connect-src 'self'")
}
