package e2e

import (
	"bytes"
	"crypto/rand"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/jobs"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage/blob"
	"github.com/covertrack/covertrack/storage/blob/s3test"
	"github.com/covertrack/covertrack/storage/storagetest"
	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// testClock is a time that tests move.
type testClock struct{ at atomic.Pointer[time.Time] }

func newClock() *testClock {
	c := &testClock{}
	c.set(time.Now().Truncate(15 * time.Minute).Add(time.Minute)) // early in a window of download URLs
	return c
}

func (c *testClock) set(at time.Time)     { c.at.Store(&at) }
func (c *testClock) now() time.Time       { return *c.at.Load() }
func (c *testClock) pass(d time.Duration) { c.set(c.now().Add(d)) }

func signUploads(t *testing.T, c *resttest.Client, docs ...any) *resttest.Response {
	t.Helper()
	return c.Do(t, http.MethodPost, "/rest/documents/sign-urls", object{"docs": docs})
}

// TestUploadRoundTrip takes a file from the signature to the download, in a folder.
func TestUploadRoundTrip(t *testing.T) {
	t.Parallel()
	requireRoundTrip(t, resttest.Serve(t, storagetest.NewWorld(t), time.Now))
}

// TestUploadRoundTripS3 does the same on a real S3 server, to which the client uploads directly.
func TestUploadRoundTripS3(t *testing.T) {
	address := s3test.Start(t)
	s := resttest.Serve(t, storagetest.NewWorld(t), time.Now, func(c *blob.Config) { c.URL = address })
	require.NotContains(t, s.As(s.Harbor.Token).Sign(t, "a.pdf", "")["signedUrl"], s.URL)
	requireRoundTrip(t, s)
}

func requireRoundTrip(t *testing.T, s *resttest.Server) {
	t.Helper()
	c := s.As(s.Harbor.Token)
	loan := s.Case(t, s.Harbor).String()
	var docs, files []any
	for i, size := range []int{0, 1, 300 << 10} {
		content := make([]byte, size)
		_, _ = rand.Read(content)
		signed := c.Sign(t, "scan.PDF", "")
		r := c.Put(t, signed, content)
		require.Equal(t, http.StatusOK, r.Status, "%d: %s", i, r.Body)
		docs = append(docs, object{"caseId": loan, "fileName": "scan.PDF", "directUploadKey": signed["directUploadKey"]})
		files = append(files, content)
	}
	created := createDocuments(t, c, docs...).Created(t)
	for i, content := range files {
		doc := c.Get(t, "/rest/documents/"+created[i]["id"].(string))
		require.Equal(t, created[i], doc)
		r := c.Download(t, doc)
		require.Equal(t, http.StatusOK, r.Status)
		require.True(t, bytes.Equal(content.([]byte), r.Body))
		require.Equal(t, "application/pdf", r.Header.Get("Content-Type"))
		require.Equal(t, "attachment; filename=scan.PDF", r.Header.Get("Content-Disposition"))
		require.Equal(t, "nosniff", r.Header.Get("X-Content-Type-Options"))
	}
	createDocuments(t, c, docs[1]).Problem(t, http.StatusUnprocessableEntity, "upload_not_found")
	waiting := c.Sign(t, "a.pdf", "")["directUploadKey"]
	createDocuments(t, c, object{"caseId": loan, "fileName": "a.pdf", "directUploadKey": waiting}).
		Problem(t, http.StatusUnprocessableEntity, "upload_not_found")
}

// TestUploadStoreAway is an object store that does not respond: nothing is written, and the client may try again.
func TestUploadStoreAway(t *testing.T) {
	address := s3test.Start(t)
	t.Setenv("AWS_MAX_ATTEMPTS", "1")
	s := resttest.Serve(t, storagetest.NewWorld(t), time.Now, func(c *blob.Config) {
		c.URL = strings.Replace(address, "127.0.0.1", "127.0.0.2", 1) // where nobody listens
	})
	c := s.As(s.Harbor.Token)
	key := c.Sign(t, "a.pdf", "")["directUploadKey"]
	r := createDocuments(t, c, object{"caseId": s.Case(t, s.Harbor), "fileName": "a.pdf", "directUploadKey": key})
	r.Problem(t, http.StatusServiceUnavailable, "unavailable")
	require.NotEmpty(t, r.Header.Get("Retry-After"))
	require.Empty(t, c.Get(t, "/rest/documents")["data"])
}

func TestUploadSign(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	for name, tt := range map[string]struct{ fileName, given, fileType, fileExt string }{
		"by name":       {"Evidence.PDF", "", "application/pdf", "pdf"},
		"given":         {"Evidence.pdf", "application/x-pdf", "application/x-pdf", "pdf"},
		"by type":       {"scan", "image/png", "image/png", "png"},
		"parameters":    {"notes", "text/plain; charset=utf-8", "text/plain; charset=utf-8", "txt"},
		"nothing known": {"README", "", "application/octet-stream", ""},
		"unknown":       {"plan.dwg", "", "application/octet-stream", "dwg"},
		"longest name":  {strings.Repeat("é", 251) + ".pdf", "", "application/pdf", "pdf"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			signed := c.Sign(t, tt.fileName, tt.given)
			require.Equal(t, tt.fileName, signed["fileName"])
			require.Equal(t, tt.fileType, signed["fileType"])
			require.Equal(t, tt.fileExt, signed["fileExt"])
			require.Len(t, signed, 5, "the specification's members")
			require.NotContains(t, signed["signedUrl"], "scan", "S6: a file's name is never in a path")
			require.Equal(t, http.StatusOK, c.Put(t, signed, []byte("x")).Status)
		})
	}
	t.Run("empty_type_is_absent", func(t *testing.T) {
		t.Parallel()
		for _, absent := range []any{"", nil} {
			require.Equal(t, "image/png", signUploads(t, c, object{"fileName": "a.png", "fileType": absent}).List(t)[0]["fileType"])
		}
	})
	t.Run("hundred_in_order", func(t *testing.T) {
		t.Parallel()
		docs := make([]any, 100)
		for i := range docs {
			docs[i] = object{"fileName": strings.Repeat("a", i+1)}
		}
		keys := map[any]bool{}
		for i, signed := range signUploads(t, c, docs...).List(t) {
			require.Equal(t, docs[i].(object)["fileName"], signed["fileName"])
			keys[signed["directUploadKey"]] = true
		}
		require.Len(t, keys, 100)
	})
	for name, tt := range map[string]struct {
		docs []any
		want []string
	}{
		"no fileName": {[]any{object{"fileName": "a"}, object{"fileType": "image/png"}}, []string{"/docs/1/fileName required"}},
		"null":        {[]any{object{"fileName": nil}}, []string{"/docs/0/fileName required"}},
		"blank":       {[]any{object{"fileName": "\t"}}, []string{"/docs/0/fileName required"}},
		"too long":    {[]any{object{"fileName": strings.Repeat("é", 256)}}, []string{"/docs/0/fileName too_long"}},
		"nul":         {[]any{object{"fileName": "a\x00"}}, []string{"/docs/0/fileName invalid_value"}},
		"types": {[]any{
			object{"fileName": "a", "fileType": "pdf"}, object{"fileName": "a", "fileType": "a/b; c"},
			object{"fileName": "a", "fileType": "a/b\r\nX: y"}, object{"fileName": "a", "fileType": "a/" + strings.Repeat("b", 255)},
		}, []string{"/docs/0/fileType invalid_value", "/docs/1/fileType invalid_value", "/docs/2/fileType invalid_value",
			"/docs/3/fileType too_long"}},
		"shape": {[]any{object{"fileName": "a", "fileExt": "pdf", "size": 7}},
			[]string{"/docs/0/fileExt immutable", "/docs/0/size unknown_member"}},
		"empty": {[]any{}, []string{"/docs required"}},
		"101":   {make([]any, 101), []string{"/docs too_long"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			signUploads(t, c, tt.docs...).Violations(t, tt.want...)
		})
	}
}

// TestSoakS6Uploads: keys are the server's, the media type is bound by the signature, the size is bounded, and a
// download is an attachment that no browser takes for anything else.
func TestSoakS6Uploads(t *testing.T) {
	t.Parallel()
	tally := soak.NewTally(t, "S6", "uploads with hostile names, types, sizes and signatures")
	tally.Tried(5)
	clock := newClock()
	s := resttest.Serve(t, storagetest.NewWorld(t), clock.now)
	c := s.As(s.Harbor.Token)
	signed := c.Sign(t, "a.pdf", "")
	other := object{"signedUrl": signed["signedUrl"], "fileType": "text/html"}
	c.Put(t, other, []byte("x")).Problem(t, http.StatusUnsupportedMediaType, "unsupported_media_type")
	tampered := object{"signedUrl": strings.Replace(signed["signedUrl"].(string), "pdf", "png", 1), "fileType": "application/png"}
	c.Put(t, tampered, []byte("x")).Problem(t, http.StatusForbidden, "signature_invalid")
	c.Put(t, signed, make([]byte, 50<<20+1)).Problem(t, http.StatusRequestEntityTooLarge, "payload_too_large")
	clock.pass(model.UploadURLLifetime - time.Second)
	require.Equal(t, http.StatusOK, c.Put(t, signed, []byte("x")).Status)
	clock.pass(time.Second)
	c.Put(t, signed, []byte("x")).Problem(t, http.StatusForbidden, "signature_expired")

	caseID := s.Case(t, s.Harbor)
	for _, name := range []string{"../../etc/passwd", "..\\..\\x.html", "a/b.html", "%2e%2e%2f", "x.html\"; filename=\"y", "CON",
		"ключ.svg", "?x=1#y.js"} {
		tally.Tried(1)
		signed := c.Sign(t, name, "")
		at, err := url.Parse(signed["signedUrl"].(string))
		require.NoError(t, err)
		require.Regexp(t, `^/files/[0-9a-f-]{36}/[0-9a-f-]{36}/upload$`, at.EscapedPath(), "nothing of the name")
		file := c.Download(t, c.Document(t, caseID, object{"fileName": name}))
		require.Equal(t, http.StatusOK, file.Status)
		require.Equal(t, "nosniff", file.Header.Get("X-Content-Type-Options"))
		require.Regexp(t, `^attachment; filename`, file.Header.Get("Content-Disposition"))
	}
}

func TestUploadExpires(t *testing.T) {
	t.Parallel()
	clock := newClock()
	s := resttest.Serve(t, storagetest.NewWorld(t), clock.now)
	c := s.As(s.Harbor.Token)
	loan := s.Case(t, s.Harbor)
	early, late := c.Upload(t, "a.pdf", []byte("x")), c.Upload(t, "a.pdf", []byte("x"))
	clock.pass(model.UploadClaimTime - time.Second)
	createDocuments(t, c, object{"caseId": loan, "fileName": "a.pdf", "directUploadKey": early}).Created(t)
	clock.pass(time.Second)
	createDocuments(t, c, object{"caseId": loan, "fileName": "a.pdf", "directUploadKey": late}).
		Violations(t, "/docs/0/directUploadKey upload_not_found")
}

// TestUploadClaimedOnce races for one key: one wins, and a later upload does not change its document.
func TestUploadClaimedOnce(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	for range 10 {
		signed := c.Sign(t, "a.pdf", "")
		require.Equal(t, http.StatusOK, c.Put(t, signed, []byte("first")).Status)
		docs := []any{object{"fileName": "b.pdf", "directUploadKey": c.Upload(t, "b.pdf", []byte("b"))},
			object{"fileName": "a.pdf", "directUploadKey": signed["directUploadKey"]}}
		for _, doc := range docs {
			doc.(object)["caseId"] = s.Case(t, s.Harbor)
		}
		answers := make([]*resttest.Response, 6)
		var group sync.WaitGroup
		for i := range answers {
			batch := slices.Clone(docs)
			if i%2 == 1 {
				slices.Reverse(batch) // which would deadlock without an order of locks
			}
			group.Go(func() { answers[i] = createDocuments(t, c, batch...) })
		}
		group.Wait()
		won := slices.IndexFunc(answers, func(r *resttest.Response) bool { return r.Status == http.StatusCreated })
		require.GreaterOrEqual(t, won, 0)
		created := answers[won].Created(t)
		for i, r := range answers {
			if i != won {
				r.Violations(t, "/docs/0/directUploadKey upload_not_found", "/docs/1/directUploadKey upload_not_found")
			}
		}
		require.Equal(t, http.StatusOK, c.Put(t, signed, []byte("second")).Status)
		i := slices.IndexFunc(created, func(doc object) bool { return doc["fileName"] == "a.pdf" })
		require.Equal(t, "first", string(c.Download(t, created[i]).Body))
	}
}

// TestDocumentURL is stable within a window of 15 minutes, and so is the validator; it works for one to two windows.
func TestDocumentURL(t *testing.T) {
	t.Parallel()
	clock := newClock()
	s := resttest.Serve(t, storagetest.NewWorld(t), clock.now)
	c := s.As(s.Harbor.Token)
	doc := c.Document(t, s.Case(t, s.Harbor), nil)
	path := "/rest/documents/" + doc["id"].(string)
	first := c.Do(t, http.MethodGet, path, nil)
	clock.pass(13 * time.Minute)
	again := c.Do(t, http.MethodGet, path, nil)
	require.Equal(t, string(first.Body), string(again.Body))
	require.Equal(t, first.Header.Get("ETag"), again.Header.Get("ETag"))
	clock.pass(2 * time.Minute)
	require.NotEqual(t, doc["url"], c.Get(t, path)["url"])
	require.Equal(t, http.StatusOK, c.Download(t, doc).Status)
	clock.pass(15 * time.Minute)
	c.Download(t, doc).Problem(t, http.StatusForbidden, "signature_expired")
}

// filesIn are the names of the files of a store in a folder.
func filesIn(t *testing.T, dir string) (names []string) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(dir, func(_ string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			names = append(names, d.Name())
		}
		return err
	}))
	return names
}

// TestUploadRefusedAtCommit has Postgres refuse what is sent together with COMMIT, when the file is copied already: the copy
// goes, and the upload is there for another try.
func TestUploadRefusedAtCommit(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := resttest.Serve(t, storagetest.NewWorld(t), time.Now, func(c *blob.Config) { c.URL = "file://" + dir })
	c := s.As(s.Harbor.Token)
	doc := object{"caseId": s.Case(t, s.Harbor), "fileName": "a.pdf", "directUploadKey": c.Upload(t, "a.pdf", []byte("x"))}
	s.Exec(t, "ALTER TABLE audit_events ADD CONSTRAINT no_more CHECK (false) NOT VALID")
	createDocuments(t, c, doc).Problem(t, http.StatusInternalServerError, "internal")
	require.Equal(t, []string{"upload"}, filesIn(t, dir))
	s.Exec(t, "ALTER TABLE audit_events DROP CONSTRAINT no_more")
	created := createDocuments(t, c, doc).Created(t)
	require.ElementsMatch(t, []string{created[0]["id"].(string), "upload"}, filesIn(t, dir))
}

// TestUploadUnknownMember is that a member which is not known hides nothing of a file, and that no file is copied then.
func TestUploadUnknownMember(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := resttest.Serve(t, storagetest.NewWorld(t), time.Now, func(c *blob.Config) { c.URL = "file://" + dir })
	c := s.As(s.Harbor.Token)
	key, empty := c.Upload(t, "a.csv", []byte("x")), c.Sign(t, "b.csv", "")["directUploadKey"]
	item := func(key any) object {
		return object{"caseId": s.Case(t, s.Harbor), "fileName": "a.csv", "directUploadKey": key, "colour": 1}
	}
	const colour, noFile = "/docs/0/colour unknown_member", "/docs/0/directUploadKey upload_not_found"
	createDocuments(t, c, item(key)).Violations(t, colour)
	createDocuments(t, c, item(empty)).Violations(t, colour, noFile)
	c.With("Idempotency-Key", "once").Do(t, http.MethodPost, "/rest/documents", object{"docs": []any{item(empty)}}).Violations(t, colour, noFile)
	c.Refused(t, `mutation($in: CreateDocumentsInput!) { createDocuments(input: $in) { id } }`, object{"in": object{"docs": []any{item(empty)}}},
		"validation_failed", "/variables/in/docs/0/colour unknown_member", noFile)

	imported := func(key any) object {
		return object{"name": strings.Repeat("x", 256), "files": []any{object{"fileName": "a.csv", "directUploadKey": key}}, "colour": 1}
	}
	const name, notThere = "/name too_long", "/files/0/directUploadKey upload_not_found"
	for _, missing := range []any{"zz", empty} {
		c.Do(t, http.MethodPost, "/rest/imports", imported(missing)).Violations(t, "/colour unknown_member", name, notThere)
		c.Refused(t, `mutation($in: CreateImportInput!) { createImport(input: $in) { id } }`, object{"in": imported(missing)},
			"validation_failed", "/variables/in/colour unknown_member", name, notThere)
	}
	c.Do(t, http.MethodPost, "/rest/imports", imported(key)).Violations(t, "/colour unknown_member", name)

	require.Equal(t, []string{"upload"}, filesIn(t, dir))
	require.Empty(t, c.Get(t, "/rest/imports")["data"])
	doc := item(key)
	delete(doc, "colour")
	createDocuments(t, c, doc).Created(t)
}

func TestCleanUploads(t *testing.T) {
	t.Parallel()
	clock := newClock()
	dir := t.TempDir()
	s := resttest.Serve(t, storagetest.NewWorld(t), clock.now, func(c *blob.Config) { c.URL = "file://" + dir })
	c := s.As(s.Harbor.Token)
	files := func() []string { return filesIn(t, dir) }
	upload := func(key any) model.Upload {
		return model.Upload{PortfolioID: s.Harbor.Portfolio.ID(), ID: scalar.ParseID(key.(string))}
	}
	doc := c.Document(t, s.Case(t, s.Harbor), nil)
	claimed := upload(doc["versions"].([]any)[0])
	require.NoError(t, s.Blobs.Write(t.Context(), claimed.Folder()+"/left-by-a-crash", "text/plain", strings.NewReader("x")))
	c.Upload(t, "never claimed.pdf", []byte("x"))
	c.Sign(t, "never uploaded.pdf", "")
	s.As(s.Prairie.Token).Upload(t, "of another lender.pdf", []byte("x"))
	stuck := upload(c.Upload(t, "stuck.pdf", []byte("x")))
	hidden := filepath.Join(dir, filepath.FromSlash(stuck.Folder()), ".not-ours")
	require.NoError(t, os.WriteFile(hidden, nil, 0o600))
	s.Exec(t, "UPDATE uploads SET claimed_at = NULL, blob_key = NULL") // as a copy of the database from before sees it
	clock.pass(model.UploadKeptFor - time.Millisecond)
	young := c.Upload(t, "young.pdf", []byte("x"))
	cleaner := jobs.UploadCleaner{Store: s.Store, Blobs: s.Blobs}
	removed, err := cleaner.Clean(t.Context(), clock.now())
	require.NoError(t, err)
	require.Zero(t, removed, "not yet a day old")

	clock.pass(time.Millisecond)
	removed, err = cleaner.Clean(t.Context(), clock.now())
	require.ErrorContains(t, err, "invalid key", "the error says what stays")
	require.Equal(t, 4, removed)
	require.NoError(t, os.Remove(hidden))
	removed, err = cleaner.Clean(t.Context(), clock.now())
	require.NoError(t, err)
	require.Equal(t, 1, removed, "what failed is tried again")

	require.ElementsMatch(t, []string{doc["id"].(string), "upload"}, files(), "the document's file, and the young upload")
	createDocuments(t, c, object{"caseId": doc["caseId"], "fileName": "young.pdf", "directUploadKey": young},
		object{"caseId": doc["caseId"], "fileName": "b.pdf", "directUploadKey": c.Sign(t, "b.pdf", "")["directUploadKey"]}).
		Violations(t, "/docs/1/directUploadKey upload_not_found")
	require.ElementsMatch(t, []string{doc["id"].(string), "upload"}, files(), "a batch that fails leaves no copies")
	require.Equal(t, "%PDF-1.7", string(c.Download(t, c.Get(t, "/rest/documents/"+doc["id"].(string))).Body))
	createDocuments(t, c, object{"caseId": doc["caseId"], "fileName": "young.pdf", "directUploadKey": young}).Created(t)
	createDocuments(t, c, object{"caseId": doc["caseId"], "fileName": "a.pdf", "directUploadKey": claimed.ID}).
		Violations(t, "/docs/0/directUploadKey upload_not_found")
}
