package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

func createInsureds(ctx context.Context, inputs []*model.CreateInsuredInput, at place) ([]*model.Insured, error) {
	named := make([]model.UpdateInsuredInput, len(inputs))
	for i, in := range inputs {
		named[i] = model.UpdateInsuredInput(*in)
	}
	refs, err := insuredReferences(ctx, named...)
	if err != nil {
		return nil, err
	}
	return createAll(ctx, storage.Insureds, inputs, at, func(_ int, in model.CreateInsuredInput) (*model.Insured, error) {
		return model.NewInsured(storage.NewID(), in, refs, engine.RequestOf(ctx).Now)
	})
}

// insuredReferences looks up the records that inputs of insureds name.
func insuredReferences(ctx context.Context, inputs ...model.UpdateInsuredInput) (refs model.InsuredReferences, err error) {
	store := engine.RequestOf(ctx).Store
	groups, keys := make([]*uuid.UUID, len(inputs)), make([]*string, len(inputs))
	for i, in := range inputs {
		groups[i], keys[i] = in.InsuredGroup.Value(), in.ExternalID.Value()
	}
	if refs.Groups, err = store.Existing(ctx, storage.InsuredGroups, groups...); err == nil {
		refs.Holders, err = store.Holders(ctx, storage.Insureds, keys...)
	}
	return refs, err
}

func (*mutationResolver) UpdateInsured(ctx context.Context, id uuid.UUID, input model.UpdateInsuredInput) (*model.Insured, error) {
	return update(ctx, storage.Insureds, id, relateInsureds, func(i *model.Insured) error {
		refs, err := insuredReferences(ctx, input)
		if err != nil {
			return err
		}
		return i.Patch(input, refs).Err()
	})
}

func init() { addNodeRelation(relateInsureds) }

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
