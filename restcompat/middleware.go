package restcompat

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"strings"

	"github.com/go-chi/chi/v5"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/graph/strict"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
)

// noCache is the value of Cache-Control, shared by all responses.
var noCache = []string{"private, no-cache"}

// MaxHeaderBytes bounds the request line and the header together.
const MaxHeaderBytes = 16 << 10

// BoundHeaders refuses requests with more header than 16 KiB: `header_too_large`.
func BoundHeaders(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		size := len(r.Method) + len(r.RequestURI)
		for name, values := range r.Header {
			for _, value := range values {
				size += len(name) + len(": \r\n") + len(value)
			}
		}
		if size > MaxHeaderBytes {
			w.Header().Set("Connection", "close")
			WriteProblem(w, fault.New(fault.CodeHeaderTooLarge, "The request line and the header must have at most %d KiB.", MaxHeaderBytes>>10))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// begin gives the request its id, unless an outer handler did.
func (s *Server) begin(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		if header[engine.RequestIDHeader] == nil {
			header[engine.RequestIDHeader] = []string{engine.RequestID(r)}
		}
		header["Cache-Control"] = noCache
		next.ServeHTTP(w, r)
	})
}

// recover responds to a panic as to any other failure of ours. An open transaction has been rolled back by then.
func (s *Server) recover(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			cause := recover()
			if cause == nil {
				return
			}
			if err, ok := cause.(error); ok && errors.Is(err, http.ErrAbortHandler) {
				panic(cause)
			}
			s.options.Logger.ErrorContext(r.Context(), "panic in the REST door", "panic", cause, "stack", string(debug.Stack()))
			WriteProblem(w, fmt.Errorf("panic: %v", cause))
		}()
		next.ServeHTTP(w, r)
	})
}

// authenticate limits the request's time and accepts the tokens of service accounts whose organization has API
// access. Staff use /graphql.
func (s *Server) authenticate(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), s.options.Timeout)
		defer cancel()
		principal, err := s.engine.Authenticate(ctx, engine.Authorization(r), "")
		if err == nil && principal.IsStaff() {
			err = fault.New(fault.CodeUnauthorized,
				"A token of staff is for `/graphql` only; send a service account's token here.")
		}
		if err == nil {
			err = principal.Require(model.EntitlementAPIAccess)
		}
		if code := fault.CodeOf(err); code == fault.CodeInternal || code == fault.CodeUnavailable && errors.Unwrap(err) != nil {
			s.options.Logger.ErrorContext(ctx, "the token could not be looked up", "error", err)
		}
		if err != nil {
			WriteProblem(w, err)
			return
		}
		next.ServeHTTP(w, r.WithContext(engine.WithPrincipal(ctx, principal)))
	})
}

// methodNotAllowed also gets requests with methods that the router does not know, on any path.
func (s *Server) methodNotAllowed(w http.ResponseWriter, r *http.Request) {
	path := r.URL.RawPath
	if path == "" {
		path = r.URL.Path
	}
	var allowed []string
	for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete} {
		if s.router.Match(chi.NewRouteContext(), method, path) {
			allowed = append(allowed, method)
		}
	}
	if len(allowed) == 0 {
		s.NotFound(w, r)
		return
	}
	allow := strings.Join(allowed, ", ")
	w.Header().Set("Allow", allow)
	WriteProblem(w, fault.New(fault.CodeMethodNotAllowed, "This path takes %s, not %s.", allow, strict.Quote(r.Method)))
}

// NotFound refuses a path that is none of ours, and names the route that is nearest to it.
func (s *Server) NotFound(w http.ResponseWriter, r *http.Request) {
	hint := "; the API is below `/rest` and at `/graphql`, and `/docs` describes it"
	if near := s.nearestPath(r.URL.Path); near != "" {
		hint = didYouMean(near)
	}
	WriteProblem(w, fault.New(fault.CodeNotFound, "There is nothing at %s%s", strict.Quote(r.URL.Path), strict.OrStop(hint)))
}
