package graph

import (
	"context"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
)

// entitled is @entitled: the caller's plan, the right to write of a mutation, and a portfolio to work on.
func entitled(ctx context.Context, _ any, next graphql.Resolver, to model.Entitlement) (any, error) {
	r := requestOf(ctx)
	if err := r.principal.Require(to); err != nil {
		return nil, err
	}
	if r.mutation {
		if err := r.principal.RequireWrite(); err != nil {
			return nil, err
		}
	}
	if r.principal.PortfolioID == uuid.Nil {
		var vs model.Violations
		vs.Add("X-Portfolio", model.CodeRequired, "Staff choose a portfolio by the header X-Portfolio; the query portfolios lists them.")
		return nil, vs.Err()
	}
	return next(ctx)
}

// staff is @staff.
func staff(ctx context.Context, _ any, next graphql.Resolver, role model.StaffRole) (any, error) {
	if err := requestOf(ctx).principal.RequireStaff(role); err != nil {
		return nil, err
	}
	return next(ctx)
}
