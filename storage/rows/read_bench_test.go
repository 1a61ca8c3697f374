package rows_test

import (
	"testing"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// documents makes a portfolio with n documents of one case, and returns the last one's id.
func documents(t testing.TB, n int) (*storage.Portfolio, *model.Document) {
	w := storagetest.NewWorld(t)
	caseID := w.Case(t, w.Harbor)
	for range n - 1 {
		w.Document(t, w.Harbor, caseID)
	}
	last, err := storage.Documents.One(t.Context(), w.Harbor.Portfolio, w.Document(t, w.Harbor, caseID))
	require.NoError(t, err)
	require.NoError(t, w.Store.Analyze(t.Context()))
	return w.Harbor.Portfolio, last
}

func BenchmarkGet(b *testing.B) {
	p, d := documents(b, 1000)
	b.ReportAllocs()
	for b.Loop() {
		_, err := storage.Documents.One(b.Context(), p, d.ID)
		require.NoError(b, err)
	}
}

// BenchmarkList reads 50 documents and the total.
func BenchmarkList(b *testing.B) {
	p, d := documents(b, 1000)
	for name, filter := range map[string]model.DocumentFilter{"whole": {}, "case": {CaseID: ids(d.CaseID)}} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				page, err := storage.Documents.Page(b.Context(), p, filter, page.Options{Limit: 50, WithTotal: true})
				require.NoError(b, err)
				require.Len(b, page.Nodes, 50)
			}
		})
	}
}

func ids(list ...uuid.UUID) graphql.Omittable[[]uuid.UUID] { return graphql.OmittableOf(list) }
