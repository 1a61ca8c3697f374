package graph

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/gqlerror"

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

// domainError finds the domain error in a chain, or makes one: of what GraphQL itself refused, of a database that is away,
// and else an internal one.
func (e *Engine) domainError(ctx context.Context, err error) *model.Error {
	var domain *model.Error
	if errors.As(storage.Translate(err), &domain) {
		if domain.Code == model.CodeUnavailable || domain.Code == model.CodeInternal {
			e.logFailure(ctx, err)
		}
		return domain
	}
	var refused *gqlerror.Error
	if errors.As(err, &refused) && (refused.Err == nil || isCoercion(refused)) {
		return model.NewError(model.CodeValidationFailed, "%s", refused.Message)
	}
	e.logFailure(ctx, err)
	return model.NewError(model.CodeInternal, "Something went wrong here; it was recorded under the request's id.").Because(err)
}

// isCoercion tells errors of argument coercion, which gqlgen wraps, from those of resolvers: the former are raised below the
// path of an argument and carry the message of our own scalars.
func isCoercion(err *gqlerror.Error) bool {
	var inner *gqlerror.Error
	return errors.As(err.Err, &inner) && inner.Err == nil
}

func (e *Engine) logFailure(ctx context.Context, err error) {
	attrs := []any{"error", err.Error()}
	if r, ok := ctx.Value(requestKey{}).(*request); ok {
		attrs = append(attrs, "request_id", r.id)
	}
	e.log.ErrorContext(ctx, "operation failed", attrs...)
}

// recovered makes an error of a panic, with the stack for the log.
func (e *Engine) recovered(_ context.Context, p any) error {
	return fmt.Errorf("panic: %v\n%s", p, debug.Stack())
}
