package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

func createBrokerages(ctx context.Context, inputs []*model.CreateBrokerageInput, at place) ([]*model.Brokerage, error) {
	now := engine.RequestOf(ctx).Now
	return createAll(ctx, storage.Brokerages, inputs, at, func(_ int, in model.CreateBrokerageInput) (*model.Brokerage, error) {
		return model.NewBrokerage(storage.NewID(), in, now)
	})
}

func (*mutationResolver) UpdateBrokerage(ctx context.Context, id uuid.UUID, input model.UpdateBrokerageInput) (*model.Brokerage, error) {
	return update(ctx, storage.Brokerages, id, nil, func(b *model.Brokerage) error { return b.Patch(input).Err() })
}
