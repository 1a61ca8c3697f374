package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/storage"
)

func (*queryResolver) Programs(
	ctx context.Context, filter *model.ProgramFilter, sort *page.Sort, limit, first, offset *int, after *string,
) (*model.ProgramConnection, error) {
	return listOf(ctx, storage.Programs, filter, listArgs{sort: sort, limit: limit, first: first, offset: offset, after: after}, nil)
}

func (*queryResolver) Program(ctx context.Context, id uuid.UUID) (*model.Program, error) {
	return oneOf(ctx, storage.Programs, id, nil)
}

func (*mutationResolver) CreateProgram(ctx context.Context, input model.CreateProgramInput) (*model.Program, error) {
	return createOne(ctx, &input, createPrograms, nil)
}

func (*mutationResolver) CreatePrograms(ctx context.Context, input model.CreateProgramsInput) ([]*model.Program, error) {
	return createItems(ctx, input.Items, createPrograms, nil)
}

func createPrograms(ctx context.Context, inputs []*model.CreateProgramInput, at place) ([]*model.Program, error) {
	now := engine.RequestOf(ctx).Now
	return createAll(ctx, storage.Programs, inputs, at, func(_ int, in model.CreateProgramInput) (*model.Program, error) {
		return model.NewProgram(storage.NewID(), in, now)
	})
}

func (*mutationResolver) UpdateProgram(ctx context.Context, id uuid.UUID, input model.UpdateProgramInput) (*model.Program, error) {
	return update(ctx, storage.Programs, id, nil, func(p *model.Program) error { return p.Patch(input).Err() })
}
