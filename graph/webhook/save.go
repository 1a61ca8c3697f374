package webhook

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/sandbox"
	"github.com/covertrack/covertrack/storage"
)

// Result is how an attempt of a delivery ended.
type Result struct {
	Delivery *model.WebhookDelivery // of DueDeliveries, NextEvents or NextReplayed
	Outcome  model.WebhookOutcome
	Fault    *sandbox.Fault // by which it failed on order; nil for none
}

// Record is how far a work has got since it was saved last.
type Record struct {
	Results  []Result            // in the order in which the attempts ended
	Position int64               // in the feed, up to which all was attempted once; 0 for no change
	Replayed map[uuid.UUID]int64 // the same of replays, by their id
}

// Save saves the record in one transaction: the deliveries, how far the endpoint has got and how its receiver fares. It
// disables an endpoint if model.FeedAfter says so. The deliveries of a disabled endpoint wait for no other attempt.
// Afterwards the work has the endpoint as it is now; its lease is not prolonged. The error is ErrLeaseLost if the lease
// is another node's: then nothing is saved.
func (rec Record) Save(ctx context.Context, store *storage.Store, work *storage.WebhookWork, now time.Time) error {
	portfolio := work.Endpoint.PortfolioID
	renewed := *work
	err := store.InTx(ctx, portfolio, func(ctx context.Context, tx *storage.Tx) error {
		s := saving{tx: tx, p: tx.For(portfolio), WebhookWork: &renewed, now: now}
		return s.save(ctx, rec)
	})
	if err == nil {
		*work = renewed
	}
	return err
}

// saving saves a record in a transaction.
type saving struct {
	*storage.WebhookWork
	tx       *storage.Tx
	p        *storage.Portfolio
	now      time.Time
	disabled string // why the endpoint is to be disabled; "" if it is not
}

func (s *saving) save(ctx context.Context, rec Record) error {
	if err := s.p.LockWebhookWork(ctx, s.WebhookWork); err != nil {
		return err
	}
	if err := s.saveResults(ctx, rec.Results); err != nil {
		return err
	}
	if err := s.saveReplays(ctx, rec.Replayed); err != nil {
		return err
	}
	s.Feed.Position = max(s.Feed.Position, rec.Position)
	if s.disabled != "" && s.Endpoint.Enabled {
		s.Replays = nil
		if err := disable(ctx, s.tx, s.Endpoint, s.Feed, s.disabled, s.now); err != nil {
			return err
		}
	}
	return s.p.SaveWebhookFeed(ctx, s.Feed)
}

// saveResults saves the deliveries after their attempts. One that the database does not have is added.
func (s *saving) saveResults(ctx context.Context, results []Result) error {
	if len(results) == 0 {
		return nil
	}
	events := make([]uuid.UUID, len(results))
	for i, result := range results {
		events[i] = result.Delivery.EventID
	}
	known, err := s.p.LockWebhookDeliveries(ctx, s.Endpoint.ID, events)
	if err != nil {
		return err
	}
	var added, changed []*model.WebhookDelivery
	seen := map[uuid.UUID]bool{}
	for _, result := range results {
		event := result.Delivery.EventID
		d := known[event]
		if d == nil {
			fresh := *result.Delivery
			d = &fresh
			known[event], seen[event] = d, true
			added = append(added, d)
		}
		s.apply(d, result)
		if !seen[event] {
			seen[event] = true
			changed = append(changed, d)
		}
	}
	if err := storage.WebhookDeliveries.Save(ctx, s.p, changed, ""); err != nil || len(added) == 0 {
		return err
	}
	return storage.WebhookDeliveries.Add(ctx, s.p, added...)
}

// apply has a delivery and the endpoint's state as they are after an attempt.
func (s *saving) apply(d *model.WebhookDelivery, result Result) {
	if result.Fault != nil && s.failOnOrder(d, result) {
		return // which says nothing about the receiver
	}
	*d = model.AfterAttempt(*d, result.Outcome)
	feed, disabled := model.FeedAfter(*s.Feed, result.Outcome, result.Delivery.Position > 0)
	*s.Feed = feed
	if s.disabled == "" {
		s.disabled = disabled
	}
	if !s.Endpoint.Enabled {
		d.GiveUp(s.now)
	}
}

// saveReplays saves how far replays have got, and removes those that are done.
func (s *saving) saveReplays(ctx context.Context, positions map[uuid.UUID]int64) error {
	var open []*model.WebhookReplay
	for _, replay := range s.Replays {
		if position, ok := positions[replay.ReplayID]; ok {
			replay.Position = max(replay.Position, position)
			if err := s.p.SaveWebhookReplay(ctx, replay); err != nil {
				return err
			}
		}
		if !replay.IsDone() {
			open = append(open, replay)
		}
	}
	s.Replays = open
	return nil
}
