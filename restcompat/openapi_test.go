package restcompat

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
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

// TestOpenAPIReads looks at what generators of clients and their users make of the document.
func TestOpenAPIReads(t *testing.T) {
	t.Parallel()
	s, err := NewServer(newFake(), Options{})
	require.NoError(t, err)
	text, err := s.OpenAPI()
	require.NoError(t, err)
	document, err := openapi3.NewLoader().LoadFromData(text)
	require.NoError(t, err)
	t.Run("one response for all refusals", func(t *testing.T) {
		t.Parallel()
		for path, item := range document.Paths.Map() {
			for method, op := range item.Operations() {
				require.Equal(t, "#/components/responses/Refusal", op.Responses.Value("default").Ref, "%s %s", method, path)
				require.Contains(t, op.Extensions["x-error-codes"], "401")
				for status := range op.Responses.Map() {
					require.False(t, strings.HasPrefix(status, "4") || strings.HasPrefix(status, "5"), "%s %s %s", method, path, status)
				}
			}
		}
	})
	t.Run("codes of a long header, and of a table", func(t *testing.T) {
		t.Parallel()
		codes := func(path, status string) []any {
			all, _ := document.Paths.Value(path).Get.Extensions["x-error-codes"].(map[string]any)[status].([]any)
			return all
		}
		require.Equal(t, []any{"header_too_large"}, codes("/rest/cases/{id}", "431"))
		require.Equal(t, []any{"rate_limited", "too_many_streams"}, codes("/rest/cases", "429"))
		require.Equal(t, []any{"rate_limited"}, codes("/rest/perils", "429"))
	})
	schemas := document.Components.Schemas
	t.Run("statuses of a new case", func(t *testing.T) {
		t.Parallel()
		require.Equal(t, []any{"DRAFT", "OPEN"}, schemas["CreateCaseStatus"].Value.Enum)
		require.Equal(t, "#/components/schemas/CreateCaseStatus", schemas["CreateCaseInput"].Value.Properties["status"].Value.AnyOf[0].Ref)
	})
	t.Run("codes of a new waiver", func(t *testing.T) {
		t.Parallel()
		codes := schemas["CreateWaiverInput"].Value.Properties["codes"].Value.Items
		require.Equal(t, "#/components/schemas/CreateWaiverCodes", codes.Ref)
		require.Contains(t, codes.Value.Enum, "no_policy")
		require.NotContains(t, codes.Value.Enum, "expired")
	})
	t.Run("a day says so", func(t *testing.T) {
		t.Parallel()
		for name, member := range map[string]string{"Policy": "endDate", "Case": "maturityDate", "CreatePolicyInput": "startDate"} {
			day := schemas[name].Value.Properties[member].Value
			require.Equal(t, true, day.Extensions["x-day"])
			require.Contains(t, day.Description, "take the first ten characters")
		}
		require.NotContains(t, schemas["Policy"].Value.Properties["createdAt"].Value.Extensions, "x-day")
	})
}

// TestPlainReferences looks for sections of documents that outsiders do not have, in all that they read.
func TestPlainReferences(t *testing.T) {
	t.Parallel()
	s, err := NewServer(newFake(), Options{})
	require.NoError(t, err)
	document, err := s.OpenAPI()
	require.NoError(t, err)
	schema, err := os.ReadFile("../schema.graphqls")
	require.NoError(t, err)
	texts := map[string]string{"openapi.json": string(document), "schema.graphqls": string(schema)}
	pages, err := filepath.Glob("../docs/guide/*.md")
	require.NoError(t, err)
	for _, page := range append(pages, "../README.md", "../CHANGELOG.md") {
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		texts[page] = string(text)
	}
	for _, code := range Codes() {
		texts[string(code)] = refusals[code].meaning
	}
	for name, text := range texts {
		require.NotRegexp(t, `(?i)contract('s)? section|contract, section|\(section \d`, text, name)
	}
}
