package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/storage"
)

func (*queryResolver) Users(
	ctx context.Context, filter *model.UserFilter, sort *page.Sort, limit, first, offset *int, after *string,
) (*model.UserConnection, error) {
	return listOf(ctx, storage.Users, filter, listArgs{sort: sort, limit: limit, first: first, offset: offset, after: after}, nil)
}

func (*queryResolver) User(ctx context.Context, id uuid.UUID) (*model.User, error) {
	return oneOf(ctx, storage.Users, id, nil)
}

func (*mutationResolver) CreateUser(ctx context.Context, input model.CreateUserInput) (*model.User, error) {
	r := engine.RequestOf(ctx)
	taken, err := r.Store.EmailTaken(ctx, &input.Email, uuid.Nil)
	if err != nil {
		return nil, err
	}
	u, err := model.NewUser(storage.NewID(), input, taken, r.Now)
	return create(ctx, storage.Users, u, err, nil)
}

func (*mutationResolver) UpdateUser(ctx context.Context, id uuid.UUID, input model.UpdateUserInput) (*model.User, error) {
	return update(ctx, storage.Users, id, nil, func(u *model.User) error {
		taken, err := engine.RequestOf(ctx).Store.EmailTaken(ctx, input.Email.Value(), id)
		if err != nil {
			return err
		}
		return u.Patch(input, taken).Err()
	})
}
