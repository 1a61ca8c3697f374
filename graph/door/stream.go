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

// stream is what a request does after its handler has returned.
type stream struct {
	ctx    context.Context
	events func(ctx context.Context, w http.ResponseWriter, r *http.Request)
}

type streamKey struct{}

func withStream(ctx context.Context) (*stream, context.Context) {
	s := &stream{}
	return s, context.WithValue(ctx, streamKey{}, s)
}

// streamLater makes begin send the events.
func streamLater(ctx context.Context, events func(ctx context.Context, w http.ResponseWriter, r *http.Request)) {
	s := ctx.Value(streamKey{}).(*stream)
	s.ctx, s.events = ctx, events
}

// run sends the events, if any, without the request's time limit.
func (s *stream) run(w http.ResponseWriter, r *http.Request) {
	if s.events == nil {
		return
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(s.ctx))
	defer cancel()
	defer context.AfterFunc(r.Context(), cancel)()
	s.events(ctx, w, r)
}

// events runs a subscription: it sends each outcome as `next`, and `complete` at the end. It ends early when the client
// leaves or its token is no longer valid.
func (d *Door) events(call engine.Call) func(ctx context.Context, w http.ResponseWriter, r *http.Request) {
	return func(ctx context.Context, w http.ResponseWriter, r *http.Request) {
		out := openEvents(w)
		outcomes := d.outcomes(ctx, call)
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
