package restcompat

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/graph/strict"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
)

//go:embed operations/*.graphql
var operations embed.FS

// executor is what the REST door needs of engine.Engine.
type executor interface {
	Schema() *ast.Schema
	Compile(name, source string) (*engine.Operation, error)
	Do(ctx context.Context, call engine.Call) engine.Reply
	Read(ctx context.Context, op *engine.Operation, vars map[string]any) engine.Outcome
	Authenticate(ctx context.Context, authorization, portfolio string) (*model.Principal, error)
	OpenStream(ctx context.Context, caller *model.Principal) (open context.Context, leave func(), err error)
	WritePart(ctx context.Context, caller *model.Principal, w http.ResponseWriter, part []byte) error
}

// Options are the settings of the REST door.
type Options struct {
	// BaseURL is the scheme and authority that clients use, without a slash at its end. With it, links in responses are
	// absolute; without it, they are relative to the same authority.
	BaseURL string
	// Timeout is the time limit of a request; 30 s when zero.
	Timeout time.Duration
	// Middleware runs after authentication and before routing, the first outermost: rate limits, metrics. It uses
	// WriteProblem to refuse a request.
	Middleware []func(http.Handler) http.Handler
	// Logger logs panics; slog's default when nil.
	Logger *slog.Logger
	// Version is the program's, which the OpenAPI document has too; `dev` when empty.
	Version string
}

// Server is the REST door. It is an http.Handler for every path below /rest, and needs the whole path.
type Server struct {
	engine    executor
	options   Options
	endpoints []*endpoint
	router    *chi.Mux
	openAPI   func() ([]byte, error)
}

// compiledFor has the endpoints of the folder by schema. They are immutable, so all servers of a process share them.
var compiledFor sync.Map

// NewServer compiles every operation of the folder. A mistake in one of them is an error.
func NewServer(e executor, options Options) (*Server, error) {
	if known, ok := compiledFor.Load(e.Schema()); ok {
		return serve(e, options, known.([]*endpoint)), nil
	}
	folder, err := fs.Sub(operations, "operations")
	if err != nil {
		return nil, fmt.Errorf("open the operations: %w", err)
	}
	s, err := newServer(e, options, folder)
	if err == nil {
		compiledFor.Store(e.Schema(), s.endpoints)
	}
	return s, err
}

func newServer(e executor, options Options, folder fs.FS) (*Server, error) {
	sources, err := load(folder)
	if err != nil {
		return nil, err
	}
	endpoints, err := compile(e, sources)
	if err != nil {
		return nil, err
	}
	return serve(e, options, endpoints), nil
}

func serve(e executor, options Options, endpoints []*endpoint) *Server {
	if options.Timeout == 0 {
		options.Timeout = 30 * time.Second
	}
	if options.Logger == nil {
		options.Logger = slog.Default()
	}
	s := &Server{engine: e, options: options, endpoints: endpoints, router: chi.NewRouter()}
	s.openAPI = sync.OnceValues(func() ([]byte, error) { return compileOpenAPI(e.Schema(), endpoints, s.options) })
	s.route()
	return s
}

// route sets the order of the checks, which the contract defines: 401, 403 of API access, 404 and 405, then each
// endpoint's.
func (s *Server) route() {
	s.router.Use(s.begin, s.recover, s.authenticate)
	s.router.Use(s.options.Middleware...)
	s.router.NotFound(s.NotFound)
	s.router.MethodNotAllowed(s.methodNotAllowed)
	for _, ep := range s.endpoints {
		s.router.Method(ep.method, ep.path, s.handle(ep))
		if ep.method == http.MethodGet {
			s.router.Method(http.MethodHead, ep.path, s.handle(ep))
		}
	}
}

// Guarded returns a handler behind the checks that come before an endpoint's own: 401, 403 of API access, and the middleware.
func (s *Server) Guarded(next http.Handler) http.Handler {
	for _, middleware := range slices.Backward(s.options.Middleware) {
		next = middleware(next)
	}
	return s.begin(s.recover(s.authenticate(next)))
}

// ServeHTTP serves one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.router.ServeHTTP(w, r) }

func (s *Server) handle(ep *endpoint) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header()[canonicalOperation] = ep.header
		engine.SeeRoute(r.Context(), ep.path)
		principal := engine.PrincipalOf(r.Context())
		if err := principal.Allow(ep.access.Entitlement, ep.access.Needs, ep.op.IsMutation()); err != nil {
			WriteProblem(w, err)
			return
		}
		if ep.table != nil {
			w.Header().Add("Vary", "Accept")
		}
		asCSV, err := ep.wantsCSV(r.Header["Accept"])
		if err != nil {
			WriteProblem(w, err)
			return
		}
		x, call, err := s.call(ep, w, r)
		if err != nil {
			WriteProblem(w, err)
			return
		}
		call.Principal = principal
		if asCSV {
			s.serveCSV(x, call, w)
			return
		}
		call.Buffer = engine.NewBuffer()
		defer call.Buffer.Free() // the reply's body is a part of it
		reply := s.engine.Do(r.Context(), call)
		if ep.method == http.MethodGet && isFresh(r, reply) {
			reply = engine.Reply{Status: http.StatusNotModified, Header: reply.Header.Clone()}
			reply.Header.Del("Content-Type")
		}
		writeReply(r.Context(), w, reply)
	}
}

// call makes an exchange of a request, and its call. A mistake of syntax is the error; mistakes of shape are in the call's Refused.
func (s *Server) call(ep *endpoint, w http.ResponseWriter, r *http.Request) (*exchange, engine.Call, error) {
	x := &exchange{
		endpoint: ep, engine: s.engine, baseURL: s.options.BaseURL, request: r,
		requestID: w.Header().Get(engine.RequestIDHeader), vars: map[string]any{},
	}
	call := engine.Call{RequestID: x.requestID, Operation: ep.op, Variables: x.vars, Render: x.render}
	var violations fault.Violations
	for _, name := range ep.pathIDs {
		text := pathText(r, name)
		if x.vars[name] = text; text == "" && ep.writesPath(name) {
			violations.Add("/"+name, fault.CodeInvalidValue, "%s of the path must be UTF-8 without U+0000.", strict.Quote(name))
		}
	}
	if ep.method != http.MethodGet {
		raw, err := strict.ReadBody(w, r, ep.needsInput)
		if err != nil {
			return x, call, err
		}
		vs, err := x.takeBody(raw)
		if err != nil {
			return x, call, err
		}
		violations.Append(vs)
		call.Idempotency, vs = engine.NewIdempotency(r, raw)
		violations.Append(vs)
		call.Precondition = x.precondition()
	}
	violations.Append(ep.params.bindParams(r.URL.RawQuery, x.vars))
	if ep.takesKeys {
		x.withKeys = x.vars["keys"] == true
		delete(x.vars, "keys")
	}
	call.Refused = violations.Err()
	return x, call, nil
}

func (x *exchange) takeBody(raw []byte) (fault.Violations, error) {
	if len(raw) == 0 && !x.needsInput {
		return nil, nil
	}
	body, err := strict.Decode(raw)
	if err != nil {
		return nil, err
	}
	input, deprecated, violations := x.body.bind(body)
	x.deprecated = deprecated
	if x.hasInput {
		x.vars["input"] = input
	}
	return violations, nil
}

// pathText is a parameter of the path; "" when it cannot be unescaped or stored (contract section 2, Bodies): nothing has that id.
func pathText(r *http.Request, name string) string {
	text := chi.URLParam(r, name)
	if r.URL.RawPath != "" { // else the router has matched the path as it is without escapes
		var err error
		if text, err = url.PathUnescape(text); err != nil {
			return ""
		}
	}
	if !isText(text) {
		return ""
	}
	return text
}

func writeReply(ctx context.Context, w http.ResponseWriter, reply engine.Reply) {
	header := w.Header()
	if header["Retry-After"] != nil {
		reply.Header.Del("Retry-After") // a rate limiter has set the exact time
	}
	maps.Copy(header, reply.Header)
	if reply.Status != http.StatusNotModified && reply.Status != http.StatusNoContent {
		header.Set("Content-Length", strconv.Itoa(len(reply.Body)))
	}
	w.WriteHeader(reply.Status)
	reply.Send(ctx, w)
}
