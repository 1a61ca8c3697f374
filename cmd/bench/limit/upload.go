package limit

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

func (s *server) createDocuments(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Docs []*model.CreateDocumentItem `json:"docs"`
	}
	s.create(w, r, &in, func(ctx context.Context, w *write) (any, error) {
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
		if err := w.claimUploads(ctx, docs); err != nil {
			return nil, err
		}
		made := make([]*document, len(docs))
		for i, d := range docs {
			row, err := w.insertDocument(ctx, d)
			if err != nil {
				return nil, err
			}
			record(w, "document", d.ID, d)
			if made[i], err = s.document(row, w.now); err != nil {
				return nil, err
			}
		}
		return made, nil
	})
}

func (w *write) documentReferences(ctx context.Context, items []*model.CreateDocumentItem) (refs model.DocumentReferences, err error) {
	var cases, keys []uuid.UUID
	for _, item := range items {
		cases, keys = append(cases, item.CaseID), append(keys, model.ParseID(item.DirectUploadKey))
	}
	if refs.Cases, err = w.existing(ctx, "cases", cases); err != nil {
		return refs, err
	}
	refs.Uploads = map[uuid.UUID]*model.Upload{}
	rows, err := w.Query(ctx, `SELECT id, file_name, file_type, created_at, expires_at, claimed_at FROM uploads
		WHERE portfolio_id = $1 AND id = ANY($2)`, w.portfolio, keys)
	if err != nil {
		return refs, err
	}
	var u model.Upload
	_, err = pgx.ForEachRow(rows, []any{(*[16]byte)(&u.ID), &u.FileName, &u.FileType, &u.CreatedAt, &u.ExpiresAt, &u.ClaimedAt}, func() error {
		found := u
		found.PortfolioID = w.portfolio
		refs.Uploads[u.ID] = &found
		return nil
	})
	return refs, err
}

// claimFiles copies the files to where no signed URL writes, before anything is locked.
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

// claimUploads locks the cases and uses up the upload keys.
func (w *write) claimUploads(ctx context.Context, docs []*model.Document) error {
	ids := func(of func(*model.Document) uuid.UUID) (all []uuid.UUID) {
		for _, d := range docs {
			if id := of(d); !slices.Contains(all, id) {
				all = append(all, id)
			}
		}
		return all
	}
	cases, uploads := ids(func(d *model.Document) uuid.UUID { return d.CaseID }), ids(func(d *model.Document) uuid.UUID { return d.Versions[0] })
	_, err := w.Exec(ctx, `SELECT FROM cases WHERE portfolio_id = $1 AND id = ANY($2) ORDER BY id FOR NO KEY UPDATE`, w.portfolio, cases)
	if err != nil {
		return err
	}
	locked, err := w.Exec(ctx, `SELECT FROM uploads WHERE portfolio_id = $1 AND id = ANY($2) AND claimed_at IS NULL AND expires_at > $3
		ORDER BY id FOR UPDATE`, w.portfolio, uploads, w.now)
	if err != nil || int(locked.RowsAffected()) < len(uploads) {
		return errors.Join(err, errors.New("an upload is used already"))
	}
	for _, d := range docs {
		_, err := w.Exec(ctx, `UPDATE uploads SET claimed_at = $3, blob_key = $4 WHERE portfolio_id = $1 AND id = $2`,
			w.portfolio, d.Versions[0], w.now, d.BlobKey)
		if err != nil {
			return err
		}
	}
	return nil
}

func (w *write) insertDocument(ctx context.Context, d *model.Document) (*documentRow, error) {
	metadata, _ := d.Metadata.MarshalJSON()
	return readDocument(ctx, w, `INSERT INTO documents (portfolio_id, id, case_id, category_id, file_name, file_type, name, versions, blob_key,
			metadata, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11) RETURNING `+documentColumns,
		w.portfolio, d.ID, d.CaseID, d.CategoryID, d.FileName, d.FileType, d.Name, d.Versions, d.BlobKey, metadata, w.now)
}
