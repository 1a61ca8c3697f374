package limit

import (
	"bytes"
	"encoding/hex"
	"net/http"
	"strconv"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
)

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
	b = appendID(append(b, `{"id":`...), d.id)
	b = appendID(append(b, `,"caseId":`...), d.caseID)
	b = appendString(append(b, `,"fileName":`...), d.fileName)
	b = appendString(append(b, `,"fileType":`...), d.fileType)
	b = appendString(append(b, `,"url":`...), url)
	b = appendTime(append(b, `,"createdAt":`...), d.created)
	b = appendTime(append(b, `,"updatedAt":`...), d.updated)
	b = appendID(append(b, `,"categoryId":`...), d.category)
	b = appendString(append(b, `,"name":`...), d.name)
	b = appendString(append(b, `,"fileExt":{"extension":`...), ext.Extension)
	b = appendString(append(b, `,"mediaType":`...), ext.MediaType)
	b = append(b, `},"versions":[`...)
	for i, v := range d.versions {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendID(b, v.Bytes)
	}
	b = append(append(b, `],"metadata":`...), d.metadata...)
	return append(b, '}'), err
}

func appendID(b []byte, id uuid.UUID) []byte {
	b = hex.AppendEncode(append(b, '"'), id[:4])
	for _, part := range [][]byte{id[4:6], id[6:8], id[8:10], id[10:]} {
		b = hex.AppendEncode(append(b, '-'), part)
	}
	return append(b, '"')
}

func appendTime(b []byte, t time.Time) []byte {
	return append(t.UTC().AppendFormat(append(b, '"'), model.TimeLayout), '"')
}

// appendString escapes what JSON requires and nothing else.
func appendString(b []byte, s string) []byte {
	b = append(b, '"')
	start := 0
	for i := range len(s) {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		b = append(b, s[start:i]...)
		start = i + 1
		switch c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\n':
			b = append(b, `\n`...)
		case '\r':
			b = append(b, `\r`...)
		case '\t':
			b = append(b, `\t`...)
		default:
			b = hex.AppendEncode(append(b, `\u00`...), []byte{c})
		}
	}
	return append(append(b, s[start:]...), '"')
}
