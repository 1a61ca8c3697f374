package main

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"

	"github.com/go-chi/chi/v5/middleware"
	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/restcompat"
)

// identified gives every request its id, which the response and all that is logged of it carry.
func identified(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := []string{engine.RequestID(r)}
		r.Header[engine.RequestIDHeader] = id
		w.Header()[engine.RequestIDHeader] = id
		next.ServeHTTP(w, r)
	})
}

// logged writes a line for every request: who asked for which operation, and what became of it. It tells the route and
// never the address, since that of a file is a permission, and nothing of headers or bodies. Probes are logged at debug.
func logged(next http.Handler, log *slog.Logger) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begun := time.Now()
		ctx, seen := engine.WithSeen(r.Context())
		r = r.WithContext(ctx)
		out := watched(w, r)
		defer func() {
			if cause := recover(); cause != nil {
				answerPanic(out, r, cause, log)
			}
			if level := accessLevel(r, out.Status()); log.Enabled(ctx, level) {
				log.LogAttrs(ctx, level, "request", describe(r, out, seen, time.Since(begun))...)
			}
		}()
		next.ServeHTTP(out, r)
	})
}

// watched tells what is answered. The middlewares share one.
func watched(w http.ResponseWriter, r *http.Request) middleware.WrapResponseWriter {
	if out, ok := w.(middleware.WrapResponseWriter); ok {
		return out
	}
	return middleware.NewWrapResponseWriter(w, r.ProtoMajor)
}

func describe(r *http.Request, out middleware.WrapResponseWriter, seen *engine.Seen, took time.Duration) []slog.Attr {
	return append([]slog.Attr{
		slog.String("request_id", r.Header.Get("X-Request-Id")),
		slog.String("method", r.Method),
		slog.String("route", r.Pattern),
		slog.String("operation", cmp.Or(seen.Operation, out.Header().Get("X-GraphQL-Operation"))),
		slog.Int("status", cmp.Or(out.Status(), http.StatusOK)),
		slog.Duration("duration", took),
	}, caller(seen)...)
}

func caller(seen *engine.Seen) (attrs []slog.Attr) {
	if seen.OrganizationID != uuid.Nil {
		attrs = append(attrs, slog.String("organization", seen.OrganizationID.String()))
	}
	if seen.PortfolioID != uuid.Nil {
		attrs = append(attrs, slog.String("portfolio", seen.PortfolioID.String()))
	}
	if seen.TokenID != uuid.Nil {
		attrs = append(attrs, slog.String("token_id", seen.TokenID.String()))
	}
	return attrs
}

func accessLevel(r *http.Request, status int) slog.Level {
	switch {
	case status >= http.StatusInternalServerError:
		return slog.LevelWarn
	case doorOf(r.URL.Path) == "":
		return slog.LevelDebug
	default:
		return slog.LevelInfo
	}
}

// answerPanic makes a panic a failure like any other, unless it is the way to drop a connection.
func answerPanic(w middleware.WrapResponseWriter, r *http.Request, cause any, log *slog.Logger) {
	if err, ok := cause.(error); ok && errors.Is(err, http.ErrAbortHandler) {
		panic(cause)
	}
	log.ErrorContext(r.Context(), "panic", "request_id", r.Header.Get("X-Request-Id"), "panic", cause, "stack", string(debug.Stack()))
	if w.Status() == 0 {
		restcompat.WriteProblem(w, fmt.Errorf("panic: %v", cause))
	}
}
