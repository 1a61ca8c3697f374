package limit

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/99designs/gqlgen/graphql"
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

// appendDocuments is listDocuments with an encoder written by hand in place of encoding/json.
func (s *server) appendDocuments(r *http.Request, c *caller, out *bytes.Buffer) error {
	body := append(out.AvailableBuffer(), `{"data":[`...)
	now, first := s.now(), true
	p, err := s.readDocuments(r, c, func(row *documentRow) (err error) {
		if !first {
			body = append(body, ',')
		}
		first = false
		body, err = s.appendDocument(body, row, now)
		return err
	})
	body = strconv.AppendInt(append(body, `],"meta":{"limit":`...), int64(p.Limit), 10)
	body = strconv.AppendInt(append(body, `,"offset":`...), int64(p.Offset), 10)
	body = strconv.AppendInt(append(body, `,"total":`...), int64(p.Total), 10)
	_, _ = out.Write(append(body, `}}`...))
	return err
}

func (s *server) appendDocument(b []byte, d *documentRow, now time.Time) ([]byte, error) {
	url, err := s.blobs.SignDownload(d.blobKey, d.fileName, d.fileType, now)
	ext := model.NewFileExt(d.fileName, d.fileType)
	b = model.AppendID(append(b, `{"id":`...), d.id)
	b = model.AppendID(append(b, `,"caseId":`...), d.caseID)
	b = appendString(append(b, `,"fileName":`...), d.fileName)
	b = appendString(append(b, `,"fileType":`...), d.fileType)
	b = appendString(append(b, `,"url":`...), url)
	b = appendTime(append(b, `,"createdAt":`...), d.created)
	b = appendTime(append(b, `,"updatedAt":`...), d.updated)
	b = model.AppendID(append(b, `,"categoryId":`...), d.category)
	b = appendString(append(b, `,"name":`...), d.name)
	b = appendString(append(b, `,"fileExt":{"extension":`...), ext.Extension)
	b = appendString(append(b, `,"mediaType":`...), ext.MediaType)
	b = append(b, `},"versions":[`...)
	for i, v := range d.versions {
		if i > 0 {
			b = append(b, ',')
		}
		b = model.AppendID(b, v.Bytes)
	}
	b = append(append(b, `],"metadata":`...), d.metadata...)
	return append(b, '}'), err
}

func appendTime(b []byte, t time.Time) []byte {
	return append(t.UTC().AppendFormat(append(b, '"'), model.TimeLayout), '"')
}

// appendString escapes what JSON requires and nothing else. Few strings need that.
func appendString(b []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' {
			out := bytes.NewBuffer(b)
			graphql.MarshalString(s).MarshalGQL(out)
			return out.Bytes()
		}
	}
	return append(append(append(b, '"'), s...), '"')
}
