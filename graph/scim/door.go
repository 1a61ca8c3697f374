package scim

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/elimity-com/scim"
	scimerrors "github.com/elimity-com/scim/errors"
	"github.com/elimity-com/scim/optional"
	"github.com/elimity-com/scim/schema"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/credentials"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/identity"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage"
)

const (
	// mostBytes is how long a body may be.
	mostBytes = 1 << 20
	// mostListed is how many resources one answer has.
	mostListed = 200
)

// Config is what the door works with.
type Config struct {
	Store   *storage.Store
	BaseURL string        // that clients use
	Timeout time.Duration // of a request; 30 s when zero
	Now     func() time.Time
	Logger  *slog.Logger
	// Middleware runs after authentication; the first is the outermost.
	Middleware []func(http.Handler) http.Handler
}

type door struct {
	store   *storage.Store
	now     func() time.Time
	log     *slog.Logger
	timeout time.Duration
	server  http.Handler
	guesses *guesses
}

// takeTexts has the library take "True" for true, as Entra writes it. Its switch is one for the whole program.
var takeTexts = sync.OnceFunc(func() { schema.SetAllowStringValues(true) })

// Handler serves everything below identity.ScimPath.
func Handler(cfg Config) (http.Handler, error) {
	takeTexts()
	d := &door{store: cfg.Store, now: storage.Clock(cfg.Now), log: cfg.Logger, timeout: cmp.Or(cfg.Timeout, 30*time.Second)}
	d.guesses = newGuesses(d.now)
	server, err := scim.NewServer(&scim.ServerArgs{
		ServiceProviderConfig: &scim.ServiceProviderConfig{
			MaxResults: mostListed, SupportFiltering: true, SupportPatch: true,
			DocumentationURI: optional.NewString(cfg.BaseURL + "/docs/guide/signin"),
			AuthenticationSchemes: []scim.AuthenticationScheme{{
				Type: scim.AuthenticationTypeOauthBearerToken, Primary: true,
				Name: "Bearer token", Description: "The token of the identity provider.",
			}},
		},
		ResourceTypes: []scim.ResourceType{
			{
				ID: optional.NewString("User"), Name: "User", Endpoint: "/Users", Schema: schema.CoreUserSchema(), Handler: users{d},
				SchemaExtensions: []scim.SchemaExtension{{Schema: schema.ExtensionEnterpriseUser()}},
			},
			{ID: optional.NewString("Group"), Name: "Group", Endpoint: "/Groups", Schema: schema.CoreGroupSchema(), Handler: groups{d}},
		},
	}, scim.WithBaseURL(cfg.BaseURL+identity.ScimPath))
	if err != nil {
		return nil, err
	}
	d.server = http.StripPrefix("/scim", server)
	var handler http.Handler = http.HandlerFunc(d.serve)
	for _, wrap := range slices.Backward(cfg.Middleware) {
		handler = wrap(handler)
	}
	return d.authenticated(handler), nil
}

type providerKey struct{}

func providerOf(r *http.Request) *identity.Provider {
	return r.Context().Value(providerKey{}).(*identity.Provider)
}

// authenticated lets the directories of providers in.
func (d *door) authenticated(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), d.timeout)
		defer cancel()
		engine.SeeRoute(ctx, routeOf(r.URL.Path))
		p, err := d.provider(ctx, r)
		if err != nil {
			Refuse(w, r, err)
			return
		}
		caller := &model.Principal{Actor: p.Directory(), LenderID: scalar.OrZero(p.LenderID)}
		engine.SeeCaller(ctx, caller)
		ctx = context.WithValue(storage.ForTenant(engine.WithPrincipal(ctx, caller), caller.Tenant(), nil), providerKey{}, p)
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// provider finds the provider whose token a request shows; `unauthorized`.
func (d *door) provider(ctx context.Context, r *http.Request) (*identity.Provider, error) {
	token, err := engine.TokenOf(engine.Authorization(r))
	if err != nil {
		return nil, err
	}
	if token.Kind() != credentials.TokenKindScim {
		return nil, fault.New(fault.CodeUnauthorized, "The token is not one of a directory, which begins with `scim_`.")
	}
	digest := token.Digest()
	if err := d.guesses.admit(ctx, digest); err != nil {
		return nil, err
	}
	p, err := d.store.IdentityProviderOfToken(ctx, digest)
	d.guesses.learn(digest, err)
	if fault.CodeOf(err) == fault.CodeNotFound {
		return nil, unknownToken()
	}
	return p, err
}

func unknownToken() error {
	return fault.New(fault.CodeUnauthorized, "The token is unknown, or another one was made since.")
}

// routeOf is the pattern of a path, for the log.
func routeOf(path string) string {
	resource, _, isOne := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(path, identity.ScimPath), "/"), "/")
	if isOne {
		resource += "/{id}"
	}
	return identity.ScimPath + "/" + resource
}

// serve hands a request with a body of bounded length to the library.
func (d *door) serve(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostBytes))
	isListed := strings.HasPrefix(r.URL.Path, identity.ScimPath+"/Users") || strings.HasPrefix(r.URL.Path, identity.ScimPath+"/Groups")
	switch {
	case errors.As(err, new(*http.MaxBytesError)):
		err = fault.New(fault.CodePayloadTooLarge, "The body has more than %d bytes.", mostBytes)
	case err != nil:
		err = fault.New(fault.CodeMalformedJSON, "The body did not come whole.").Because(err)
	case r.URL.Query().Has("filter") && !isListed: // RFC 7644, section 4
		err = fault.New(fault.CodeForbidden, "Only users and groups take a filter.")
	}
	if err != nil {
		Refuse(w, r, err)
		return
	}
	out := &answer{ResponseWriter: w, r: r}
	r = r.WithContext(context.WithValue(r.Context(), answerKey{}, out))
	r.Body = io.NopCloser(bytes.NewReader(body))
	d.server.ServeHTTP(out, r)
}

// answer writes an error of ours in the place of what the library makes of it: 500 of each status that RFC 7644 does not list
// for the method.
type answer struct {
	http.ResponseWriter
	r      *http.Request
	failed error
}

type answerKey struct{}

// WriteHeader writes the status, and of a failure all else.
func (a *answer) WriteHeader(status int) {
	if a.failed != nil {
		Refuse(a.ResponseWriter, a.r, a.failed)
		return
	}
	a.ResponseWriter.WriteHeader(status)
}

// Write writes what the library says, unless that was a failure.
func (a *answer) Write(b []byte) (int, error) {
	if a.failed != nil {
		return len(b), nil
	}
	return a.ResponseWriter.Write(b)
}

// failed keeps an error for the answer, and returns it for the library.
func (d *door) failed(r *http.Request, err error) error {
	if err == nil {
		return nil
	}
	if errorOf(err).Status == http.StatusInternalServerError {
		d.log.ErrorContext(r.Context(), "a request of a directory failed", "error", err, "request_id", engine.RequestID(r))
	}
	r.Context().Value(answerKey{}).(*answer).failed = err
	return scimerrors.ScimErrorInternal
}

// Refuse writes an error as the response. A header Retry-After may be set already.
func Refuse(w http.ResponseWriter, _ *http.Request, err error) {
	says, header := errorOf(err), w.Header()
	engine.CountError("scim", fault.CodeOf(err))
	header.Set("Content-Type", "application/scim+json")
	switch says.Status {
	case http.StatusUnauthorized:
		header.Set("WWW-Authenticate", "Bearer")
	case http.StatusServiceUnavailable, http.StatusTooManyRequests:
		header.Set("Retry-After", cmp.Or(header.Get("Retry-After"), "1"))
	}
	w.WriteHeader(says.Status)
	_ = json.NewEncoder(w).Encode(says) // it fails when nobody reads any more
}

// statuses are those of errors, besides 400 for all that is wrong with a request.
var statuses = map[fault.Code]int{
	fault.CodeUnauthorized: http.StatusUnauthorized, fault.CodeForbidden: http.StatusForbidden, fault.CodeNotFound: http.StatusNotFound,
	fault.CodeDuplicate: http.StatusConflict, fault.CodePayloadTooLarge: http.StatusRequestEntityTooLarge,
	fault.CodeRateLimited: http.StatusTooManyRequests, fault.CodeUnavailable: http.StatusServiceUnavailable,
	fault.CodeInternal: http.StatusInternalServerError,
}

// errorOf is an error in the form of RFC 7644, section 3.12.
func errorOf(err error) scimerrors.ScimError {
	refusal, ok := errors.AsType[*fault.Error](err)
	if !ok {
		refusal = fault.New(fault.CodeInternal, "Something failed on our side. Quote the header X-Request-Id when you report it.")
	}
	says := scimerrors.ScimError{Status: cmp.Or(statuses[refusal.Code], http.StatusBadRequest), Detail: refusal.Message}
	if own, ok := errors.AsType[scimerrors.ScimError](err); ok { // what is wrong with a filter or a path, as the cause
		says.ScimType = own.ScimType
		return says
	}
	switch {
	case refusal.Code == fault.CodeDuplicate:
		says.ScimType = scimerrors.ScimTypeUniqueness
	case refusal.Code == fault.CodeMalformedJSON:
		says.ScimType = scimerrors.ScimTypeInvalidSyntax
	case says.Status == http.StatusBadRequest:
		says.ScimType = scimerrors.ScimTypeInvalidValue
	}
	if len(refusal.Violations) > 1 {
		var all []string
		for _, v := range refusal.Violations {
			all = append(all, v.Message)
		}
		says.Detail = strings.Join(all, " ")
	}
	return says
}
