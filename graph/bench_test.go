package graph_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph"
	"github.com/covertrack/covertrack/graph/generated"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/restcompat"
	"github.com/covertrack/covertrack/storage"
)

// readyEngine has its records in memory and knows every caller: what remains is bind, execute and reshape.
type readyEngine struct{ *graph.Engine }

func (readyEngine) Authenticate(context.Context, string, string) (*model.Principal, error) {
	return readyCaller, nil
}

var readyCaller = &model.Principal{Entitlements: model.AllEntitlement, PortfolioID: uuid.MustParse("0197c6c4-0000-7000-8000-000000000001")}

type readyResolvers struct{ generated.ResolverRoot }

func (readyResolvers) Query() generated.QueryResolver { return readyQueries{} }

type readyQueries struct{ generated.QueryResolver }

func (readyQueries) Document(context.Context, uuid.UUID) (*model.Document, error) {
	return readyDocuments[0], nil
}

func (readyQueries) Documents(ctx context.Context, _ *model.DocumentFilter, sort *model.Sort, limit, offset *int, after *string) (*model.DocumentConnection, error) {
	return graph.DocumentsOf(ctx, readyPages[*limit], sort, limit, offset, after)
}

var readyDocuments = func() []*model.Document {
	docs := make([]*model.Document, 200)
	for i := range docs {
		id := uuid.MustParse("0197c6c4-0000-7000-8000-000000000000")
		id[15] = byte(i)
		at := time.Date(2026, time.March, 4, 5, 6, 7, 8e6, time.UTC)
		docs[i] = &model.Document{
			ID: id, CaseID: id, CategoryID: id, FileName: "evidence " + strconv.Itoa(i) + ".pdf", FileType: "application/pdf", Name: "Evidence",
			Versions: []uuid.UUID{id}, Metadata: model.Metadata(`{"lot":7}`), CreatedAt: at, UpdatedAt: at,
			URL: "https://api.example.com/files/" + id.String() + "?expires=1772600000&name=evidence.pdf&signature=0123456789012345678901234567890123456789012",
		}
	}
	return docs
}()

// readyPages are the first pages of a list, by their limits.
var readyPages = map[int]*storage.Page[model.Document]{50: readyPage(50), 100: readyPage(100)}

func readyPage(limit int) *storage.Page[model.Document] {
	return &storage.Page[model.Document]{Nodes: readyDocuments[:limit], Total: len(readyDocuments), Next: &model.Cursor{ID: readyDocuments[limit].ID, Offset: limit}}
}

func readyServer(t testing.TB) http.Handler {
	t.Helper()
	engine, err := graph.NewEngineOn(graph.Config{Now: time.Now, Logger: slog.New(slog.DiscardHandler)}, readyResolvers{})
	require.NoError(t, err)
	s, err := restcompat.NewServer(readyEngine{engine}, restcompat.Options{BaseURL: "https://api.example.com"})
	require.NoError(t, err)
	return s
}

type nullWriter struct{ header http.Header }

func (w nullWriter) Header() http.Header         { return w.header }
func (w nullWriter) Write(b []byte) (int, error) { return len(b), nil }
func (w nullWriter) WriteHeader(int)             {}

// get makes a request of the path anew each time it is called.
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
	request := get(readyServer(b), path)
	b.ReportAllocs()
	for b.Loop() {
		request()
	}
}

// BenchmarkEngineList is bind, execute and reshape of a list of 50, without the database.
func BenchmarkEngineList(b *testing.B) { benchmarkEngine(b, "/rest/documents?limit=50") }

// BenchmarkEngineGet is the same of one record.
func BenchmarkEngineGet(b *testing.B) {
	benchmarkEngine(b, "/rest/documents/0197c6c4-0000-7000-8000-000000000001")
}
