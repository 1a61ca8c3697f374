package graph

import (
	"context"
	"log/slog"
	"time"

	"github.com/99designs/gqlgen/graphql/executor"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/covertrack/covertrack/graph/generated"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/blob"
)

// Engine runs operations for both doors: it authenticates, guards, opens the transaction of a mutation, and executes on the
// one executor. It is safe for concurrent use.
type Engine struct {
	store     *storage.Store
	blobs     *blob.Store
	now       func() time.Time
	log       *slog.Logger
	schema    *ast.Schema
	exec      *executor.Executor
	documents *documentCache
	// trustedDocuments are those of Trust, by id.
	trustedDocuments map[string]*document
	callers          *callerCache
	changes          *changeHub
	compare          func(field string, encoded, generated []byte)
}

// Config is what an engine works with. All members but Compare are required.
type Config struct {
	Store *storage.Store
	Blobs *blob.Store
	// Now is the clock; the engine truncates it to milliseconds and turns it to UTC, as the database keeps times.
	Now    func() time.Time
	Logger *slog.Logger
	// Compare is for tests: each result is written by graph/encode and by gqlgen, and both are handed over.
	Compare func(field string, encoded, generated []byte)
}

// NewEngine wires the schema to the resolvers.
func NewEngine(cfg Config) (*Engine, error) { return newEngine(cfg, &Resolver{}) }

func newEngine(cfg Config, resolvers generated.ResolverRoot) (*Engine, error) {
	now := func() time.Time { return cfg.Now().UTC().Truncate(time.Millisecond) }
	e := &Engine{store: cfg.Store, blobs: cfg.Blobs, now: now, log: cfg.Logger, compare: cfg.Compare}
	e.changes = newChangeHub(cfg.Store, cfg.Logger)
	e.callers = newCallerCache(cfg.Store, now, cfg.Logger)
	schema := generated.NewExecutableSchema(generated.Config{
		Resolvers:  resolvers,
		Directives: generated.DirectiveRoot{Entitled: entitled, Staff: staff},
	})
	e.schema = schema.Schema()
	e.exec = executor.New(schema)
	e.exec.SetErrorPresenter(e.present)
	e.exec.SetRecoverFunc(recovered)
	e.documents = newDocumentCache()
	e.trustedDocuments = map[string]*document{}
	return e, nil
}

// Schema is the schema that every operation is validated against.
func (e *Engine) Schema() *ast.Schema { return e.schema }

// Now is the engine's clock: UTC, in milliseconds.
func (e *Engine) Now() time.Time { return e.now() }

// Authenticate resolves an Authorization header, and for staff the X-Portfolio header, to a caller; `unauthorized` for
// anything but a token that is in force, `not_found` for a portfolio that does not exist.
func (e *Engine) Authenticate(ctx context.Context, authorization, portfolio string) (*model.Principal, error) {
	principal, err := e.callers.authenticate(ctx, authorization, portfolio)
	seeCaller(ctx, principal)
	return principal, err
}

// Do runs a call and answers the door's reply; it never fails otherwise.
func (e *Engine) Do(ctx context.Context, call Call) Reply {
	seeOperation(ctx, call.Operation)
	if call.Operation.IsMutation() {
		return e.write(ctx, call)
	}
	if call.Refused != nil {
		return call.Render(e.refuse(ctx, call.Refused))
	}
	r := e.request(call, e.store.Handle)
	if err := r.auditStaffRead(ctx, e.store.Handle); err != nil {
		return call.Render(e.refuse(ctx, err))
	}
	return call.Render(e.read(ctx, call, r))
}

// Read runs another operation inside the request of ctx: the same caller, the same transaction.
func (e *Engine) Read(ctx context.Context, op *Operation, variables map[string]any) Outcome {
	return e.execute(ctx, op, variables, nil)
}

// EndStreams ends all subscriptions, and refuses new ones: their requests would hold up the server's end.
func (e *Engine) EndStreams() { e.changes.end() }

// stream runs a subscription and hands over each of its outcomes, until the context ends, the subscription does, or send fails.
func (e *Engine) stream(ctx context.Context, call Call, send func(Outcome) error) error {
	seeOperation(ctx, call.Operation)
	r := e.request(call, e.store.Handle)
	if err := r.auditStaffRead(ctx, e.store.Handle); err != nil {
		return send(e.refuse(ctx, err))
	}
	ctx, cancel := context.WithCancel(withRequest(ctx, r))
	defer cancel()
	next, ctx := e.exec.DispatchOperation(ctx, &e.execution(ctx, call.Operation, call.Variables, nil).OperationContext)
	for response := next(ctx); response != nil; response = next(ctx) {
		if err := send(Outcome{Data: response.Data, Errors: response.Errors}); err != nil {
			return err
		}
	}
	return nil
}

// execute runs an operation on the request that ctx carries. The data may lie in the buffer.
func (e *Engine) execute(ctx context.Context, op *Operation, variables map[string]any, buffer *Buffer) Outcome {
	x := e.execution(ctx, op, variables, buffer)
	next, ctx := e.exec.DispatchOperation(ctx, &x.OperationContext)
	response := next(ctx)
	if response == nil {
		return e.refuse(ctx, storage.Translate(ctx.Err()))
	}
	return Outcome{Data: x.data(response.Data), Errors: response.Errors, NextCursor: requestOf(ctx).nextCursor()}
}

// refuse is the outcome of a call that failed before it was executed.
func (e *Engine) refuse(ctx context.Context, err error) Outcome {
	return Outcome{Errors: gqlerror.List{e.present(ctx, err)}}
}
