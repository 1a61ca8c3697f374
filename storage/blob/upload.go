package blob

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

// uploadTimeout replaces the server's shorter limit for reading a request.
const uploadTimeout = 30 * time.Second

// upload takes one PUT and answers 200 with nothing once the file is kept.
// Until then what was kept before stays, and a second PUT replaces it.
func (s *Store) upload(w http.ResponseWriter, r *http.Request, t ticket) {
	if types := r.Header["Content-Type"]; len(types) != 1 || types[0] != t.contentType {
		writeProblem(w, http.StatusUnsupportedMediaType, "unsupported_media_type",
			fmt.Sprintf("The URL was signed for another content type. Send exactly: Content-Type: %s", t.contentType))
		return
	}
	if r.ContentLength > s.maxUpload {
		s.tooLarge(w)
		return
	}
	// A server that cannot extend its limit only refuses slow uploads sooner.
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(uploadTimeout))
	body := &watched{r: http.MaxBytesReader(w, r.Body, s.maxUpload)}
	err := s.Write(r.Context(), t.key, t.contentType, body)
	var tooLarge *http.MaxBytesError
	switch {
	case err == nil:
		w.WriteHeader(http.StatusOK)
	case errors.As(body.err, &tooLarge):
		s.tooLarge(w)
	case body.err != nil:
		writeProblem(w, http.StatusBadRequest, "upload_incomplete",
			fmt.Sprintf("The file did not arrive whole within %s, nothing was kept. Send it again.", uploadTimeout))
	default:
		s.unavailable(w, r, err)
	}
}

func (s *Store) tooLarge(w http.ResponseWriter) {
	writeProblem(w, http.StatusRequestEntityTooLarge, "payload_too_large",
		fmt.Sprintf("An upload may have at most %d bytes. Send a smaller file.", s.maxUpload))
}

// watched remembers what ended the reading, to tell the client's failure from
// the store's.
type watched struct {
	r   io.Reader
	err error
}

func (b *watched) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	if err != nil && err != io.EOF {
		b.err = err
	}
	return n, err
}
