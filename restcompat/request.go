package restcompat

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"

	"github.com/covertrack/covertrack/graph"
	"github.com/covertrack/covertrack/model"
)

// maxBody is the greatest size of a body in bytes (contract section 2, Bodies).
const maxBody = 1 << 20

// idempotencyHeader carries a caller's key.
const idempotencyHeader = "Idempotency-Key"

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
		return nil, malformed("it could not be read to its end").Because(err)
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

// idempotency is the caller's key and what it is for: nil without a key. A malformed key is a violation.
func idempotency(r *http.Request, raw []byte) (*graph.Idempotency, model.Violations) {
	keys := r.Header.Values(idempotencyHeader)
	if len(keys) == 0 {
		return nil, nil
	}
	invisible := func(c rune) bool { return c < '!' || c > '~' }
	if len(keys) > 1 || keys[0] == "" || len(keys[0]) > 255 || strings.ContainsFunc(keys[0], invisible) {
		var vs model.Violations
		vs.Add(idempotencyHeader, model.CodeInvalidValue, "An %s is one value of 1 to 255 visible ASCII characters.", idempotencyHeader)
		return nil, vs
	}
	return &graph.Idempotency{Key: keys[0], Fingerprint: fingerprint(r, raw)}, nil
}

// fingerprint is a digest of all that makes a request the same request. Each part is preceded by its length, so that no two
// requests are written alike.
func fingerprint(r *http.Request, raw []byte) (sum [32]byte) {
	h := sha256.New()
	for _, part := range [][]byte{[]byte(r.Method), []byte(r.URL.EscapedPath()), []byte(r.URL.RawQuery), raw} {
		_, _ = h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(part))))
		_, _ = h.Write(part)
	}
	h.Sum(sum[:0])
	return sum
}
