package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

func (*mutationResolver) CreateInsuredGroup(ctx context.Context, input model.CreateInsuredGroupInput) (*model.InsuredGroup, error) {
	g, err := model.NewInsuredGroup(storage.NewID(), input, engine.RequestOf(ctx).Now)
	return create(ctx, storage.InsuredGroups, g, err, nil)
}

func (*mutationResolver) UpdateInsuredGroup(
	ctx context.Context, id uuid.UUID, input model.UpdateInsuredGroupInput,
) (*model.InsuredGroup, error) {
	return update(ctx, storage.InsuredGroups, id, nil, func(g *model.InsuredGroup) error { return g.Patch(input).Err() })
}
