package graph

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
)

func (*queryResolver) Viewer(ctx context.Context) (v *model.Viewer, err error) {
	r, sel := engine.RequestOf(ctx), engine.SelectionOf(ctx)
	v = model.NewViewer(r.Principal)
	if sel.Has("portfolios") {
		if v.Portfolios, err = r.Handle.Portfolios(ctx); err != nil {
			return nil, err
		}
		v.Portfolios = slices.DeleteFunc(v.Portfolios, func(p *model.Portfolio) bool { return !r.Principal.MayChoose(p) })
	}
	if v.Kind == model.ActorKindPerson && r.Principal.PortfolioID != uuid.Nil && sel.Has("user") {
		v.User, err = r.Store.UserOfPerson(ctx, *v.ID)
	}
	return v, err
}
