package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
)

func (*queryResolver) Lenders(ctx context.Context) ([]*model.Lender, error) {
	handle := engine.RequestOf(ctx).Handle
	lenders, err := handle.Lenders(ctx)
	if err != nil {
		return nil, err
	}
	return lenders, relateLenders(ctx, engine.SelectionOf(ctx), lenders)
}

// relateLenders loads the selected relations of lenders.
func relateLenders(ctx context.Context, sel engine.Selection, lenders []*model.Lender) error {
	handle, byID := engine.RequestOf(ctx).Handle, map[uuid.UUID]*model.Lender{}
	for _, lender := range lenders {
		lender.Portfolios, lender.Organizations = []*model.Portfolio{}, []*model.Organization{}
		byID[lender.ID] = lender
	}
	if sel.Has("portfolios") {
		portfolios, err := handle.Portfolios(ctx)
		if err != nil {
			return err
		}
		for _, p := range portfolios {
			if lender, ok := byID[p.LenderID]; ok {
				lender.Portfolios = append(lender.Portfolios, p)
			}
		}
	}
	if sel.Has("organizations") {
		organizations, err := handle.Organizations(ctx)
		if err != nil {
			return err
		}
		for _, o := range organizations {
			if lender, ok := byID[o.LenderID]; ok {
				lender.Organizations = append(lender.Organizations, o)
			}
		}
	}
	return nil
}

func (*queryResolver) Organizations(ctx context.Context) ([]*model.Organization, error) {
	return engine.RequestOf(ctx).Handle.Organizations(ctx)
}

func (*queryResolver) Portfolios(ctx context.Context) ([]*model.Portfolio, error) {
	return engine.RequestOf(ctx).Handle.Portfolios(ctx)
}

func (*queryResolver) Plans(ctx context.Context) ([]*model.Plan, error) {
	return engine.RequestOf(ctx).Handle.Plans(ctx)
}

func (*queryResolver) Tokens(ctx context.Context) ([]*model.Token, error) {
	return engine.RequestOf(ctx).Handle.Tokens(ctx)
}
