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

	"github.com/covertrack/covertrack/model/fault"
)

// downloadTimeout ends a download that a client reads too slowly. The client can resume it with Range.
const downloadTimeout = 5 * time.Minute

// shown are the types that a browser shows without running anything of them.
var shown = map[string]bool{
	"application/pdf": true, "image/gif": true, "image/jpeg": true, "image/png": true, "image/webp": true,
}

// download sends the file as an attachment that no browser will run, or to be shown if the client asks for that.
func (s *Store) download(w http.ResponseWriter, r *http.Request, t ticket) {
	a, err := s.attributes(r.Context(), t.key)
	if errors.Is(err, ErrNotFound) {
		writeProblem(w, http.StatusNotFound, fault.CodeNotFound,
			"The file is no longer kept. Read the document again for its present URL.")
		return
	}
	if err != nil {
		s.unavailable(w, r, err)
		return
	}
	keepRange(r.Header)
	describe(w.Header(), t, a)
	if r.URL.Query().Get("inline") == "1" && shown[t.contentType] {
		describeInline(w.Header(), t)
	}
	out := http.NewResponseController(w)
	if out.SetWriteDeadline(time.Now().Add(downloadTimeout)) == nil {
		// The deadline belongs to the connection, which may serve another request next.
		defer func() { _ = out.SetWriteDeadline(time.Time{}) }()
	}
	ctx, stall, end := s.watchStall(r.Context())
	defer end()
	object := &lazyObject{ctx: ctx, stall: stall, bucket: s.bucket, key: t.key}
	defer object.close()
	http.ServeContent(&problemWriter{ResponseWriter: w}, r, "", a.ModTime, io.NewSectionReader(object, 0, a.Size))
}

// keepRange leaves in the header a range that is served. Another unit than bytes is ignored, as RFC 9110 has it
// (14.2), and so are several ranges: each would be a request to the store.
func keepRange(h http.Header) {
	unit, spec, _ := strings.Cut(h.Get("Range"), "=")
	if !strings.EqualFold(strings.TrimSpace(unit), "bytes") || strings.Contains(spec, ",") {
		h.Del("Range")
		return
	}
	h.Set("Range", "bytes="+spec) // in the case that ServeContent knows
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

// describeInline lets a browser show the file, in a frame of a page of this server too, but in a sandbox. The styles
// are those of the browser's own viewers.
func describeInline(h http.Header, t ticket) {
	h.Set("Content-Disposition", mime.FormatMediaType("inline", map[string]string{"filename": t.fileName}))
	h.Set("Content-Security-Policy", "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'")
}

// A lazyObject opens the object at the first read, and again at a read elsewhere, so that HEAD and 304 fetch nothing, and
// a range fetches only what it asks for.
type lazyObject struct {
	ctx    context.Context
	stall  *stall
	bucket *cdk.Bucket
	key    string
	open   *cdk.Reader
	at     int64 // where open goes on
}

// ReadAt is for one reader that mostly goes forward.
func (l *lazyObject) ReadAt(p []byte, offset int64) (n int, err error) {
	l.stall.wait()
	defer l.stall.rest()
	if l.open == nil || offset != l.at {
		l.close()
		if l.open, err = l.bucket.NewRangeReader(l.ctx, l.key, offset, -1, nil); err != nil {
			return 0, err
		}
	}
	n, err = io.ReadFull(l.open, p)
	l.at = offset + int64(n)
	return n, err
}

func (l *lazyObject) close() {
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
	writeProblem(p.ResponseWriter, status, fault.CodeRangeNotSatisfiable,
		"The range lies outside of the file. Content-Range tells its size.")
}

func (p *problemWriter) Write(b []byte) (int, error) {
	if p.refused {
		return len(b), nil // ServeContent's own text
	}
	return p.ResponseWriter.Write(b)
}
