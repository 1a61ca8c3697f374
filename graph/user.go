package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

func (*queryResolver) Users(ctx context.Context, filter *model.UserFilter, sort *model.Sort, limit, offset *int, after *string) (*model.UserConnection, error) {
	nodes, info, err := readList(ctx, listArgs{sort, limit, offset, after},
		engine.RequestOf(ctx).Store.Users, orZero(filter), nil)
	return &model.UserConnection{Nodes: nodes, PageInfo: info}, err
}

func (*queryResolver) User(ctx context.Context, id uuid.UUID) (*model.User, error) {
	u, err := engine.RequestOf(ctx).Store.User(ctx, id)
	return readOne(ctx, u, err, nil)
}

func (*mutationResolver) CreateUser(ctx context.Context, input model.CreateUserInput) (*model.User, error) {
	r := engine.RequestOf(ctx)
	taken, err := r.Store.EmailTaken(ctx, &input.Email, uuid.Nil)
	if err != nil {
		return nil, err
	}
	u, err := model.NewUser(storage.NewID(), input, taken, r.Now)
	if err != nil {
		return nil, err
	}
	return u, insertRecord(ctx, "user", u.ID, u, r.Store.InsertUser)
}

func (*mutationResolver) UpdateUser(ctx context.Context, id uuid.UUID, input model.UpdateUserInput) (*model.User, error) {
	r := engine.RequestOf(ctx)
	u, err := r.Store.LockUser(ctx, id)
	if err != nil {
		return nil, err
	}
	taken, err := r.Store.EmailTaken(ctx, input.Email.Value(), id)
	if err != nil {
		return nil, err
	}
	before := *u
	if err := u.Patch(input, taken).Err(); err != nil {
		return nil, err
	}
	if err := r.CheckPrecondition(ctx); err != nil {
		return nil, err
	}
	u.UpdatedAt = r.Now
	return u, updateRecord(ctx, "user", id, before, u, r.Store.UpdateUser)
}
