package restcompat

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/graph/strict"
)

func TestOpenAPIIsValid(t *testing.T) {
	t.Parallel()
	s, err := NewServer(newFake(), Options{BaseURL: "https://api.example.com"})
	require.NoError(t, err)
	document, err := openapi3.NewLoader().LoadFromData(s.OpenAPI())
	require.NoError(t, err)
	require.True(t, document.IsOpenAPI31OrLater())
	require.NoError(t, document.Validate(t.Context(), openapi3.EnableExamplesValidation(), openapi3.IsOpenAPI31OrLater()))
}

// TestOpenAPIExamplesPass sends every example of a body through the binder that will check a client's own.
func TestOpenAPIExamplesPass(t *testing.T) {
	t.Parallel()
	s := serverOn(t, newFake(), Options{})
	spec := &specification{schema: testSchema()}
	for _, ep := range s.endpoints {
		if !ep.hasInput {
			continue
		}
		example, err := json.Marshal(spec.exampleOf(ep.op.Definition.VariableDefinitions.ForName("input").Type, nil, &ast.Definition{}, ""))
		require.NoError(t, err)
		body, err := strict.Decode(example)
		require.NoError(t, err)
		_, _, violations := ep.body.bind(body)
		require.Empty(t, violations, ep.op.Name)
	}
}

func TestServeOpenAPI(t *testing.T) {
	t.Parallel()
	s := serverOn(t, newFake(), Options{})
	w := httptest.NewRecorder()
	s.ServeOpenAPI(w, httptest.NewRequest(http.MethodGet, "/openapi.json", nil))
	require.Equal(t, http.StatusOK, w.Code)
	require.Equal(t, "application/json", w.Header().Get("Content-Type"))
	require.Equal(t, s.OpenAPI(), w.Body.Bytes())

	again := httptest.NewRequest(http.MethodGet, "/openapi.json", nil)
	again.Header.Set("If-None-Match", w.Header().Get("ETag"))
	w = httptest.NewRecorder()
	s.ServeOpenAPI(w, again)
	require.Equal(t, http.StatusNotModified, w.Code)
}
