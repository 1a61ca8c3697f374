package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

func createPrograms(ctx context.Context, inputs []*model.CreateProgramInput, at place) ([]*model.Program, error) {
	now := engine.RequestOf(ctx).Now
	return createAll(ctx, storage.Programs, inputs, at, func(_ int, in model.CreateProgramInput) (*model.Program, error) {
		return model.NewProgram(storage.NewID(), in, now)
	})
}

func (*mutationResolver) UpdateProgram(ctx context.Context, id uuid.UUID, input model.UpdateProgramInput) (*model.Program, error) {
	return update(ctx, storage.Programs, id, nil, func(p *model.Program) error { return p.Patch(input).Err() })
}
