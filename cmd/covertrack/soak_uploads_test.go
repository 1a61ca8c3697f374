//go:build program

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
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
	tally := soak.NewTally(t, "R11",
		"documents whose files are copied slowly: no transaction is open meanwhile, and a refused one leaves no copy")
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

// TestSoakR24 makes documents of large uploads, many at once, beside a neighbour: no byte of them is read or written again, and
// the neighbour feels nothing of it.
func TestSoakR24(t *testing.T) {
	soak.Parallel(t)
	tally := soak.NewTally(t, "R24", "documents made of large uploads beside a neighbour's requests: no bytes are copied, "+
		"p99 at most twice that without, or 20 ms more")
	dsn := durableDatabase(t)
	s := nodeOn(t, dsn, "--workers", "0")
	greedy, other := tokenOf(t, dsn, "Greedy"), tokenOf(t, dsn, "Other")
	loan := s.create(t, greedy, "/rest/cases", fmt.Sprintf(`{"status":"OPEN","program":%q}`,
		s.graphQL(t, greedy, `mutation { it: createProgram(input: {name: "P", productTypes: [{key: "property", name: "Property"}]}) { id } }`)))
	size := soak.Count(1<<20, 20<<20)
	bodies := make([]string, 4)
	for i := range bodies {
		docs := make([]string, soak.Count(3, 10))
		for j := range docs {
			docs[j] = fmt.Sprintf(`{"caseId":%q,"fileName":"a.pdf","directUploadKey":%q}`, loan, s.uploaded(t, greedy, size))
		}
		bodies[i] = `{"docs":[` + strings.Join(docs, ",") + `]}`
	}
	neighbour := &rush{url: s.url, path: groups, tokens: []string{other}, perSecond: 50}
	lasting := time.Duration(soak.Count(1, 5)) * time.Second
	alone, _ := neighbour.run(t, lasting)
	var claims sync.WaitGroup
	for _, body := range bodies {
		claims.Go(func() {
			status, text, err := s.send("POST", "/rest/documents", greedy, body)
			require.NoError(t, err)
			require.Equal(t, http.StatusCreated, status, text)
		})
	}
	beside, _ := neighbour.run(t, lasting)
	claims.Wait()
	folder := strings.TrimPrefix(filesOf(dsn), "file://")
	var names, linked int
	require.NoError(t, filepath.WalkDir(filepath.Join(folder, "documents"), func(_ string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			info, failed := d.Info()
			require.NoError(t, failed)
			require.EqualValues(t, size, info.Size())
			names++
			if info.Sys().(*syscall.Stat_t).Nlink == 2 {
				linked++
			}
		}
		return err
	}))
	tally.Tried(names)
	require.Positive(t, names)
	require.Equal(t, names, linked, "a second name of the upload's file")
	slices.Sort(alone)
	slices.Sort(beside)
	tally.Note("p50 %v, p99 %v alone; p50 %v, p99 %v beside the claims", at(alone, 50), at(alone, 99), at(beside, 50), at(beside, 99))
	if soak.Full() {
		require.LessOrEqual(t, at(beside, 99), max(2*at(alone, 99), at(alone, 99)+20*time.Millisecond))
	}
}

// uploaded uploads a file and returns its key.
func (s *server) uploaded(t *testing.T, token string, size int) (key string) {
	t.Helper()
	status, text, err := s.send("POST", "/rest/documents/sign-urls", token, `{"docs":[{"fileName":"a.pdf"}]}`)
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, status, text)
	var signed []struct{ SignedURL, DirectUploadKey string }
	require.NoError(t, json.Unmarshal([]byte(text), &signed))
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPut, signed[0].SignedURL, bytes.NewReader(make([]byte, size)))
	require.NoError(t, err)
	r.Header.Set("Content-Type", "application/pdf")
	answer, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	require.Equal(t, http.StatusOK, answer.StatusCode)
	return signed[0].DirectUploadKey
}
