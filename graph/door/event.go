package door

import (
	"errors"
	"net/http"
	"slices"
	"sync"
	"time"
)

const mediaEvents = "text/event-stream"

const (
	// readWithin is how long a reader of a stream may take for a piece. One that takes longer does not read (reliability
	// R12).
	readWithin = 10 * time.Second
	// pieceSize is the most that is written at once, so that a slow reader of a large event is not taken for one that
	// does not read.
	pieceSize = 32 << 10
)

// eventWriter sends events at once, without buffering, to a reader that has to keep up.
type eventWriter struct {
	w   http.ResponseWriter
	out *http.ResponseController

	mu     sync.Mutex
	ended  bool // nothing is written any more
	closed bool // the deadline is the response's
}

func eventHeader(h http.Header) {
	h.Set("Content-Type", mediaEvents)
	h.Set("X-Accel-Buffering", "no") // nginx and similar proxies would buffer events
}

func openEvents(w http.ResponseWriter) *eventWriter {
	eventHeader(w.Header())
	return &eventWriter{w: w, out: http.NewResponseController(w)}
}

// send returns false when the client has left or does not read, and after interrupt.
func (e *eventWriter) send(parts ...[]byte) bool {
	for _, part := range parts {
		for piece := range slices.Chunk(part, pieceSize) {
			if !e.try(func() error { _, err := e.w.Write(piece); return err }) {
				return false
			}
		}
	}
	return e.try(e.out.Flush)
}

// try gives the reader its time for one write, and reports whether it succeeded. Some writers below keep the error to
// themselves, so the time tells who did not read.
func (e *eventWriter) try(write func() error) bool {
	if !e.allow() {
		return false
	}
	begun := time.Now()
	err := write()
	if time.Since(begun) >= readWithin {
		droppedReaders.Inc()
		return false
	}
	return err == nil || errors.Is(err, http.ErrNotSupported)
}

// allow takes the place of the server's limit, which is for responses that end.
func (e *eventWriter) allow() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	_ = e.out.SetWriteDeadline(time.Now().Add(readWithin))
	return !e.ended
}

// interrupt ends a write that is under way, and refuses those that follow.
func (e *eventWriter) interrupt() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.ended = true
	if !e.closed {
		_ = e.out.SetWriteDeadline(time.Now())
	}
}

// drop makes the connection break at the end of the response, with all that waits in it.
func (e *eventWriter) drop() {
	droppedReaders.Inc()
	e.interrupt()
	e.mu.Lock()
	defer e.mu.Unlock()
	e.closed = true
}

// close lets the server end the response, unless it was dropped.
func (e *eventWriter) close() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.closed {
		e.closed = true
		_ = e.out.SetWriteDeadline(time.Now().Add(readWithin))
	}
}
