package limit

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
)

type documentChanges struct {
	Docs []*model.UpdateDocumentItem `json:"docs"`
}

// changeDocuments changes one document, as the bench does. It is locked after its case, which never changes.
func (s *server) changeDocuments(ctx context.Context, w *write, _ uuid.UUID, in documentChanges) (any, error) {
	if len(in.Docs) != 1 {
		return nil, errors.New("the bench changes documents one by one")
	}
	id := []uuid.UUID{in.Docs[0].ID}
	const documentSQL = `SELECT ` + documentColumns + ` FROM documents WHERE portfolio_id = $1 AND id = ANY($2)`
	row, err := scanDocument(w.QueryRow(ctx, documentSQL, w.portfolio, id))
	if err != nil {
		return nil, err
	}
	if _, err := w.Exec(ctx, lockCasesSQL, w.portfolio, []uuid.UUID{row.caseID}); err != nil {
		return nil, err
	}
	if row, err = scanDocument(w.QueryRow(ctx, documentSQL+` ORDER BY id FOR NO KEY UPDATE`, w.portfolio, id)); err != nil {
		return nil, err
	}
	d := &model.Document{ID: row.id, CategoryID: row.category, Name: row.name, Metadata: row.metadata}
	before := *d
	if err := d.Patch(*in.Docs[0]).Err(); err != nil {
		return nil, err
	}
	changes := model.Changes(before, *d)
	if len(changes) > 0 {
		if row, err = w.updateDocument(ctx, d); err != nil {
			return nil, err
		}
		if err := w.record(ctx, "updated", "document", d.ID, changes); err != nil {
			return nil, err
		}
	}
	changed, err := s.document(row, w.now)
	return []*document{changed}, err
}

const lockCasesSQL = `SELECT FROM cases WHERE portfolio_id = $1 AND id = ANY($2) ORDER BY id FOR NO KEY UPDATE`

// updateDocument saves the members that a client can change.
func (w *write) updateDocument(ctx context.Context, d *model.Document) (*documentRow, error) {
	metadata, _ := d.Metadata.MarshalJSON()
	return scanDocument(w.QueryRow(ctx, `UPDATE documents SET category_id = $3, name = $4, metadata = $5, updated_at = $6
		WHERE portfolio_id = $1 AND id = $2 RETURNING `+documentColumns, w.portfolio, d.ID, d.CategoryID, d.Name, metadata, w.now))
}
