package compress

import (
	"net/http"
	"strconv"
	"strings"
)

// MinSize is the smallest body, in bytes, that is encoded: below it the work saves hardly a packet.
const MinSize = 4 << 10

// writer encodes a response if that is worth it, which it decides by the header and the first MinSize bytes.
type writer struct {
	http.ResponseWriter
	coding   *coding  // nil: none, whatever the response is
	required bool     // the client refuses a plain response, so the size does not matter
	head     bool     // there is no body
	named    []string // see keepTag

	status  int     // of the header, once it is known
	decided bool    // the header has been sent
	held    []byte  // the body so far, until it is decided
	encoder encoder // nil: the body is sent as it is
}

// WriteHeader sends the header as soon as it is known whether the body is encoded.
func (w *writer) WriteHeader(status int) {
	if status < http.StatusOK || w.decided {
		w.ResponseWriter.WriteHeader(status)
		return
	}
	w.status = status
	header := w.Header()
	if status == http.StatusNotModified {
		keepTag(header, w.named)
	}
	length, err := strconv.Atoi(header.Get("Content-Length"))
	switch {
	case w.coding == nil || !encodable(status, header):
		w.send(false)
	case err == nil:
		w.send(w.worth(length))
	}
}

// Write writes a part of the body.
func (w *writer) Write(p []byte) (int, error) {
	if w.status == 0 {
		w.WriteHeader(http.StatusOK)
	}
	if !w.decided {
		w.held = append(w.held, p...)
		if len(w.held) < MinSize {
			return len(p), nil
		}
		return len(p), w.release(true)
	}
	return w.write(p)
}

func (w *writer) write(p []byte) (int, error) {
	switch {
	case w.encoder != nil:
		return w.encoder.Write(p)
	case w.head:
		return len(p), nil
	default:
		return w.ResponseWriter.Write(p)
	}
}

// release sends the header and what was held back.
func (w *writer) release(encode bool) error {
	w.send(encode)
	held := w.held
	w.held = nil
	_, err := w.write(held)
	return err
}

// send sends the header, and opens the encoder if the body is to be encoded.
func (w *writer) send(encode bool) {
	w.decided = true
	if encode {
		header := w.Header()
		header.Del("Content-Length")
		header.Del("Accept-Ranges") // ranges are of the plain file
		header.Set("Content-Encoding", w.coding.name)
		if tag := header.Get("Etag"); tag != "" {
			header["Etag"] = []string{w.coding.tagOf(tag)}
		}
		if !w.head {
			w.encoder = w.coding.open(w.ResponseWriter)
		}
	}
	w.ResponseWriter.WriteHeader(w.status)
}

// FlushError sends what was written so far: what is flushed before MinSize bytes is a stream and stays plain.
func (w *writer) FlushError() (err error) {
	switch {
	case !w.decided && w.status != 0:
		err = w.release(w.required)
	case w.encoder != nil:
		err = w.encoder.Flush()
	}
	if err != nil {
		return err
	}
	return http.NewResponseController(w.ResponseWriter).Flush()
}

// Unwrap returns the writer below, for http.ResponseController.
func (w *writer) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// finish ends the body. A client that is gone is no error.
func (w *writer) finish() {
	if !w.decided && w.status != 0 {
		_ = w.release(w.worth(len(w.held)))
	}
	if w.encoder != nil {
		_ = w.encoder.Close()
		w.coding.put(w.encoder)
	}
}

func (w *writer) worth(length int) bool { return length >= MinSize || w.required && length > 0 }

// encodable reports whether a response is a whole text that is not encoded yet. Streams are not: each event has to
// arrive by itself.
func encodable(status int, header http.Header) bool {
	if status == http.StatusNoContent || status == http.StatusNotModified || status == http.StatusPartialContent ||
		header.Get("Content-Encoding") != "" {
		return false
	}
	mediaType, _, _ := strings.Cut(header.Get("Content-Type"), ";")
	switch mediaType {
	case "text/event-stream":
		return false
	case "application/json", "application/javascript", "application/graphql", "image/svg+xml":
		return true
	}
	return strings.HasPrefix(mediaType, "text/") || strings.HasSuffix(mediaType, "+json")
}
