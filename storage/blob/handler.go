package blob

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"github.com/covertrack/covertrack/model/fault"
)

// Handler serves our signed URLs below /files/: PUT, GET and HEAD. Mount it without stripping the path and without
// authentication, since the signature is the caller's only permission. Never log the query: it contains the signature.
//
// Errors are problems (RFC 9457). A wrong signature is 403 signature_invalid, whether the key exists or not; a correct
// one that has expired is 403 signature_expired. They are not 401, since no Authorization header would help.
func (s *Store) Handler() http.Handler { return http.HandlerFunc(s.serve) }

func (s *Store) serve(w http.ResponseWriter, r *http.Request) {
	if !strings.HasPrefix(r.URL.Path, filesPath) {
		writeProblem(w, http.StatusNotFound, fault.CodeNotFound, "There is nothing at this address.")
		return
	}
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodPut:
	default:
		w.Header().Set("Allow", "GET, HEAD, PUT")
		writeProblem(w, http.StatusMethodNotAllowed, fault.CodeMethodNotAllowed, "Use GET, HEAD or PUT, as the URL was signed for.")
		return
	}
	t, err := s.admit(r.Method, r.URL)
	switch {
	case errors.Is(err, errExpired):
		writeProblem(w, http.StatusForbidden, fault.CodeSignatureExpired, "The URL has expired. Ask for a new one and use that.")
	case err != nil:
		writeProblem(w, http.StatusForbidden, fault.CodeSignatureInvalid,
			"The URL is not signed for this. Use it whole and unchanged, with the method it was given for.")
	case t.method == http.MethodPut:
		s.upload(w, r, t)
	case s.makerOf(t.key) != nil:
		s.make(w, r, t, s.makerOf(t.key))
	default:
		s.download(w, r, t)
	}
}

// unavailable logs the cause and tells the client to try again.
func (s *Store) unavailable(w http.ResponseWriter, r *http.Request, err error) {
	s.log.ErrorContext(r.Context(), "object store failed", "method", r.Method, "error", err)
	w.Header().Set("Retry-After", "5")
	writeProblem(w, http.StatusServiceUnavailable, fault.CodeUnavailable,
		"The object store does not answer. Try again in a few seconds.")
}

func writeProblem(w http.ResponseWriter, status int, code fault.Code, detail string) {
	h := w.Header()
	body, _ := json.Marshal(struct {
		Type      string     `json:"type"`
		Title     string     `json:"title"`
		Status    int        `json:"status"`
		Detail    string     `json:"detail"`
		Code      fault.Code `json:"code"`
		RequestID string     `json:"requestId,omitempty"`
	}{code.Page(), code.Title(), status, detail, code, h.Get("X-Request-Id")}) // set by middleware
	for _, name := range []string{"Content-Disposition", "Content-Length", "Etag", "Last-Modified"} {
		h.Del(name) // they describe the file, which is not sent
	}
	h.Set("Content-Type", "application/problem+json")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = w.Write(body)
}
