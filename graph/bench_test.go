package graph_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph"
	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/graph/generated"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/restcompat"
	"github.com/covertrack/covertrack/storage"
)

// readyEngine has its records in memory and knows every caller: what remains is bind, execute and reshape.
type readyEngine struct{ *engine.Engine }

func (readyEngine) Authenticate(context.Context, string, string) (*model.Principal, error) {
	return readyCaller, nil
}

var readyCaller = &model.Principal{
	Actor: model.Actor{ID: &readyID}, Entitlements: model.AllEntitlement, PortfolioID: readyID, Mode: model.ModeTest,
}

var readyID = uuid.MustParse("0197c6c4-0000-7000-8000-000000000001")

type readyResolvers struct {
	generated.ResolverRoot
	queries *readyQueries
}

func (r readyResolvers) Query() generated.QueryResolver { return r.queries }

// readyQueries answer the same page to every list.
type readyQueries struct {
	generated.QueryResolver
	page *storage.Page[model.Document]
}

func (*readyQueries) Document(context.Context, uuid.UUID) (*model.Document, error) {
	return readyDocuments[0], nil
}

func (q *readyQueries) Documents(ctx context.Context, _ *model.DocumentFilter, sort *page.Sort, limit, first, offset *int,
	after *string) (*model.DocumentConnection, error) {
	return graph.DocumentsOf(ctx, q.page, sort, limit, first, offset, after)
}

var readyDocuments = func() []*model.Document {
	docs := make([]*model.Document, 200)
	for i := range docs {
		id := uuid.MustParse("0197c6c4-0000-7000-8000-000000000000")
		id[15] = byte(i)
		at := time.Date(2026, time.March, 4, 5, 6, 7, 8e6, time.UTC)
		docs[i] = &model.Document{
			ID: id, CaseID: id, CategoryID: id, FileName: "evidence " + strconv.Itoa(i) + ".pdf", FileType: "application/pdf", Name: "Evidence",
			Versions: []uuid.UUID{id}, Metadata: scalar.Metadata(`{"lot":7}`), CreatedAt: at, UpdatedAt: at,
			URL: "https://api.example.com/files/" + id.String() +
				"?expires=1772600000&name=evidence.pdf&signature=0123456789012345678901234567890123456789012",
		}
	}
	return docs
}()

// readyServer is the REST door to lists of so many rows.
func readyServer(t testing.TB, rows int) http.Handler {
	t.Helper()
	page := &storage.Page[model.Document]{Nodes: readyDocuments[:rows], Total: len(readyDocuments),
		Next: &page.Cursor{ID: readyDocuments[rows].ID, Offset: rows}}
	config := engine.Config{Store: &storage.Store{}, Now: time.Now, Logger: slog.New(slog.DiscardHandler)}
	e := engine.New(config, readyResolvers{queries: &readyQueries{page: page}})
	s, err := restcompat.NewServer(readyEngine{e}, restcompat.Options{BaseURL: "https://api.example.com"})
	require.NoError(t, err)
	return s
}

type nullWriter struct{ header http.Header }

func (w nullWriter) Header() http.Header         { return w.header }
func (w nullWriter) Write(b []byte) (int, error) { return len(b), nil }
func (w nullWriter) WriteHeader(int)             {}

// get makes a request of the path each time it is called.
func get(s http.Handler, path string) func() {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.Header.Set("Authorization", "Bearer test_x")
	w := nullWriter{http.Header{}} // as net/http has made it
	return func() {
		clear(w.header)
		s.ServeHTTP(w, r)
	}
}

func benchmarkEngine(b *testing.B, path string) {
	request := get(readyServer(b, 50), path)
	b.ReportAllocs()
	for b.Loop() {
		request()
	}
}

const (
	readyList = "/rest/documents?limit=50"
	readyGet  = "/rest/documents/0197c6c4-0000-7000-8000-000000000001"
)

// BenchmarkEngineList is bind, execute and reshape of a list of 50, without the database.
func BenchmarkEngineList(b *testing.B) { benchmarkEngine(b, readyList) }

// BenchmarkEngineGet is the same of one record.
func BenchmarkEngineGet(b *testing.B) { benchmarkEngine(b, readyGet) }

// TestReadyServer proves that what is measured answers as it should.
func TestReadyServer(t *testing.T) {
	t.Parallel()
	s := readyServer(t, 50)
	for path, want := range map[string]string{readyList: `{"data":[{"id":"0197c6c4-`, readyGet: `{"id":"0197c6c4-`,
		readyPolicyList: `"applied":true`} {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		require.Equal(t, http.StatusOK, w.Code)
		require.Contains(t, w.Body.String(), want)
		require.True(t, json.Valid(w.Body.Bytes()))
	}
}
