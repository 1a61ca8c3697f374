package engine

import (
	"context"
	"log/slog"
	"time"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/graph/generated"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// Engine authenticates callers and runs their operations, for both doors. It is safe for concurrent use.
type Engine struct {
	*executor
	store        *storage.Store
	resolvers    generated.ResolverRoot
	now          func() time.Time
	schema       *ast.Schema
	callers      *callers
	people       *people
	quotas       *quotas
	uses         *sandboxUses
	beforeCommit func(ctx context.Context) error

	streams    Streams
	tokens     *tokenWatches
	changes    *changeHub
	broadcasts *broadcasts
	ending     context.Context // ends with EndStreams
	end        context.CancelFunc
}

// Config is what an engine works with. Store, Now and Logger are required to run operations; Now and Logger suffice to
// compile them.
type Config struct {
	Store *storage.Store
	// Now is the clock. The engine converts its times to UTC and cuts them to milliseconds, as the database stores
	// them.
	Now    func() time.Time
	Logger *slog.Logger
	// Streams has the limits of streams; nil means none.
	Streams Streams
	// Quotas are those of portfolios that have none of their own.
	Quotas model.Quotas
	// BeforeCommit runs in the transaction of each mutation that has succeeded, before its audit events are written. Its
	// ctx is that of the resolvers. It may write; its error rolls the mutation back. Nil does nothing.
	BeforeCommit func(ctx context.Context) error
	// Compare is for tests: each result is written by graph/encode and by gqlgen, and Compare gets both.
	Compare func(field string, encoded, generated []byte)
}

// New returns an engine that runs the operations of the schema on the resolvers. It panics if a root field does not say who
// may call it.
func New(cfg Config, resolvers generated.ResolverRoot) *Engine {
	now := storage.Clock(cfg.Now)
	executable := generated.NewExecutableSchema(generated.Config{Resolvers: resolvers, Directives: directives})
	if err := CheckAccess(executable.Schema()); err != nil {
		panic(err)
	}
	e := &Engine{
		executor: newExecutor(executable, cfg.Logger, cfg.Compare), store: cfg.Store, resolvers: resolvers, now: now, schema: executable.Schema(),
		callers: newCallers(cfg.Store, now), people: newPeople(cfg.Store), quotas: newQuotas(cfg.Quotas), beforeCommit: cfg.BeforeCommit,
		uses:    newSandboxUses(),
		streams: cfg.Streams, tokens: newTokenWatches(cfg.Store, now, cfg.Logger), changes: newChangeHub(cfg.Store, cfg.Logger),
	}
	if e.streams == nil {
		e.streams = unlimited{}
	}
	e.ending, e.end = context.WithCancel(context.Background())
	e.broadcasts = newBroadcasts(e.ending, e.changes, e.streams)
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
	principal, err := e.callers.authenticate(ctx, authorization, portfolio)
	SeeCaller(ctx, principal)
	return principal, err
}

// AuthenticateDigest is Authenticate for somebody whose token was seen before, by its digest. The code that calls it
// vouches for that.
func (e *Engine) AuthenticateDigest(ctx context.Context, digest [32]byte, portfolio string) (*model.Principal, error) {
	principal, err := e.callers.caller(ctx, digest, portfolio)
	SeeCaller(ctx, principal)
	return principal, err
}

// Quotas returns the quotas of a portfolio with these of its own.
func (e *Engine) Quotas(own model.QuotaOverrides) model.Quotas { return own.Or(e.quotas.defaults) }

// Compile parses and validates a GraphQL text of the program itself, which must have exactly one operation.
func (e *Engine) Compile(name, source string) (*Operation, error) {
	return compile(e.schema, name, source)
}

// Operations returns the operations of a client's GraphQL text that was validated against the schema.
func (e *Engine) Operations(source string, doc *ast.QueryDocument) map[*ast.OperationDefinition]*Operation {
	operations := make(map[*ast.OperationDefinition]*Operation, len(doc.Operations))
	for _, definition := range doc.Operations {
		operations[definition] = newOperation(e.schema, source, doc, definition)
	}
	return operations
}
