package graph

import (
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/covertrack/covertrack/model"
)

// defaultTimeout is the contract's (section 2, Limits).
const defaultTimeout = 30 * time.Second

// HandlerOptions are the settings of the GraphQL door.
type HandlerOptions struct {
	// Timeout cuts a request off; 30 s when zero.
	Timeout time.Duration
	// Middleware runs after authentication, the first outermost: rate limits, metrics. It asks PrincipalOf who calls and
	// refuses with WriteRefusal.
	Middleware []func(http.Handler) http.Handler
	// TrustedOnly closes the list of operations: of organizations' tokens only documents that Trust took over are run. Staff
	// may still write their own, in the playground.
	TrustedOnly bool
}

// Handler serves GraphQL over HTTP on the engine's executor: operations by POST, queries by GET too.
func (e *Engine) Handler(opt HandlerOptions) http.Handler {
	if opt.Timeout == 0 {
		opt.Timeout = defaultTimeout
	}
	var next http.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { e.serve(w, r, opt.TrustedOnly) })
	for _, wrap := range slices.Backward(opt.Middleware) {
		next = wrap(next)
	}
	return begin(opt.Timeout, e.admit(next))
}

// begin names the request and bounds its time. A stream begins after all else has returned: it takes no place among the
// requests that middleware counts.
func begin(timeout time.Duration, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set(RequestIDHeader, RequestID(r))
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Add("Vary", "Accept, Authorization, X-Portfolio")
		bounded, cancel := context.WithTimeout(r.Context(), timeout)
		defer cancel()
		later, ctx := withStream(bounded)
		next.ServeHTTP(w, r.WithContext(ctx))
		later.run(w, r)
	})
}

type principalKey struct{}

// WithPrincipal is the context of a request that has passed authentication, at either door.
func WithPrincipal(ctx context.Context, p *model.Principal) context.Context {
	return context.WithValue(ctx, principalKey{}, p)
}

// PrincipalOf is the caller of a request that has passed authentication.
func PrincipalOf(ctx context.Context) *model.Principal {
	principal, _ := ctx.Value(principalKey{}).(*model.Principal)
	return principal
}

// admit lets those pass who have a token, and API access or a place on the operator's staff.
func (e *Engine) admit(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		principal, err := e.Authenticate(r.Context(), r.Header.Get("Authorization"), r.Header.Get("X-Portfolio"))
		if err == nil {
			err = principal.Require(model.EntitlementAPIAccess)
		}
		if err != nil {
			e.WriteRefusal(w, r, err)
			return
		}
		next.ServeHTTP(w, r.WithContext(WithPrincipal(r.Context(), principal)))
	})
}

// StaffOnly lets the operator's staff through and nobody else: for what describes the schema.
func (e *Engine) StaffOnly(next http.Handler) http.Handler {
	return begin(defaultTimeout, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		principal, err := e.Authenticate(r.Context(), r.Header.Get("Authorization"), "")
		if err == nil {
			err = principal.RequireStaff(model.StaffRoleSupport)
		}
		if err != nil {
			e.WriteRefusal(w, r, err)
			return
		}
		next.ServeHTTP(w, r.WithContext(WithPrincipal(r.Context(), principal)))
	}))
}

// SchemaHandler serves the schema as its authors wrote it, to staff.
func (e *Engine) SchemaHandler() http.Handler {
	source := []byte(e.schema.Query.Position.Src.Input)
	return e.StaffOnly(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/graphql; charset=utf-8")
		_, _ = w.Write(source)
	}))
}

func (e *Engine) serve(w http.ResponseWriter, r *http.Request, trustedOnly bool) {
	params, err := readParams(w, r)
	principal := PrincipalOf(r.Context())
	if err == nil && trustedOnly && params.documentID == "" && !principal.IsStaff() {
		err = model.NewError(model.CodeForbidden, "This server runs trusted documents only; send the `documentId` of one that was deployed with it.")
	}
	if err != nil {
		e.WriteRefusal(w, r, err)
		return
	}
	form := formOf(r.Header)
	op, errs := e.prepare(params, principal.IsStaff())
	if errs != nil {
		writeReply(w, form.render(Outcome{Errors: e.presentAll(r.Context(), errs)}))
		return
	}
	if r.Method == http.MethodGet && op.IsMutation() {
		w.Header().Set("Allow", http.MethodPost)
		e.WriteRefusal(w, r, model.NewError(model.CodeMethodNotAllowed, "GET only reads; send mutations by POST."))
		return
	}
	variables, vs := coerceVariables(e.schema, op.Definition.VariableDefinitions, params.variables, principal.IsStaff())
	buffer := NewBuffer()
	defer buffer.Free()
	call := Call{
		Principal: principal, RequestID: w.Header().Get(RequestIDHeader), Operation: op, Variables: variables, Buffer: buffer, Render: form.render,
	}
	if op.IsMutation() {
		idempotency, bad := NewIdempotency(r, params.raw)
		call.Idempotency = idempotency
		vs.Append(bad)
	}
	call.Refused = vs.Err()
	if usesDeprecated(e.schema, op, variables) {
		w.Header().Set("Deprecation", DeprecatedSince)
	}
	events := wantsEvents(r.Header) && call.Refused == nil
	switch {
	case events && op.IsSubscription():
		streamLater(r.Context(), e.events(call))
	case op.IsSubscription() && call.Refused == nil:
		e.WriteRefusal(w, r, model.NewError(model.CodeValidationFailed, "A subscription is answered as text/event-stream; accept that."))
	case events:
		reply := e.Do(r.Context(), call)
		openEvents(w).send(eventNext(reply.Body) + eventComplete)
	default:
		writeReply(w, e.Do(r.Context(), call))
	}
}

// WriteRefusal answers a request that is not acceptable as HTTP, whatever it may say in GraphQL: its status is that of the
// error's code in every form of response.
func (e *Engine) WriteRefusal(w http.ResponseWriter, r *http.Request, err error) {
	presented := e.present(r.Context(), err)
	reply := formOf(r.Header).render(Outcome{Errors: gqlerror.List{presented}})
	reply.Status = statusOf(codeOf(presented))
	if w.Header().Get("Retry-After") != "" {
		reply.Header.Del("Retry-After") // whoever refuses knows better when
	}
	writeReply(w, reply)
}

func (e *Engine) presentAll(ctx context.Context, errs gqlerror.List) gqlerror.List {
	presented := make(gqlerror.List, len(errs))
	for i, err := range errs {
		presented[i] = e.present(ctx, err)
	}
	return presented
}

func writeReply(w http.ResponseWriter, reply Reply) {
	for name, values := range reply.Header {
		w.Header()[name] = values
	}
	w.WriteHeader(reply.Status)
	_, _ = w.Write(reply.Body)
}
