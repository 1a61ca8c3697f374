package restcompat

import (
	"encoding/hex"
	"net/http"
	"strings"

	"github.com/zeebo/xxh3"

	"github.com/covertrack/covertrack/graph/engine"
)

// etagOf is a strong validator. A fast hash is safe here: a client that makes two versions of its own resource
// collide gains nothing. A cryptographic hash of a list took as long as all other work of this package.
func etagOf(body []byte) string {
	sum := xxh3.Hash128(body).Bytes()
	text := append(make([]byte, 0, 2+2*len(sum)), '"')
	return string(append(hex.AppendEncode(text, sum[:]), '"'))
}

// isFresh reports whether the caller of a GET has the reply already.
func isFresh(r *http.Request, reply engine.Reply) bool {
	return reply.Status == http.StatusOK && matches(r.Header.Values("If-None-Match"), reply.Header.Get("ETag"), true)
}

// matches reports whether a header If-Match or If-None-Match has the validator. The weak comparison, of If-None-Match,
// ignores W/; in the strong one, of If-Match, a weak validator never matches (RFC 9110, 8.8.3.2 and 13.1).
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
