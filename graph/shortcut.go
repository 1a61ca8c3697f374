package graph

import (
	"bytes"
	"context"
	"reflect"
	"strings"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/graph/encode"
	"github.com/covertrack/covertrack/graph/generated"
)

// shortcut is what an operation's bytes can be made with besides gqlgen, compiled with the operation. Without one gqlgen does it
// all, and the bytes are the same.
type shortcut struct {
	// plans write the results of the root fields; nil where that could not be compiled.
	plans encode.Plans
	// prefix is the data before the value of the one root field, such as `{"body":`; "" where there may be several.
	prefix string
}

func (e *Engine) shortcuts(doc *ast.QueryDocument) map[*ast.OperationDefinition]*shortcut {
	shortcuts := map[*ast.OperationDefinition]*shortcut{}
	for _, op := range doc.Operations {
		shortcuts[op] = e.shortcut(op)
	}
	return shortcuts
}

// shortcut compiles an operation of a validated document. A subscription has none.
func (e *Engine) shortcut(op *ast.OperationDefinition) *shortcut {
	resolvers := reflect.TypeFor[generated.QueryResolver]()
	switch op.Operation {
	case ast.Mutation:
		resolvers = reflect.TypeFor[generated.MutationResolver]()
	case ast.Subscription:
		return nil
	}
	s := &shortcut{}
	if field, ok := op.SelectionSet[0].(*ast.Field); ok && len(op.SelectionSet) == 1 {
		s.prefix = `{"` + field.Alias + `":`
	}
	// What cannot be compiled is executed by gqlgen.
	s.plans, _ = encode.Compile(e.schema, op, func(field string) reflect.Type { return resultOf(resolvers, field) })
	return s
}

// resultOf is what the resolver of a root field answers, or nil.
func resultOf(resolvers reflect.Type, field string) reflect.Type {
	for i := range resolvers.NumMethod() {
		if m := resolvers.Method(i); strings.EqualFold(m.Name, field) {
			return m.Type.Out(0)
		}
	}
	return nil
}

// execution is one run of an operation. Its middlewares stand at the root fields and take their bytes while they are made: one root
// field's are written straight to the buffer, where gqlgen's own way copies them again and again into one that grows.
type execution struct {
	graphql.OperationContext
	*shortcut
	buffer *Buffer
	taken  bool
}

func (e *Engine) execution(ctx context.Context, op *Operation, variables map[string]any, buffer *Buffer) *execution {
	r := requestOf(ctx)
	x := &execution{shortcut: op.shortcut, buffer: buffer, OperationContext: graphql.OperationContext{
		RawQuery:               op.Source,
		OperationName:          op.Name,
		Variables:              variables,
		Doc:                    op.doc,
		Operation:              op.Definition,
		DisableIntrospection:   !r.principal.IsStaff(),
		RecoverFunc:            recovered,
		ResolverMiddleware:     func(ctx context.Context, next graphql.Resolver) (any, error) { return next(ctx) },
		RootResolverMiddleware: func(ctx context.Context, next graphql.RootResolver) graphql.Marshaler { return next(ctx) },
		Stats:                  graphql.Stats{OperationStart: r.now},
	}}
	switch {
	case op.shortcut == nil:
	case len(op.plans) > 0 && e.compare != nil:
		x.compared(e.compare)
	case len(op.plans) > 0:
		x.ResolverMiddleware = x.encoded
	case op.prefix != "":
		x.RootResolverMiddleware = x.captured
	}
	x.RootResolverMiddleware = r.inTurn(x.RootResolverMiddleware)
	return x
}

// encoded is the middleware of resolvers: it answers the bytes of a result in place of the result, or the result if it must.
func (x *execution) encoded(ctx context.Context, next graphql.Resolver) (any, error) {
	result, err := next(ctx)
	if err != nil {
		return result, err
	}
	plan := x.plans[graphql.GetFieldContext(ctx).Field.Field]
	switch {
	case plan == nil:
		return result, nil
	case x.prefix == "": // several root fields run at once
		if b := new(Buffer); b.encode(plan, result) {
			return b, nil
		}
		return result, nil
	}
	if x.take(func(b *Buffer) bool { return b.encode(plan, result) }) {
		return graphql.True, nil
	}
	return result, nil
}

// captured is the middleware of a root field without a plan. Null says that it failed, or was nothing: that is left to gqlgen.
func (x *execution) captured(ctx context.Context, next graphql.RootResolver) graphql.Marshaler {
	m := next(ctx)
	if m == nil || m == graphql.Null || m == graphql.RequiredNull {
		return m
	}
	x.take(func(b *Buffer) bool { m.MarshalGQL(b); return true })
	return graphql.True
}

// take has the data of the one root field written.
func (x *execution) take(write func(b *Buffer) bool) bool {
	if x.buffer == nil {
		x.buffer = &Buffer{}
	}
	x.buffer.bytes = x.buffer.bytes[:0]
	_, _ = x.buffer.WriteString(x.prefix)
	x.taken = write(x.buffer)
	_, _ = x.buffer.WriteString("}")
	return x.taken
}

// encode is false where only gqlgen can write the result.
func (b *Buffer) encode(plan *encode.Plan, result any) (ok bool) {
	b.bytes, ok = plan.Append(b.bytes, result)
	return ok
}

// data is the response's data: what was taken, in the place where gqlgen wrote that something was.
func (x *execution) data(data []byte) []byte {
	if x.taken && bytes.HasSuffix(data, []byte(":true}")) {
		return x.buffer.bytes
	}
	return data
}
