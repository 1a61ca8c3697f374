package webhook

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/rates"
	"github.com/covertrack/covertrack/model/receiver"
	"github.com/covertrack/covertrack/storage"
)

const (
	// endpointsAtOnce is how many endpoints a node delivers to at a time, a quarter of them at most for one lender.
	endpointsAtOnce = 256
	// leaseFor is how long an endpoint is a node's that says nothing any more.
	leaseFor = 15 * time.Second
	// lookEvery is how often a node looks for endpoints that have work, and lookSoon how often if it was woken, as by each event that
	// got its place here.
	lookEvery = time.Second
	lookSoon  = 50 * time.Millisecond
	// restAfterFailure is how long a node waits after the database has failed it.
	restAfterFailure = 2 * time.Second
	// askWithin bounds each question to the database.
	askWithin = 10 * time.Second
)

// Config is what a dispatcher works with. Everything is required.
type Config struct {
	Store   *storage.Store
	Key     receiver.Key // that the endpoints' secrets were encrypted with
	Sender  *Sender
	Now     func() time.Time
	Logger  *slog.Logger
	Allowed func() bool // reports whether the node may send, which one on a copy of the database must not
}

// Dispatcher delivers the events of feeds to endpoints. Any number of nodes may run one: an endpoint is delivered to by
// the node that holds its lease. What a node has sent and not recorded when it is killed is sent again by the next one,
// with the same webhook-id.
type Dispatcher struct {
	Config
	places  *rates.Places[uuid.UUID] // of lenders: one for each endpoint that is delivered to
	wake    chan struct{}
	sends   context.Context // of requests that are under way
	abandon context.CancelFunc
	end     context.CancelFunc // of everything that would begin
	running sync.WaitGroup
}

// Start runs a dispatcher until it is stopped.
func Start(cfg Config) *Dispatcher {
	d := &Dispatcher{Config: cfg, places: rates.NewPlaces[uuid.UUID](endpointsAtOnce), wake: make(chan struct{}, 1)}
	d.sends, d.abandon = context.WithCancel(context.Background())
	ctx, end := context.WithCancel(context.Background())
	d.end = end
	d.running.Go(func() { d.look(ctx) })
	return d
}

// Wake has the dispatcher look at once, for there is something new.
func (d *Dispatcher) Wake() {
	select {
	case d.wake <- struct{}{}:
	default:
	}
}

// Stop begins nothing more, waits for the requests that are under way, but no longer than that, and records what became
// of them. A request that was given up is made again by another node.
func (d *Dispatcher) Stop(within time.Duration) {
	d.end()
	timer := time.AfterFunc(within, d.abandon)
	defer timer.Stop()
	defer d.abandon()
	d.running.Wait()
}

func (d *Dispatcher) look(ctx context.Context) {
	for {
		pause := lookSoon
		if err := d.takeAll(ctx); err != nil && ctx.Err() == nil {
			d.Logger.Warn("the webhook endpoints that have work are not known", "error", err)
			pause = restAfterFailure
		}
		if !rest(ctx, pause, nil) || !rest(ctx, lookEvery-lookSoon, d.wake) {
			return
		}
	}
}

// rest reports whether the pause is over, at once when it is woken, and not the context.
func rest(ctx context.Context, pause time.Duration, woken <-chan struct{}) bool {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-woken:
	case <-ctx.Done():
	}
	return ctx.Err() == nil
}

// takeAll begins to deliver to all endpoints that have work, as far as there are places for their lenders.
func (d *Dispatcher) takeAll(ctx context.Context) error {
	for ctx.Err() == nil && d.Allowed() {
		full, isAnyFree := d.places.Full()
		if !isAnyFree {
			return nil
		}
		work, err := d.take(ctx, full)
		if work == nil || err != nil {
			return err
		}
		leave, _ := d.places.Enter(work.Lender) // nobody else takes places
		d.running.Go(func() {
			newRun(d, work).deliver(ctx)
			leave()
			d.Wake()
		})
	}
	return nil
}

func (d *Dispatcher) take(ctx context.Context, but []uuid.UUID) (*storage.WebhookWork, error) {
	ctx, cancel := asking(ctx)
	defer cancel()
	now := d.Now()
	return d.Store.TakeWebhook(ctx, uuid.New(), now.Add(leaseFor), now, but...)
}

// asking is the context of a question to the database. What is begun is ended, also if the node stops.
func asking(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), askWithin)
}
