package graph

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/covertrack/covertrack/model"
)

// Events go out as graphql-sse's clients read them, each operation over a connection of its own ("distinct connections mode").

// heartbeat is how often a stream is found to be alive, and its token to be in force still (contract section 2: revocation
// takes effect within 5 s).
const heartbeat = 4 * time.Second

const mediaEvents = "text/event-stream"

// wantsEvents tells whether a request asks for events.
func wantsEvents(h http.Header) bool {
	return strings.Contains(strings.Join(h.Values("Accept"), ","), mediaEvents)
}

// stream is what is left to do of a request after its handler has returned.
type stream struct {
	ctx    context.Context
	events func(ctx context.Context, w http.ResponseWriter, r *http.Request)
}

type streamKey struct{}

func withStream(ctx context.Context) (*stream, context.Context) {
	s := &stream{}
	return s, context.WithValue(ctx, streamKey{}, s)
}

// streamLater leaves the events to begin.
func streamLater(ctx context.Context, events func(ctx context.Context, w http.ResponseWriter, r *http.Request)) {
	s := ctx.Value(streamKey{}).(*stream)
	s.ctx, s.events = ctx, events
}

// run streams what was left, without the request's limit of time.
func (s *stream) run(w http.ResponseWriter, r *http.Request) {
	if s.events == nil {
		return
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(s.ctx))
	defer cancel()
	defer context.AfterFunc(r.Context(), cancel)()
	s.events(ctx, w, r)
}

// events answers a subscription: each outcome as `next`, and at its end `complete`. It ends when the client goes, or its token.
func (e *Engine) events(call Call) func(ctx context.Context, w http.ResponseWriter, r *http.Request) {
	return func(ctx context.Context, w http.ResponseWriter, r *http.Request) {
		out := openEvents(w)
		outcomes := e.outcomes(ctx, call)
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
				_, err := e.Authenticate(ctx, r.Header.Get("Authorization"), r.Header.Get("X-Portfolio"))
				alive = model.CodeOf(err) != model.CodeUnauthorized && out.send(":\n\n")
			case <-ctx.Done():
				return
			}
		}
	}
}

// outcomes runs a subscription; the channel is closed at its end.
func (e *Engine) outcomes(ctx context.Context, call Call) <-chan Outcome {
	outcomes := make(chan Outcome)
	go func() {
		defer close(outcomes)
		_ = e.stream(ctx, call, func(o Outcome) error {
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

// eventWriter sends events as they come.
type eventWriter struct {
	w   http.ResponseWriter
	out *http.ResponseController
}

func openEvents(w http.ResponseWriter) eventWriter {
	out := http.NewResponseController(w)
	_ = out.SetWriteDeadline(time.Time{}) // a server's own limit is for responses that end
	w.Header().Set("Content-Type", mediaEvents)
	w.Header().Set("X-Accel-Buffering", "no") // proxies in the manner of nginx would hold events back
	return eventWriter{w, out}
}

// send is false when the client is gone.
func (e eventWriter) send(text string) bool {
	if _, err := e.w.Write([]byte(text)); err != nil {
		return false
	}
	err := e.out.Flush()
	return err == nil || errors.Is(err, http.ErrNotSupported)
}
