package limit

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage"
)

// documentBody is a document as JSON has it.
type documentBody struct {
	ID         uuid.UUID             `json:"id"`
	CaseID     uuid.UUID             `json:"caseId"`
	FileName   string                `json:"fileName"`
	FileType   string                `json:"fileType"`
	URL        string                `json:"url"`
	CreatedAt  string                `json:"createdAt"`
	UpdatedAt  string                `json:"updatedAt"`
	CategoryID uuid.UUID             `json:"categoryId"`
	Name       string                `json:"name"`
	FileExt    catalog.FileExt       `json:"fileExt"`
	Versions   []uuid.UUID           `json:"versions"`
	Evidences  []model.EvidencedTerm `json:"evidences"`
	Metadata   json.RawMessage       `json:"metadata"`
}

var documents = noun[model.Document, *documentBody]{
	table: "documents",
	columns: `t.id, t.case_id, t.category_id, t.file_name, t.file_type, t.name, t.versions, t.blob_key, t.metadata,
		t.created_at, t.updated_at, t.evidences`,
	targets: func(d *model.Document) []any {
		return []any{
			(*[16]byte)(&d.ID), (*[16]byte)(&d.CaseID), (*[16]byte)(&d.CategoryID), &d.FileName, &d.FileType, &d.Name,
			(*ids)(&d.Versions), &d.BlobKey, (*[]byte)(&d.Metadata), &d.CreatedAt, &d.UpdatedAt,
			&d.Evidences,
		}
	},
	body: func(s *server, d *model.Document, now time.Time) (*documentBody, error) {
		url, err := s.blobs.SignDownload(d.BlobKey, d.FileName, d.FileType, now)
		return &documentBody{
			ID: d.ID, CaseID: d.CaseID, CategoryID: d.CategoryID, FileName: d.FileName, FileType: d.FileType, Name: d.Name,
			URL: url, FileExt: d.FileExt(), Versions: d.Versions, Evidences: slices.Clone(d.Evidences),
			Metadata: json.RawMessage(d.Metadata), CreatedAt: stamp(d.CreatedAt), UpdatedAt: stamp(d.UpdatedAt),
		}, err
	},
}

// docs is the body of a request: one document, as the bench sends.
type docs[T any] struct {
	Docs []*T `json:"docs"`
}

// createDocuments creates one document, as the bench does.
func createDocuments(ctx context.Context, w *writer, _ uuid.UUID, in docs[model.CreateDocumentItem]) (any, error) {
	refs, err := w.documentReferences(ctx, in.Docs[0])
	if err != nil {
		return nil, err
	}
	made, violations := model.NewDocuments(in.Docs, refs, storage.NewID, w.now)
	if err := violations.Err(); err != nil {
		return nil, err
	}
	d := made[0]
	if err := w.claimUpload(ctx, d, refs.Uploads[d.Versions[0]]); err != nil {
		return nil, err
	}
	metadata, _ := d.Metadata.MarshalJSON()
	row := new(model.Document)
	if err := documents.scan(w.QueryRow(ctx, `INSERT INTO documents AS t (portfolio_id, id, case_id, category_id, file_name,
			file_type, name, versions, blob_key, metadata, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11) RETURNING `+documents.columns,
		w.portfolio, d.ID, d.CaseID, d.CategoryID, d.FileName, d.FileType, d.Name, d.Versions, d.BlobKey, metadata, w.now), row); err != nil {
		return nil, err
	}
	body, err := documents.body(w.server, row, w.now)
	return []*documentBody{body}, errors.Join(err, audit(ctx, w, "document", d.ID, d))
}

func (w *writer) documentReferences(ctx context.Context, in *model.CreateDocumentItem) (refs model.DocumentReferences, err error) {
	refs.Cases = w.existing(ctx, "cases", []uuid.UUID{in.CaseID})
	u := &model.Upload{PortfolioID: w.portfolio}
	err = w.QueryRow(ctx, `SELECT id, file_name, file_type, created_at, expires_at, claimed_at FROM uploads
		WHERE portfolio_id = $1 AND id = ANY($2)`, w.portfolio, []uuid.UUID{scalar.ParseID(in.DirectUploadKey)}).
		Scan((*[16]byte)(&u.ID), &u.FileName, &u.FileType, &u.CreatedAt, &u.ExpiresAt, &u.ClaimedAt)
	refs.Uploads = map[uuid.UUID]*model.Upload{u.ID: u}
	return refs, errors.Join(w.failed, err)
}

// claimUpload copies the file to a key that no signed URL can write, locks the document's case, and marks the upload as
// used.
func (w *writer) claimUpload(ctx context.Context, d *model.Document, from *model.Upload) error {
	if _, err := w.Exec(ctx, `SELECT set_config('idle_in_transaction_session_timeout', $1, true)`, "30000"); err != nil {
		return err
	}
	if _, err := w.blobs.Claim(ctx, from.UploadKey(), d.BlobKey); err != nil {
		return err
	}
	if _, err := w.Exec(ctx, lockCasesSQL, w.portfolio, []uuid.UUID{d.CaseID}); err != nil {
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

const lockCasesSQL = `SELECT FROM cases WHERE portfolio_id = $1 AND id = ANY($2) ORDER BY id FOR NO KEY UPDATE`

// changeDocuments changes one document, as the bench does. It is locked after its case, which never changes.
func changeDocuments(ctx context.Context, w *writer, _ uuid.UUID, in docs[model.UpdateDocumentItem]) (any, error) {
	id, row := in.Docs[0].ID, new(model.Document)
	if err := documents.scan(w.QueryRow(ctx, documents.query("", " AND t.id = $2"), w.portfolio, id), row); err != nil {
		return nil, err
	}
	if _, err := w.Exec(ctx, lockCasesSQL, w.portfolio, []uuid.UUID{row.CaseID}); err != nil {
		return nil, err
	}
	if err := documents.scan(w.QueryRow(ctx, documents.query("", " AND t.id = $2 FOR NO KEY UPDATE"), w.portfolio, id), row); err != nil {
		return nil, err
	}
	before := *row
	if err := row.Patch(*in.Docs[0], nil).Err(); err != nil { // the input names no policy
		return nil, err
	}
	changes := model.Changes(before, *row)
	if len(changes) > 0 {
		metadata, _ := row.Metadata.MarshalJSON()
		if err := documents.scan(w.QueryRow(ctx, `UPDATE documents AS t SET category_id = $3, name = $4, metadata = $5, updated_at = $6
			WHERE portfolio_id = $1 AND id = $2 RETURNING `+documents.columns,
			w.portfolio, id, row.CategoryID, row.Name, metadata, w.now), row); err != nil {
			return nil, err
		}
		if err := w.record(ctx, "updated", "document", id, changes); err != nil {
			return nil, err
		}
	}
	body, err := documents.body(w.server, row, w.now)
	return []*documentBody{body}, err
}
