package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

func (*queryResolver) InsuredGroups(ctx context.Context, filter *model.InsuredGroupFilter, sort *model.Sort, limit, offset *int, after *string) (*model.InsuredGroupConnection, error) {
	nodes, info, err := readList(ctx, listArgs{sort, limit, offset, after},
		engine.RequestOf(ctx).Store.InsuredGroups, orZero(filter), nil)
	return &model.InsuredGroupConnection{Nodes: nodes, PageInfo: info}, err
}

func (*queryResolver) InsuredGroup(ctx context.Context, id uuid.UUID) (*model.InsuredGroup, error) {
	g, err := engine.RequestOf(ctx).Store.InsuredGroup(ctx, id)
	return readOne(ctx, g, err, nil)
}

func (*mutationResolver) CreateInsuredGroup(ctx context.Context, input model.CreateInsuredGroupInput) (*model.InsuredGroup, error) {
	r := engine.RequestOf(ctx)
	g, err := model.NewInsuredGroup(storage.NewID(), input, r.Now)
	if err != nil {
		return nil, err
	}
	if err := r.Store.InsertInsuredGroup(ctx, g); err != nil {
		return nil, err
	}
	r.Audit("insuredGroup.created", "insuredGroup", g.ID, model.Changes(model.InsuredGroup{}, *g))
	return g, nil
}

func (*mutationResolver) UpdateInsuredGroup(ctx context.Context, id uuid.UUID, input model.UpdateInsuredGroupInput) (*model.InsuredGroup, error) {
	r := engine.RequestOf(ctx)
	g, err := r.Store.LockInsuredGroup(ctx, id)
	if err != nil {
		return nil, err
	}
	before := *g
	if err := g.Patch(input).Err(); err != nil {
		return nil, err
	}
	if err := r.CheckPrecondition(ctx); err != nil {
		return nil, err
	}
	changes := model.Changes(before, *g)
	if len(changes) == 0 {
		return &before, nil
	}
	g.UpdatedAt = r.Now
	r.Audit("insuredGroup.updated", "insuredGroup", g.ID, changes)
	return g, r.Store.UpdateInsuredGroup(ctx, g)
}
