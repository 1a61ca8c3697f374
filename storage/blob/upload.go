package blob

import (
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/covertrack/covertrack/model"
)

// upload handles a PUT: 200 without a body once the file is stored. Until then an earlier file under the key is kept.
func (s *Store) upload(w http.ResponseWriter, r *http.Request, t ticket) {
	if types := r.Header["Content-Type"]; len(types) != 1 || types[0] != t.contentType {
		writeProblem(w, http.StatusUnsupportedMediaType, model.CodeUnsupportedMediaType,
			fmt.Sprintf("The URL was signed for another content type. Send exactly: Content-Type: %s", t.contentType))
		return
	}
	if r.ContentLength > s.maxUpload {
		s.tooLarge(w)
		return
	}
	body := &watched{r: s.pace.keep(w, http.MaxBytesReader(w, r.Body, s.maxUpload))}
	err := s.Write(r.Context(), t.key, t.contentType, body)
	_, tooLarge := errors.AsType[*http.MaxBytesError](body.err)
	switch {
	case err == nil:
		w.WriteHeader(http.StatusOK)
	case tooLarge:
		s.tooLarge(w)
	case body.err != nil:
		writeProblem(w, http.StatusBadRequest, model.CodeUploadIncomplete,
			fmt.Sprintf("The file did not arrive whole: the connection broke, paused for %s or was slower than %d KiB a second. "+
				"Nothing was kept. Send it again.", s.pace.pause, s.pace.rate>>10))
	default:
		s.unavailable(w, r, err)
	}
}

func (s *Store) tooLarge(w http.ResponseWriter) {
	writeProblem(w, http.StatusRequestEntityTooLarge, model.CodePayloadTooLarge,
		fmt.Sprintf("An upload may have at most %d bytes. Send a smaller file.", s.maxUpload))
}

// watched keeps the error that ended the reading, so that a failure of the client is not taken for one of the store.
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
