package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

func (*queryResolver) Brokers(ctx context.Context, filter *model.BrokerFilter, sort *model.Sort, limit, offset *int, after *string) (*model.BrokerConnection, error) {
	nodes, info, err := readList(ctx, listArgs{sort, limit, offset, after},
		engine.RequestOf(ctx).Store.Brokers, orZero(filter), relateBrokers)
	return &model.BrokerConnection{Nodes: nodes, PageInfo: info}, err
}

func (*queryResolver) Broker(ctx context.Context, id uuid.UUID) (*model.Broker, error) {
	b, err := engine.RequestOf(ctx).Store.Broker(ctx, id)
	return readOne(ctx, b, err, relateBrokers)
}

func (*mutationResolver) CreateBroker(ctx context.Context, input model.CreateBrokerInput) (*model.Broker, error) {
	r := engine.RequestOf(ctx)
	brokerages, err := namedBrokerages(ctx, input.Brokerage.Value())
	if err != nil {
		return nil, err
	}
	b, err := model.NewBroker(storage.NewID(), input, brokerages, r.Now)
	if err != nil {
		return nil, err
	}
	if err := insertRecord(ctx, "broker", b.ID, b, r.Store.InsertBroker); err != nil {
		return nil, err
	}
	return b, relateBrokers(ctx, engine.SelectionOf(ctx), []*model.Broker{b})
}

func (*mutationResolver) UpdateBroker(ctx context.Context, id uuid.UUID, input model.UpdateBrokerInput) (*model.Broker, error) {
	r := engine.RequestOf(ctx)
	b, err := r.Store.LockBroker(ctx, id)
	if err != nil {
		return nil, err
	}
	brokerages, err := namedBrokerages(ctx, input.Brokerage.Value())
	if err != nil {
		return nil, err
	}
	before := *b
	if err := b.Patch(input, brokerages).Err(); err != nil {
		return nil, err
	}
	if err := r.CheckPrecondition(ctx); err != nil {
		return nil, err
	}
	save := r.Store.UpdateBroker
	if b.PathName != before.PathName {
		save = r.Store.RenameBroker
	}
	b.UpdatedAt = r.Now
	if err := updateRecord(ctx, "broker", id, before, b, save); err != nil {
		return nil, err
	}
	return b, relateBrokers(ctx, engine.SelectionOf(ctx), []*model.Broker{b})
}

// namedBrokerages says whether the brokerage that an input names exists.
func namedBrokerages(ctx context.Context, id *uuid.UUID) (map[uuid.UUID]bool, error) {
	if id == nil {
		return nil, nil
	}
	return engine.RequestOf(ctx).Store.ExistingBrokerages(ctx, *id)
}

// relateBrokers loads the selected relations of brokers.
func relateBrokers(ctx context.Context, sel engine.Selection, brokers []*model.Broker) error {
	return toOne(ctx, sel, "brokerage", brokers,
		func(b *model.Broker) *uuid.UUID { return b.BrokerageID },
		(*storage.Portfolio).BrokeragesByID,
		func(b *model.Brokerage) uuid.UUID { return b.ID },
		func(b *model.Broker, brokerage *model.Brokerage) { b.Brokerage = brokerage }, nil)
}
