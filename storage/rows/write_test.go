package rows_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// TestInsertMany adds more rows than one statement has values for, and each is there with what it had.
func TestInsertMany(t *testing.T) {
	t.Parallel()
	const many = 7000
	w := storagetest.NewWorld(t)
	pool := w.Store.Pool().Pgx()
	var token uuid.UUID
	require.NoError(t, pool.QueryRow(t.Context(), "SELECT id FROM tokens LIMIT 1").Scan((*[16]byte)(&token)))
	caseID, now := w.Case(t, w.Harbor), time.Now().UTC().Truncate(time.Millisecond)
	docs, events := make([]*model.Document, many), make([]*model.AuditEvent, many)
	for i := range many {
		docs[i] = &model.Document{
			ID: storage.NewID(), CaseID: caseID, CategoryID: catalog.DocumentCategories.All()[0].ID, FileName: "a.pdf",
			FileType: "application/pdf", Name: "a",
			Versions: []uuid.UUID{caseID}, BlobKey: "k", CreatedAt: now, UpdatedAt: now,
		}
		events[i] = &model.AuditEvent{
			PortfolioID: w.Harbor.Portfolio.ID(), ID: storage.NewID(), ActorKind: model.ActorKindServiceAccount, ActorName: "a",
			Action:      "document.created",
			SubjectType: "document", SubjectID: &docs[i].ID, Changes: scalar.JSON(`{}`), RequestID: "r", At: now,
		}
	}
	require.NoError(t, w.Store.InTx(t.Context(), w.Harbor.Portfolio.ID(), func(ctx context.Context, tx *storage.Tx) error {
		if err := storage.Documents.Insert(ctx, tx.For(w.Harbor.Portfolio.ID()), docs...); err != nil {
			return err
		}
		return tx.RecordWrite(ctx, token, events)
	}))
	var documents, audited int
	require.NoError(t, pool.QueryRow(t.Context(), "SELECT count(*) FROM documents WHERE case_id = $1", caseID).Scan(&documents))
	require.NoError(t, pool.QueryRow(t.Context(), "SELECT count(DISTINCT subject_id) FROM audit_events WHERE request_id = 'r'").Scan(&audited))
	require.Equal(t, []int{many, many}, []int{documents, audited})
}
