package compress

import (
	"net/http"
	"slices"
	"strings"
)

// tagOf returns an entity tag for the encoded form of what has the tag: a strong tag is of one sequence of bytes.
func (c *coding) tagOf(tag string) string {
	if quoted, ok := strings.CutSuffix(tag, `"`); ok && strings.HasPrefix(tag, `"`) {
		return quoted + "-" + c.name + `"`
	}
	return tag
}

var plainTag = strings.NewReplacer(`-gzip"`, `"`, `-zstd"`, `"`)

// plainTags replaces the tags of encoded responses in If-None-Match and If-Match by those of the plain ones, whatever
// encoding the client accepts now: it has the same content. It returns the tags of If-None-Match as they were, nil if
// none of them was of an encoded response. If-Range is left alone, since it is about bytes.
func plainTags(header http.Header) (named []string) {
	for _, name := range []string{"If-None-Match", "If-Match"} {
		given := header[name]
		if !slices.ContainsFunc(given, func(line string) bool { return plainTag.Replace(line) != line }) {
			continue
		}
		plain := make([]string, len(given))
		for i, line := range given {
			plain[i] = plainTag.Replace(line)
		}
		header[name] = plain
		if name == "If-None-Match" {
			named = given
		}
	}
	return named
}

// keepTag gives a 304 the tag that the client named, which is how it finds the response that it has stored.
func keepTag(header http.Header, named []string) {
	tag := header.Get("Etag")
	for _, c := range codings {
		for _, line := range named {
			if encoded := c.tagOf(tag); encoded != tag && strings.Contains(line, encoded) {
				header["Etag"] = []string{encoded}
				return
			}
		}
	}
}
