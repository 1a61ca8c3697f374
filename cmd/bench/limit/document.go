package limit

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/covertrack/covertrack/model"
)

const documentColumns = `id, case_id, category_id, file_name, file_type, name, versions, blob_key, metadata, created_at, updated_at`

// document is a document as JSON has it.
type document struct {
	ID         uuid.UUID       `json:"id"`
	CaseID     uuid.UUID       `json:"caseId"`
	FileName   string          `json:"fileName"`
	FileType   string          `json:"fileType"`
	URL        string          `json:"url"`
	CreatedAt  string          `json:"createdAt"`
	UpdatedAt  string          `json:"updatedAt"`
	CategoryID uuid.UUID       `json:"categoryId"`
	Name       string          `json:"name"`
	FileExt    model.FileExt   `json:"fileExt"`
	Versions   []uuid.UUID     `json:"versions"`
	Metadata   json.RawMessage `json:"metadata"`
}

// documentRow is a row of documentColumns, in types that pgx reads without reflection.
type documentRow struct {
	id, caseID, category     [16]byte
	fileName, fileType, name string
	versions                 pgtype.FlatArray[pgtype.UUID]
	blobKey                  string
	metadata                 []byte
	created, updated         time.Time
}

func (d *documentRow) targets(more ...any) []any {
	return append([]any{
		&d.id, &d.caseID, &d.category, &d.fileName, &d.fileType, &d.name, &d.versions, &d.blobKey, &d.metadata, &d.created, &d.updated,
	}, more...)
}

// document answers the row as JSON has it.
func (s *server) document(d *documentRow, now time.Time) (*document, error) {
	url, err := s.blobs.SignDownload(d.blobKey, d.fileName, d.fileType, now)
	versions := make([]uuid.UUID, len(d.versions))
	for i, v := range d.versions {
		versions[i] = v.Bytes
	}
	return &document{
		ID: d.id, CaseID: d.caseID, CategoryID: d.category, FileName: d.fileName, FileType: d.fileType, Name: d.name, URL: url,
		FileExt: model.NewFileExt(d.fileName, d.fileType), Versions: versions, Metadata: d.metadata,
		CreatedAt: stamp(d.created), UpdatedAt: stamp(d.updated),
	}, err
}

// The list's page and total are one statement.
const (
	totalSQL = `SELECT COALESCE(sum(n), 0)::bigint FROM record_counts WHERE portfolio_id = $1 AND noun = 'documents'`
	listSQL  = `SELECT ` + documentColumns + `, (` + totalSQL + `) FROM documents WHERE portfolio_id = $1 ORDER BY id LIMIT $2 OFFSET $3`
)

type page struct{ limit, offset, total int }

// readDocuments hands each row of a page to fn, and answers where it stands.
func (s *server) readDocuments(r *http.Request, c *caller, fn func(*documentRow) error) (*page, error) {
	p := &page{limit: 50}
	query := r.URL.Query()
	for name, to := range map[string]*int{"limit": &p.limit, "offset": &p.offset} {
		if text := query.Get(name); text != "" {
			var err error
			if *to, err = strconv.Atoi(text); err != nil {
				return nil, err
			}
		}
	}
	rows, err := s.pool.Query(r.Context(), listSQL, c.portfolio, p.limit, p.offset)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var row documentRow
	targets := row.targets(&p.total)
	for rows.Next() {
		if err := rows.Scan(targets...); err != nil {
			return nil, err
		}
		if err := fn(&row); err != nil {
			return nil, err
		}
	}
	if err := rows.Err(); err != nil || rows.CommandTag().RowsAffected() > 0 {
		return p, err
	}
	return p, s.pool.QueryRow(r.Context(), totalSQL, c.portfolio).Scan(&p.total)
}

func (s *server) listDocuments(w http.ResponseWriter, r *http.Request) {
	c := s.authenticate(w, r)
	if c == nil {
		return
	}
	var list struct {
		Data []*document `json:"data"`
		Meta struct {
			Limit  int `json:"limit"`
			Offset int `json:"offset"`
			Total  int `json:"total"`
		} `json:"meta"`
	}
	list.Data = make([]*document, 0, 50)
	now := s.now()
	p, err := s.readDocuments(r, c, func(row *documentRow) error {
		d, err := s.document(row, now)
		list.Data = append(list.Data, d)
		row.metadata = nil // it is the document's now
		return err
	})
	if fail(w, err) {
		return
	}
	list.Meta.Limit, list.Meta.Offset, list.Meta.Total = p.limit, p.offset, p.total
	answer(w, list)
}

func (s *server) getDocument(w http.ResponseWriter, r *http.Request) {
	c := s.authenticate(w, r)
	if c == nil {
		return
	}
	row, err := readDocument(r.Context(), s.pool, `SELECT `+documentColumns+` FROM documents WHERE portfolio_id = $1 AND id = $2`,
		c.portfolio, model.ParseID(chi.URLParam(r, "id")))
	if fail(w, err) {
		return
	}
	d, err := s.document(row, s.now())
	if fail(w, err) {
		return
	}
	answer(w, d)
}

// querier is the pool or a transaction.
type querier interface {
	QueryRow(ctx context.Context, query string, args ...any) pgx.Row
}

func readDocument(ctx context.Context, q querier, query string, args ...any) (*documentRow, error) {
	row := new(documentRow)
	return row, q.QueryRow(ctx, query, args...).Scan(row.targets()...)
}
