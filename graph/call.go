package graph

import (
	"context"
	"net/http"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/covertrack/covertrack/model"
)

// Operation is one GraphQL operation, parsed and validated. It is immutable and may serve any number of calls at once.
type Operation struct {
	// Name is the operation's name in its document.
	Name string
	// Source is the document's text.
	Source string
	// Definition is the operation itself; its fields carry their schema definitions.
	Definition *ast.OperationDefinition

	doc *ast.QueryDocument
	own bool // a document of the program itself: its pages bound it, and it is never refused for its cost
	*shortcut
}

// IsMutation tells whether the operation writes.
func (o *Operation) IsMutation() bool { return o.Definition.Operation == ast.Mutation }

// IsSubscription tells whether the operation is answered again and again.
func (o *Operation) IsSubscription() bool { return o.Definition.Operation == ast.Subscription }

// Call is one request for an operation, through either door.
type Call struct {
	Principal *model.Principal
	RequestID string
	Operation *Operation
	// Variables are coerced already: what the schema's input types demand, with numbers as json.Number.
	Variables map[string]any
	// Refused is what the door found wrong with the request's shape; it is answered once idempotency is settled.
	Refused error
	// Idempotency is the caller's key, or nil.
	Idempotency *Idempotency
	// Precondition, when not nil, is asked inside the writing transaction, after the addressed record is locked and the
	// request's meaning is accepted, and before the state machine decides. It answers `precondition_failed` or nil.
	Precondition func(ctx context.Context) error
	// Buffer takes the response's data, or is nil. The reply's body may lie in it: it is the call's until the reply is written.
	Buffer *Buffer
	// Render makes the door's reply of an outcome. It runs before the commit, so that the reply can be stored with the key.
	Render func(Outcome) Reply
}

// Outcome is what an operation came to.
type Outcome struct {
	// Data is the GraphQL response's data; nil when the call failed before or while executing.
	Data []byte
	// Errors are presented already: each has `code`, and maybe `errors`, in its extensions and wraps its *model.Error.
	Errors gqlerror.List
	// NextCursor is the `after` of the next page of the list that was read; "" at its end and for anything but a list.
	NextCursor string
}

// Reply is a door's answer, ready to be written.
type Reply struct {
	Status int
	Header http.Header
	Body   []byte
}
