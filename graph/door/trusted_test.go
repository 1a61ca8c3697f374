package door_test

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/door"
	"github.com/covertrack/covertrack/restcompat/resttest"
)

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

func TestTrustedDocuments(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	const caseByID = "query CaseByID($id: ID!) { case(id: $id) { id } }\n"
	const beyondTheGuard = `query Wide { cases { nodes { %s } } } query Other { __typename }`
	wide := strings.Replace(beyondTheGuard, "%s", strings.Repeat("id ", 600), 1)
	require.NoError(t, s.GraphQL.Trust(fstest.MapFS{
		"console/case.graphql": {Data: []byte(caseByID)},
		"documents.json":       {Data: []byte(`{"` + hashOf(wide) + `": "` + wide + `", "x-now:1": "{ __typename }"}`)},
		"README.md":            {Data: []byte("Not a document.")},
	}))
	c := s.As(s.Harbor.Token)
	ask := func(body object) *resttest.Response { return c.Do(t, http.MethodPost, "/graphql", body) }

	id := s.Case(t, s.Harbor).String()
	want := object{"case": object{"id": id}}
	caseID := "sha256:" + hashOf(caseByID)
	require.Equal(t, want, ask(object{"documentId": caseID, "variables": object{"id": id}}).Object(t, 200)["data"])
	get := c.Do(t, http.MethodGet, "/graphql?"+url.Values{"documentId": {caseID}, "variables": {`{"id":"` + id + `"}`}}.Encode(), nil)
	require.Equal(t, want, get.Object(t, 200)["data"])
	require.Contains(t, ask(object{"documentId": "sha256:" + hashOf(wide), "operationName": "Wide"}).Object(t, 200), "data")
	require.Contains(t, ask(object{"documentId": "x-now:1"}).Object(t, 200), "data")

	require.Equal(t, "validation_failed", resttest.FirstError(t, ask(object{"query": wide, "operationName": "Wide"}).Object(t, 200)),
		"only trusted ones pass the guard")
	require.Equal(t, "unknown_reference", resttest.FirstError(t, ask(object{"documentId": "sha256:" + hashOf("x")}).Object(t, 200)))
	require.Equal(t, "required", resttest.FirstError(t, ask(object{"documentId": caseID}).Object(t, 200)),
		"variables are checked all the same")
	require.Equal(t, "invalid_value", resttest.FirstError(t, ask(object{"documentId": caseID, "query": caseByID}).Object(t, 400)))
	require.Equal(t, "unauthorized",
		resttest.FirstError(t, s.As("").Do(t, http.MethodPost, "/graphql", object{"documentId": caseID}).Object(t, 401)))
}

func TestTrustRefuses(t *testing.T) {
	t.Parallel()
	d := resttest.New(t).GraphQL
	for name, tt := range map[string]struct{ file, content, want string }{
		"no GraphQL":         {"a.graphql", "query {", "Expected Name"},
		"an unknown field":   {"a.graphql", "{ caze { id } }", "Cannot query field"},
		"no manifest":        {"a.json", "[]", "cannot unmarshal"},
		"a manifest's hash":  {"a.json", `{"sha256:00": "{ __typename }"}`, "is not the SHA-256"},
		"a manifest's SHA-1": {"a.json", `{"5d41402abc4b2a76b9719d911017c592deadbeef": "{ __typename }"}`, "is not the SHA-256"},
		"a manifest's query": {"a.json", `{"x-a:1": "{ nonsense }"}`, "Cannot query field"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.ErrorContains(t, d.Trust(fstest.MapFS{tt.file: {Data: []byte(tt.content)}}), tt.want)
		})
	}
}

func TestTrustedOnly(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	require.NoError(t, s.GraphQL.Trust(fstest.MapFS{"documents.json": {Data: []byte(`{"x-now:1": "{ __typename }"}`)}}))
	handler := s.GraphQL.Handler(door.Options{TrustedOnly: true})
	ask := func(token, body string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodPost, "/graphql", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bearer "+token)
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		return w
	}
	const own, trusted = `{"query":"{ __typename }"}`, `{"documentId":"x-now:1"}`
	require.Equal(t, http.StatusOK, ask(s.Harbor.Token, trusted).Code)
	refused := ask(s.Harbor.Token, own)
	require.Equal(t, http.StatusForbidden, refused.Code)
	require.Contains(t, refused.Body.String(), "documentId")
	require.Equal(t, http.StatusUnauthorized, ask("test_unknown", own).Code)
	require.Equal(t, http.StatusOK, ask(s.Support, own).Code, "staff write their own in the playground")
}
