package engine

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"net/http"
	"regexp"
	"strings"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model/fault"
)

// IdempotencyHeader carries a caller's key (contract section 2, Conditional and repeated requests).
const IdempotencyHeader = "Idempotency-Key"

// Idempotency is a caller's key, and the digest of the request that has it.
type Idempotency struct {
	Key         string
	Fingerprint [32]byte
}

// NewIdempotency reads the caller's key, nil without one. A malformed key is a violation.
func NewIdempotency(r *http.Request, body []byte) (*Idempotency, fault.Violations) {
	keys := r.Header.Values(IdempotencyHeader)
	if len(keys) == 0 {
		return nil, nil
	}
	invisible := func(c rune) bool { return c < '!' || c > '~' }
	if len(keys) > 1 || keys[0] == "" || len(keys[0]) > 255 || strings.ContainsFunc(keys[0], invisible) {
		var vs fault.Violations
		vs.Add(IdempotencyHeader, fault.CodeInvalidValue,
			"`%s` is one value of 1 to 255 visible ASCII characters.", IdempotencyHeader)
		return nil, vs
	}
	return &Idempotency{Key: keys[0], Fingerprint: fingerprint(r, body)}, nil
}

// fingerprint is a digest of everything that identifies a request. The length of each part comes before it, so that
// different requests never have the same input.
func fingerprint(r *http.Request, body []byte) (sum [32]byte) {
	h := sha256.New()
	for _, part := range [][]byte{[]byte(r.Method), []byte(r.URL.EscapedPath()), []byte(r.URL.RawQuery), body} {
		_, _ = h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(part))))
		_, _ = h.Write(part)
	}
	h.Sum(sum[:0])
	return sum
}

// RequestIDHeader carries the request's id, in both directions.
const RequestIDHeader = "X-Request-Id"

// DeprecatedSince is the value of the Deprecation header (RFC 9745), for requests that use something deprecated: so far
// only productType, deprecated since the API was first published, 2026-01-01T00:00:00Z.
const DeprecatedSince = "@1767225600"

// DeprecationLink is the value of the Link header beside that of Deprecation: the page of a server at a base URL, "" for the same
// one, that says what to do instead.
func DeprecationLink(baseURL string) string {
	return "<" + baseURL + `/docs/reference#deprecations>; rel="deprecation"; type="text/html"`
}

// RequestIDForm is the pattern that a caller's request id must match.
var RequestIDForm = regexp.MustCompile(`^[A-Za-z0-9._-]{1,128}$`)

// RequestID is the id that the caller gave the request, if it matches RequestIDForm (contract section 2, Errors), else
// a new one.
func RequestID(r *http.Request) string {
	if id := r.Header.Get(RequestIDHeader); RequestIDForm.MatchString(id) {
		return id
	}
	var id uuid.UUID // what uuid.New returns, but without its allocation
	_, _ = rand.Read(id[:])
	id[6] = id[6]&0x0f | 0x40
	id[8] = id[8]&0x3f | 0x80
	return id.String()
}
