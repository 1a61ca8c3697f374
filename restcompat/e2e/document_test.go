package e2e

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage/storagetest"
)

func categoryID(t *testing.T, key string) string {
	t.Helper()
	category, ok := catalog.DocumentCategories.ByRef(key)
	require.True(t, ok)
	return category.ID.String()
}

func createDocuments(t *testing.T, c *resttest.Client, docs ...any) *resttest.Response {
	t.Helper()
	return c.Do(t, http.MethodPost, "/rest/documents", object{"docs": docs})
}

func TestDocumentCreate(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	loan := s.Case(t, s.Harbor).String()

	t.Run("defaults", func(t *testing.T) {
		t.Parallel()
		key := c.Upload(t, "Scan 1.PDF", []byte("%PDF"))
		r := createDocuments(t, c, object{"caseId": loan, "fileName": "ACORD 28.PDF", "directUploadKey": key})
		require.Empty(t, r.Header.Get("Location"))
		doc := r.Created(t)[0]
		require.Equal(t, loan, doc["caseId"])
		require.Equal(t, "ACORD 28.PDF", doc["fileName"])
		require.Equal(t, "ACORD 28.PDF", doc["name"])
		require.Equal(t, "application/pdf", doc["fileType"])
		require.Equal(t, object{"extension": "pdf", "mediaType": "application/pdf"}, doc["fileExt"])
		require.Equal(t, categoryID(t, "other"), doc["categoryId"])
		require.Equal(t, []any{key}, doc["versions"])
		require.Equal(t, object{}, doc["metadata"])
		require.Equal(t, doc["createdAt"], doc["updatedAt"])
		require.Equal(t, []any{}, doc["evidences"])
		require.Len(t, doc, 13, "the specification's table, and what it evidences")
		require.Equal(t, doc, c.Get(t, "/rest/documents/"+doc["id"].(string)))
	})
	t.Run("everything", func(t *testing.T) {
		t.Parallel()
		doc := c.Document(t, loan, object{"categoryId": "evidenceOfProperty", "name": "Evidence 2026", "metadata": object{"page": 1}})
		require.Equal(t, categoryID(t, "evidenceOfProperty"), doc["categoryId"])
		require.Equal(t, "Evidence 2026", doc["name"])
		require.Equal(t, object{"page": 1.0}, doc["metadata"])
	})
	t.Run("category_by_id", func(t *testing.T) {
		t.Parallel()
		require.Equal(t, categoryID(t, "binder"), c.Document(t, loan, object{"categoryId": categoryID(t, "binder")})["categoryId"])
	})
	t.Run("null_is_absent", func(t *testing.T) {
		t.Parallel()
		doc := c.Document(t, loan, object{"categoryId": nil, "name": nil, "metadata": nil})
		require.Equal(t, "Evidence.pdf", doc["name"])
		require.Equal(t, categoryID(t, "other"), doc["categoryId"])
		require.Equal(t, object{}, doc["metadata"])
	})
	t.Run("file_type_is_the_signed_one", func(t *testing.T) {
		t.Parallel()
		signed := c.Sign(t, "notes", "text/plain; charset=utf-8")
		require.Equal(t, http.StatusOK, c.Put(t, signed, []byte("x")).Status)
		doc := createDocuments(t, c, object{"caseId": loan, "fileName": "photo", "directUploadKey": signed["directUploadKey"]}).Created(t)[0]
		require.Equal(t, "text/plain; charset=utf-8", doc["fileType"])
		require.Equal(t, object{"extension": "txt", "mediaType": "text/plain"}, doc["fileExt"])
		require.Equal(t, "text/plain; charset=utf-8", c.Download(t, doc).Header.Get("Content-Type"))
	})
	t.Run("hostile_file_name", func(t *testing.T) {
		t.Parallel()
		doc := c.Document(t, loan, object{"fileName": `../../etc/"passwd" ☂.pdf`})
		require.Equal(t, `../../etc/"passwd" ☂.pdf`, doc["fileName"])
		r := c.Download(t, doc)
		require.Equal(t, http.StatusOK, r.Status)
		require.NotContains(t, r.Header.Get("Content-Disposition"), "/")
	})
	t.Run("hundred_in_order", func(t *testing.T) {
		t.Parallel()
		docs := make([]any, 100)
		for i := range docs {
			name := fmt.Sprintf("page %02d.txt", i)
			docs[i] = object{"caseId": s.Case(t, s.Harbor), "fileName": name, "directUploadKey": c.Upload(t, name, []byte(name))}
		}
		for i, doc := range createDocuments(t, c, docs...).Created(t) {
			require.Equal(t, docs[i].(object)["fileName"], doc["name"])
			require.Equal(t, doc["name"], string(c.Download(t, doc).Body))
		}
	})
}

func TestDocumentCreateRefuses(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	loan := s.Case(t, s.Harbor)
	key := c.Upload(t, "a.pdf", []byte("%PDF"))
	waiting := c.Sign(t, "a.pdf", "")["directUploadKey"]
	used := c.Upload(t, "used.pdf", []byte("%PDF"))
	createDocuments(t, c, object{"caseId": loan, "fileName": "used.pdf", "directUploadKey": used}).Created(t)
	large := c.Sign(t, "large.bin", "")["directUploadKey"].(string)
	upload := model.Upload{PortfolioID: s.Harbor.Portfolio.ID(), ID: scalar.ParseID(large)}
	require.NoError(t, s.Blobs.Write(t.Context(), upload.UploadKey(), "application/octet-stream", bytes.NewReader(make([]byte, 50<<20+1))))

	doc := func(changes object) object {
		o := object{"caseId": loan, "fileName": "a.pdf", "directUploadKey": key}
		for name, value := range changes {
			o[name] = value
		}
		return o
	}
	before := c.Get(t, "/rest/documents")
	manyKeys := object{}
	for i := range 51 {
		manyKeys[fmt.Sprint(i)] = i
	}
	for name, tt := range map[string]struct {
		docs []any
		want []string
	}{
		"unknown case":     {[]any{doc(object{"caseId": unknownID})}, []string{"/docs/0/caseId unknown_reference"}},
		"malformed case":   {[]any{doc(object{"caseId": "no-id"})}, []string{"/docs/0/caseId unknown_reference"}},
		"foreign case":     {[]any{doc(object{"caseId": s.Case(t, s.Prairie)})}, []string{"/docs/0/caseId unknown_reference"}},
		"case other mode":  {[]any{doc(object{"caseId": s.Case(t, s.HarborTest)})}, []string{"/docs/0/caseId unknown_reference"}},
		"unknown category": {[]any{doc(object{"categoryId": "napkin"})}, []string{"/docs/0/categoryId unknown_document_category"}},
		"unknown key":      {[]any{doc(object{"directUploadKey": unknownID})}, []string{"/docs/0/directUploadKey upload_not_found"}},
		"malformed key":    {[]any{doc(object{"directUploadKey": "../upload"})}, []string{"/docs/0/directUploadKey upload_not_found"}},
		"foreign key": {[]any{doc(object{"directUploadKey": s.As(s.Prairie.Token).Upload(t, "a.pdf", []byte("x"))})},
			[]string{"/docs/0/directUploadKey upload_not_found"}},
		"key other mode": {[]any{doc(object{"directUploadKey": s.As(s.HarborTest.Token).Upload(t, "a.pdf", []byte("x"))})},
			[]string{"/docs/0/directUploadKey upload_not_found"}},
		"used key":         {[]any{doc(object{"directUploadKey": used})}, []string{"/docs/0/directUploadKey upload_not_found"}},
		"nothing uploaded": {[]any{doc(object{"directUploadKey": waiting})}, []string{"/docs/0/directUploadKey upload_not_found"}},
		"too large":        {[]any{doc(object{"directUploadKey": large})}, []string{"/docs/0/directUploadKey upload_not_found"}},
		"key twice":        {[]any{doc(nil), doc(nil)}, []string{"/docs/1/directUploadKey duplicate"}},
		"blank names":      {[]any{doc(object{"fileName": " ", "name": ""})}, []string{"/docs/0/fileName required", "/docs/0/name required"}},
		"long names": {[]any{doc(object{"fileName": strings.Repeat("x", 256), "name": strings.Repeat("é", 256)})},
			[]string{"/docs/0/fileName too_long", "/docs/0/name too_long"}},
		"control character": {[]any{doc(object{"fileName": "a\r\nX: b.pdf"})}, []string{"/docs/0/fileName invalid_value"}},
		"metadata":          {[]any{doc(object{"metadata": manyKeys})}, []string{"/docs/0/metadata too_long"}},
		"all at once": {[]any{doc(object{"directUploadKey": waiting}), doc(nil),
			doc(object{"caseId": unknownID, "categoryId": "napkin", "directUploadKey": large})},
			[]string{"/docs/2/caseId unknown_reference", "/docs/2/categoryId unknown_document_category", "/docs/0/directUploadKey upload_not_found",
				"/docs/2/directUploadKey upload_not_found"}},
		"missing": {[]any{object{}}, []string{"/docs/0/caseId required", "/docs/0/fileName required", "/docs/0/directUploadKey required"}},
		"shape": {[]any{doc(object{"id": unknownID, "url": "x", "fileType": "x/y", "colour": "red", "name": 7})},
			[]string{"/docs/0/colour unknown_member", "/docs/0/fileType immutable", "/docs/0/id immutable", "/docs/0/name invalid_value",
				"/docs/0/url immutable"}},
		"shape beside meaning": {
			[]any{doc(object{"caseId": unknownID, "fileName": strings.Repeat("x", 256), "directUploadKey": "zz", "categoryId": "napkin",
				"colour": 1}), doc(object{"directUploadKey": waiting, "url": "x"})},
			[]string{"/docs/0/colour unknown_member", "/docs/1/url immutable", "/docs/0/caseId unknown_reference", "/docs/0/fileName too_long",
				"/docs/0/categoryId unknown_document_category", "/docs/0/directUploadKey upload_not_found",
				"/docs/1/directUploadKey upload_not_found"},
		},
		"shape beside nothing": {[]any{doc(object{"colour": 1})}, []string{"/docs/0/colour unknown_member"}},
		"empty":                {[]any{}, []string{"/docs required"}},
		"101":                  {make([]any, 101), []string{"/docs too_long"}},
	} {
		t.Run(name, func(t *testing.T) {
			createDocuments(t, c, tt.docs...).Violations(t, tt.want...)
		})
	}
	require.Equal(t, before, c.Get(t, "/rest/documents"), "nothing was written")
	createDocuments(t, c, doc(nil)).Created(t) // and the key can still be used
}

func TestDocumentGet(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	doc := c.Document(t, s.Case(t, s.Harbor), nil)
	path := "/rest/documents/" + doc["id"].(string)
	require.Equal(t, doc, c.Get(t, path))
	for _, stranger := range []*resttest.Client{s.As(s.Prairie.Token), s.As(s.HarborTest.Token)} {
		stranger.Do(t, http.MethodGet, path, nil).Problem(t, http.StatusNotFound, "not_found")
		require.Empty(t, stranger.Get(t, "/rest/documents")["data"])
	}
	for _, id := range []string{unknownID, "no-id"} {
		c.Do(t, http.MethodGet, "/rest/documents/"+id, nil).Problem(t, http.StatusNotFound, "not_found")
	}
}

func TestDocumentList(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	house, tower := s.Case(t, s.Harbor).String(), s.Case(t, s.Harbor).String()
	var ids []string
	for _, doc := range []object{
		c.Document(t, house, object{"categoryId": "binder", "metadata": object{"page": 1}}),
		c.Document(t, house, object{"categoryId": "waiver", "metadata": object{"page": "1", "loan": "a"}}),
		c.Document(t, tower, object{"categoryId": "binder"}),
		c.Document(t, tower, nil),
	} {
		ids = append(ids, doc["id"].(string))
	}
	s.As(s.Prairie.Token).Document(t, s.Case(t, s.Prairie), object{"categoryId": "binder"})
	time.Sleep(2 * time.Millisecond) // so that the change has a later time
	changed := patchDocuments(t, c, object{"id": ids[1], "name": "x"}).List(t)[0]
	third := c.Get(t, "/rest/documents/"+ids[2])

	requireLists(t, c, "/rest/documents", ids, map[string][]int{
		"":                                                {0, 1, 2, 3},
		"limit=0":                                         {},
		"limit=2&offset=1":                                {1, 2},
		"caseId=" + house:                                 {0, 1},
		"caseId=" + house + "," + tower:                   {0, 1, 2, 3},
		"caseId=" + unknownID:                             {},
		"caseId=no-id":                                    {},
		"categoryId=binder":                               {0, 2},
		"categoryId=" + categoryID(t, "other"):            {3},
		"categoryId=binder&categoryId=waiver":             {0, 1, 2},
		"categoryId=napkin":                               {},
		"categoryId=napkin,waiver":                        {1},
		"categoryId=" + unknownID:                         {},
		"caseId=" + tower + "&categoryId=binder":          {2},
		"id=" + ids[3] + "," + ids[0]:                     {0, 3},
		"metadata[page]=1":                                {0, 1},
		"metadata[loan]=a":                                {1},
		"createdAt[gte]=" + third["createdAt"].(string):   {2, 3},
		"createdAt[lt]=" + third["createdAt"].(string):    {0, 1},
		"updatedAt[gte]=" + changed["updatedAt"].(string): {1},
		"sort=-createdAt":                                 {3, 2, 1, 0},
		"sort=-updatedAt&limit=1":                         {1},
	})
	requireOrders(t, c, "/rest/documents")
	requireRefusedLists(t, c, "/rest/documents", map[string]string{
		"limit=201":       "limit invalid_value",
		"offset=-1":       "offset invalid_value",
		"sort=name":       "sort invalid_value",
		"category=binder": "category unknown_parameter",
		"q=x":             "q unknown_parameter",
	})
}

// TestDocumentStatements keeps the number of SQL statements the same for one document and for a batch.
func TestDocumentStatements(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	loan := s.Case(t, s.Harbor)
	for _, n := range []int{2, 40} {
		names, docs, changes := make([]any, n), make([]any, n), make([]any, n)
		for i := range names {
			names[i] = object{"fileName": "a.pdf"}
			docs[i] = object{"caseId": loan, "fileName": "a.pdf", "directUploadKey": c.Upload(t, "a.pdf", []byte("x"))}
		}
		count := func(send func(c *resttest.Client)) int { return countStatements(t, s, send) }
		require.Equal(t, 5, count(func(c *resttest.Client) { signUploads(t, c, names...).List(t) }),
			"BEGIN, the one that sets, insert, audit, COMMIT")
		var created []object
		require.Equal(t, 13, count(func(c *resttest.Client) { created = createDocuments(t, c, docs...).Created(t) }),
			"with a transaction before the copies")
		for i, doc := range created {
			changes[i] = object{"id": doc["id"], "name": "b.pdf"}
		}
		require.Equal(t, 8, count(func(c *resttest.Client) { patchDocuments(t, c, changes...).List(t) }))
		require.Equal(t, 1, count(func(c *resttest.Client) { c.Get(t, "/rest/documents?limit=200") }), "the page with the total")
	}
}

func TestDocumentGraphQL(t *testing.T) {
	t.Parallel()
	now := time.Now()
	s := resttest.Serve(t, storagetest.NewWorld(t), func() time.Time { return now }) // a link changes every 15 minutes
	c := s.As(s.Harbor.Token)
	doc := c.Document(t, s.Case(t, s.Harbor), object{"categoryId": "binder"})

	t.Run("relations", func(t *testing.T) {
		t.Parallel()
		query := `query ($id: [ID!]) { documents(filter: {id: $id}) { nodes { url category { key } case { id displayName } } } }`
		nodes := c.Query(t, query, object{"id": []any{doc["id"]}})["documents"].(object)["nodes"]
		require.Equal(t, []any{object{
			"url": doc["url"], "category": object{"key": "binder"}, "case": object{"id": doc["caseId"], "displayName": "A case"},
		}}, nodes)
	})
	t.Run("of_a_case", func(t *testing.T) {
		t.Parallel()
		full, empty := s.Case(t, s.Harbor), s.Case(t, s.Harbor)
		first := c.Document(t, full, nil)
		for range 200 {
			s.Document(t, s.Harbor, full)
		}
		query := `query ($id: [ID!]) { cases(filter: {id: $id}) { nodes { documents { id url case { id } } } } }`
		cases := c.Query(t, query, object{"id": []any{full, empty, doc["caseId"]}})["cases"].(object)["nodes"].([]any)
		require.Equal(t, object{"documents": []any{object{"id": doc["id"], "url": doc["url"], "case": object{"id": doc["caseId"]}}}}, cases[0])
		require.Equal(t, object{"documents": []any{}}, cases[2])
		documents := cases[1].(object)["documents"].([]any)
		require.Len(t, documents, 200, "at most")
		require.Equal(t, first["id"], documents[0].(object)["id"], "oldest first")
	})
	t.Run("refuses_alike", func(t *testing.T) {
		t.Parallel()
		c.Refused(t, `mutation ($docs: [CreateDocumentItem!]!) { createDocuments(input: {docs: $docs}) { id } }`,
			object{"docs": []any{object{"caseId": unknownID, "fileName": "a", "directUploadKey": "k"}}},
			"validation_failed", "/docs/0/caseId unknown_reference", "/docs/0/directUploadKey upload_not_found")
		for _, mutation := range []string{"createDocuments(input: {docs: []}) { id }", "updateDocuments(input: {docs: []}) { id }",
			"signUploads(input: {docs: []}) { signedUrl }"} {
			c.Refused(t, "mutation { "+mutation+" }", nil, "required", "/docs required")
		}
	})
	t.Run("audited", func(t *testing.T) {
		t.Parallel()
		events := c.Query(t, `query ($id: ID!) { auditEvents(filter: {subject: [$id]}) { nodes { action subjectType changes } } }`,
			object{"id": doc["id"]})["auditEvents"].(object)["nodes"].([]any)
		require.Len(t, events, 1)
		require.Equal(t, "document.created", events[0].(object)["action"])
		require.NotContains(t, fmt.Sprint(events), "signature")
	})
}
