package limit

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage"
)

type documentsInput struct {
	Docs []*model.CreateDocumentItem `json:"docs"`
}

// createDocuments creates one document, as the bench does.
func (s *server) createDocuments(ctx context.Context, w *write, in documentsInput) (any, error) {
	if len(in.Docs) != 1 {
		return nil, errors.New("the bench creates documents one by one")
	}
	refs, err := w.documentReferences(ctx, in.Docs[0])
	if err != nil {
		return nil, err
	}
	docs, violations := model.NewDocuments(in.Docs, refs, storage.NewID, w.now)
	if err := violations.Err(); err != nil {
		return nil, err
	}
	d := docs[0]
	if err := s.claimFile(ctx, w, d, refs.Uploads[d.Versions[0]]); err != nil {
		return nil, err
	}
	if err := w.claimUpload(ctx, d); err != nil {
		return nil, err
	}
	row, err := w.insertDocument(ctx, d)
	if err != nil {
		return nil, err
	}
	made, err := s.document(row, w.now)
	return []*document{made}, errors.Join(err, audit(ctx, w, "document", d.ID, d))
}

func (w *write) documentReferences(ctx context.Context, in *model.CreateDocumentItem) (refs model.DocumentReferences, err error) {
	refs.Cases = w.existing(ctx, "cases", []uuid.UUID{in.CaseID})
	if w.failed != nil {
		return refs, w.failed
	}
	u := &model.Upload{PortfolioID: w.portfolio}
	err = w.QueryRow(ctx, `SELECT id, file_name, file_type, created_at, expires_at, claimed_at FROM uploads
		WHERE portfolio_id = $1 AND id = ANY($2)`, w.portfolio, []uuid.UUID{scalar.ParseID(in.DirectUploadKey)}).
		Scan((*[16]byte)(&u.ID), &u.FileName, &u.FileType, &u.CreatedAt, &u.ExpiresAt, &u.ClaimedAt)
	refs.Uploads = map[uuid.UUID]*model.Upload{u.ID: u}
	return refs, err
}

// claimFile copies the file to a key that no signed URL can write, before the transaction locks a row.
func (s *server) claimFile(ctx context.Context, w *write, d *model.Document, from *model.Upload) error {
	if _, err := w.Exec(ctx, `SELECT set_config('idle_in_transaction_session_timeout', $1, true)`, "30000"); err != nil {
		return err
	}
	_, _, err := s.blobs.Claim(ctx, from.UploadKey(), d.BlobKey)
	return err
}

// claimUpload locks the document's case and marks its upload as used.
func (w *write) claimUpload(ctx context.Context, d *model.Document) error {
	_, err := w.Exec(ctx, lockCasesSQL, w.portfolio, []uuid.UUID{d.CaseID})
	if err != nil {
		return err
	}
	locked, err := w.Exec(ctx, `SELECT FROM uploads
		WHERE portfolio_id = $1 AND id = ANY($2) AND claimed_at IS NULL AND expires_at > $3
		ORDER BY id FOR UPDATE`, w.portfolio, d.Versions, w.now)
	if err != nil || locked.RowsAffected() == 0 {
		return errors.Join(err, errors.New("the upload is used already"))
	}
	_, err = w.Exec(ctx, `UPDATE uploads SET claimed_at = $3, blob_key = $4 WHERE portfolio_id = $1 AND id = $2`,
		w.portfolio, d.Versions[0], w.now, d.BlobKey)
	return err
}

func (w *write) insertDocument(ctx context.Context, d *model.Document) (*documentRow, error) {
	metadata, _ := d.Metadata.MarshalJSON()
	return scanDocument(w.QueryRow(ctx, `INSERT INTO documents (portfolio_id, id, case_id, category_id, file_name,
			file_type, name, versions, blob_key, metadata, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11) RETURNING `+documentColumns,
		w.portfolio, d.ID, d.CaseID, d.CategoryID, d.FileName, d.FileType, d.Name, d.Versions, d.BlobKey, metadata, w.now))
}
