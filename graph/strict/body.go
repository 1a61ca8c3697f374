package strict

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"

	"github.com/covertrack/covertrack/model"
)

// MaxBody is the greatest size of a body in bytes (contract section 2, Bodies).
const MaxBody = 1 << 20

// ReadBody reads the bytes of a request's body. Its errors are `unsupported_media_type`, `payload_too_large` and
// `malformed_json`. If no body is required, an empty one needs no media type.
func ReadBody(w http.ResponseWriter, r *http.Request, required bool) ([]byte, error) {
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, MaxBody))
	if (required || len(raw) > 0) && !isJSON(r.Header) {
		return nil, model.NewError(model.CodeUnsupportedMediaType, "Send the body as Content-Type: application/json, in UTF-8 and not encoded.")
	}
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return nil, model.NewError(model.CodePayloadTooLarge, "The body has at most %d bytes.", MaxBody)
	}
	if err != nil {
		return nil, Malformed("it could not be read to its end").Because(err)
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
