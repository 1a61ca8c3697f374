package door

import (
	"context"
	"maps"
	"net/http"
	"strings"
	"time"

	"github.com/covertrack/covertrack/graph/engine"
)

// Events are sent in the format of graphql-sse, each operation over a connection of its own ("distinct connections
// mode").

// heartbeat is how often a stream is written to when nothing happens, so that neither end takes it for dead.
const heartbeat = 4 * time.Second

// readerCheck is how often it is asked whether a stream's reader still reads.
const readerCheck = 2 * time.Second

// wantsEvents reports whether a request accepts events.
func wantsEvents(h http.Header) bool {
	return strings.Contains(strings.Join(h.Values("Accept"), ","), mediaEvents)
}

// stream is the subscription that a request runs after its handler has returned, if it has one.
type stream struct {
	ctx   context.Context // see engine.OpenStream
	call  engine.Call
	leave func()
}

type streamKey struct{}

// open counts a stream that begins after the handler has returned, or refuses it.
func (d *Door) open(w http.ResponseWriter, r *http.Request, call engine.Call) {
	ctx, leave, err := d.engine.OpenStream(r.Context(), call.Principal)
	if err != nil {
		w.Header().Set("Retry-After", engine.StreamRetryAfter)
		d.WriteRefusal(w, r, err)
		return
	}
	*r.Context().Value(streamKey{}).(*stream) = stream{ctx, call, leave}
}

// events runs a subscription without the request's time limit: it sends each outcome as `next`, and `complete` at the
// end. It ends early when the client leaves or does not read, or its token is no longer valid.
func (d *Door) events(w http.ResponseWriter, r *http.Request, s *stream) {
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	defer context.AfterFunc(r.Context(), cancel)()
	out := openEvents(w)
	defer out.close()
	defer context.AfterFunc(ctx, out.interrupt)()
	alive := out.send(comment) // the header, before anything is read
	outcomes := d.engine.Stream(ctx, s.call)
	reader := newReader(r.Context())
	beat, check := time.NewTicker(heartbeat), time.NewTicker(readerCheck)
	defer beat.Stop()
	defer check.Stop()
	for alive && ctx.Err() == nil {
		select {
		case outcome, more := <-outcomes:
			if !more {
				out.send(eventComplete)
				return
			}
			alive = out.send(partsOf(outcome)...)
		case <-beat.C:
			alive = out.send(comment)
		case now := <-check.C:
			if reader.isStalled(now) {
				out.drop()
				return
			}
		case <-ctx.Done():
			return
		}
	}
}

// The parts of events.
var (
	comment       = []byte(":\n\n")
	beginNext     = []byte("event: next\ndata: ")
	endNext       = []byte("\n\n")
	eventComplete = []byte("event: complete\ndata:\n\n")
)

// partsOf are the parts of the event of an outcome. One that only has an id tells the reader where it begins.
func partsOf(o engine.Outcome) [][]byte {
	switch {
	case o.ID == "":
		return [][]byte{beginNext, bodyOf(o), endNext}
	case o.Data == nil && o.Errors == nil:
		return [][]byte{[]byte("id: " + o.ID), endNext}
	default:
		return [][]byte{[]byte("id: " + o.ID + "\n"), beginNext, bodyOf(o), endNext}
	}
}

// writeEvents writes the one result of an operation that is no subscription as events.
func writeEvents(w http.ResponseWriter, r *http.Request, reply engine.Reply) {
	maps.Copy(w.Header(), reply.Header)
	eventHeader(w.Header())
	_, _ = w.Write(beginNext)
	reply.Send(r.Context(), w)
	_, _ = w.Write(append(endNext[:len(endNext):len(endNext)], eventComplete...))
}
