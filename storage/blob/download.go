package blob

import (
	"errors"
	"mime"
	"net/http"
	"strings"
	"time"

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
	file, a, err := s.open(r.Context(), t.key)
	if errors.Is(err, ErrNotFound) {
		writeProblem(w, http.StatusNotFound, fault.CodeNotFound,
			"The file is no longer kept. Read the document again for its present URL.")
		return
	}
	if err != nil {
		s.unavailable(w, r, err)
		return
	}
	defer func() { _ = file.Close() }()
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
	http.ServeContent(&problemWriter{ResponseWriter: w}, r, "", a.ModTime, file)
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

func describe(h http.Header, t ticket, a attributes) {
	h.Set("Content-Type", t.contentType)
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": t.fileName}))
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	h.Set("Referrer-Policy", "no-referrer") // the address is the permission
	h.Set("Cache-Control", "private")
	h.Set("Etag", a.ETag)
}

// describeInline lets a browser show the file, in a frame of a page of this server too, but in a sandbox. The styles
// are those of the browser's own viewers.
func describeInline(h http.Header, t ticket) {
	h.Set("Content-Disposition", mime.FormatMediaType("inline", map[string]string{"filename": t.fileName}))
	h.Set("Content-Security-Policy", "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'")
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
