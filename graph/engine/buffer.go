package engine

import (
	"io"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/graph/encode"
	"github.com/covertrack/covertrack/graph/generated"
)

// shortcut is what writes an operation's results faster than gqlgen does. It is compiled once per operation. Without it
// gqlgen writes the same bytes.
type shortcut struct {
	// plans write the results of the root fields; nil where they could not be compiled.
	plans encode.Plans
	// prefix is the data before the value of the one root field, such as `{"body":`; "" where there may be several.
	prefix string
}

// newShortcut compiles an operation that was validated. A subscription has none.
func newShortcut(schema *ast.Schema, doc *ast.QueryDocument, op *ast.OperationDefinition) *shortcut {
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
	// gqlgen writes what cannot be compiled.
	results := func(field string) reflect.Type { return resultOf(resolvers, field) }
	s.plans, _ = encode.Compile(schema, doc, op, results, func(name string) reflect.Type { return structOf(schema, name) })
	return s
}

// structOf is the struct that the list of a type has as its nodes, or nil for a type without a list.
func structOf(schema *ast.Schema, name string) reflect.Type {
	for _, field := range schema.Query.Fields {
		if field.Type.Name() == name+"Connection" {
			nodes, _ := resultOf(reflect.TypeFor[generated.QueryResolver](), field.Name).Elem().FieldByName("Nodes")
			return nodes.Type.Elem().Elem()
		}
	}
	return nil
}

// resultOf is the type that the resolver of a root field returns, or nil.
func resultOf(resolvers reflect.Type, field string) reflect.Type {
	for i := range resolvers.NumMethod() {
		if m := resolvers.Method(i); strings.EqualFold(m.Name, field) {
			return m.Type.Out(0)
		}
	}
	return nil
}

// encode returns false for a result that only gqlgen can write.
func (b *Buffer) encode(plan *encode.Plan, result any) (ok bool) {
	b.bytes, ok = plan.Append(b.bytes, result)
	return ok
}

// Buffer takes a response's data. After NewBuffer, call Free once the data is no longer read: the ETag is computed, the
// idempotency key has its copy, and the reply is written.
type Buffer struct{ bytes []byte }

// largestKept is the largest buffer that is kept for reuse: one huge page must not hold its memory for ever.
const largestKept = 1 << 20

var buffers = sync.Pool{New: func() any { return new(Buffer) }}

// NewBuffer returns an empty buffer.
func NewBuffer() *Buffer { return buffers.Get().(*Buffer) }

// Free lets the buffer and its memory be used again.
func (b *Buffer) Free() {
	if cap(b.bytes) <= largestKept {
		buffers.Put(b)
	}
}

// reserve makes room for what is much, so that it is not copied while it grows.
func (b *Buffer) reserve(bytes int) {
	if bytes > largestKept {
		b.bytes = slices.Grow(b.bytes, bytes)
	}
}

// Write appends; it never fails. What follows more than an answer may have is dropped.
func (b *Buffer) Write(p []byte) (int, error) {
	if len(b.bytes) <= encode.MaxBytes {
		b.bytes = append(b.bytes, p...)
	}
	return len(p), nil
}

// MarshalGQL writes what the buffer has: gqlgen uses the buffer in place of the value.
func (b *Buffer) MarshalGQL(w io.Writer) { _, _ = w.Write(b.bytes) }
