package webhook

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/sandbox"
	"github.com/covertrack/covertrack/storage"
)

const (
	// retriesAtOnce is how many deliveries that are not new are attempted at a time: an endpoint has one connection for
	// new events, which come in their order, and these beside it.
	retriesAtOnce = 3
	// keepEvery is how often the lease is prolonged.
	keepEvery = leaseFor / 5
	// turn is how long an endpoint keeps its place if others of its lender may wait for one.
	turn = time.Minute
)

// run delivers to one endpoint, as long as there is work and the lease is its own. It runs in one goroutine; each request
// has another.
type run struct {
	*Dispatcher
	work  *storage.WebhookWork
	ended chan attempt // requests

	begun, kept time.Time
	fresh       fresh                    // what is sent for the first time
	retries     []*model.WebhookDelivery // what is due beside it
	looked      time.Time                // when it was looked for
	busy        map[uuid.UUID]bool       // deliveries that are under way, or not recorded
	open        int                      // requests that are under way
	record      record                   // what is not saved
}

// attempt is a request, and how it ended.
type attempt struct {
	delivery *model.WebhookDelivery
	outcome  model.WebhookOutcome
	source   *source               // of one that is sent for the first time; nil for others
	fault    *sandbox.Fault        // by which it fails on order; nil for none
	again    *model.WebhookOutcome // of the request that repeats it; nil if none does
	isLost   bool                  // it was given up because the node stops
}

func newRun(d *Dispatcher, work *storage.WebhookWork) *run {
	now := time.Now()
	return &run{
		Dispatcher: d, work: work, ended: make(chan attempt, retriesAtOnce+1), begun: now, kept: now,
		fresh: fresh{replays: map[uuid.UUID]*source{}}, busy: map[uuid.UUID]bool{}, record: newRecord(),
	}
}

// deliver delivers until all is done, or it must not go on.
func (r *run) deliver(ctx context.Context) {
	err := r.loop(ctx)
	for r.open > 0 {
		r.take(<-r.ended)
	}
	for err = r.unlessLost(err); err == nil && !r.record.isEmpty(); {
		if err = r.unlessLost(r.save(ctx)); err == nil && !r.record.isEmpty() && !rest(r.sends, time.Second, nil) {
			return // the database is away, and the node stops
		}
	}
	if err == nil {
		asked, cancel := asking(ctx)
		defer cancel()
		err = r.Store.ReleaseWebhook(asked, r.work, r.Now())
	}
	if err != nil && !errors.Is(err, storage.ErrLeaseLost) {
		r.Logger.Warn("a webhook endpoint is left to another node", "endpoint", r.work.Endpoint.ID, "error", err)
	}
}

// unlessLost returns ErrLeaseLost when the lease is lost; whatever else has failed is logged, and may be tried again.
func (r *run) unlessLost(err error) error {
	switch {
	case errors.Is(err, storage.ErrLeaseLost) || time.Since(r.kept) > leaseFor:
		return storage.ErrLeaseLost
	case err != nil:
		r.Logger.Warn("a delivery of webhooks was interrupted", "endpoint", r.work.Endpoint.ID, "error", err)
	}
	return nil
}

func (r *run) loop(ctx context.Context) error {
	tick := time.NewTicker(saveEvery)
	defer tick.Stop()
	for {
		if r.mayBegin(ctx) {
			if err := r.begin(ctx); err != nil {
				return err
			}
		}
		if r.open == 0 && !r.record.isUrgent {
			return nil
		}
		if r.open > 0 {
			select {
			case a := <-r.ended:
				r.take(a)
			case <-tick.C:
			}
		}
		if err := r.keep(ctx); err != nil {
			return err
		}
		if r.record.isDue() {
			if err := r.save(ctx); err != nil {
				return err
			}
		}
	}
}

// mayBegin reports whether more requests may be made: the node goes on, and no other endpoint waits for the place.
func (r *run) mayBegin(ctx context.Context) bool {
	return ctx.Err() == nil && r.Allowed() && !r.record.isUrgent && (!r.places.IsFull(r.work.Lender) || time.Since(r.begun) < turn)
}

// begin makes the requests that can be made now.
func (r *run) begin(ctx context.Context) error {
	if !r.fresh.isOpen {
		d, from, err := r.next(ctx)
		if err != nil {
			return err
		}
		if d != nil {
			r.fresh.isOpen = true
			if err := r.send(ctx, d, from); err != nil {
				return err
			}
		}
	}
	for r.others() < retriesAtOnce {
		d, err := r.nextRetry(ctx)
		if err != nil || d == nil {
			return err
		}
		if err := r.send(ctx, d, nil); err != nil {
			return err
		}
	}
	return nil
}

// others are the requests that are under way beside that of a new event.
func (r *run) others() int {
	if r.fresh.isOpen {
		return r.open - 1
	}
	return r.open
}

// nextRetry returns a delivery whose next attempt is due; nil if there is none.
func (r *run) nextRetry(ctx context.Context) (*model.WebhookDelivery, error) {
	if len(r.retries) == 0 && time.Since(r.looked) > saveEvery {
		asked, cancel := asking(ctx)
		defer cancel()
		due, err := r.Store.DueDeliveries(asked, r.work, r.Now(), len(r.busy)+pageOfRetries)
		if err != nil {
			return nil, err
		}
		r.retries = due
		if r.looked = time.Now(); len(due) == len(r.busy)+pageOfRetries {
			r.looked = time.Time{} // there are more
		}
	}
	for len(r.retries) > 0 {
		d := r.retries[0]
		r.retries = r.retries[1:]
		if !r.busy[d.EventID] {
			return d, nil
		}
	}
	return nil, nil //nolint:nilnil // none
}

// send makes a request, unless it fails on order.
func (r *run) send(ctx context.Context, d *model.WebhookDelivery, from *source) error {
	failing, err := r.faultOf(ctx, d)
	if err != nil {
		return err
	}
	r.busy[d.EventID] = true
	r.open++
	underWay.Inc()
	a := attempt{delivery: d, source: from, fault: failing}
	if a.isUnsent() {
		a.outcome = model.WebhookOutcome{At: r.Now(), Error: reasonLost}
		r.ended <- a
		return nil
	}
	m, err := r.message(d)
	if err != nil {
		a.outcome = model.WebhookOutcome{At: r.Now(), Error: reasonSecret}
		r.ended <- a
		return nil
	}
	go func() {
		a.outcome = r.Sender.Send(r.sends, m)
		a.isLost = r.sends.Err() != nil && a.outcome.Status == 0
		a.repeat(r, m)
		r.ended <- a
	}()
	return nil
}

func (r *run) message(d *model.WebhookDelivery) (Message, error) {
	secrets, err := r.work.Endpoint.Secrets(r.Key, r.Now())
	if err != nil {
		return Message{}, err
	}
	body, err := BodyOf(d, r.work.Live)
	return Message{URL: r.work.Endpoint.URL, ID: d.EventID.String(), Body: body, Secrets: secrets}, err
}

// take notes how a request ended.
func (r *run) take(a attempt) {
	r.open--
	underWay.Dec()
	if a.source != nil {
		r.fresh.isOpen = false
	}
	if a.isLost {
		return
	}
	if !a.isUnsent() {
		count(a.outcome)
	}
	if a.source != nil {
		a.source.attempted(a.delivery)
		r.fresh.note(&r.record, a.source)
	}
	r.record.add(a)
	if !a.outcome.IsSuccess() {
		r.retries = nil // what is due may have changed
	}
}
