package graph

import (
	"context"
	"crypto/rand"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/receiver"
	"github.com/covertrack/covertrack/storage"
)

// secretIsShownOnce is why the answer that has a secret is not kept with an idempotency key.
const secretIsShownOnce = "a secret is shown once"

func (*mutationResolver) CreateWebhookEndpoint(
	ctx context.Context, input model.CreateWebhookEndpointInput,
) (*model.WebhookEndpoint, error) {
	r := engine.RequestOf(ctx)
	if err := refuseKey(r, secretIsShownOnce); err != nil {
		return nil, err
	}
	existing, err := r.Store.LockWebhookEndpoints(ctx)
	if err != nil {
		return nil, err
	}
	e, err := model.NewWebhookEndpoint(storage.NewID(), input, resolverOf(ctx).WebhookURLs, existing, r.Now)
	if err != nil {
		return nil, err
	}
	secret := giveSecret(ctx, e)
	if err := insert(ctx, storage.WebhookEndpoints, e); err != nil {
		return nil, err
	}
	e.Secret = &secret
	return e, r.Store.InsertWebhookFeed(ctx, model.NewWebhookFeed(e, r.Real))
}

// giveSecret gives an endpoint a new secret, and returns it as its receiver gets it.
func giveSecret(ctx context.Context, e *model.WebhookEndpoint) string {
	random := make([]byte, receiver.SecretBytes)
	_, _ = rand.Read(random) // it never fails
	var nonce [receiver.NonceBytes]byte
	_, _ = rand.Read(nonce[:])
	secret := receiver.NewSecret(random)
	e.Renew(resolverOf(ctx).WebhookKey.Seal(e.ID, secret, nonce), engine.RequestOf(ctx).Real)
	return secret.Reveal()
}

func (*mutationResolver) UpdateWebhookEndpoint(
	ctx context.Context, id uuid.UUID, input model.UpdateWebhookEndpointInput,
) (*model.WebhookEndpoint, error) {
	r := engine.RequestOf(ctx)
	e, err := storage.WebhookEndpoints.Lock(ctx, r.Store, id)
	if err != nil {
		return nil, err
	}
	before := e.Enabled
	return updateLocked(ctx, storage.WebhookEndpoints, e, nil, nil,
		func(e *model.WebhookEndpoint) error { return e.Patch(input, resolverOf(ctx).WebhookURLs).Err() },
		func(e *model.WebhookEndpoint) error {
			switch {
			case before == e.Enabled:
				return nil
			case e.Enabled:
				return restartWebhook(ctx, e)
			default:
				return r.Store.DisableWebhook(ctx, id, r.Real)
			}
		})
}

// restartWebhook has an endpoint that is enabled again get the events from now on, and completes the task that it was
// disabled.
func restartWebhook(ctx context.Context, e *model.WebhookEndpoint) error {
	store := engine.RequestOf(ctx).Store
	feed, err := store.LockWebhookFeed(ctx, e.ID)
	if err != nil {
		return err
	}
	state, err := store.FeedState(ctx)
	if err != nil {
		return err
	}
	feed.Restart(state.End)
	if err := completeWebhookTask(ctx, feed); err != nil {
		return err
	}
	return store.SaveWebhookFeed(ctx, feed)
}

// completeWebhookTask completes the task that an endpoint was disabled, if there is one.
func completeWebhookTask(ctx context.Context, feed *model.WebhookFeed) error {
	if feed.TaskOrigin == nil {
		return nil
	}
	origin := *feed.TaskOrigin
	feed.TaskOrigin = nil
	return completeTask(ctx, origin)
}

func (*mutationResolver) DeleteWebhookEndpoint(ctx context.Context, id uuid.UUID) (*model.WebhookEndpoint, error) {
	r := engine.RequestOf(ctx)
	e, err := storage.WebhookEndpoints.Lock(ctx, r.Store, id)
	if err != nil {
		return nil, err
	}
	if err := r.CheckPrecondition(ctx); err != nil {
		return nil, err
	}
	feed, err := r.Store.LockWebhookFeed(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := completeWebhookTask(ctx, feed); err != nil {
		return nil, err
	}
	if err := r.Store.DeleteWebhookEndpoint(ctx, id); err != nil {
		return nil, err
	}
	audit(ctx, storage.WebhookEndpoints, "deleted", e, model.Changes(*e, (*model.WebhookEndpoint)(nil)))
	return e, nil
}

func (*mutationResolver) RotateWebhookSecret(ctx context.Context, id uuid.UUID) (*model.WebhookEndpoint, error) {
	r := engine.RequestOf(ctx)
	if err := refuseKey(r, secretIsShownOnce); err != nil {
		return nil, err
	}
	e, err := storage.WebhookEndpoints.Lock(ctx, r.Store, id)
	if err != nil {
		return nil, err
	}
	if err := r.CheckPrecondition(ctx); err != nil {
		return nil, err
	}
	before := *e
	secret := giveSecret(ctx, e)
	storage.WebhookEndpoints.Touch(e, r.Now)
	if err := storage.WebhookEndpoints.Update(ctx, r.Store, e); err != nil {
		return nil, err
	}
	audit(ctx, storage.WebhookEndpoints, "secretRotated", e, model.Changes(before, *e))
	e.Secret = &secret
	return e, nil
}

func (*mutationResolver) ReplayWebhookEndpoint(
	ctx context.Context, id uuid.UUID, input model.ReplayWebhookEndpointInput,
) (*model.WebhookReplayResult, error) {
	r := engine.RequestOf(ctx)
	e, err := storage.WebhookEndpoints.Lock(ctx, r.Store, id)
	if err != nil {
		return nil, err
	}
	if err := model.CheckWebhookReplay(input); err != nil {
		return nil, err
	}
	if err := r.CheckPrecondition(ctx); err != nil {
		return nil, err
	}
	if !e.Enabled {
		return nil, fault.New(fault.CodeInvalidTransition, "The endpoint is disabled; enable it first, then replay.")
	}
	open, err := r.Store.WebhookReplays(ctx, id)
	if err != nil {
		return nil, err
	}
	part, err := r.Store.PartOfFeed(ctx, storage.NamesOf(e), input.From, input.To)
	if err != nil {
		return nil, err
	}
	audit(ctx, storage.WebhookEndpoints, "replayed", e,
		map[string]model.Change{"from": {To: input.From}, "to": {To: input.To}, "count": {To: part.Count}})
	if part.Count == 0 {
		return &model.WebhookReplayResult{}, nil
	}
	replay, err := model.NewWebhookReplay(storage.NewID(), e, input, part.First, part.Last, len(open))
	if err != nil {
		return nil, err
	}
	return &model.WebhookReplayResult{Count: part.Count}, r.Store.InsertWebhookReplay(ctx, replay)
}
