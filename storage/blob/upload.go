package blob

import (
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/covertrack/covertrack/model/fault"
)

// upload handles a PUT: 200 without a body once the file is stored. Until then an earlier file under the key is kept.
func (s *Store) upload(w http.ResponseWriter, r *http.Request, t ticket) {
	if types := r.Header["Content-Type"]; len(types) != 1 || types[0] != t.contentType {
		writeProblem(w, http.StatusUnsupportedMediaType, fault.CodeUnsupportedMediaType,
			fmt.Sprintf("The URL was signed for another content type. Send exactly: Content-Type: %s", t.contentType))
		return
	}
	if r.ContentLength > s.maxUpload {
		s.tooLarge(w)
		return
	}
	size := r.ContentLength
	if size < 0 {
		size = s.maxUpload
	}
	release, ok := s.reserve(size)
	if !ok {
		s.noRoom(w, r, s.errFloor())
		return
	}
	defer release()
	ended, ok := s.allowed(w, r, t, size)
	if !ok {
		return
	}
	body := &watched{r: s.pace.keep(w, http.MaxBytesReader(w, r.Body, s.maxUpload))}
	err := s.Write(r.Context(), t.key, t.contentType, body)
	stored := int64(-1)
	if err == nil {
		stored = body.n
	}
	ended(stored)
	s.answer(w, r, body.err, err)
}

// answer says how an upload ended: by an error of the client's, of the store's, or well.
func (s *Store) answer(w http.ResponseWriter, r *http.Request, sent, stored error) {
	_, tooLarge := errors.AsType[*http.MaxBytesError](sent)
	switch {
	case stored == nil:
		w.WriteHeader(http.StatusOK)
	case tooLarge:
		s.tooLarge(w)
	case sent != nil:
		writeProblem(w, http.StatusBadRequest, fault.CodeUploadIncomplete,
			fmt.Sprintf("The file did not arrive whole: the connection broke, paused for %s or was slower than %d KiB a second. "+
				"Nothing was kept. Send it again.", s.pace.pause, s.pace.rate>>10))
	case isFull(stored):
		s.noRoom(w, r, stored)
	default:
		s.unavailable(w, r, stored)
	}
}

func (s *Store) tooLarge(w http.ResponseWriter) {
	writeProblem(w, http.StatusRequestEntityTooLarge, fault.CodePayloadTooLarge,
		fmt.Sprintf("An upload may have at most %d bytes. Send a smaller file.", s.maxUpload))
}

// watched keeps the error that ended the reading, so that a failure of the client is not taken for one of the store.
type watched struct {
	r   io.Reader
	n   int64
	err error
}

func (b *watched) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	b.n += int64(n)
	if err != nil && err != io.EOF {
		b.err = err
	}
	return n, err
}
