package restcompat

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/stretchr/testify/require"
)

func TestOpenAPIIsValid(t *testing.T) {
	t.Parallel()
	s, err := NewServer(newFake(), Options{BaseURL: "https://api.example.com"})
	require.NoError(t, err)
	text, err := s.OpenAPI()
	require.NoError(t, err)
	document, err := openapi3.NewLoader().LoadFromData(text)
	require.NoError(t, err)
	require.True(t, document.IsOpenAPI31OrLater())
	require.NoError(t, document.Validate(t.Context(), openapi3.EnableExamplesValidation(), openapi3.IsOpenAPI31OrLater()))
}

// TestOpenAPIExamplesPass sends every example of a body through the binder that will check a client's own.
func TestOpenAPIExamplesPass(t *testing.T) {
	t.Parallel()
	s := serverOn(t, newFake(), Options{})
	for _, ep := range s.endpoints {
		if !ep.hasInput {
			continue
		}
		body := ep.example().Get("body")
		require.NotNil(t, body, "%s has no example: add it to exampleRequests of cmd/covertrack", ep.op.Name)
		_, _, violations := ep.body.bind(body)
		require.Empty(t, violations, ep.op.Name)
	}
}

func TestOpenAPIVersion(t *testing.T) {
	t.Parallel()
	s, err := NewServer(newFake(), Options{Version: "v9.8.7"})
	require.NoError(t, err)
	text, err := s.OpenAPI()
	require.NoError(t, err)
	document, err := openapi3.NewLoader().LoadFromData(text)
	require.NoError(t, err)
	require.Equal(t, "v9.8.7", document.Info.Version)
}

func TestServeOpenAPI(t *testing.T) {
	t.Parallel()
	s := serverOn(t, newFake(), Options{})
	w := httptest.NewRecorder()
	s.ServeOpenAPI(w, httptest.NewRequest(http.MethodGet, "/openapi.json", nil))
	require.Equal(t, http.StatusOK, w.Code)
	require.Equal(t, "application/json", w.Header().Get("Content-Type"))
	document, err := s.OpenAPI()
	require.NoError(t, err)
	require.Equal(t, document, w.Body.Bytes())

	again := httptest.NewRequest(http.MethodGet, "/openapi.json", nil)
	again.Header.Set("If-None-Match", w.Header().Get("ETag"))
	w = httptest.NewRecorder()
	s.ServeOpenAPI(w, again)
	require.Equal(t, http.StatusNotModified, w.Code)
}
