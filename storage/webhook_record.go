package storage

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage/rows"
)

// WebhookResult is how an attempt of a delivery ended.
type WebhookResult struct {
	Delivery *model.WebhookDelivery // of DueDeliveries, NextEvents or NextReplayed
	Outcome  model.WebhookOutcome
}

// WebhookRecord is what became of a part of a work.
type WebhookRecord struct {
	Results  []WebhookResult     // in the order in which the attempts ended
	Position int64               // in the feed, up to which all was attempted once; 0 for no change
	Replayed map[uuid.UUID]int64 // the same of replays, by their id
}

// RecordWebhook saves what became of a part of the work, in one transaction: the deliveries, how far the endpoint has got
// and how it fares. It disables an endpoint that FeedAfter says is to be disabled, with an audit event and a task, and
// then ends what waits. Of a disabled endpoint nothing waits for another attempt. The work says how things are afterwards;
// only its lease is not prolonged. ErrLeaseLost: then nothing is saved.
func (s *Store) RecordWebhook(ctx context.Context, work *WebhookWork, record WebhookRecord, now time.Time) error {
	portfolio := work.Endpoint.PortfolioID
	renewed := *work
	err := s.InTx(ctx, portfolio, func(ctx context.Context, tx *Tx) error {
		r := webhookRecorder{tx: tx, p: tx.For(portfolio), WebhookWork: &renewed, now: now}
		return r.record(ctx, record)
	})
	if err == nil {
		*work = renewed
	}
	return err
}

// webhookRecorder saves a record in a transaction.
type webhookRecorder struct {
	*WebhookWork
	tx       *Tx
	p        *Portfolio
	now      time.Time
	disabled string // why the endpoint is to be disabled; "" if it is not
}

func (r *webhookRecorder) record(ctx context.Context, record WebhookRecord) error {
	endpoint, err := WebhookEndpoints.Lock(ctx, r.p, r.Endpoint.ID)
	if err != nil {
		return lostUnless(err)
	}
	feed, err := r.p.LockWebhookFeed(ctx, endpoint.ID)
	if err != nil {
		return lostUnless(err)
	}
	if feed.Lease == nil || *feed.Lease != r.Lease {
		return ErrLeaseLost
	}
	r.Endpoint, r.Feed = endpoint, feed
	if r.Replays, err = r.p.WebhookReplays(ctx, endpoint.ID); err != nil {
		return err
	}
	if err := r.saveResults(ctx, record.Results); err != nil {
		return err
	}
	if err := r.saveReplays(ctx, record.Replayed); err != nil {
		return err
	}
	r.Feed.Position = max(r.Feed.Position, record.Position)
	if r.disabled != "" && r.Endpoint.Enabled {
		if err := r.tx.disableWebhook(ctx, r.WebhookWork, r.disabled, r.now); err != nil {
			return err
		}
	}
	return r.p.SaveWebhookFeed(ctx, r.Feed)
}

// saveResults saves the deliveries after their attempts. One that is not there any more, or never was, is added.
func (r *webhookRecorder) saveResults(ctx context.Context, results []WebhookResult) error {
	if len(results) == 0 {
		return nil
	}
	events := make([]uuid.UUID, len(results))
	for i, result := range results {
		events[i] = result.Delivery.EventID
	}
	known, err := r.p.lockWebhookDeliveries(ctx, r.Endpoint.ID, events)
	if err != nil {
		return err
	}
	isAdded := map[uuid.UUID]bool{}
	var added, changed []*model.WebhookDelivery
	isChanged := map[uuid.UUID]bool{}
	for _, result := range results {
		d := known[result.Delivery.EventID]
		if d == nil {
			fresh := *result.Delivery
			d = &fresh
			known[d.EventID], isAdded[d.EventID] = d, true
			added = append(added, d)
		}
		r.apply(d, result)
		if !isAdded[d.EventID] && !isChanged[d.EventID] {
			isChanged[d.EventID] = true
			changed = append(changed, d)
		}
	}
	return r.p.saveWebhookDeliveries(ctx, added, changed)
}

// apply changes a delivery, and the state of the endpoint, as an attempt has it.
func (r *webhookRecorder) apply(d *model.WebhookDelivery, result WebhookResult) {
	after := model.AfterAttempt(*d, result.Outcome)
	*d = after
	feed, disabled := model.FeedAfter(*r.Feed, result.Outcome, result.Delivery.Position > 0)
	*r.Feed = feed
	if r.disabled == "" {
		r.disabled = disabled
	}
	if !r.Endpoint.Enabled {
		d.GiveUp(r.now)
	}
}

// saveReplays saves how far replays have got, and removes those that are done.
func (r *webhookRecorder) saveReplays(ctx context.Context, positions map[uuid.UUID]int64) error {
	var open []*model.WebhookReplay
	for _, replay := range r.Replays {
		position, ok := positions[replay.ReplayID]
		if !ok {
			open = append(open, replay)
			continue
		}
		replay.Position = max(replay.Position, position)
		if err := r.p.saveWebhookReplay(ctx, replay); err != nil {
			return err
		}
		if !replay.IsDone() {
			open = append(open, replay)
		}
	}
	r.Replays = open
	return nil
}

// disableWebhook disables the endpoint of a work, which the transaction has locked with its feed, for a reason. The feed
// is changed and not saved.
func (t *Tx) disableWebhook(ctx context.Context, work *WebhookWork, reason string, now time.Time) error {
	p, before := t.For(work.Endpoint.PortfolioID), *work.Endpoint
	work.Endpoint.Disable(reason)
	WebhookEndpoints.Touch(work.Endpoint, now)
	changes := model.Changes(before, *work.Endpoint)
	if err := WebhookEndpoints.Update(ctx, p, work.Endpoint); err != nil {
		return err
	}
	if err := p.DisableWebhook(ctx, work.Endpoint.ID, now); err != nil {
		return err
	}
	work.Replays = nil
	events := []*model.AuditEvent{event("webhookEndpoint.disabled", "webhookEndpoint", work.Endpoint.ID, changes, p.ID(), now)}
	opened, err := p.OpenTasks(ctx, []*model.Task{work.Feed.OpenTask(NewID(), now)})
	if err != nil {
		return err
	}
	for _, task := range opened {
		events = append(events, event("task.created", "task", task.ID, model.Changes(model.Task{}, *task), p.ID(), now))
	}
	return t.InsertAuditEvents(ctx, events)
}

// event returns the audit event of something that the program did by itself.
func event(action, subjectType string, subject uuid.UUID, changes any, portfolio uuid.UUID, now time.Time) *model.AuditEvent {
	return &model.AuditEvent{
		PortfolioID: portfolio, ID: NewID(), ActorKind: model.SystemActor.Kind, ActorName: model.SystemActor.Name,
		Action: action, SubjectType: subjectType, SubjectID: &subject, Changes: scalar.EncodeJSON(changes), At: now,
	}
}

// SweepWebhooks removes old deliveries, and those of endpoints that were deleted, and disables the endpoints that had no
// success for WebhookGivesUpAfter. It returns how many deliveries it removed.
func (s *Store) SweepWebhooks(ctx context.Context, now time.Time) (removed int, err error) {
	removed, err = s.cleanWebhookDeliveries(ctx, now)
	if err != nil {
		return removed, err
	}
	given, err := rows.Read[model.WebhookFeed](ctx, s.db, rows.Planned, s.db.NewSelect().Model((*model.WebhookFeed)(nil)).
		Join("JOIN webhook_endpoints AS e ON e.portfolio_id = t.portfolio_id AND e.id = t.endpoint_id").
		Where("e.enabled AND t.failing_since <= ?", now.Add(-model.WebhookGivesUpAfter)))
	for _, f := range given {
		if err := s.giveUpWebhook(ctx, f, now); err != nil {
			return removed, err
		}
	}
	return removed, err
}

// giveUpWebhook disables an endpoint that has had no success for too long, unless that has changed.
func (s *Store) giveUpWebhook(ctx context.Context, of *model.WebhookFeed, now time.Time) error {
	return s.InTx(ctx, of.PortfolioID, func(ctx context.Context, tx *Tx) error {
		p := tx.For(of.PortfolioID)
		endpoint, err := WebhookEndpoints.Lock(ctx, p, of.EndpointID)
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
		if err := tx.disableWebhook(ctx, &WebhookWork{Endpoint: endpoint, Feed: feed}, reason, now); err != nil {
			return err
		}
		return p.SaveWebhookFeed(ctx, feed)
	})
}
