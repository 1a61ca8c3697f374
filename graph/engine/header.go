package engine

import (
	"crypto/rand"
	"net/http"
	"regexp"

	"github.com/google/uuid"
)

// RequestIDHeader carries the request's id, in both directions.
const RequestIDHeader = "X-Request-Id"

// DeprecatedSince is the value of the Deprecation header (RFC 9745), for requests that use something deprecated: so far
// only productType, deprecated since the API was first published, 2026-01-01T00:00:00Z.
const DeprecatedSince = "@1767225600"

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
