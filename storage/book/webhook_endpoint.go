package book

import (
	"context"
	"slices"
	"time"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/receiver"
	"github.com/covertrack/covertrack/storage"
)

// Receiver is a webhook endpoint, with how it fares.
type Receiver struct {
	*model.WebhookEndpoint
	feed *model.WebhookFeed
}

// WebhookEndpoint adds a receiver of events. Nobody has its secret: to rotate it makes one.
func (b *Book) WebhookEndpoint(in model.CreateWebhookEndpointInput, at time.Time) *Receiver {
	e, err := model.NewWebhookEndpoint(b.id(at), in, receiver.URLs{}, 0, at)
	b.note("a webhook endpoint", err)
	e.Sealed = slices.Clone(e.ID[:])
	r := &Receiver{e, model.NewWebhookFeed(e, at)}
	table := storage.WebhookEndpoints.Name()
	p, _ := b.unsent[table].(receivers)
	b.unsent[table] = append(p, r)
	return r
}

// Deliver adds a message about an event of a case to the endpoint, with its attempts: one after the other, by the schedule.
func (b *Book) Deliver(r *Receiver, c *Case, event string, at time.Time, attempts ...model.WebhookOutcome) {
	told := &model.Event{ID: b.id(at), Name: event, SubjectType: "case", SubjectID: c.ID, CaseID: &c.ID, Revision: 1, At: at}
	d := *model.NewWebhookDelivery(b.id(at), r.WebhookEndpoint, told, at)
	for _, a := range attempts {
		a.At = *d.NextAttemptAt
		d = model.AfterAttempt(d, a)
	}
	add(b, storage.WebhookDeliveries, &d, nil)
}

// GiveUpOn has the program disable an endpoint that has failed for long, with the task about it.
func (b *Book) GiveUpOn(r *Receiver, at time.Time) {
	since := at.Add(-model.WebhookGivesUpAfter)
	r.feed.FailingSince = &since
	r.Disable(r.feed.IsGivenUp(at))
	r.UpdatedAt = at
	add(b, storage.Tasks, r.feed.OpenTask(b.id(at), at), nil)
}

// receivers are endpoints with their states, which are no noun of their own.
type receivers []*Receiver

func (r receivers) write(ctx context.Context, l *storage.Loader) (rows int, err error) {
	var endpoints records[model.WebhookEndpoint]
	var feeds records[model.WebhookFeed]
	for _, one := range r {
		endpoints, feeds = append(endpoints, one.WebhookEndpoint), append(feeds, one.feed)
	}
	if rows, err = endpoints.write(ctx, l); err != nil {
		return 0, err
	}
	_, err = feeds.write(ctx, l)
	return rows, err
}
