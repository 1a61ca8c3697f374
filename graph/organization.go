package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
)

func (*queryResolver) Lenders(ctx context.Context) ([]*model.Lender, error) {
	handle := requestOf(ctx).handle
	lenders, err := handle.Lenders(ctx)
	if err != nil {
		return nil, err
	}
	sel, byID := selectionOf(ctx), map[uuid.UUID]*model.Lender{}
	for _, lender := range lenders {
		lender.Portfolios, lender.Organizations = []*model.Portfolio{}, []*model.Organization{}
		byID[lender.ID] = lender
	}
	if sel.has("portfolios") {
		portfolios, err := handle.Portfolios(ctx)
		if err != nil {
			return nil, err
		}
		for _, p := range portfolios {
			byID[p.LenderID].Portfolios = append(byID[p.LenderID].Portfolios, p)
		}
	}
	if sel.has("organizations") {
		organizations, err := handle.Organizations(ctx)
		if err != nil {
			return nil, err
		}
		for _, o := range organizations {
			byID[o.LenderID].Organizations = append(byID[o.LenderID].Organizations, o)
		}
	}
	return lenders, nil
}

func (*queryResolver) Organizations(ctx context.Context) ([]*model.Organization, error) {
	return requestOf(ctx).handle.Organizations(ctx)
}

func (*queryResolver) Portfolios(ctx context.Context) ([]*model.Portfolio, error) {
	return requestOf(ctx).handle.Portfolios(ctx)
}

func (*queryResolver) Plans(ctx context.Context) ([]*model.Plan, error) {
	return requestOf(ctx).handle.Plans(ctx)
}

func (*queryResolver) Tokens(ctx context.Context) ([]*model.Token, error) {
	return requestOf(ctx).handle.Tokens(ctx)
}
