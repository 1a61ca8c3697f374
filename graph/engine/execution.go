package engine

import (
	"context"
	"io"
	"log/slog"
	"slices"
	"sync/atomic"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/covertrack/covertrack/graph/encode"
	"github.com/covertrack/covertrack/storage"
)

// executor runs operations on the resolvers.
type executor struct {
	executable graphql.ExecutableSchema
	presenter
	presenting graphql.ErrorPresenterFunc // present; kept because a method value is an allocation
	constants  constants
	compare    func(field string, encoded, generated []byte)
}

func newExecutor(
	executable graphql.ExecutableSchema, log *slog.Logger, compare func(field string, encoded, generated []byte),
) *executor {
	e := &executor{executable: executable, presenter: presenter{log}, compare: compare, constants: newConstants()}
	e.presenting = e.present
	return e
}

// Refuse is the outcome of a call that failed before it was executed.
func (e *executor) Refuse(ctx context.Context, errs ...error) Outcome {
	presented := make(gqlerror.List, len(errs))
	for i, err := range errs {
		presented[i] = e.present(ctx, err)
	}
	return Outcome{Errors: presented}
}

// execute runs a query or a mutation in the request of ctx. The outcome's data may lie in the buffer. It does what
// gqlgen's executor does, without its extensions, which are not used here.
func (e *executor) execute(ctx context.Context, op *Operation, variables map[string]any, buffer *Buffer) Outcome {
	if known, ok := e.constants.get(op); ok {
		return known
	}
	r := RequestOf(ctx)
	x := e.execution(r, op, variables, buffer)
	outcome := e.run(x.within(ctx))
	if x.total.Load() > encode.MaxBytes {
		return e.Refuse(ctx, tooHeavy())
	}
	outcome.Data, outcome.NextCursor, outcome.IsCut, outcome.IsFound = x.data(outcome.Data), r.cursor, r.isCut, r.isFound
	if op.withKeys && outcome.Data != nil {
		outcome.Data = op.WithKeys(outcome.Data)
	}
	e.constants.add(op, outcome)
	return outcome
}

// run runs the operation of ctx to its only response.
func (e *executor) run(ctx context.Context) Outcome {
	if err := ctx.Err(); err != nil {
		return e.Refuse(ctx, storage.Translate(err))
	}
	ctx = graphql.WithResponseContext(ctx, e.presenting, recovered)
	return outcomeOf(ctx, e.executable.Exec(ctx)(ctx))
}

func outcomeOf(ctx context.Context, response *graphql.Response) Outcome {
	return Outcome{Data: response.Data, Errors: once(append(response.Errors, graphql.GetErrors(ctx)...))}
}

// once leaves out what was said before of the same field: what is wrong with an argument of a nested list is so for each
// record that has the list.
func once(errs gqlerror.List) gqlerror.List {
	if len(errs) < 2 {
		return errs
	}
	said := map[string]bool{}
	return slices.DeleteFunc(errs, func(err *gqlerror.Error) bool {
		what := err.Message
		for _, step := range err.Path {
			if name, ok := step.(ast.PathName); ok {
				what += " " + string(name)
			}
		}
		known := said[what]
		said[what] = true
		return known
	})
}

// execution is one run of an operation. Its middlewares write the value of the one root field straight to the buffer,
// where gqlgen would copy it several times.
type execution struct {
	graphql.OperationContext
	*shortcut
	request  *Request
	buffer   *Buffer
	buffered bool         // the buffer is the response's data
	total    atomic.Int64 // bytes of all root fields
}

// inBuffer takes the place of a root field's value in gqlgen's response when that value is in the buffer. gqlgen writes
// it if, and only if, the value is part of the response.
type inBuffer struct{ *execution }

// MarshalGQL writes nothing: data returns the buffer in place of what gqlgen wrote.
func (b inBuffer) MarshalGQL(io.Writer) { b.buffered = true }

// execution prepares a run. A buffer is made when it is nil and needed.
func (e *executor) execution(r *Request, op *Operation, variables map[string]any, buffer *Buffer) *execution {
	x := &execution{shortcut: op.shortcut, request: r, buffer: buffer, OperationContext: graphql.OperationContext{
		RawQuery:               op.Source,
		OperationName:          op.Name,
		Variables:              variables,
		Doc:                    op.doc,
		Operation:              op.Definition,
		RecoverFunc:            recovered,
		ResolverMiddleware:     func(ctx context.Context, next graphql.Resolver) (any, error) { return next(ctx) },
		RootResolverMiddleware: func(ctx context.Context, next graphql.RootResolver) graphql.Marshaler { return next(ctx) },
		Stats:                  graphql.Stats{OperationStart: r.Now},
	}}
	switch {
	case op.shortcut == nil:
	case len(op.plans) > 0 && e.compare != nil:
		x.compared(e.compare)
	case len(op.plans) > 0:
		x.ResolverMiddleware = x.encoded
		if op.prefix == "" {
			x.RootResolverMiddleware = x.captured
		}
	default:
		x.RootResolverMiddleware = x.captured
	}
	x.RootResolverMiddleware = r.oneByOne(x.RootResolverMiddleware)
	return x
}

// within returns the context in which gqlgen runs the operation.
func (x *execution) within(ctx context.Context) context.Context {
	return graphql.WithOperationContext(ctx, &x.OperationContext)
}

// encoded is the middleware of resolvers: it writes a result by its plan and returns its bytes, or the result if there
// is no plan for it.
func (x *execution) encoded(ctx context.Context, next graphql.Resolver) (any, error) {
	plan := x.plans[graphql.GetFieldContext(ctx).Field.Field]
	for {
		result, err := next(ctx)
		if err != nil || plan == nil {
			return result, err
		}
		b := x.bufferOf()
		b.reserve(expected(ctx))
		isWritten := b.encode(plan, result)
		isLight := len(b.bytes) < encode.MaxBytes-1<<10 // doors add a little
		switch {
		case isWritten && isLight:
			return x.written(b), nil
		case isLight: // gqlgen writes it
			b.bytes = b.bytes[:0]
			return result, nil
		case x.prefix == "" || !x.request.halve(ctx, result):
			return nil, tooHeavy()
		}
	}
}

// captured is the middleware of a root field without a plan: gqlgen writes its value, straight to the buffer. A field that
// failed or has no value is null, which gqlgen handles itself.
func (x *execution) captured(ctx context.Context, next graphql.RootResolver) graphql.Marshaler {
	m := next(ctx)
	if m == nil || m == graphql.Null || m == graphql.RequiredNull {
		return m
	}
	switch m.(type) {
	case inBuffer, *Buffer:
		return m
	}
	b := x.bufferOf()
	m.MarshalGQL(b)
	return x.written(b)
}

// bufferOf is where a root field is written to: the response's data if it is the only one, since several run at the same
// time.
func (x *execution) bufferOf() *Buffer {
	if x.prefix == "" {
		return &Buffer{}
	}
	if x.buffer == nil {
		x.buffer = &Buffer{}
	}
	x.buffer.bytes = append(x.buffer.bytes[:0], x.prefix...)
	return x.buffer
}

// written is the value of a root field that is in a buffer.
func (x *execution) written(b *Buffer) graphql.Marshaler {
	x.total.Add(int64(len(b.bytes)))
	if b != x.buffer {
		return b
	}
	b.bytes = append(b.bytes, '}')
	return inBuffer{x}
}

// data is the response's data: the buffer, or what gqlgen wrote.
func (x *execution) data(written []byte) []byte {
	if x.buffered {
		return x.buffer.bytes
	}
	return written
}

// oneByOne makes the root fields of a query on a replica run one after the other, because they share one connection. On
// the primary they run at the same time.
func (r *Request) oneByOne(resolve graphql.RootFieldMiddleware) graphql.RootFieldMiddleware {
	if !r.replica {
		return resolve
	}
	return func(ctx context.Context, next graphql.RootResolver) graphql.Marshaler {
		r.turn.Lock()
		defer r.turn.Unlock()
		return resolve(ctx, next)
	}
}
