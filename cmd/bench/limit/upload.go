package limit

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

type documentsInput struct {
	Docs []*model.CreateDocumentItem `json:"docs"`
}

func (s *server) createDocuments(ctx context.Context, w *write, in documentsInput) (any, error) {
	refs, err := w.documentReferences(ctx, in.Docs)
	if err != nil {
		return nil, err
	}
	docs, vs := model.NewDocuments(in.Docs, refs, storage.NewID, w.now)
	if err := vs.Err(); err != nil {
		return nil, err
	}
	if err := s.claimFiles(ctx, w, docs, refs.Uploads); err != nil {
		return nil, err
	}
	made := make([]*document, len(docs))
	for i, d := range docs {
		if err := w.claimUpload(ctx, d); err != nil {
			return nil, err
		}
		row, err := w.insertDocument(ctx, d)
		if err != nil {
			return nil, err
		}
		if made[i], err = s.document(row, w.now); err != nil {
			return nil, err
		}
		if err := audit(ctx, w, "document", d.ID, d); err != nil {
			return nil, err
		}
	}
	return made, nil
}

func (w *write) documentReferences(ctx context.Context, items []*model.CreateDocumentItem) (model.DocumentReferences, error) {
	var cases, keys []uuid.UUID
	for _, item := range items {
		cases, keys = append(cases, item.CaseID), append(keys, model.ParseID(item.DirectUploadKey))
	}
	refs := model.DocumentReferences{Cases: w.existing(ctx, "cases", cases), Uploads: map[uuid.UUID]*model.Upload{}}
	if w.failed != nil {
		return refs, w.failed
	}
	rows, _ := w.Query(ctx, `SELECT id, file_name, file_type, created_at, expires_at, claimed_at FROM uploads
		WHERE portfolio_id = $1 AND id = ANY($2)`, w.portfolio, keys)
	u := model.Upload{PortfolioID: w.portfolio}
	targets := []any{(*[16]byte)(&u.ID), &u.FileName, &u.FileType, &u.CreatedAt, &u.ExpiresAt, &u.ClaimedAt}
	_, err := pgx.ForEachRow(rows, targets, func() error {
		found := u
		refs.Uploads[u.ID] = &found
		return nil
	})
	return refs, err
}

// claimFiles copies the files to keys that no signed URL can write, before the transaction locks a row.
func (s *server) claimFiles(ctx context.Context, w *write, docs []*model.Document, uploads map[uuid.UUID]*model.Upload) error {
	const within = 30 * time.Second
	_, err := w.Exec(ctx, `SELECT set_config('idle_in_transaction_session_timeout', $1, true)`, strconv.FormatInt(within.Milliseconds(), 10))
	for _, d := range docs {
		if err != nil {
			break
		}
		_, _, err = s.blobs.Claim(ctx, uploads[d.Versions[0]].UploadKey(), d.BlobKey)
	}
	return err
}

// claimUpload locks the document's case and marks its upload as used. The bench creates one document in a request, so one
// document is locked at a time.
func (w *write) claimUpload(ctx context.Context, d *model.Document) error {
	_, err := w.Exec(ctx, `SELECT FROM cases WHERE portfolio_id = $1 AND id = ANY($2) ORDER BY id FOR NO KEY UPDATE`,
		w.portfolio, []uuid.UUID{d.CaseID})
	if err != nil {
		return err
	}
	locked, err := w.Exec(ctx, `SELECT FROM uploads WHERE portfolio_id = $1 AND id = ANY($2) AND claimed_at IS NULL AND expires_at > $3
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
	return readDocument(ctx, w, `INSERT INTO documents (portfolio_id, id, case_id, category_id, file_name, file_type, name, versions, blob_key,
			metadata, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11) RETURNING `+documentColumns,
		w.portfolio, d.ID, d.CaseID, d.CategoryID, d.FileName, d.FileType, d.Name, d.Versions, d.BlobKey, metadata, w.now)
}
