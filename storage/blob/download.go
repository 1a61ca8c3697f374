package blob

import (
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"
	"time"

	cdk "gocloud.dev/blob"
)

// downloadTimeout ends a download that a client reads too slowly. The client can resume it with Range.
const downloadTimeout = 5 * time.Minute

// download sends the file as an attachment that no browser will run.
func (s *Store) download(w http.ResponseWriter, r *http.Request, t ticket) {
	a, err := s.attributes(r.Context(), t.key)
	if errors.Is(err, ErrNotFound) {
		writeProblem(w, http.StatusNotFound, "not_found",
			"The file is no longer kept. Read the document again for its present URL.")
		return
	}
	if err != nil {
		s.unavailable(w, r, err)
		return
	}
	if strings.Contains(r.Header.Get("Range"), ",") {
		r.Header.Del("Range") // each range would be a request to the store
	}
	describe(w.Header(), t, a)
	out := http.NewResponseController(w)
	if out.SetWriteDeadline(time.Now().Add(downloadTimeout)) == nil {
		// The deadline belongs to the connection, which may serve another request next.
		defer func() { _ = out.SetWriteDeadline(time.Time{}) }()
	}
	content := &lazyReader{ctx: r.Context(), bucket: s.bucket, key: t.key, size: a.Size}
	defer content.close()
	http.ServeContent(&problemWriter{ResponseWriter: w}, r, "", a.ModTime, content)
}

func describe(h http.Header, t ticket, a *cdk.Attributes) {
	h.Set("Content-Type", t.contentType)
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": t.fileName}))
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	h.Set("Referrer-Policy", "no-referrer") // the address is the permission
	h.Set("Cache-Control", "private")
	if a.ETag != "" {
		h.Set("Etag", a.ETag)
	}
}

// A lazyReader opens the object at the first read after a seek, so that HEAD and 304 fetch nothing, and a range fetches
// only what it asks for.
type lazyReader struct {
	ctx    context.Context
	bucket *cdk.Bucket
	key    string
	size   int64
	offset int64
	open   *cdk.Reader
}

func (l *lazyReader) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += l.offset
	case io.SeekEnd:
		offset += l.size
	}
	if offset < 0 {
		return 0, errors.New("blob: seek before the start")
	}
	if offset != l.offset {
		l.close()
		l.offset = offset
	}
	return offset, nil
}

func (l *lazyReader) Read(p []byte) (int, error) {
	if l.offset >= l.size {
		return 0, io.EOF
	}
	if l.open == nil {
		r, err := l.bucket.NewRangeReader(l.ctx, l.key, l.offset, -1, nil)
		if err != nil {
			return 0, err
		}
		l.open = r
	}
	n, err := l.open.Read(p)
	l.offset += int64(n)
	return n, err
}

func (l *lazyReader) close() {
	if l.open != nil {
		_ = l.open.Close()
		l.open = nil
	}
}

// A problemWriter replaces ServeContent's plain 416 by a problem.
type problemWriter struct {
	http.ResponseWriter
	refused bool
}

func (p *problemWriter) WriteHeader(status int) {
	if status != http.StatusRequestedRangeNotSatisfiable {
		p.ResponseWriter.WriteHeader(status)
		return
	}
	p.refused = true
	writeProblem(p.ResponseWriter, status, "range_not_satisfiable",
		"The range lies outside of the file. Content-Range tells its size.")
}

func (p *problemWriter) Write(b []byte) (int, error) {
	if p.refused {
		return len(b), nil // ServeContent's own text
	}
	return p.ResponseWriter.Write(b)
}
