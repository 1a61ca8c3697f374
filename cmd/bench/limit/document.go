package limit

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/covertrack/covertrack/model"
)

const documentColumns = `id, case_id, category_id, file_name, file_type, name, versions, blob_key, metadata,
	created_at, updated_at`

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
		&d.id, &d.caseID, &d.category, &d.fileName, &d.fileType, &d.name, &d.versions, &d.blobKey,
		&d.metadata, &d.created, &d.updated,
	}, more...)
}

func (s *server) document(d *documentRow, now time.Time) (*document, error) {
	url, err := s.blobs.SignDownload(d.blobKey, d.fileName, d.fileType, now)
	versions := make([]uuid.UUID, len(d.versions))
	for i, v := range d.versions {
		versions[i] = v.Bytes
	}
	return &document{
		ID: d.id, CaseID: d.caseID, CategoryID: d.category, FileName: d.fileName, FileType: d.fileType, Name: d.name,
		URL: url, FileExt: model.NewFileExt(d.fileName, d.fileType), Versions: versions, Metadata: d.metadata,
		CreatedAt: stamp(d.created), UpdatedAt: stamp(d.updated),
	}, err
}

// One statement reads the page and the total of the list.
const (
	totalSQL = `SELECT COALESCE(sum(n), 0)::bigint FROM record_counts WHERE portfolio_id = $1 AND noun = 'documents'`
	listSQL  = `SELECT ` + documentColumns + `, (` + totalSQL + `) FROM documents
		WHERE portfolio_id = $1 ORDER BY id LIMIT $2 OFFSET $3`
	getSQL = `SELECT ` + documentColumns + ` FROM documents WHERE portfolio_id = $1 AND id = $2`
)

type page struct {
	Limit  int `json:"limit"`
	Offset int `json:"offset"`
	Total  int `json:"total"`
}

// readDocuments calls fn with each row of the page that the request asks for. The row is reused for the next.
func (s *server) readDocuments(r *http.Request, c *caller, fn func(*documentRow) error) (p page, err error) {
	query := r.URL.Query()
	p.Limit, err = strconv.Atoi(cmp.Or(query.Get("limit"), "50"))
	offset, err2 := strconv.Atoi(cmp.Or(query.Get("offset"), "0"))
	if err := errors.Join(err, err2); err != nil {
		return p, err
	}
	p.Offset = offset
	var row documentRow
	rows, _ := s.pool.Query(r.Context(), listSQL, c.portfolio, p.Limit, p.Offset)
	read, err := pgx.ForEachRow(rows, row.targets(&p.Total), func() error { return fn(&row) })
	if err != nil || read.RowsAffected() > 0 {
		return p, err
	}
	err = s.pool.QueryRow(r.Context(), totalSQL, c.portfolio).Scan(&p.Total)
	return p, err
}

func (s *server) listDocuments(r *http.Request, c *caller, out *bytes.Buffer) error {
	list := struct {
		Data []*document `json:"data"`
		Meta page        `json:"meta"`
	}{Data: make([]*document, 0, 50)}
	now := s.now()
	var err error
	list.Meta, err = s.readDocuments(r, c, func(row *documentRow) error {
		d, err := s.document(row, now)
		list.Data = append(list.Data, d)
		row.metadata = nil // the next row must not overwrite it
		return err
	})
	if err != nil {
		return err
	}
	return encode(out, list)
}

func (s *server) getDocument(r *http.Request, c *caller, out *bytes.Buffer) error {
	row, err := scanDocument(s.pool.QueryRow(r.Context(), getSQL, c.portfolio, model.ParseID(chi.URLParam(r, "id"))))
	if err != nil {
		return err
	}
	d, err := s.document(row, s.now())
	if err != nil {
		return err
	}
	return encode(out, d)
}

func scanDocument(from pgx.Row) (*documentRow, error) {
	row := new(documentRow)
	return row, from.Scan(row.targets()...)
}
