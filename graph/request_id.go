package graph

import (
	"crypto/rand"
	"net/http"
	"regexp"

	"github.com/google/uuid"
)

// RequestIDHeader carries the request's id, in both directions.
const RequestIDHeader = "X-Request-Id"

// RequestIDForm is what an id of a caller may look like.
var RequestIDForm = regexp.MustCompile(`^[A-Za-z0-9._-]{1,128}$`)

// RequestID is the id that the caller gave the request, if it has the form of one (contract section 2, Errors), else a new one.
func RequestID(r *http.Request) string {
	if id := r.Header.Get(RequestIDHeader); RequestIDForm.MatchString(id) {
		return id
	}
	var id uuid.UUID // as uuid.New makes it, which allocates it first
	_, _ = rand.Read(id[:])
	id[6] = id[6]&0x0f | 0x40
	id[8] = id[8]&0x3f | 0x80
	return id.String()
}
