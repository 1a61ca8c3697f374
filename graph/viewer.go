package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
)

func (*queryResolver) Viewer(ctx context.Context) (v *model.Viewer, err error) {
	r, sel := engine.RequestOf(ctx), engine.SelectionOf(ctx)
	v = model.NewViewer(r.Principal)
	if sel.Has("portfolios") {
		if v.Portfolios, err = choices(ctx, r); err != nil {
			return nil, err
		}
	}
	if v.Kind == model.ActorKindPerson && r.Principal.PortfolioID != uuid.Nil && sel.Has("user") {
		users, err := r.Store.UsersOfPeople(ctx, *v.ID)
		if err != nil {
			return nil, err
		}
		for _, user := range users { // at most one
			v.User = user
		}
	}
	return v, nil
}

// choices are the portfolios that the caller may choose: staff all, a person those of their lender, a service account its own.
func choices(ctx context.Context, r *engine.Request) ([]*model.Portfolio, error) {
	switch p := r.Principal; {
	case p.IsStaff():
		return r.Handle.Portfolios(ctx)
	case p.Actor.Kind == model.ActorKindPerson && p.Mode == model.ModeSandbox:
		return choicesInSandbox(ctx, r)
	case p.Actor.Kind == model.ActorKindPerson:
		return r.Handle.PortfoliosOf(ctx, p.LenderID)
	default:
		own, err := r.Handle.Portfolio(ctx, p.PortfolioID)
		return []*model.Portfolio{own}, err
	}
}

// choicesInSandbox are a sandbox, and the portfolios that its person can go back to.
func choicesInSandbox(ctx context.Context, r *engine.Request) ([]*model.Portfolio, error) {
	lender, err := r.Handle.LenderOf(ctx, r.Principal.PortfolioID)
	if err != nil {
		return nil, err
	}
	back, err := r.Handle.PortfoliosOf(ctx, *lender.SandboxOf)
	if err != nil {
		return nil, err
	}
	own, err := r.Handle.PortfoliosOf(ctx, lender.ID)
	return append(back, own...), err
}
