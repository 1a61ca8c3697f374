package graph

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/covertrack/covertrack/graph/strict"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// present turns any error into what a caller may see: a domain error's message, code and violations. The cause goes to the
// log alone.
func (e *Engine) present(ctx context.Context, err error) *gqlerror.Error {
	if r, ok := ctx.Value(requestKey{}).(*request); ok && storage.IsConflict(err) {
		r.noteConflict(err)
	}
	domain := e.domainError(ctx, err)
	presented := &gqlerror.Error{
		Err:        domain,
		Message:    domain.Message,
		Extensions: map[string]any{"code": domain.Code},
	}
	if len(domain.Violations) > 0 {
		presented.Extensions["errors"] = domain.Violations
	}
	var located *gqlerror.Error
	if errors.As(err, &located) {
		presented.Path, presented.Locations = located.Path, located.Locations
	}
	if presented.Path == nil && graphql.HasOperationContext(ctx) {
		presented.Path = graphql.GetPath(ctx)
	}
	return presented
}

// domainError finds the domain error in a chain, or makes one: of a database that is away, of an argument or a document that
// GraphQL itself refused, and else an internal one.
func (e *Engine) domainError(ctx context.Context, err error) *model.Error {
	var domain *model.Error
	if errors.As(storage.Translate(err), &domain) {
		if domain.Code == model.CodeUnavailable || domain.Code == model.CodeInternal {
			e.logFailure(ctx, err)
		}
		return domain
	}
	if refused := refusedArgument(ctx, err); refused != nil {
		return refused
	}
	var invalid *gqlerror.Error
	if errors.As(err, &invalid) && invalid.Err == nil && !graphql.HasOperationContext(ctx) {
		return model.NewError(model.CodeValidationFailed, "%s", shorten(invalid.Message))
	}
	e.logFailure(ctx, err)
	return model.NewError(model.CodeInternal, "Something went wrong here; it was recorded under the request's id.").Because(err)
}

// refusedArgument is the violation of an argument that was written into the document and that one of our scalars refused;
// nil for any other error. Such errors come from below the path of their field. The pointer is relative to `input`, like that
// of every violation of a resolver's.
func refusedArgument(ctx context.Context, err error) *model.Error {
	var located *gqlerror.Error
	if !graphql.HasOperationContext(ctx) || !errors.As(err, &located) {
		return nil
	}
	field := graphql.GetPath(ctx)
	if len(located.Path) <= len(field) {
		return nil
	}
	var pointer string
	for i, step := range located.Path[len(field):] {
		switch step := step.(type) {
		case ast.PathName:
			if i > 0 || step != "input" {
				pointer = model.Pointer(pointer, string(step))
			}
		case ast.PathIndex:
			pointer = model.Pointer(pointer, int(step))
		}
	}
	var vs model.Violations
	vs.Add(pointer, model.CodeInvalidValue, "%s is not valid: %s.", strict.Quote(pointer), shorten(located.Message))
	var refused *model.Error
	errors.As(vs.Err(), &refused)
	return refused
}

// longestMessage bounds what a message of the parser's or the validator's repeats of the document.
const longestMessage = 300

func shorten(message string) string {
	if len(message) > longestMessage {
		return strings.ToValidUTF8(message[:longestMessage], "") + "…"
	}
	return message
}

func (e *Engine) logFailure(ctx context.Context, err error) {
	attrs := []any{"error", err.Error()}
	if r, ok := ctx.Value(requestKey{}).(*request); ok {
		attrs = append(attrs, "request_id", r.id)
		if r.replica {
			e.log.WarnContext(ctx, "a replica failed", attrs...) // the call is read from the primary
			return
		}
	}
	e.log.ErrorContext(ctx, "operation failed", attrs...)
}

// recovered makes an error of a panic, with the stack for the log.
func recovered(_ context.Context, p any) error {
	return fmt.Errorf("panic: %v\n%s", p, debug.Stack())
}
