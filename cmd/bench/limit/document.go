package limit

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/scalar"
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
	FileExt    catalog.FileExt `json:"fileExt"`
	Versions   []uuid.UUID     `json:"versions"`
	Metadata   json.RawMessage `json:"metadata"`
}

// documentRow is a row of documentColumns, in types that pgx reads without reflection.
type documentRow struct {
	id, caseID, category     [16]byte
	fileName, fileType, name string
	versions                 idList
	blobKey                  string
	metadata                 []byte
	created, updated         time.Time
}

func (d *documentRow) targets() []any {
	return []any{
		&d.id, &d.caseID, &d.category, &d.fileName, &d.fileType, &d.name, &d.versions, &d.blobKey,
		&d.metadata, &d.created, &d.updated,
	}
}

func (s *server) document(d *documentRow, now time.Time) (*document, error) {
	url, err := s.blobs.SignDownload(d.blobKey, d.fileName, d.fileType, now)
	return &document{
		ID: d.id, CaseID: d.caseID, CategoryID: d.category, FileName: d.fileName, FileType: d.fileType, Name: d.name,
		URL: url, FileExt: catalog.NewFileExt(d.fileName, d.fileType), Versions: idsOf(d.versions), Metadata: d.metadata,
		CreatedAt: stamp(d.created), UpdatedAt: stamp(d.updated),
	}, err
}

var documents = statementsOf("documents", "", documentColumns)

// readDocuments calls fn with each row of the page that the request asks for. The row is reused for the next.
func (s *server) readDocuments(r *http.Request, c *caller, fn func(*documentRow) error) (page, error) {
	var row documentRow
	return s.readPage(r, c, documents, row.targets(), func() error { return fn(&row) })
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
	row, err := scanDocument(s.pool.QueryRow(r.Context(), documents.get, c.portfolio, scalar.ParseID(chi.URLParam(r, "id"))))
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
	ext := catalog.NewFileExt(d.fileName, d.fileType)
	b = scalar.AppendID(append(b, `{"id":`...), d.id)
	b = scalar.AppendID(append(b, `,"caseId":`...), d.caseID)
	b = appendString(append(b, `,"fileName":`...), d.fileName)
	b = appendString(append(b, `,"fileType":`...), d.fileType)
	b = appendString(append(b, `,"url":`...), url)
	b = appendTime(append(b, `,"createdAt":`...), d.created)
	b = appendTime(append(b, `,"updatedAt":`...), d.updated)
	b = scalar.AppendID(append(b, `,"categoryId":`...), d.category)
	b = appendString(append(b, `,"name":`...), d.name)
	b = appendString(append(b, `,"fileExt":{"extension":`...), ext.Extension)
	b = appendString(append(b, `,"mediaType":`...), ext.MediaType)
	b = append(b, `},"versions":[`...)
	for i, v := range d.versions {
		if i > 0 {
			b = append(b, ',')
		}
		b = scalar.AppendID(b, v.Bytes)
	}
	b = append(append(b, `],"metadata":`...), d.metadata...)
	return append(b, '}'), err
}

func appendTime(b []byte, t time.Time) []byte {
	return append(t.UTC().AppendFormat(append(b, '"'), scalar.TimeLayout), '"')
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
