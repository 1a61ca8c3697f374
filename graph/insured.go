package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

func (*queryResolver) Insureds(ctx context.Context, filter *model.InsuredFilter, sort *model.Sort, limit, offset *int, after *string) (*model.InsuredConnection, error) {
	nodes, info, err := listOf(ctx, storage.Insureds, filter, listArgs{sort: sort, limit: limit, offset: offset, after: after}, relateInsureds)
	return &model.InsuredConnection{Nodes: nodes, PageInfo: info}, err
}

func (*queryResolver) Insured(ctx context.Context, id uuid.UUID) (*model.Insured, error) {
	return oneOf(ctx, storage.Insureds, id, relateInsureds)
}

func (*mutationResolver) CreateInsured(ctx context.Context, input model.CreateInsuredInput) (*model.Insured, error) {
	r := engine.RequestOf(ctx)
	groups, err := r.Store.Existing(ctx, storage.InsuredGroups, input.InsuredGroup.Value())
	if err != nil {
		return nil, err
	}
	i, err := model.NewInsured(storage.NewID(), input, groups, r.Now)
	return create(ctx, storage.Insureds, i, err, relateInsureds)
}

func (*mutationResolver) UpdateInsured(ctx context.Context, id uuid.UUID, input model.UpdateInsuredInput) (*model.Insured, error) {
	return update(ctx, storage.Insureds, id, relateInsureds, func(i *model.Insured) error {
		groups, err := engine.RequestOf(ctx).Store.Existing(ctx, storage.InsuredGroups, input.InsuredGroup.Value())
		if err != nil {
			return err
		}
		return i.Patch(input, groups).Err()
	})
}

// relateInsureds loads the selected relations of insureds.
func relateInsureds(ctx context.Context, sel engine.Selection, insureds []*model.Insured) error {
	of := relationsOf(sel, insureds)
	toOne(ctx, of, "insuredGroup", storage.InsuredGroups, nil,
		func(i *model.Insured) (*uuid.UUID, **model.InsuredGroup) { return i.InsuredGroupID, &i.InsuredGroup })
	namedIn(ctx, of, "cases", storage.Cases, "insured_ids", relateCases,
		func(c *model.Case) []uuid.UUID { return c.InsuredIDs },
		func(i *model.Insured) (uuid.UUID, *[]*model.Case) { return i.ID, &i.Cases })
	namedIn(ctx, of, "policies", storage.Policies, "insured_ids", relatePolicies,
		func(p *model.Policy) []uuid.UUID { return p.InsuredIDs },
		func(i *model.Insured) (uuid.UUID, *[]*model.Policy) { return i.ID, &i.Policies })
	return of.err
}
