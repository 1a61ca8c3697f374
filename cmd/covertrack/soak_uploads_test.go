//go:build program

package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// TestSoakR11Uploads: a file whose copy takes long holds no connection meanwhile, and a call that fails leaves no copy. The slow
// file is a pipe in the place of the upload.
func TestSoakR11Uploads(t *testing.T) {
	t.Parallel()
	tally := soak.NewTally(t, "R11", "documents whose files are copied slowly: no transaction is open meanwhile, and a refused one leaves no copy")
	x := newInProcess(t)
	harbor := x.world.Harbor
	loan := x.world.Case(t, harbor).String()
	pool := x.world.Store.Pool().Pgx()
	inTransaction := func() (n int) {
		require.NoError(t, pool.QueryRow(t.Context(), `SELECT count(*) FROM pg_stat_activity
			WHERE datname = current_database() AND state LIKE 'idle in transaction%'`).Scan(&n))
		return n
	}
	create := func(key string, uploads ...string) *httptest.ResponseRecorder {
		tally.Tried(1)
		docs := make([]string, len(uploads))
		for i, upload := range uploads {
			docs[i] = fmt.Sprintf(`{"caseId":%q,"fileName":"a.pdf","directUploadKey":%q}`, loan, upload)
		}
		return x.do("POST", "/rest/documents", harbor.Token, `{"docs":[`+strings.Join(docs, ",")+`]}`, "Idempotency-Key", key)
	}
	slow, path := x.uploadFile(t, harbor.Token)
	require.NoError(t, os.Remove(path))
	require.NoError(t, syscall.Mkfifo(path, 0o600))
	answered := make(chan *httptest.ResponseRecorder)
	go func() { answered <- create("slow", slow) }()
	writer, err := os.OpenFile(path, os.O_WRONLY, 0) // waits until the copy has begun
	require.NoError(t, err)
	for range 10 {
		require.Zero(t, inTransaction())
		time.Sleep(10 * time.Millisecond)
	}
	_, err = writer.WriteString("content")
	require.NoError(t, err)
	require.NoError(t, writer.Close())
	first := <-answered
	require.Equal(t, http.StatusCreated, first.Code, first.Body.String())
	require.Equal(t, "content", x.get(t, first.Body.Bytes()))
	again := create("slow", slow)
	require.Equal(t, first.Body.String(), again.Body.String())
	require.Equal(t, "true", again.Header().Get("Idempotent-Replayed"))
	require.Len(t, files(t, path), 2, "the upload and its document")

	good, path := x.uploadFile(t, harbor.Token)
	missing := create("refused", good, uuid.NewString())
	require.Equal(t, http.StatusUnprocessableEntity, missing.Code)
	unsent := x.do("POST", "/rest/documents/sign-urls", harbor.Token, `{"docs":[{"fileName":"b.pdf"}]}`)
	_, key, _ := strings.Cut(unsent.Body.String(), `"directUploadKey":"`)
	missing = create("unsent", good, key[:36])
	require.Equal(t, http.StatusUnprocessableEntity, missing.Code)
	require.Contains(t, missing.Body.String(), "upload_not_found")
	require.Len(t, files(t, path), 1, "the upload alone")
	require.Equal(t, http.StatusCreated, create("good", good).Code)
	require.Equal(t, http.StatusUnprocessableEntity, create("used", good).Code)
	require.Len(t, files(t, path), 2)
}

// upload puts a file, and tells its key and where it lies.
func (x *inProcess) uploadFile(t *testing.T, token string) (key, path string) {
	w := x.do("POST", "/rest/documents/sign-urls", token, `{"docs":[{"fileName":"a.pdf"}]}`)
	var signed []struct{ SignedURL, DirectUploadKey, FileType string }
	require.NoError(t, json.Unmarshal(w.Body.Bytes(), &signed), w.Body)
	target := strings.TrimPrefix(signed[0].SignedURL, "http://covertrack.example.com")
	w = x.do("PUT", target, "", "content", "Content-Type", signed[0].FileType)
	require.Equal(t, http.StatusOK, w.Code, w.Body)
	err := filepath.WalkDir(filepath.Dir(t.TempDir()), func(p string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(p, signed[0].DirectUploadKey+"/upload") {
			path = p
		}
		return err
	})
	require.NoError(t, err)
	require.NotEmpty(t, path)
	return signed[0].DirectUploadKey, path
}

// get is the file of the first document of an answer.
func (x *inProcess) get(t *testing.T, body []byte) string {
	var docs []struct{ URL string }
	require.NoError(t, json.Unmarshal(body, &docs))
	return x.do("GET", strings.TrimPrefix(docs[0].URL, "http://covertrack.example.com"), "", "").Body.String()
}

// files are the files beside an upload, without their attributes.
func files(t *testing.T, upload string) []string {
	folder := filepath.Dir(upload)
	portfolio := filepath.Dir(folder)
	found, err := filepath.Glob(folder + "/*")
	require.NoError(t, err)
	documents, err := filepath.Glob(filepath.Join(filepath.Dir(portfolio), "documents", filepath.Base(portfolio), filepath.Base(folder), "*"))
	require.NoError(t, err)
	found = append(found, documents...)
	var names []string
	for _, name := range found {
		if !strings.HasSuffix(name, ".attrs") {
			names = append(names, name)
		}
	}
	return names
}
