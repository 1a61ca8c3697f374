package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/storage"
)

func (*queryResolver) Brokerages(
	ctx context.Context, filter *model.BrokerageFilter, sort *page.Sort, limit, first, offset *int, after *string,
) (*model.BrokerageConnection, error) {
	return listOf(ctx, storage.Brokerages, filter, listArgs{sort: sort, limit: limit, first: first, offset: offset, after: after}, nil)
}

func (*queryResolver) Brokerage(ctx context.Context, id uuid.UUID) (*model.Brokerage, error) {
	return oneOf(ctx, storage.Brokerages, id, nil)
}

func (*mutationResolver) CreateBrokerage(ctx context.Context, input model.CreateBrokerageInput) (*model.Brokerage, error) {
	return createOne(ctx, &input, createBrokerages, nil)
}

func (*mutationResolver) CreateBrokerages(ctx context.Context, input model.CreateBrokeragesInput) ([]*model.Brokerage, error) {
	return createItems(ctx, input.Items, createBrokerages, nil)
}

func createBrokerages(ctx context.Context, inputs []*model.CreateBrokerageInput, at place) ([]*model.Brokerage, error) {
	now := engine.RequestOf(ctx).Now
	return createAll(ctx, storage.Brokerages, inputs, at, func(_ int, in model.CreateBrokerageInput) (*model.Brokerage, error) {
		return model.NewBrokerage(storage.NewID(), in, now)
	})
}

func (*mutationResolver) UpdateBrokerage(ctx context.Context, id uuid.UUID, input model.UpdateBrokerageInput) (*model.Brokerage, error) {
	return update(ctx, storage.Brokerages, id, nil, func(b *model.Brokerage) error { return b.Patch(input).Err() })
}
