package webhook

import (
	"context"
	"net/http"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/credentials"
	"github.com/covertrack/covertrack/model/receiver"
	"github.com/covertrack/covertrack/storage"
)

// TestDeliver sends each event once, in the order of the feed, to each endpoint that gets it.
func TestDeliver(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	all, held, test := newInbox(t, nil), newInbox(t, nil), newInbox(t, nil)
	everything := b.endpoint(t, b.Harbor, all.URL)
	b.endpoint(t, b.Harbor, held.URL, "task.created")
	b.endpoint(t, b.HarborTest, test.URL)
	b.node(t)
	subjects := []uuid.UUID{uuid.New(), uuid.New(), uuid.New()}
	first := b.happen(t, b.Harbor, "case.created", 120, subjects...)
	require.Equal(t, first, all.await(t, 120), "in their order")
	tasks := b.happen(t, b.Harbor, "task.created", 3)
	require.Equal(t, tasks, held.await(t, 3))
	of := b.happen(t, b.HarborTest, "case.updated", 2)
	require.Equal(t, of, test.await(t, 2))
	require.Equal(t, append(first, tasks...), all.await(t, 123))
	revisions := map[uuid.UUID]int64{}
	for _, s := range all.got[:120] {
		revisions[s.Subject]++
		require.Equal(t, revisions[s.Subject], s.Revision)
		require.True(t, s.Livemode)
		require.Equal(t, "case.created", s.Type)
	}
	require.False(t, test.got[0].Livemode)
	for _, d := range b.settled(t, everything, 123) {
		require.Equal(t, model.WebhookDeliveryStateDelivered, d.State)
		require.Equal(t, 1, d.AttemptCount)
		require.Equal(t, http.StatusNoContent, *d.Attempts[0].Status)
	}
	require.Equal(t, 1, all.max, "one after the other")
}

// TestDeliverRetry tries a failed one again after the times of the schedule, with the same id and a time of its own,
// while later events go on.
func TestDeliverRetry(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	var failing atomic.Value
	failing.Store("")
	in := newInbox(t, func(s sent, _ int) int {
		if s.ID == failing.Load() {
			return http.StatusInternalServerError
		}
		return http.StatusOK
	})
	e := b.endpoint(t, b.Harbor, in.URL)
	ids := b.happen(t, b.Harbor, "case.created", 5)
	failing.Store(ids[1])
	b.node(t)
	require.Equal(t, ids, in.await(t, 5))
	d := b.settled(t, e, 5)[ids[1]]
	require.Equal(t, model.WebhookDeliveryStatePending, d.State)
	for i, pause := range model.WebhookSchedule[1:] {
		b.pass(pause)
		in.await(t, 6+i)
		d = b.settled(t, e, 6+i)[ids[1]]
	}
	require.Equal(t, model.WebhookDeliveryStateFailed, d.State)
	require.Equal(t, len(model.WebhookSchedule), d.AttemptCount)
	for i, a := range d.Attempts[1:] {
		require.GreaterOrEqual(t, a.At.Sub(d.Attempts[i].At), model.WebhookSchedule[i+1])
	}
	times := map[string]bool{}
	for _, s := range in.got[5:] {
		require.Equal(t, ids[1], s.ID)
		times[s.Timestamp] = true
	}
	require.Len(t, times, len(model.WebhookSchedule)-1, "each has its own time")
}

// TestDeliverDead costs a few rows, however many wait, and all come when the receiver is there again.
func TestDeliverDead(t *testing.T) {
	t.Parallel()
	const waiting = 700
	b := newBench(t)
	var isUp atomic.Bool
	in := newInbox(t, func(sent, int) int {
		if isUp.Load() {
			return http.StatusOK
		}
		return http.StatusBadGateway
	})
	dead := b.endpoint(t, b.Harbor, in.URL)
	good := newInbox(t, nil)
	b.endpoint(t, b.Harbor, good.URL)
	ids := b.happen(t, b.Harbor, "case.created", waiting)
	b.node(t)
	require.Equal(t, ids, good.await(t, waiting), "another one is not held up")
	require.Len(t, b.settled(t, dead, 5), 5)
	b.pass(6 * time.Second)
	require.Len(t, b.settled(t, dead, 10), 5, "only those that were tried are tried again")
	b.pass(time.Minute)
	require.Len(t, b.settled(t, dead, 11), 6, "one more is tried")
	isUp.Store(true)
	b.pass(5 * time.Minute)
	require.Eventually(t, func() bool {
		in.mu.Lock()
		defer in.mu.Unlock()
		return len(in.times) == waiting
	}, time.Minute, 10*time.Millisecond)
	in.mu.Lock()
	defer in.mu.Unlock()
	var firsts []string
	for _, s := range in.got {
		if !slices.Contains(firsts, s.ID) {
			firsts = append(firsts, s.ID)
		}
	}
	require.Equal(t, ids, firsts, "in their order")
}

// slowly is how long a receiver takes that is slow.
const slowly = 200 * time.Millisecond

// TestDeliverSlow holds at most four connections.
func TestDeliverSlow(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	var isSlow atomic.Bool
	in := newInbox(t, func(sent, int) int {
		if isSlow.Load() {
			time.Sleep(slowly)
			return http.StatusOK
		}
		return http.StatusServiceUnavailable
	})
	e := b.endpoint(t, b.Harbor, in.URL)
	b.happen(t, b.Harbor, "case.created", 12)
	b.node(t)
	b.settled(t, e, 5)
	isSlow.Store(true)
	b.pass(2 * time.Minute) // the five that failed and all new ones
	b.settled(t, e, 5+5+7)
	require.Equal(t, 4, in.max)
}

// TestDeliverGone disables an endpoint whose receiver says that it is gone, with a task.
func TestDeliverGone(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	in := newInbox(t, func(sent, int) int { return http.StatusGone })
	e := b.endpoint(t, b.Harbor, in.URL)
	ids := b.happen(t, b.Harbor, "case.created", 10)
	b.node(t)
	require.Eventually(t, func() bool { return !b.reload(t, e).Enabled }, 20*time.Second, 10*time.Millisecond)
	require.Contains(t, *b.reload(t, e).DisabledReason, "410")
	require.Equal(t, ids[:1], in.ids())
	require.Equal(t, model.WebhookDeliveryStateFailed, b.deliveries(t, e)[ids[0]].State)
}

// TestDeliverNodes has three nodes deliver to six endpoints: each event comes once, in its order.
func TestDeliverNodes(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	var inboxes []*inbox
	for range 6 {
		in := newInbox(t, nil)
		inboxes = append(inboxes, in)
		b.endpoint(t, b.Harbor, in.URL)
	}
	for range 3 {
		b.node(t)
	}
	var ids []string
	for range 20 {
		ids = append(ids, b.happen(t, b.Harbor, "case.updated", 10)...)
		time.Sleep(20 * time.Millisecond)
	}
	for _, in := range inboxes {
		require.Equal(t, ids, in.await(t, len(ids)))
		require.Equal(t, 1, in.max)
	}
}

// TestDeliverStop waits for what is under way, records it, and leaves the rest to another node at once.
func TestDeliverStop(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	begun := make(chan struct{}, 100)
	in := newInbox(t, func(sent, int) int {
		begun <- struct{}{}
		time.Sleep(slowly)
		return http.StatusOK
	})
	e := b.endpoint(t, b.Harbor, in.URL)
	ids := b.happen(t, b.Harbor, "case.created", 6)
	first := b.node(t)
	<-begun
	<-begun
	first.Stop(10 * time.Second)
	require.Len(t, in.ids(), 2)
	require.Len(t, b.deliveries(t, e), 2, "recorded")
	b.node(t)
	require.Equal(t, ids, in.await(t, 6), "none again")
}

// TestDeliverStopHard gives up what takes too long, which is no failure: another node sends it again.
func TestDeliverStopHard(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	in := newInbox(t, func(_ sent, times int) int {
		if times == 1 {
			time.Sleep(5 * time.Second)
		}
		return http.StatusOK
	})
	e := b.endpoint(t, b.Harbor, in.URL)
	ids := b.happen(t, b.Harbor, "case.created", 1)
	patient := func(cfg *Config) {
		cfg.Sender = newSender(func(cfg *SenderConfig) { cfg.Now, cfg.Within = b.now, time.Minute })
	}
	first := b.node(t, patient)
	in.await(t, 1)
	before := time.Now()
	first.Stop(50 * time.Millisecond)
	require.Less(t, time.Since(before), 4*time.Second)
	require.Empty(t, b.deliveries(t, e))
	b.node(t, patient)
	require.Equal(t, []string{ids[0], ids[0]}, in.await(t, 2))
	require.Equal(t, 1, b.settled(t, e, 1)[ids[0]].AttemptCount)
}

// TestDeliverLease leaves an endpoint to one node at a time: one that was silent for too long records nothing more.
func TestDeliverLease(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	release := make(chan struct{})
	in := newInbox(t, func(_ sent, times int) int {
		if times == 1 {
			<-release
		}
		return http.StatusOK
	})
	e := b.endpoint(t, b.Harbor, in.URL)
	ids := b.happen(t, b.Harbor, "case.created", 1)
	patient := func(cfg *Config) {
		cfg.Sender = newSender(func(cfg *SenderConfig) { cfg.Now, cfg.Within = b.now, time.Minute })
	}
	b.node(t, patient)
	in.await(t, 1)
	b.pass(leaseFor + time.Second)
	b.node(t, patient)
	require.Equal(t, []string{ids[0], ids[0]}, in.await(t, 2), "by the other one")
	b.settled(t, e, 1)
	close(release)
	time.Sleep(3 * saveEvery / 2)
	require.Equal(t, 1, b.deliveries(t, e)[ids[0]].AttemptCount)
}

// TestDeliverReplay sends events again beside new ones, which do not wait for them.
func TestDeliverReplay(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	written := make(chan struct{})
	var came atomic.Int64
	in := newInbox(t, func(sent, int) int {
		if came.Add(1) > 170 { // of those that are sent again; the rest wait for the new ones, and take their time
			<-written
			time.Sleep(10 * time.Millisecond)
		}
		return http.StatusOK
	})
	e := b.endpoint(t, b.Harbor, in.URL)
	from := b.now()
	old := b.happen(t, b.Harbor, "case.created", 150)
	b.node(t)
	in.await(t, 150)
	b.settled(t, e, 150)
	part, err := b.Harbor.Portfolio.PartOfFeed(t.Context(), nil, from.Add(-time.Second), b.now().Add(time.Second))
	require.NoError(t, err)
	require.Equal(t, 150, part.Count)
	require.NoError(t, b.Store.InTx(t.Context(), e.PortfolioID, func(ctx context.Context, tx *storage.Tx) error {
		return tx.For(e.PortfolioID).InsertWebhookReplay(ctx, &model.WebhookReplay{
			PortfolioID: e.PortfolioID, EndpointID: e.ID, ReplayID: storage.NewID(), Position: part.First - 1, UntilPosition: part.Last,
			FromAt: from.Add(-time.Second), UntilAt: b.now().Add(time.Second),
		})
	}))
	b.pass(2 * time.Second)
	in.await(t, 170)
	fresh := b.happen(t, b.Harbor, "case.updated", 10)
	close(written)
	got := in.await(t, 310)
	require.Less(t, slices.Index(got, fresh[9]), 270, "among those that are sent again")
	again := slices.DeleteFunc(slices.Clone(got[150:]), func(id string) bool { return slices.Contains(fresh, id) })
	require.Equal(t, old, again)
	require.Eventually(t, func() bool {
		open, err := b.Harbor.Portfolio.WebhookReplays(t.Context(), e.ID)
		return err == nil && len(open) == 0
	}, 10*time.Second, 10*time.Millisecond)
	time.Sleep(2 * lookEvery)
	require.Len(t, in.ids(), 310, "and no more")
}

// TestDeliverDisabled sends a test to a disabled endpoint, and nothing else.
func TestDeliverDisabled(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	in := newInbox(t, nil)
	e := b.endpoint(t, b.Harbor, in.URL)
	e.Enabled = false
	trial := model.NewWebhookTest(storage.NewID(), e, b.now())
	require.NoError(t, b.Store.InTx(t.Context(), e.PortfolioID, func(ctx context.Context, tx *storage.Tx) error {
		p := tx.For(e.PortfolioID)
		if err := storage.WebhookEndpoints.Update(ctx, p, e); err != nil {
			return err
		}
		return storage.WebhookDeliveries.Add(ctx, p, trial)
	}))
	b.happen(t, b.Harbor, "case.created", 5)
	b.node(t)
	require.Equal(t, []string{trial.EventID.String()}, in.await(t, 1))
	d := b.settled(t, e, 1)[trial.EventID.String()]
	require.Equal(t, model.WebhookDeliveryStateDelivered, d.State)
	require.Equal(t, "webhook.test", in.got[0].Type)
	require.Equal(t, e.ID, in.got[0].Subject)
	time.Sleep(2 * lookEvery)
	require.Len(t, in.ids(), 1)
}

// TestDeliverCopy sends nothing on a copy of the database.
func TestDeliverCopy(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	in := newInbox(t, nil)
	b.endpoint(t, b.Harbor, in.URL)
	var isOriginal atomic.Bool
	b.node(t, func(cfg *Config) { cfg.Allowed = isOriginal.Load })
	ids := b.happen(t, b.Harbor, "case.created", 3)
	time.Sleep(3 * lookEvery)
	require.Empty(t, in.ids())
	isOriginal.Store(true)
	require.Equal(t, ids, in.await(t, 3))
}

// TestDeliverSecret signs with nothing else when the secret cannot be read.
func TestDeliverSecret(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	in := newInbox(t, nil)
	e := b.endpoint(t, b.Harbor, in.URL)
	ids := b.happen(t, b.Harbor, "case.created", 1)
	b.node(t, func(cfg *Config) {
		cfg.Key = receiver.NewKey(credentials.SigningKeys{[]byte("the signing key of somebody else, 32")})
	})
	require.Equal(t, reasonSecret, *b.settled(t, e, 1)[ids[0]].Attempts[0].Error)
	require.Empty(t, in.ids())
}
