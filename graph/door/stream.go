package door

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
)

// Events are sent in the format of graphql-sse, each operation over a connection of its own ("distinct connections
// mode").

// heartbeat is how often a stream checks that its client is connected and its token still valid (contract section 2:
// revocation takes effect within 5 s).
const heartbeat = 4 * time.Second

const mediaEvents = "text/event-stream"

// wantsEvents reports whether a request accepts events.
func wantsEvents(h http.Header) bool {
	return strings.Contains(strings.Join(h.Values("Accept"), ","), mediaEvents)
}

// stream is the subscription that a request runs after its handler has returned, if it has one.
type stream struct {
	ctx  context.Context
	call engine.Call
}

type streamKey struct{}

// events runs a subscription without the request's time limit: it sends each outcome as `next`, and `complete` at the
// end. It ends early when the client leaves or its token is no longer valid.
func (d *Door) events(w http.ResponseWriter, r *http.Request, s *stream) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(s.ctx))
	defer cancel()
	defer context.AfterFunc(r.Context(), cancel)()
	out := openEvents(w)
	outcomes := d.outcomes(ctx, s.call)
	tick := time.NewTicker(heartbeat)
	defer tick.Stop()
	for alive := out.send(":\n\n"); alive; {
		select {
		case outcome, more := <-outcomes:
			if !more {
				out.send(eventComplete)
				return
			}
			alive = out.send(eventNext(bodyOf(outcome)))
		case <-tick.C:
			_, err := d.engine.Authenticate(ctx, r.Header.Get("Authorization"), r.Header.Get("X-Portfolio"))
			alive = model.CodeOf(err) != model.CodeUnauthorized && out.send(":\n\n")
		case <-ctx.Done():
			return
		}
	}
}

// outcomes runs a subscription. The channel is closed at its end.
func (d *Door) outcomes(ctx context.Context, call engine.Call) <-chan engine.Outcome {
	outcomes := make(chan engine.Outcome)
	go func() {
		defer close(outcomes)
		_ = d.engine.Stream(ctx, call, func(o engine.Outcome) error {
			select {
			case outcomes <- o:
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		})
	}()
	return outcomes
}

const eventComplete = "event: complete\ndata:\n\n"

func eventNext(body []byte) string { return "event: next\ndata: " + string(body) + "\n\n" }

// eventWriter sends events at once, without buffering.
type eventWriter struct {
	w   http.ResponseWriter
	out *http.ResponseController
}

func openEvents(w http.ResponseWriter) eventWriter {
	out := http.NewResponseController(w)
	_ = out.SetWriteDeadline(time.Time{}) // the server's limit is for responses that end
	w.Header().Set("Content-Type", mediaEvents)
	w.Header().Set("X-Accel-Buffering", "no") // nginx and similar proxies would buffer events
	return eventWriter{w, out}
}

// send returns false when the client has left.
func (e eventWriter) send(text string) bool {
	if _, err := e.w.Write([]byte(text)); err != nil {
		return false
	}
	err := e.out.Flush()
	return err == nil || errors.Is(err, http.ErrNotSupported)
}
