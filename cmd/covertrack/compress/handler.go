package compress

import "net/http"

// vary is shared by all responses. It has no room, so that code that adds to it gets a slice of their own.
var vary = []string{"Accept-Encoding"}

// Handler serves as next does, in the best encoding that the client accepts. A response is left as it is if it is
// smaller than MinSize, is no text, is a part of a file, or has an encoding already. Conditional requests that name
// the tag of an encoded response reach next with the tag that next made.
func Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		if header["Vary"] == nil {
			header["Vary"] = vary
		} else {
			header.Add("Vary", "Accept-Encoding")
		}
		named := plainTags(r.Header)
		coding, required := negotiate(r.Header["Accept-Encoding"])
		if coding == nil && named == nil {
			next.ServeHTTP(w, r)
			return
		}
		out := &writer{
			ResponseWriter: w, coding: coding, required: required, named: named, head: r.Method == http.MethodHead,
		}
		defer out.finish()
		next.ServeHTTP(out, r)
	})
}
