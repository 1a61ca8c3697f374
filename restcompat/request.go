package restcompat

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"

	"github.com/covertrack/covertrack/graph/strict"
	"github.com/covertrack/covertrack/model"
)

// maxBody is the greatest size of a body in bytes (contract section 2, Bodies).
const maxBody = 1 << 20

// readBody reads the body of a POST or PATCH. It answers `unsupported_media_type`, `payload_too_large` or `malformed_json`.
// An operation without input needs no body, and then no media type either.
func readBody(w http.ResponseWriter, r *http.Request, hasInput bool) ([]byte, error) {
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if (hasInput || len(raw) > 0) && !isJSON(r.Header) {
		return nil, model.NewError(model.CodeUnsupportedMediaType, "Send the body as Content-Type: application/json, in UTF-8 and not encoded.")
	}
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return nil, model.NewError(model.CodePayloadTooLarge, "The body has at most %d bytes.", maxBody)
	}
	if err != nil {
		return nil, strict.Malformed("it could not be read to its end").Because(err)
	}
	return raw, nil
}

func isJSON(h http.Header) bool {
	mediaType, parameters, err := mime.ParseMediaType(h.Get("Content-Type"))
	charset, given := parameters["charset"]
	encoding := h.Get("Content-Encoding")
	return err == nil && mediaType == "application/json" && (!given || strings.EqualFold(charset, "utf-8")) &&
		(encoding == "" || strings.EqualFold(encoding, "identity"))
}
