package door

import (
	"context"
	"maps"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
)

// defaultTimeout is the contract's (section 2, Limits).
const defaultTimeout = 30 * time.Second

// Door serves GraphQL over HTTP on an engine. It is safe for concurrent use.
type Door struct {
	engine  *engine.Engine
	texts   *lru.Cache[string, *text] // those that passed the guard and the validation
	trusted map[string]*text          // by id, see Trust
}

// New returns the door of an engine.
func New(e *engine.Engine) *Door {
	cache, err := lru.New[string, *text](cachedTexts)
	if err != nil {
		panic(err) // only for a size below 1
	}
	return &Door{engine: e, texts: cache, trusted: map[string]*text{}}
}

// Options are the settings of a handler.
type Options struct {
	// Timeout limits the time of a request; 30 s when zero.
	Timeout time.Duration
	// Middleware runs after authentication, the first outermost: rate limits, metrics. It finds the caller with
	// engine.PrincipalOf and refuses with WriteRefusal.
	Middleware []func(http.Handler) http.Handler
	// TrustedOnly refuses every text from an organization's token that is not in the trusted list. Staff may still
	// write their own, in the playground.
	TrustedOnly bool
	// Session returns the caller of a request without Authorization, nil if it has no session; nil accepts none.
	Session func(r *http.Request, portfolio string) (*model.Principal, error)
}

// Handler serves operations: by POST, and queries by GET too.
func (d *Door) Handler(opt Options) http.Handler {
	if opt.Timeout == 0 {
		opt.Timeout = defaultTimeout
	}
	next := chi.Chain(opt.Middleware...).HandlerFunc(func(w http.ResponseWriter, r *http.Request) { d.serve(w, r, opt.TrustedOnly) })
	return d.begin(opt.Timeout, d.authenticate(next, d.callerOf(opt.Session), hasAPIAccess))
}

// StaffOnly refuses everyone but the operator's staff.
func (d *Door) StaffOnly(next http.Handler) http.Handler {
	isStaff := func(p *model.Principal) error { return p.Allow("", model.PermissionSupport, false) }
	return d.begin(defaultTimeout, d.authenticate(next, d.tokenOwner, isStaff))
}

// SchemaHandler serves the schema's source to every caller that may use GraphQL. The middleware is as in Options.
func (d *Door) SchemaHandler(middleware ...func(http.Handler) http.Handler) http.Handler {
	source := []byte(d.engine.Schema().Query.Position.Src.Input)
	next := chi.Chain(middleware...).HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/graphql; charset=utf-8")
		_, _ = w.Write(source)
	})
	return d.begin(defaultTimeout, d.authenticate(next, d.tokenOwner, hasAPIAccess))
}

func hasAPIAccess(p *model.Principal) error { return p.Require(model.EntitlementAPIAccess) }

// begin gives the request its id and limits its time. A stream starts only after next has returned, so that it does not
// count as one of the running requests that middleware limits.
func (d *Door) begin(timeout time.Duration, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set(engine.RequestIDHeader, engine.RequestID(r))
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Add("Vary", "Accept, Authorization, X-Portfolio")
		limited, cancel := context.WithTimeout(r.Context(), timeout)
		defer cancel()
		later := &stream{leave: func() {}}
		defer func() { later.leave() }()
		next.ServeHTTP(w, r.WithContext(context.WithValue(limited, streamKey{}, later)))
		if later.ctx != nil {
			d.events(w, r, later)
		}
	})
}

// authenticate requires a caller, and what require demands of them.
func (d *Door) authenticate(
	next http.Handler, identify func(*http.Request) (*model.Principal, error), require func(*model.Principal) error,
) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		principal, err := identify(r)
		if err == nil {
			err = require(principal)
		}
		if err != nil {
			d.WriteRefusal(w, r, err)
			return
		}
		next.ServeHTTP(w, r.WithContext(engine.WithPrincipal(r.Context(), principal)))
	})
}

// tokenOwner identifies the caller by their token, without a portfolio.
func (d *Door) tokenOwner(r *http.Request) (*model.Principal, error) {
	return d.engine.Authenticate(r.Context(), engine.Authorization(r), "")
}

// callerOf identifies the caller by their token or else by their session. Staff choose a portfolio.
func (d *Door) callerOf(session func(*http.Request, string) (*model.Principal, error)) func(*http.Request) (*model.Principal, error) {
	return func(r *http.Request) (*model.Principal, error) {
		portfolio := r.Header.Get("X-Portfolio")
		if session != nil && len(r.Header.Values("Authorization")) == 0 {
			if principal, err := session(r, portfolio); principal != nil || err != nil {
				return principal, err
			}
		}
		return d.engine.Authenticate(r.Context(), engine.Authorization(r), portfolio)
	}
}

func (d *Door) serve(w http.ResponseWriter, r *http.Request, trustedOnly bool) {
	m, err := readMembers(w, r)
	principal := engine.PrincipalOf(r.Context())
	if err == nil && trustedOnly && m.documentID == "" && !principal.IsStaff() {
		err = fault.New(fault.CodeForbidden, "This server runs trusted documents only; send the `documentId` of one that was deployed with it.")
	}
	if err != nil {
		d.WriteRefusal(w, r, err)
		return
	}
	op, errs := d.operation(m, principal)
	if errs != nil {
		writeReply(r, w, formOf(r.Header).render(d.engine.Refuse(r.Context(), errs.Unwrap()...)))
		return
	}
	if r.Method == http.MethodGet && op.IsMutation() {
		w.Header().Set("Allow", http.MethodPost)
		d.WriteRefusal(w, r, fault.New(fault.CodeMethodNotAllowed, "GET only reads; send mutations by POST."))
		return
	}
	if err := principal.RequireScope(op.IsMutation()); err != nil {
		d.WriteRefusal(w, r, err)
		return
	}
	d.run(w, r, d.call(w, r, op, m))
}

// call makes a call of a request. What is wrong with its variables or its idempotency key is in Refused.
func (d *Door) call(w http.ResponseWriter, r *http.Request, op *engine.Operation, m members) engine.Call {
	principal := engine.PrincipalOf(r.Context())
	variables, vs := coerceVariables(d.engine.Schema(), op.Definition, m.variables, principal.IsStaff())
	if usesDeprecated(d.engine.Schema(), op, variables) {
		w.Header().Set("Deprecation", engine.DeprecatedSince)
		w.Header().Add("Link", engine.DeprecationLink(""))
	}
	call := engine.Call{
		Principal: principal, RequestID: w.Header().Get(engine.RequestIDHeader), Operation: op, Variables: variables,
		Render: formOf(r.Header).render, LastEventID: r.Header.Get("Last-Event-ID"),
	}
	if op.IsMutation() {
		var bad fault.Violations
		call.Idempotency, bad = engine.NewIdempotency(r, m.raw)
		vs.Append(bad)
	}
	call.Refused = vs.Err()
	return call
}

// run runs a call and writes its response, as events if the caller wants these.
func (d *Door) run(w http.ResponseWriter, r *http.Request, call engine.Call) {
	events := wantsEvents(r.Header) && call.Refused == nil
	switch {
	case events && call.Operation.IsSubscription():
		d.open(w, r, call)
	case call.Operation.IsSubscription() && call.Refused == nil:
		d.WriteRefusal(w, r, fault.New(fault.CodeValidationFailed, "A subscription is answered as text/event-stream; accept that."))
	case events:
		reply := d.engine.Do(r.Context(), call)
		if reply.Status != http.StatusOK {
			writeReply(r, w, reply) // no result, but a status that says what to do
			return
		}
		writeEvents(w, r, reply)
	default:
		call.Buffer = engine.NewBuffer()
		reply := d.engine.Do(r.Context(), call)
		call.Buffer.Free() // the body is a copy, which may take long to be read
		writeReply(r, w, reply)
	}
}

// WriteRefusal refuses a request that is not acceptable as HTTP, whatever its GraphQL says: the status is that of the
// error's code in every form of response.
func (d *Door) WriteRefusal(w http.ResponseWriter, r *http.Request, err error) {
	outcome := d.engine.Refuse(r.Context(), err).Identified(w.Header().Get(engine.RequestIDHeader))
	reply := formOf(r.Header).render(outcome)
	reply.Status = statusOf(fault.CodeOf(outcome.Errors[0]))
	if w.Header().Get("Retry-After") != "" {
		reply.Header.Del("Retry-After") // middleware has set a better one
	}
	writeReply(r, w, reply)
}

func writeReply(r *http.Request, w http.ResponseWriter, reply engine.Reply) {
	maps.Copy(w.Header(), reply.Header)
	w.WriteHeader(reply.Status)
	reply.Send(r.Context(), w)
}
