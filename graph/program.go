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

func (*mutationResolver) CreateProgram(ctx context.Context, input model.CreateProgramInput) (*model.Program, error) {
	p, err := model.NewProgram(storage.NewID(), input, engine.RequestOf(ctx).Now)
	return create(ctx, storage.Programs, p, err, nil)
}

func (*mutationResolver) UpdateProgram(ctx context.Context, id uuid.UUID, input model.UpdateProgramInput) (*model.Program, error) {
	return update(ctx, storage.Programs, id, nil, func(p *model.Program) error { return p.Patch(input).Err() })
}
