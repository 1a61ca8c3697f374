package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

func (*queryResolver) Insureds(ctx context.Context, filter *model.InsuredFilter, sort *model.Sort, limit, offset *int, after *string) (*model.InsuredConnection, error) {
	nodes, info, err := readList(ctx, listArgs{sort, limit, offset, after},
		engine.RequestOf(ctx).Store.Insureds, orZero(filter), relateInsureds)
	return &model.InsuredConnection{Nodes: nodes, PageInfo: info}, err
}

func (*queryResolver) Insured(ctx context.Context, id uuid.UUID) (*model.Insured, error) {
	i, err := engine.RequestOf(ctx).Store.Insured(ctx, id)
	return readOne(ctx, i, err, relateInsureds)
}

func (*mutationResolver) CreateInsured(ctx context.Context, input model.CreateInsuredInput) (*model.Insured, error) {
	r := engine.RequestOf(ctx)
	groups, err := namedGroups(ctx, input.InsuredGroup.Value())
	if err != nil {
		return nil, err
	}
	i, err := model.NewInsured(storage.NewID(), input, groups, r.Now)
	if err != nil {
		return nil, err
	}
	if err := r.Store.InsertInsured(ctx, i); err != nil {
		return nil, err
	}
	r.Audit("insured.created", "insured", i.ID, model.Changes(model.Insured{}, *i))
	return i, relateInsureds(ctx, engine.SelectionOf(ctx), []*model.Insured{i})
}

func (*mutationResolver) UpdateInsured(ctx context.Context, id uuid.UUID, input model.UpdateInsuredInput) (*model.Insured, error) {
	r := engine.RequestOf(ctx)
	i, err := r.Store.LockInsured(ctx, id)
	if err != nil {
		return nil, err
	}
	groups, err := namedGroups(ctx, input.InsuredGroup.Value())
	if err != nil {
		return nil, err
	}
	before := *i
	if err := i.Patch(input, groups).Err(); err != nil {
		return nil, err
	}
	if err := r.CheckPrecondition(ctx); err != nil {
		return nil, err
	}
	if err := saveInsured(ctx, before, i); err != nil {
		return nil, err
	}
	return i, relateInsureds(ctx, engine.SelectionOf(ctx), []*model.Insured{i})
}

// saveInsured saves an insured that differs from before. The audit event comes after it, for only then the path name is
// known.
func saveInsured(ctx context.Context, before model.Insured, i *model.Insured) error {
	r := engine.RequestOf(ctx)
	if len(model.Changes(before, *i)) == 0 {
		*i = before
		return nil
	}
	i.UpdatedAt = r.Now
	save := r.Store.UpdateInsured
	if i.PathName != before.PathName {
		save = r.Store.RenameInsured
	}
	if err := save(ctx, i); err != nil {
		return err
	}
	r.Audit("insured.updated", "insured", i.ID, model.Changes(before, *i))
	return nil
}

// namedGroups says whether the group that an input names exists.
func namedGroups(ctx context.Context, id *uuid.UUID) (map[uuid.UUID]bool, error) {
	if id == nil {
		return nil, nil
	}
	return engine.RequestOf(ctx).Store.ExistingInsuredGroups(ctx, *id)
}

// relateInsureds loads the selected relations of insureds.
func relateInsureds(ctx context.Context, sel engine.Selection, insureds []*model.Insured) error {
	return toOne(ctx, sel, "insuredGroup", insureds,
		func(i *model.Insured) *uuid.UUID { return i.InsuredGroupID },
		(*storage.Portfolio).InsuredGroupsByID,
		func(g *model.InsuredGroup) uuid.UUID { return g.ID },
		func(i *model.Insured, g *model.InsuredGroup) { i.InsuredGroup = g }, nil)
}
