package engine

import (
	"context"
	"log/slog"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/hashicorp/golang-lru/v2/expirable"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/covertrack/covertrack/graph/feed"
	"github.com/covertrack/covertrack/graph/generated"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/receiver"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/blob"
)

// Engine authenticates callers and runs their operations, for both doors. It is safe for concurrent use.
type Engine struct {
	store      *storage.Store
	blobs      *blob.Store
	now        func() time.Time
	log        *slog.Logger
	schema     *ast.Schema
	executable graphql.ExecutableSchema
	presenter  graphql.ErrorPresenterFunc // present; kept because a method value is an allocation
	callers    callerCache
	lookups    *lookups
	changes    *changeHub
	streams    Streams
	vigils     *vigils
	broadcasts *broadcasts
	feed       *feed.Hub
	quotas     *quotas
	baseURL    string
	webhooks   Webhooks
	compare    func(field string, encoded, generated []byte)
}

// Config is what an engine works with. All members but Streams and Compare are required to run operations; Now and Logger suffice
// to compile them.
type Config struct {
	Store *storage.Store
	Blobs *blob.Store
	// Now is the clock. The engine converts its times to UTC and cuts them to milliseconds, as the database stores
	// them.
	Now    func() time.Time
	Logger *slog.Logger
	// Streams has the limits of streams; nil means none.
	Streams Streams
	// BaseURL is the address that clients use, as https://covertrack.example.com. Links in results begin with it.
	BaseURL string
	// Quotas are those of portfolios that have none of their own.
	Quotas model.Quotas
	// Webhooks say what endpoints there may be.
	Webhooks Webhooks
	// Compare is for tests: each result is written by graph/encode and by gqlgen, and Compare gets both.
	Compare func(field string, encoded, generated []byte)
}

// Webhooks are what resolvers need for webhook endpoints.
type Webhooks struct {
	Key  receiver.Key  // their secrets are encrypted with
	URLs receiver.URLs // that they may have
}

// New returns an engine that runs the operations of the schema on the resolvers.
func New(cfg Config, resolvers generated.ResolverRoot) *Engine {
	now := func() time.Time { return cfg.Now().UTC().Truncate(time.Millisecond) }
	executable := generated.NewExecutableSchema(generated.Config{
		Resolvers:  resolvers,
		Directives: generated.DirectiveRoot{Entitled: entitled, Staff: staff, EvidenceLink: evidenceLink, AnyCaller: anyCaller},
	})
	e := &Engine{
		store: cfg.Store, blobs: cfg.Blobs, now: now, log: cfg.Logger, compare: cfg.Compare,
		schema:     executable.Schema(),
		executable: executable,
		callers:    callerCache{LRU: expirable.NewLRU[[32]byte, *knownCaller](cachedCallers, nil, callerTTL)},
		lookups: newTokenLookups(func(ctx context.Context, digests [][32]byte) ([]*storage.TokenOwner, error) {
			return cfg.Store.TokensByDigest(ctx, digests)
		}),
		changes: newChangeHub(cfg.Store, cfg.Logger),
		quotas:  newQuotas(cfg.Quotas),
		baseURL: cfg.BaseURL, webhooks: cfg.Webhooks,
	}
	if e.streams = cfg.Streams; e.streams == nil {
		e.streams = unlimited{}
	}
	e.feed = feed.NewHub(cfg.Store, cfg.Logger)
	e.vigils = newVigils(cfg.Store, now, cfg.Logger)
	e.broadcasts = newBroadcasts(e.changes, e.streams)
	e.presenter = e.present
	return e
}

// Schema is the schema that every operation is validated against.
func (e *Engine) Schema() *ast.Schema { return e.schema }

// Now is the engine's clock: UTC, in milliseconds.
func (e *Engine) Now() time.Time { return e.now() }

// Authenticate returns the caller that an Authorization header names; staff choose a portfolio by the X-Portfolio
// header. The error is `unauthorized` for anything but a valid token, and `not_found` for a portfolio that does not
// exist.
func (e *Engine) Authenticate(ctx context.Context, authorization, portfolio string) (*model.Principal, error) {
	principal, err := e.authenticate(ctx, authorization, portfolio)
	seeCaller(ctx, principal)
	return principal, err
}

// AuthenticateDigest is Authenticate for somebody whose token was seen before, by its digest. The code that calls it
// vouches for that.
func (e *Engine) AuthenticateDigest(ctx context.Context, digest [32]byte, portfolio string) (*model.Principal, error) {
	principal, err := e.caller(ctx, digest, portfolio)
	seeCaller(ctx, principal)
	return principal, err
}

// Do runs a call and returns the door's reply. Every failure is a reply too.
func (e *Engine) Do(ctx context.Context, call Call) Reply {
	seeOperation(ctx, call.Operation)
	ctx = storage.ForTenant(ctx, call.Principal.OrganizationID)
	if call.Operation.IsMutation() {
		return e.write(ctx, call)
	}
	if call.Refused != nil {
		return call.reply(e.Refuse(ctx, call.Refused))
	}
	r := e.request(call, e.store.Handle)
	if err := r.auditStaffRead(ctx, e.store.Handle); err != nil {
		return call.reply(e.Refuse(ctx, err))
	}
	return call.reply(e.read(ctx, call, r))
}

// Read runs another operation inside the request of ctx: for the same caller, in the same transaction.
func (e *Engine) Read(ctx context.Context, op *Operation, variables map[string]any) Outcome {
	return e.execute(ctx, op, variables, nil)
}

// Refuse is the outcome of a call that failed before it was executed.
func (e *Engine) Refuse(ctx context.Context, errs ...error) Outcome {
	presented := make(gqlerror.List, len(errs))
	for i, err := range errs {
		presented[i] = e.present(ctx, err)
	}
	return Outcome{Errors: presented}
}
