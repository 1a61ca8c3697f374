package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

func (*queryResolver) Programs(ctx context.Context, filter *model.ProgramFilter, sort *model.Sort, limit, offset *int, after *string) (*model.ProgramConnection, error) {
	nodes, info, err := readList(ctx, listArgs{sort, limit, offset, after},
		engine.RequestOf(ctx).Store.Programs, orZero(filter), nil)
	return &model.ProgramConnection{Nodes: nodes, PageInfo: info}, err
}

func (*mutationResolver) CreateProgram(ctx context.Context, input model.CreateProgramInput) (*model.Program, error) {
	r := engine.RequestOf(ctx)
	p, err := model.NewProgram(storage.NewID(), input, r.Now)
	if err != nil {
		return nil, err
	}
	return p, insertRecord(ctx, "program", p.ID, p, r.Store.InsertProgram)
}

func (*mutationResolver) UpdateProgram(ctx context.Context, id uuid.UUID, input model.UpdateProgramInput) (*model.Program, error) {
	r := engine.RequestOf(ctx)
	p, err := r.Store.LockProgram(ctx, id)
	if err != nil {
		return nil, err
	}
	before := *p
	if err := p.Patch(input).Err(); err != nil {
		return nil, err
	}
	if err := r.CheckPrecondition(ctx); err != nil {
		return nil, err
	}
	p.UpdatedAt = r.Now
	return p, updateRecord(ctx, "program", id, before, p, r.Store.UpdateProgram)
}
