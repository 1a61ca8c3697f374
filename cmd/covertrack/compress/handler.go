package compress

import (
	"net/http"
	"slices"
	"strings"

	"github.com/klauspost/compress/gzhttp"
)

// MinSize is the smallest body, in bytes, that is encoded: below it the work saves hardly a packet.
const MinSize = 4 << 10

// gzipLevel takes half of the time of level 6, the usual one, so that a page costs the server little more than a plain one.
// It makes lists 3 % (documents) to 16 % (policies) larger.
const gzipLevel = 3

// vary is shared by all responses. It has no room, so that code that adds to it gets a slice of its own.
var vary = []string{"Accept-Encoding"}

// Handler serves as next does, in the best encoding that the client accepts; of equal ones in gzip, since some clients name
// zstd and cannot read it. A response is left as it is if it is smaller than MinSize, is no text, is a part of a file, or has
// an encoding already. Conditional requests that name the tag of an encoded response reach next with the tag that next made.
func Handler(next http.Handler) http.Handler {
	wrap, err := gzhttp.NewWrapper(gzhttp.MinSize(MinSize), gzhttp.CompressionLevel(gzipLevel), gzhttp.PreferZstd(false),
		gzhttp.ContentTypeFilter(isText), gzhttp.SetContentType(false), gzhttp.SuffixETag(gzipSuffix))
	if err != nil {
		panic("gzhttp: " + err.Error()) // only for options that it does not know
	}
	encoded := wrap(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { next.ServeHTTP(flushing{w}, r) }))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if named := plainTags(r.Header); named != nil {
			w = &tagged{w, named}
		}
		if r.Header["Accept-Encoding"] != nil {
			encoded.ServeHTTP(w, r) // which adds Vary
			return
		}
		if header := w.Header(); header["Vary"] == nil {
			header["Vary"] = vary
		} else {
			header.Add("Vary", "Accept-Encoding")
		}
		next.ServeHTTP(w, r)
	})
}

// isText reports whether responses of a type are encoded. Streams are not: each event has to arrive by itself.
func isText(contentType string) bool {
	mediaType, _, _ := strings.Cut(contentType, ";")
	switch mediaType {
	case "text/event-stream":
		return false
	case "application/json", "application/javascript", "application/graphql", "image/svg+xml":
		return true
	}
	return strings.HasPrefix(mediaType, "text/") || strings.HasSuffix(mediaType, "+json")
}

// flushing is a writer of gzhttp whose Flush returns the error of the connection: a stream ends when its client is gone.
type flushing struct{ http.ResponseWriter }

// FlushError sends what was written so far.
func (w flushing) FlushError() error {
	w.ResponseWriter.(http.Flusher).Flush() // both writers of gzhttp have it
	return http.NewResponseController(w.Unwrap()).Flush()
}

// Unwrap returns the writer below gzhttp's, for http.ResponseController.
func (w flushing) Unwrap() http.ResponseWriter {
	return w.ResponseWriter.(interface{ Unwrap() http.ResponseWriter }).Unwrap()
}

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
