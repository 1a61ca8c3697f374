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

// capture stands at the root fields of one execution and takes their bytes while they are made. It has one root field's written
// straight to the buffer: gqlgen's own way copies them again and again into one that grows.
type capture struct {
	*shortcut
	buffer *encode.Buffer
	taken  bool
}

// field is the middleware of resolvers: it answers the bytes of a result in place of the result, or the result if it must.
func (c *capture) field(ctx context.Context, next graphql.Resolver) (any, error) {
	result, err := next(ctx)
	if c.shortcut == nil || len(c.plans) == 0 || err != nil {
		return result, err
	}
	plan := c.plans[graphql.GetFieldContext(ctx).Field.Field]
	switch {
	case plan == nil:
		return result, nil
	case c.prefix == "":
		var b encode.Buffer
		if plan.Append(&b, result) {
			return &b, nil
		}
		return result, nil
	}
	c.take(func(b *encode.Buffer) bool { return plan.Append(b, result) })
	if c.taken {
		return graphql.True, nil
	}
	return result, nil
}

// root is the middleware of root fields. Null says that the field failed, or was nothing: that is left to gqlgen.
func (c *capture) root(ctx context.Context, next graphql.RootResolver) graphql.Marshaler {
	m := next(ctx)
	if c.shortcut == nil || c.prefix == "" || c.taken || m == nil || m == graphql.Null || m == graphql.RequiredNull {
		return m
	}
	c.take(func(b *encode.Buffer) bool { m.MarshalGQL(b); return true })
	return graphql.True
}

// take has the data of the one root field written.
func (c *capture) take(write func(b *encode.Buffer) bool) {
	if c.buffer == nil {
		c.buffer = &encode.Buffer{}
	}
	c.buffer.Reset()
	_, _ = c.buffer.WriteString(c.prefix)
	c.taken = write(c.buffer)
	_, _ = c.buffer.Write([]byte{'}'})
}

// data is the response's data: what was taken, in the place where gqlgen wrote that something was.
func (c *capture) data(data []byte) []byte {
	if c.taken && bytes.HasSuffix(data, []byte(":true}")) {
		return c.buffer.Bytes()
	}
	return data
}
