package access

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"runtime/debug"
	"strings"
	"time"

	"github.com/go-chi/chi/v5/middleware"
	"github.com/google/uuid"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	"github.com/covertrack/covertrack/graph/console"
	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/graph/evidence"
	"github.com/covertrack/covertrack/model/identity"
	"github.com/covertrack/covertrack/restcompat"
	"github.com/covertrack/covertrack/restcompat/mcp"
)

// Identified gives every request its id, which is in the response and in every log record about it.
func Identified(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := []string{engine.RequestID(r)}
		r.Header[engine.RequestIDHeader] = id
		w.Header()[engine.RequestIDHeader] = id
		next.ServeHTTP(w, r)
	})
}

// Logged writes a log record for every request: the caller, the operation, the status, the client's address. It logs the
// route's pattern and never the path, since the address of a file is a permission, and nothing from headers or bodies but
// the trace. Probes are logged at debug. It also hands the engine the address from which the request comes.
func Logged(next http.Handler, proxies TrustedProxies, log *slog.Logger) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begun := time.Now()
		ctx, seen := engine.WithSeen(traced(r), r.Header.Get(engine.RequestIDHeader))
		client := proxies.clientOf(r)
		ctx = engine.WithClient(ctx, client)
		r = r.WithContext(ctx)
		out := Watched(w, r)
		defer func() {
			if cause := recover(); cause != nil {
				answerPanic(out, r, cause, log)
			}
			if level := accessLevel(r, StatusOf(r, out)); log.Enabled(ctx, level) {
				log.LogAttrs(ctx, level, "request", describe(r, out, seen, client, time.Since(begun))...)
			}
		}()
		next.ServeHTTP(out, r)
	})
}

// traced returns the context of a request, with the trace that the client says it belongs to, unless it has a span of ours.
func traced(r *http.Request) context.Context {
	ctx := r.Context()
	if r.Header.Get("Traceparent") == "" || trace.SpanContextFromContext(ctx).IsValid() {
		return ctx
	}
	return propagation.TraceContext{}.Extract(ctx, propagation.HeaderCarrier(r.Header))
}

// Watched returns a writer that knows what was written. All middlewares of a request share one.
func Watched(w http.ResponseWriter, r *http.Request) middleware.WrapResponseWriter {
	if out, ok := w.(middleware.WrapResponseWriter); ok {
		return out
	}
	return middleware.NewWrapResponseWriter(w, r.ProtoMajor)
}

func describe(
	r *http.Request, out middleware.WrapResponseWriter, seen *engine.Seen, client netip.Addr, took time.Duration,
) []slog.Attr {
	attrs := []slog.Attr{
		slog.String("method", r.Method),
		slog.String("route", cmp.Or(seen.Route, r.Pattern)),
		slog.String("operation", cmp.Or(seen.Operation, out.Header().Get("X-GraphQL-Operation"))),
		slog.Int("status", StatusOf(r, out)),
		slog.Duration("duration", took),
	}
	if client.IsValid() {
		attrs = append(attrs, slog.String("client", client.String()))
	}
	add := func(key string, id uuid.UUID) {
		if id != uuid.Nil {
			attrs = append(attrs, slog.String(key, id.String()))
		}
	}
	add("organization", seen.OrganizationID)
	add("portfolio", seen.PortfolioID)
	add("token_id", seen.TokenID)
	return attrs
}

// statusClientLeft is nginx's status for a request whose client left before the answer, as a search does with each key.
// It is in the log and the metrics only: nobody was there to be told that the service could not do it.
const statusClientLeft = 499

// StatusOf returns the status of a request that was handled.
func StatusOf(r *http.Request, out middleware.WrapResponseWriter) int {
	status := cmp.Or(out.Status(), http.StatusOK)
	if status == http.StatusServiceUnavailable && errors.Is(r.Context().Err(), context.Canceled) {
		return statusClientLeft
	}
	return status
}

func accessLevel(r *http.Request, status int) slog.Level {
	switch {
	case status >= http.StatusInternalServerError:
		return slog.LevelWarn
	case DoorOf(r.URL.Path) == "":
		return slog.LevelDebug
	default:
		return slog.LevelInfo
	}
}

// answerPanic logs a panic and writes an internal error, unless the panic is meant to drop the connection.
func answerPanic(w middleware.WrapResponseWriter, r *http.Request, cause any, log *slog.Logger) {
	if err, ok := cause.(error); ok && errors.Is(err, http.ErrAbortHandler) {
		panic(cause)
	}
	log.ErrorContext(r.Context(), "panic", "panic", cause, "stack", string(debug.Stack()))
	if w.Status() == 0 {
		restcompat.WriteProblem(w, fmt.Errorf("panic: %v", cause))
	}
}

// DoorOf returns the door of a path, or "" for a path that is about the server itself.
func DoorOf(path string) string {
	switch {
	case path == "/healthz" || path == "/readyz" || path == "/metrics":
		return ""
	case strings.HasPrefix(path, "/rest/"):
		return "rest"
	case path == "/graphql":
		return "graphql"
	case path == mcp.Path:
		return "mcp"
	case strings.HasPrefix(path, "/files/"):
		return "files"
	case strings.HasPrefix(path, evidence.Path):
		return "evidence"
	case strings.HasPrefix(path, identity.ScimPath):
		return "scim"
	case path == console.Path, strings.HasPrefix(path, console.Path+"/"):
		return "console"
	default:
		return "other"
	}
}
