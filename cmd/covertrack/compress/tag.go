package compress

import (
	"net/http"
	"slices"
	"strings"
)

// What the tag of an encoded response ends in: a strong tag is of one sequence of bytes.
const (
	gzipSuffix = "-gzip"
	zstdSuffix = "-zstd"
)

var plainTag = strings.NewReplacer(gzipSuffix+`"`, `"`, zstdSuffix+`"`, `"`)

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

// tagged gives a 304 the tag that the client named, which is how it finds the response that it has stored.
type tagged struct {
	http.ResponseWriter
	named []string
}

// WriteHeader sends the header.
func (w *tagged) WriteHeader(status int) {
	tag := strings.TrimSuffix(w.Header().Get("Etag"), `"`)
	for _, suffix := range []string{gzipSuffix, zstdSuffix} {
		encoded := tag + suffix + `"`
		if status == http.StatusNotModified && tag != "" &&
			slices.ContainsFunc(w.named, func(line string) bool { return strings.Contains(line, encoded) }) {
			w.Header().Set("Etag", encoded)
			break
		}
	}
	w.ResponseWriter.WriteHeader(status)
}

// Unwrap returns the writer below, for http.ResponseController.
func (w *tagged) Unwrap() http.ResponseWriter { return w.ResponseWriter }
