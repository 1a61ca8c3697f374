package engine

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/covertrack/covertrack/graph/strict"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage"
)

// presenter converts errors to what a caller may see: a domain error's message, code and violations. The cause only goes
// to the log.
type presenter struct{ log *slog.Logger }

func (p presenter) present(ctx context.Context, err error) *gqlerror.Error {
	if errors.Is(err, errDeferred) {
		return &gqlerror.Error{Err: err, Message: err.Error()} // nobody sees it
	}
	if r, ok := ctx.Value(requestKey{}).(*Request); ok && storage.IsConflict(err) {
		r.noteConflict(err)
	}
	domain := p.domainError(ctx, err)
	presented := &gqlerror.Error{
		Err:        domain,
		Message:    domain.Message,
		Extensions: map[string]any{"code": domain.Code},
	}
	if len(domain.Violations) > 0 {
		presented.Extensions["errors"] = ofArguments(domain.Violations)
	}
	if len(domain.References) > 0 {
		presented.Extensions["references"] = domain.References
	}
	if located, ok := errors.AsType[*gqlerror.Error](err); ok {
		presented.Path, presented.Locations = located.Path, located.Locations
	}
	if presented.Path == nil && graphql.HasOperationContext(ctx) {
		presented.Path = graphql.GetPath(ctx)
	}
	return presented
}

// ofArguments returns violations with the pointers that GraphQL has for arguments, which begin with a slash. A query
// parameter of REST is its name. That of a header, which begins with a capital, is no argument.
func ofArguments(violations fault.Violations) fault.Violations {
	arguments := slices.Clone(violations)
	for i, v := range arguments {
		if v.Pointer != "" && v.Pointer[0] >= 'a' && v.Pointer[0] <= 'z' {
			arguments[i].Pointer = "/" + v.Pointer
		}
	}
	return arguments
}

// domainError finds the domain error in a chain, or makes one: for a database that cannot be reached, for an argument
// or a text that GraphQL itself refused, or else an internal one.
func (p presenter) domainError(ctx context.Context, err error) *fault.Error {
	if domain, ok := errors.AsType[*fault.Error](storage.Translate(err)); ok {
		// What was refused because much is going on is no failure, and has no cause.
		if domain.Code == fault.CodeUnavailable && domain.Unwrap() != nil || domain.Code == fault.CodeInternal {
			p.logFailure(ctx, err)
		}
		return domain
	}
	if refused := refusedArgument(ctx, err); refused != nil {
		return refused
	}
	invalid, ok := errors.AsType[*gqlerror.Error](err)
	if ok && invalid.Err == nil && !graphql.HasOperationContext(ctx) {
		return fault.New(fault.CodeValidationFailed, "%s", shorten(invalid.Message))
	}
	p.logFailure(ctx, err)
	return fault.New(fault.CodeInternal, "Something went wrong here; it was recorded under the request's id.").Because(err)
}

// refusedArgument is the violation of a literal argument that one of our scalars refused; nil for any other error. Such
// an error's path is longer than that of its field. The pointer is relative to `input`, as in all violations that
// resolvers report.
func refusedArgument(ctx context.Context, err error) *fault.Error {
	located, ok := errors.AsType[*gqlerror.Error](err)
	if !ok || !graphql.HasOperationContext(ctx) {
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
				pointer = fault.Pointer(pointer, string(step))
			}
		case ast.PathIndex:
			pointer = fault.Pointer(pointer, int(step))
		}
	}
	var vs fault.Violations
	if expected, ok := errors.AsType[scalar.Expected](located.Err); ok {
		vs.Add(pointer, fault.CodeInvalidValue, "%s must be %s.", strict.Quote(pointer), shorten(string(expected)))
	} else {
		vs.Add(pointer, fault.CodeInvalidValue, "%s is not valid: %s.", strict.Quote(pointer), shorten(located.Message))
	}
	refused, _ := errors.AsType[*fault.Error](vs.Err())
	return refused
}

// longestMessage limits messages of the parser and the validator, which may repeat parts of the text.
const longestMessage = 300

func shorten(message string) string {
	if len(message) > longestMessage {
		return strings.ToValidUTF8(message[:longestMessage], "") + "…"
	}
	return message
}

func (p presenter) logFailure(ctx context.Context, err error) {
	if r, ok := ctx.Value(requestKey{}).(*Request); ok && r.replica {
		p.log.WarnContext(ctx, "a replica failed", "error", err.Error()) // the primary is read next
		return
	}
	if errors.Is(ctx.Err(), context.Canceled) {
		p.log.DebugContext(ctx, "the client left before the answer", "error", err.Error())
		return
	}
	p.log.ErrorContext(ctx, "operation failed", "error", err.Error())
}

// recovered converts a panic to an error that has the stack, for the log.
func recovered(_ context.Context, p any) error {
	return fmt.Errorf("panic: %v\n%s", p, debug.Stack())
}
