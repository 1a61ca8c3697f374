package engine

import (
	"context"
	"fmt"
	"strings"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/graph/generated"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/sandbox"
)

// directives decide who may call a field of the schema's root.
var directives = generated.DirectiveRoot{Permission: permission}

// Access is what a root field demands of its caller.
type Access struct {
	Entitlement model.Entitlement // "" if none
	Needs       model.Permission
}

// AccessOf reads what a root field demands of its caller. An error is a mistake in the schema.
func AccessOf(field *ast.FieldDefinition) (a Access, err error) {
	if entitled := field.Directives.ForName("entitled"); entitled != nil {
		a.Entitlement = model.Entitlement(entitled.Arguments.ForName("to").Value.Raw)
	}
	needs := field.Directives.ForName("permission")
	if needs == nil {
		return a, fmt.Errorf("%s does not say what its caller must be allowed; add @permission", field.Name)
	}
	a.Needs = model.Permission(needs.Arguments.ForName("needs").Value.Raw)
	return a, nil
}

// CheckAccess returns an error unless each root field of the schema says what it demands.
func CheckAccess(schema *ast.Schema) error {
	for _, root := range []*ast.Definition{schema.Query, schema.Mutation, schema.Subscription} {
		for _, field := range root.Fields {
			if _, err := AccessOf(field); err != nil && !strings.HasPrefix(field.Name, "__") {
				return fmt.Errorf("%s: %w", root.Name, err)
			}
		}
	}
	return nil
}

// permission is @permission: it requires what the field demands, and a portfolio for those of a portfolio, and has the
// caller's rate pay for mutations of it.
func permission(ctx context.Context, _ any, next graphql.Resolver, _ model.Permission) (any, error) {
	r := RequestOf(ctx)
	access, err := AccessOf(graphql.GetFieldContext(ctx).Field.Definition)
	if err != nil {
		return nil, err
	}
	ofSandbox := isLenderOfSandbox(ctx, r)
	if ofSandbox {
		access.Needs = model.PermissionAdministerLetters
	}
	if err := r.Principal.Allow(access.Entitlement, access.Needs, r.mutation); err != nil {
		return nil, err
	}
	if r.mutation && r.isAdvancing && (ofSandbox || access.Entitlement != "" || access.Needs == model.PermissionHandInEvidence) {
		return nil, sandbox.Advancing()
	}
	if access.Entitlement == "" {
		return next(ctx)
	}
	if r.mutation {
		if err := r.chargeField(ctx); err != nil {
			return nil, err
		}
	}
	if r.Principal.PortfolioID == uuid.Nil {
		var vs fault.Violations
		vs.Add("X-Portfolio", fault.CodeRequired,
			"`X-Portfolio` is required of staff and of people who signed in: the id of a portfolio, as `portfolios` of the viewer lists them.")
		return nil, vs.Err()
	}
	return next(ctx)
}

// isLenderOfSandbox reports whether the caller changes the lender of the sandbox that they work in, which is nobody else's: its
// steps and days, and what its letters say.
func isLenderOfSandbox(ctx context.Context, r *Request) bool {
	field := graphql.GetFieldContext(ctx)
	return r.Principal.Mode == model.ModeSandbox && field.Field.Name == "updateLender" && field.Args["id"] == r.Principal.LenderID
}
