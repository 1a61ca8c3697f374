package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

func (*queryResolver) Brokerages(ctx context.Context, filter *model.BrokerageFilter, sort *model.Sort, limit, offset *int, after *string) (*model.BrokerageConnection, error) {
	nodes, info, err := readList(ctx, listArgs{sort, limit, offset, after},
		engine.RequestOf(ctx).Store.Brokerages, orZero(filter), nil)
	return &model.BrokerageConnection{Nodes: nodes, PageInfo: info}, err
}

func (*queryResolver) Brokerage(ctx context.Context, id uuid.UUID) (*model.Brokerage, error) {
	b, err := engine.RequestOf(ctx).Store.Brokerage(ctx, id)
	return readOne(ctx, b, err, nil)
}

func (*mutationResolver) CreateBrokerage(ctx context.Context, input model.CreateBrokerageInput) (*model.Brokerage, error) {
	r := engine.RequestOf(ctx)
	b, err := model.NewBrokerage(storage.NewID(), input, r.Now)
	if err != nil {
		return nil, err
	}
	return b, insertRecord(ctx, "brokerage", b.ID, b, r.Store.InsertBrokerage)
}

func (*mutationResolver) UpdateBrokerage(ctx context.Context, id uuid.UUID, input model.UpdateBrokerageInput) (*model.Brokerage, error) {
	r := engine.RequestOf(ctx)
	b, err := r.Store.LockBrokerage(ctx, id)
	if err != nil {
		return nil, err
	}
	before := *b
	if err := b.Patch(input).Err(); err != nil {
		return nil, err
	}
	if err := r.CheckPrecondition(ctx); err != nil {
		return nil, err
	}
	b.UpdatedAt = r.Now
	return b, updateRecord(ctx, "brokerage", id, before, b, r.Store.UpdateBrokerage)
}
