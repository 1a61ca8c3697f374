package webhook

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/feed"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/credentials"
	"github.com/covertrack/covertrack/model/receiver"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/storagetest"
)

var testKey = receiver.NewKey(credentials.SigningKeys{[]byte("a signing key of the tests, long enough")})

// bench is a world whose feeds are kept going, and a clock that a test moves.
type bench struct {
	*storagetest.World
	ahead atomic.Int64 // of the clock
}

func newBench(t *testing.T) *bench {
	t.Helper()
	b := &bench{World: storagetest.NewWorld(t)}
	stop := feed.Start(feed.Config{Store: b.Store, Now: time.Now, Logger: slog.New(slog.DiscardHandler), Allowed: func() bool { return true }})
	t.Cleanup(stop)
	return b
}

func (b *bench) now() time.Time { return time.Now().Add(time.Duration(b.ahead.Load())) }

// pass moves the clock.
func (b *bench) pass(d time.Duration) { b.ahead.Add(int64(d)) }

// node runs a dispatcher until the test ends, or it is stopped.
func (b *bench) node(t *testing.T, changes ...func(*Config)) *Dispatcher {
	t.Helper()
	cfg := Config{
		Store: b.Store, Key: testKey, Sender: newSender(func(cfg *SenderConfig) { cfg.Now = b.now }), Now: b.now,
		Logger: slog.New(slog.NewTextHandler(t.Output(), nil)), Allowed: func() bool { return true },
	}
	for _, change := range changes {
		change(&cfg)
	}
	d := Start(cfg)
	t.Cleanup(func() { d.Stop(10 * time.Second) })
	return d
}

// endpoint adds one to a tenant's portfolio.
func (b *bench) endpoint(t *testing.T, of *storagetest.Tenant, url string, names ...string) *model.WebhookEndpoint {
	t.Helper()
	id := storage.NewID()
	e := &model.WebhookEndpoint{
		PortfolioID: of.Portfolio.ID(), ID: id, URL: url, Names: names, Enabled: true, Metadata: scalar.Metadata("{}"),
		Sealed: testKey.Seal(id, testSecret, [receiver.NonceBytes]byte(id[4:])), CreatedAt: b.now(), UpdatedAt: b.now(),
	}
	require.NoError(t, b.Store.InTx(t.Context(), e.PortfolioID, func(ctx context.Context, tx *storage.Tx) error {
		p := tx.For(e.PortfolioID)
		if err := storage.WebhookEndpoints.Insert(ctx, p, e); err != nil {
			return err
		}
		return p.InsertWebhookFeed(ctx, model.NewWebhookFeed(e, b.now()))
	}))
	return e
}

// happen writes events about subjects that are no records, in turn, and returns their ids in their order.
func (b *bench) happen(t *testing.T, of *storagetest.Tenant, action string, count int, subjects ...uuid.UUID) (ids []string) {
	t.Helper()
	id := of.Portfolio.ID()
	if len(subjects) == 0 {
		subjects = []uuid.UUID{uuid.New()}
	}
	var events []*model.AuditEvent
	for i := range count {
		e := &model.AuditEvent{
			PortfolioID: id, ID: storage.NewID(), ActorKind: model.ActorKindSystem, ActorName: "test", Action: action,
			SubjectType: "case", SubjectID: &subjects[i%len(subjects)], Changes: scalar.EncodeJSON(map[string]any{}), RequestID: "r", At: b.now(),
		}
		events, ids = append(events, e), append(ids, e.ID.String())
	}
	require.NoError(t, b.Store.InTx(t.Context(), id, func(ctx context.Context, tx *storage.Tx) error {
		return tx.InsertAuditEvents(ctx, events)
	}))
	return ids
}

// deliveries returns the deliveries to an endpoint, at most 200, by their events.
func (b *bench) deliveries(t *testing.T, e *model.WebhookEndpoint) map[string]*model.WebhookDelivery {
	t.Helper()
	by, err := b.tryDeliveries(t, e)
	require.NoError(t, err)
	return by
}

func (b *bench) tryDeliveries(t *testing.T, e *model.WebhookEndpoint) (map[string]*model.WebhookDelivery, error) {
	t.Helper()
	of, err := storage.WebhookDeliveries.Of(t.Context(), b.Store.For(e.PortfolioID), "endpoint_id", []uuid.UUID{e.ID})
	by := map[string]*model.WebhookDelivery{}
	for _, d := range of {
		by[d.EventID.String()] = d
	}
	return by, err
}

// reload returns the endpoint as it is now.
func (b *bench) reload(t *testing.T, e *model.WebhookEndpoint) *model.WebhookEndpoint {
	t.Helper()
	now, err := storage.WebhookEndpoints.One(t.Context(), b.Store.For(e.PortfolioID), e.ID)
	require.NoError(t, err)
	return now
}

// inbox is a receiver that remembers what it got.
type inbox struct {
	*httptest.Server
	mu       sync.Mutex
	got      []sent
	now, max int // requests at the same time
	answer   func(s sent, times int) int
	times    map[string]int
}

// sent is a message as its receiver sees it.
type sent struct {
	ID, Type  string
	Subject   uuid.UUID
	Revision  int64
	Livemode  bool
	Timestamp string
	At        time.Time
}

// newInbox returns a receiver that returns the status that a function gives for a message and how often it came; nil for 204.
func newInbox(t *testing.T, answer func(s sent, times int) int) *inbox {
	t.Helper()
	in := &inbox{answer: answer, times: map[string]int{}}
	in.Server = httptest.NewServer(http.HandlerFunc(in.serve))
	t.Cleanup(in.Close)
	return in
}

func (in *inbox) serve(w http.ResponseWriter, r *http.Request) {
	raw, _ := io.ReadAll(r.Body)
	var m struct {
		Type string
		Data struct {
			ID       string
			Subject  struct{ ID uuid.UUID }
			Revision int64
			Livemode bool
		}
	}
	if json.Unmarshal(raw, &m) != nil || m.Data.ID != r.Header.Get("webhook-id") {
		w.WriteHeader(http.StatusTeapot)
		return
	}
	s := sent{m.Data.ID, m.Type, m.Data.Subject.ID, m.Data.Revision, m.Data.Livemode, r.Header.Get("webhook-timestamp"), time.Now()}
	in.mu.Lock()
	in.got = append(in.got, s)
	in.times[s.ID]++
	times := in.times[s.ID]
	in.now++
	in.max = max(in.max, in.now)
	in.mu.Unlock()
	status := http.StatusNoContent
	if in.answer != nil {
		status = in.answer(s, times)
	}
	in.mu.Lock()
	in.now--
	in.mu.Unlock()
	w.WriteHeader(status)
}

// ids are those of the messages, in the order in which they came.
func (in *inbox) ids() (ids []string) {
	in.mu.Lock()
	defer in.mu.Unlock()
	for _, s := range in.got {
		ids = append(ids, s.ID)
	}
	return ids
}

// await waits until so many messages have come, and returns their ids.
func (in *inbox) await(t *testing.T, count int) []string {
	t.Helper()
	require.Eventually(t, func() bool { return len(in.ids()) >= count }, time.Minute, 5*time.Millisecond, "%d messages", count)
	return in.ids()
}

// settled waits until so many attempts are recorded, and returns the deliveries. A database that is busy is asked again.
func (b *bench) settled(t *testing.T, e *model.WebhookEndpoint, attempts int) map[string]*model.WebhookDelivery {
	t.Helper()
	require.Eventually(t, func() bool {
		count := 0
		found, err := b.tryDeliveries(t, e)
		for _, d := range found {
			count += d.AttemptCount
		}
		return err == nil && count >= attempts
	}, time.Minute, 50*time.Millisecond, "%d attempts", attempts)
	return b.deliveries(t, e)
}
