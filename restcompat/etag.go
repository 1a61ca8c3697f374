package restcompat

import (
	"encoding/hex"
	"net/http"
	"strings"

	"github.com/zeebo/xxh3"

	"github.com/covertrack/covertrack/graph/engine"
)

// etagOf is a strong validator. Nobody gains by making two representations of their own resource collide, so a fast hash
// does: a cryptographic one took as long as the rest of this package does for a list.
func etagOf(body []byte) string {
	sum := xxh3.Hash128(body).Bytes()
	text := append(make([]byte, 0, 2+2*len(sum)), '"')
	return string(append(hex.AppendEncode(text, sum[:]), '"'))
}

// isFresh tells whether the caller of a GET has the reply already.
func isFresh(r *http.Request, reply engine.Reply) bool {
	return reply.Status == http.StatusOK && matches(r.Header.Values("If-None-Match"), reply.Header.Get("ETag"), true)
}

// matches tells whether a validator is one of an If-Match or If-None-Match header's. The weak comparison, If-None-Match's,
// passes over W/; the strong one, If-Match's, takes a weak validator for no match (RFC 9110, 8.8.3.2 and 13.1).
func matches(header []string, etag string, weak bool) bool {
	for _, line := range header {
		for candidate := range strings.SplitSeq(line, ",") {
			candidate = strings.TrimSpace(candidate)
			if weak {
				candidate = strings.TrimPrefix(candidate, "W/")
			}
			if candidate == "*" || candidate == etag {
				return true
			}
		}
	}
	return false
}
