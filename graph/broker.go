package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/storage"
)

func (*queryResolver) Brokers(
	ctx context.Context, filter *model.BrokerFilter, sort *page.Sort, limit, first, offset *int, after *string,
) (*model.BrokerConnection, error) {
	return listOf(ctx, storage.Brokers, filter, listArgs{sort: sort, limit: limit, first: first, offset: offset, after: after}, relateBrokers)
}

func (*queryResolver) Broker(ctx context.Context, id uuid.UUID) (*model.Broker, error) {
	return oneOf(ctx, storage.Brokers, id, relateBrokers)
}

func (*mutationResolver) CreateBroker(ctx context.Context, input model.CreateBrokerInput) (*model.Broker, error) {
	r := engine.RequestOf(ctx)
	brokerages, err := r.Store.Existing(ctx, storage.Brokerages, input.Brokerage.Value())
	if err != nil {
		return nil, err
	}
	b, err := model.NewBroker(storage.NewID(), input, brokerages, r.Now)
	return create(ctx, storage.Brokers, b, err, relateBrokers)
}

func (*mutationResolver) UpdateBroker(ctx context.Context, id uuid.UUID, input model.UpdateBrokerInput) (*model.Broker, error) {
	return update(ctx, storage.Brokers, id, relateBrokers, func(b *model.Broker) error {
		brokerages, err := engine.RequestOf(ctx).Store.Existing(ctx, storage.Brokerages, input.Brokerage.Value())
		if err != nil {
			return err
		}
		return b.Patch(input, brokerages).Err()
	})
}

func init() { addNodeRelation(relateBrokers) }

// relateBrokers loads the selected relations of brokers.
func relateBrokers(ctx context.Context, sel engine.Selection, brokers []*model.Broker) error {
	of := relationsOf(sel, brokers)
	toOne(ctx, of, "brokerage", storage.Brokerages, nil,
		func(b *model.Broker) (*uuid.UUID, **model.Brokerage) { return b.BrokerageID, &b.Brokerage })
	return of.err
}
