package graph

import (
	"context"
	"strings"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

func createUsers(ctx context.Context, inputs []*model.CreateUserInput, at place) ([]*model.User, error) {
	r := engine.RequestOf(ctx)
	emails := make([]*string, len(inputs))
	for i, in := range inputs {
		emails[i] = &in.Email
	}
	taken, err := r.Store.TakenEmails(ctx, uuid.Nil, emails...)
	if err != nil {
		return nil, err
	}
	return createAll(ctx, storage.Users, inputs, at, func(_ int, in model.CreateUserInput) (*model.User, error) {
		email := strings.ToLower(in.Email)
		u, err := model.NewUser(storage.NewID(), in, taken[email], r.Now)
		taken[email] = true
		return u, err
	})
}

func (*mutationResolver) UpdateUser(ctx context.Context, id uuid.UUID, input model.UpdateUserInput) (*model.User, error) {
	return update(ctx, storage.Users, id, nil, func(u *model.User) error {
		email := input.Email.Value()
		taken, err := engine.RequestOf(ctx).Store.TakenEmails(ctx, id, email)
		if err != nil {
			return err
		}
		return u.Patch(input, taken[strings.ToLower(orZero(email))]).Err()
	})
}
