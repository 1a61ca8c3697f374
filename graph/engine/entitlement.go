package engine

import (
	"context"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
)

// entitled is @entitled: it requires that the caller's plan has the entitlement, that the caller may write if the
// operation is a mutation, and that a portfolio is chosen.
func entitled(ctx context.Context, _ any, next graphql.Resolver, to model.Entitlement) (any, error) {
	r := RequestOf(ctx)
	if err := r.Principal.Require(to); err != nil {
		return nil, err
	}
	if r.mutation {
		if err := r.Principal.RequireWrite(); err != nil {
			return nil, err
		}
	}
	if r.Principal.PortfolioID == uuid.Nil {
		var vs model.Violations
		vs.Add("X-Portfolio", model.CodeRequired, "Staff choose a portfolio by the header X-Portfolio; the query portfolios lists them.")
		return nil, vs.Err()
	}
	return next(ctx)
}

// staff is @staff: it requires that the caller is of the operator's staff, in the role.
func staff(ctx context.Context, _ any, next graphql.Resolver, role model.StaffRole) (any, error) {
	if err := RequestOf(ctx).Principal.RequireStaff(role); err != nil {
		return nil, err
	}
	return next(ctx)
}
