package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

func createBrokers(ctx context.Context, inputs []*model.CreateBrokerInput, at place) ([]*model.Broker, error) {
	r := engine.RequestOf(ctx)
	named := make([]*uuid.UUID, len(inputs))
	for i, in := range inputs {
		named[i] = in.Brokerage.Value()
	}
	brokerages, err := r.Store.Existing(ctx, storage.Brokerages, named...)
	if err != nil {
		return nil, err
	}
	return createAll(ctx, storage.Brokers, inputs, at, func(_ int, in model.CreateBrokerInput) (*model.Broker, error) {
		return model.NewBroker(storage.NewID(), in, brokerages, r.Now)
	})
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
