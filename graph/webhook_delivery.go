package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/storage"
)

func (*queryResolver) WebhookDeliveries(
	ctx context.Context, endpointID *uuid.UUID, filter *model.WebhookDeliveryFilter, sort *page.Sort, limit, first, offset *int, after *string,
) (*model.WebhookDeliveryConnection, error) {
	r := engine.RequestOf(ctx)
	query, err := model.NewWebhookDeliveryQuery(endpointID, filter)
	if err != nil {
		return nil, err
	}
	if endpointID != nil {
		if err := r.SpendStatement(); err != nil {
			return nil, err
		}
		if _, err := storage.WebhookEndpoints.One(ctx, r.Store, *endpointID); err != nil {
			return nil, err
		}
	}
	return listOf(ctx, storage.WebhookDeliveries, query, listArgs{sort: sort, limit: limit, first: first, offset: offset, after: after}, nil)
}

func (*queryResolver) WebhookDelivery(ctx context.Context, id uuid.UUID, endpointID *uuid.UUID) (*model.WebhookDelivery, error) {
	d, err := oneOf(ctx, storage.WebhookDeliveries, id, nil)
	if d == nil || endpointID != nil && d.EndpointID != *endpointID {
		return nil, err
	}
	return d, nil
}

func (*mutationResolver) TestWebhookEndpoint(ctx context.Context, id uuid.UUID) (*model.WebhookDelivery, error) {
	r := engine.RequestOf(ctx)
	e, err := storage.WebhookEndpoints.Share(ctx, r.Store, id)
	if err != nil {
		return nil, err
	}
	if err := r.CheckPrecondition(ctx); err != nil {
		return nil, err
	}
	d := model.NewWebhookTest(storage.NewID(), e, r.Real)
	audit(ctx, storage.WebhookEndpoints, "tested", e, map[string]model.Change{"deliveryId": {To: d.ID}})
	return d, storage.WebhookDeliveries.Insert(ctx, r.Store, d)
}

func (*mutationResolver) ResendWebhookDelivery(ctx context.Context, id uuid.UUID, endpointID *uuid.UUID) (*model.WebhookDelivery, error) {
	r := engine.RequestOf(ctx)
	found, err := storage.WebhookDeliveries.One(ctx, r.Store, id)
	if err != nil {
		return nil, err
	}
	if endpointID != nil && found.EndpointID != *endpointID {
		return nil, fault.NotFound(storage.WebhookDeliveries.Noun)
	}
	if _, err := storage.WebhookEndpoints.Share(ctx, r.Store, found.EndpointID); err != nil {
		return nil, err
	}
	d, err := storage.WebhookDeliveries.Lock(ctx, r.Store, id)
	if err != nil {
		return nil, err
	}
	if err := r.CheckPrecondition(ctx); err != nil {
		return nil, err
	}
	before := *d
	d.Resend(r.Real)
	audit(ctx, storage.WebhookDeliveries, "resent", d, model.Changes(before, *d))
	return d, storage.WebhookDeliveries.Update(ctx, r.Store, d)
}
