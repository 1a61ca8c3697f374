package engine

import (
	"context"
	"net/http"

	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
)

// Call is one request for an operation, through either door.
type Call struct {
	Principal *model.Principal
	RequestID string
	Operation *Operation
	// Variables are coerced already: they have the types of the schema's inputs, with numbers as json.Number.
	Variables map[string]any
	// Refused is what the door found wrong with the request's shape. It is returned once the idempotency key is
	// checked.
	Refused error
	// Idempotency is the caller's key, or nil.
	Idempotency *Idempotency
	// LastEventID is the ID of the last outcome that the reader of a subscription had before, or "".
	LastEventID string
	// Precondition is the caller's condition on the record that is addressed, or nil.
	Precondition Precondition
	// Buffer takes the response's data, or is nil. The reply's body may lie in it, so it must be kept until the reply
	// is written.
	Buffer *Buffer
	// Render makes the door's reply of the outcome.
	Render Renderer
}

// Precondition is code of a door that reports whether a caller's condition, such as If-Match, holds: nil, or
// `precondition_failed`. It runs inside the engine's writing transaction, called by a resolver through
// Request.CheckPrecondition: after the record is locked and the request's meaning is accepted, and before the state
// machine decides. Its ctx is that of the resolver, so that Engine.Read sees the locked record. It must not write.
type Precondition func(ctx context.Context) error

// Renderer is code of a door that makes its reply of an outcome. For a mutation it runs inside the engine's writing
// transaction, before the commit, because the reply is stored with the idempotency key; it runs once per attempt. It
// must not use the database or write to the client.
type Renderer func(Outcome) Reply

// Outcome is the result of an operation.
type Outcome struct {
	// Data is the GraphQL response's data; nil when the call failed before or while executing.
	Data []byte
	// Errors are as callers see them: each has `code`, and maybe `errors`, in its extensions and wraps its
	// *fault.Error.
	Errors gqlerror.List
	// NextCursor is the `after` of the next page of the list that was read; "" at its end and for anything but a list.
	NextCursor string
	// IsCut reports whether that list ends before as many records as were asked for, since more would be too large.
	IsCut bool
	// IsFound reports whether the record that a mutation would have made was there already.
	IsFound bool
	// ID is where the reader of a subscription to the feed goes on who has this result; "" for any other.
	ID string
}

// Identified is the outcome with the request's id in the extensions of its internal errors, by which they are found in
// the log.
func (o Outcome) Identified(requestID string) Outcome {
	for _, err := range o.Errors {
		if fault.CodeOf(err) == fault.CodeInternal && err.Extensions != nil {
			err.Extensions["requestId"] = requestID
		}
	}
	return o
}

// reply renders an outcome of the call.
func (c Call) reply(o Outcome) Reply { return c.Render(o.Identified(c.RequestID)) }

// Reply is a door's response, ready to be written.
type Reply struct {
	Status int
	Header http.Header
	Body   []byte
}
