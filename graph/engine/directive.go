package engine

import (
	"cmp"
	"context"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/generated"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
)

// directives decide who may call a field of the schema's root.
var directives = generated.DirectiveRoot{Entitled: entitled, Staff: staff, EvidenceLink: evidenceLink, AnyCaller: anyCaller}

// entitled is @entitled: it requires that the caller's plan has the entitlement, that the caller may write if the
// operation is a mutation, and that a portfolio is chosen.
func entitled(ctx context.Context, _ any, next graphql.Resolver, to model.Entitlement) (any, error) {
	r := RequestOf(ctx)
	if err := r.Principal.Require(to); err != nil {
		return nil, err
	}
	if r.mutation {
		if err := cmp.Or(r.Principal.RequireWrite(), r.chargeField(ctx)); err != nil {
			return nil, err
		}
	}
	if r.Principal.PortfolioID == uuid.Nil {
		var vs fault.Violations
		vs.Add("X-Portfolio", fault.CodeRequired,
			"`X-Portfolio` is required of staff: the id of a portfolio, as the query portfolios lists them.")
		return nil, vs.Err()
	}
	return next(ctx)
}

// staff is @staff: it requires that the caller is of the operator's staff, in the role, with a token that may write if
// the operation is a mutation.
func staff(ctx context.Context, _ any, next graphql.Resolver, role model.StaffRole) (any, error) {
	r := RequestOf(ctx)
	if err := r.Principal.RequireStaff(role); err != nil {
		return nil, err
	}
	if err := r.Principal.RequireScope(r.mutation); err != nil {
		return nil, err
	}
	return next(ctx)
}

// anyCaller is @anyCaller: it requires that the caller has a token.
func anyCaller(ctx context.Context, _ any, next graphql.Resolver) (any, error) {
	if err := RequestOf(ctx).Principal.RequireToken(); err != nil {
		return nil, err
	}
	return next(ctx)
}

// evidenceLink is @evidenceLink: it requires that the caller came with an evidence link.
func evidenceLink(ctx context.Context, _ any, next graphql.Resolver) (any, error) {
	if err := RequestOf(ctx).Principal.RequireEvidenceLink(); err != nil {
		return nil, err
	}
	return next(ctx)
}
