package e2e

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/restcompat/resttest"
)

func patchDocuments(t *testing.T, c *resttest.Client, docs ...any) *resttest.Response {
	t.Helper()
	return c.Do(t, http.MethodPatch, "/rest/documents", object{"docs": docs})
}

func TestDocumentPatch(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	loan := s.Case(t, s.Harbor)
	create := func(t *testing.T) object { return c.Document(t, loan, object{"metadata": object{"a": 1, "b": 2}}) }

	t.Run("all_members_in_order", func(t *testing.T) {
		t.Parallel()
		first, second := create(t), create(t)
		docs := patchDocuments(t, c,
			object{"id": second["id"], "name": "Second", "metadata": object{"a": nil, "c": 3}},
			object{"id": first["id"], "categoryId": "waiver"}).List(t)
		require.Equal(t, second["id"], docs[0]["id"])
		require.Equal(t, "Second", docs[0]["name"])
		require.Equal(t, object{"b": 2.0, "c": 3.0}, docs[0]["metadata"])
		require.Equal(t, second["categoryId"], docs[0]["categoryId"])
		require.Greater(t, docs[0]["updatedAt"], second["updatedAt"])
		require.Equal(t, categoryID(t, "waiver"), docs[1]["categoryId"])
		require.Equal(t, "Evidence.pdf", docs[1]["name"])
		for _, doc := range docs {
			require.Equal(t, doc, c.Get(t, "/rest/documents/"+doc["id"].(string)))
			require.Equal(t, "%PDF-1.7", string(c.Download(t, doc).Body))
		}
	})
	t.Run("nothing_changes", func(t *testing.T) {
		t.Parallel()
		doc := create(t)
		for _, body := range []object{
			{}, {"name": doc["name"]}, {"categoryId": doc["categoryId"]}, {"categoryId": "other"}, {"metadata": object{"a": 1}},
		} {
			body["id"] = doc["id"]
			require.Equal(t, []object{doc}, patchDocuments(t, c, body).List(t))
		}
	})
	t.Run("metadata_null_empties", func(t *testing.T) {
		t.Parallel()
		docs := patchDocuments(t, c, object{"id": create(t)["id"], "metadata": nil}).List(t)
		require.Equal(t, object{}, docs[0]["metadata"])
	})
	t.Run("held_case", func(t *testing.T) {
		t.Parallel()
		held := s.Case(t, s.Harbor).String()
		c.Post(t, "/rest/cases/"+held+"/on-hold", nil, http.StatusOK)
		doc := c.Document(t, held, nil)
		require.Equal(t, "x", patchDocuments(t, c, object{"id": doc["id"], "name": "x"}).List(t)[0]["name"])
	})
	t.Run("refuses", func(t *testing.T) {
		t.Parallel()
		doc, foreign := create(t), s.As(s.Prairie.Token).Document(t, s.Case(t, s.Prairie), nil)
		other := s.As(s.HarborTest.Token).Document(t, s.Case(t, s.HarborTest), nil)
		for name, tt := range map[string]struct {
			docs []any
			want []string
		}{
			"unknown id": {[]any{object{"id": doc["id"], "name": "x"}, object{"id": unknownID, "name": "x"}},
				[]string{"/docs/1/id unknown_reference"}},
			"malformed id": {[]any{object{"id": "no-id"}}, []string{"/docs/0/id unknown_reference"}},
			"foreign id":   {[]any{object{"id": foreign["id"]}}, []string{"/docs/0/id unknown_reference"}},
			"other mode":   {[]any{object{"id": other["id"]}}, []string{"/docs/0/id unknown_reference"}},
			"same twice":   {[]any{object{"id": doc["id"], "name": "x"}, object{"id": doc["id"]}}, []string{"/docs/1/id duplicate"}},
			"null": {[]any{object{"id": doc["id"], "name": nil, "categoryId": nil}},
				[]string{"/docs/0/categoryId required", "/docs/0/name required"}},
			"blank name": {[]any{object{"id": doc["id"], "name": ""}}, []string{"/docs/0/name required"}},
			"long name":  {[]any{object{"id": doc["id"], "name": strings.Repeat("x", 256)}}, []string{"/docs/0/name too_long"}},
			"unknown category": {[]any{object{"id": doc["id"], "name": "x", "categoryId": "napkin"}},
				[]string{"/docs/0/categoryId unknown_document_category"}},
			"all at once": {[]any{object{"id": doc["id"]}, object{"id": doc["id"], "name": ""}, object{"id": unknownID, "categoryId": "napkin"}},
				[]string{"/docs/1/id duplicate", "/docs/1/name required", "/docs/2/id unknown_reference",
					"/docs/2/categoryId unknown_document_category"}},
			"shape": {[]any{object{"caseId": loan, "fileName": "b.pdf", "directUploadKey": "k", "url": "u"}},
				[]string{"/docs/0/caseId immutable", "/docs/0/directUploadKey unknown_member", "/docs/0/fileName immutable", "/docs/0/url immutable",
					"/docs/0/id required"}},
			"empty": {[]any{}, []string{"/docs required"}},
			"101":   {make([]any, 101), []string{"/docs too_long"}},
		} {
			t.Run(name, func(t *testing.T) {
				patchDocuments(t, c, tt.docs...).Violations(t, tt.want...)
			})
		}
		require.Equal(t, doc, c.Get(t, "/rest/documents/"+doc["id"].(string)), "nothing was written")
	})
}

// TestDocumentPatchOne changes one document at its own path, as the batch does.
func TestDocumentPatchOne(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	doc := c.Document(t, s.Case(t, s.Harbor), object{"metadata": object{"a": 1}})
	at := "/rest/documents/" + doc["id"].(string)
	shown := c.Do(t, http.MethodGet, at, nil)
	c.With("If-Match", `"other"`).Do(t, http.MethodPatch, at, object{"name": "Binder"}).Problem(t, http.StatusPreconditionFailed,
		"precondition_failed")
	changed := c.With("If-Match", shown.Header.Get("ETag")).Do(t, http.MethodPatch, at,
		object{"name": "Binder", "categoryId": "binder", "metadata": object{"b": 2}})
	got := changed.Object(t, http.StatusOK)
	require.Equal(t, []any{"Binder", catalog.ID("documentCategory", "binder").String(), object{"a": 1.0, "b": 2.0}},
		[]any{got["name"], got["categoryId"], got["metadata"]})
	require.Equal(t, got["updatedAt"], c.Patch(t, at, object{"name": "Binder"})["updatedAt"], "nothing changes")
	c.Do(t, http.MethodPatch, at, object{"name": nil, "categoryId": "none", "caseId": unknownID}).
		Violations(t, "/caseId immutable", "/categoryId unknown_document_category", "/name required")
	c.Do(t, http.MethodPatch, at, object{"name": nil, "categoryId": "none"}).Violations(t, "/categoryId unknown_document_category",
		"/name required")
	c.Do(t, http.MethodPatch, "/rest/documents/"+unknownID, object{"name": "x"}).Problem(t, http.StatusNotFound, "not_found")
}
