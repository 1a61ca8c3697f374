package webhook

import (
	"context"
	"time"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/storage"
	clocks "github.com/covertrack/covertrack/storage/sandbox"
)

// disable disables an endpoint for a reason, opens a task about it, and ends what waits for the endpoint. The transaction
// has locked the endpoint and its feed. The feed is changed and not saved.
func disable(
	ctx context.Context, tx *storage.Tx, e *model.WebhookEndpoint, feed *model.WebhookFeed, reason string, now time.Time,
) error {
	p, before := tx.For(e.PortfolioID), *e
	at, err := clocks.TimeIn(ctx, p, now)
	if err != nil {
		return err
	}
	e.Disable(reason)
	storage.WebhookEndpoints.Touch(e, at)
	trail := storage.NewTrail(model.SystemOrigin(p.ID(), "webhooks", at))
	trail.Add("webhookEndpoint.disabled", "webhookEndpoint", e.ID, model.Changes(before, *e))
	if err := storage.WebhookEndpoints.Update(ctx, p, e); err != nil {
		return err
	}
	if err := p.DisableWebhook(ctx, e.ID, now); err != nil {
		return err
	}
	if err := trail.OpenTasks(ctx, p, feed.OpenTask(storage.NewID(), at)); err != nil {
		return err
	}
	return trail.Save(ctx, tx)
}

// Sweep removes old deliveries, and those of endpoints that were deleted, and disables the endpoints that had no success
// for model.WebhookGivesUpAfter. It returns how many deliveries it removed.
func Sweep(ctx context.Context, store *storage.Store, now time.Time) (removed int, err error) {
	removed, err = store.CleanWebhookDeliveries(ctx, now)
	if err != nil {
		return removed, err
	}
	failing, err := store.FailingWebhooks(ctx, now.Add(-model.WebhookGivesUpAfter))
	for _, f := range failing {
		if err := giveUp(ctx, store, f, now); err != nil {
			return removed, err
		}
	}
	return removed, err
}

// giveUp disables an endpoint that has had no success for too long, unless that has changed.
func giveUp(ctx context.Context, store *storage.Store, of *model.WebhookFeed, now time.Time) error {
	return store.InTx(ctx, of.PortfolioID, func(ctx context.Context, tx *storage.Tx) error {
		p := tx.For(of.PortfolioID)
		endpoint, err := storage.WebhookEndpoints.Lock(ctx, p, of.EndpointID)
		if fault.CodeOf(err) == fault.CodeNotFound {
			return nil
		}
		if err != nil {
			return err
		}
		feed, err := p.LockWebhookFeed(ctx, of.EndpointID)
		if err != nil {
			return err
		}
		reason := feed.IsGivenUp(now)
		if reason == "" || !endpoint.Enabled {
			return nil
		}
		if err := disable(ctx, tx, endpoint, feed, reason, now); err != nil {
			return err
		}
		return p.SaveWebhookFeed(ctx, feed)
	})
}
