//go:build program

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	standard "github.com/standard-webhooks/standard-webhooks/libraries/go"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/postgres"
	"github.com/covertrack/covertrack/storage/storagetest"
	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// TestSoakR19 delivers a backlog of webhooks while the two nodes are killed at random moments, beside a dead receiver with
// the same backlog: none is lost, what comes twice has the same id, and the first of each come in their order.
func TestSoakR19(t *testing.T) {
	soak.Parallel(t)
	count, kills := soak.Count(1500, 100_000), soak.Count(2, 25)
	w := newWebhooks(t)
	nodes := []*server{w.node(t), w.node(t)}
	receiver := newHook(t)
	endpoint := w.endpoint(t, nodes[0], receiver.URL, receiver)
	dead := w.endpoint(t, nodes[0], "http://"+freeAddr(t)+"/", nil)
	ids := w.happen(t, count)
	for i := range kills {
		at := min(receiver.count()+count/(kills+1), count) // the receiver goes on again after each
		require.Eventually(t, func() bool { return receiver.count() >= at }, 3*time.Minute, 10*time.Millisecond)
		time.Sleep(time.Duration(rand.IntN(300)) * time.Millisecond) // anywhere between two records
		for n := range nodes {
			if i%3 == 2 || n == i%2 { // each third time both at once
				require.NoError(t, nodes[n].Process.Kill())
				nodes[n].ended(t)
				nodes[n] = w.node(t)
			}
		}
	}
	require.Eventually(t, func() bool { return receiver.count() == count }, 10*time.Minute, 20*time.Millisecond)
	firsts, repeated, odd := receiver.result()
	lost := 0
	for i, id := range ids {
		if i >= len(firsts) || firsts[i] != id {
			lost++
		}
	}
	soak.Report(t, soak.Result{
		Line: "R19", What: "deliveries of webhooks while two nodes are killed, beside a dead receiver with the same backlog", Tried: count,
		Failed: lost + len(odd),
		Note:   fmt.Sprintf("%d kills, %d repetitions under the same webhook-id", kills, repeated),
	})
	require.Empty(t, odd)
	require.Equal(t, ids, firsts, "each, in its order")
	require.Eventually(t, func() bool { return w.total(t, nodes[0], endpoint, "delivered") == count }, 30*time.Second, 100*time.Millisecond)
	require.Less(t, w.total(t, nodes[0], dead, "pending"), 40, "rows are of what was tried")
}

// TestSoakR20 compares how soon a receiver gets events alone, and beside an endpoint that is dead with a backlog. The
// times are judged in a full run only.
func TestSoakR20(t *testing.T) {
	soak.Parallel(t)
	paced, waiting := soak.Count(50, 3000), soak.Count(500, 100_000)
	w := newWebhooks(t)
	s := w.node(t)
	receiver := newHook(t)
	w.endpoint(t, s, receiver.URL, receiver)
	alone := w.pace(t, receiver, paced)
	dead := w.endpoint(t, s, "http://"+freeAddr(t)+"/", nil)
	backlog := w.happen(t, waiting)
	require.Eventually(t, func() bool { return receiver.count() == paced+waiting }, 10*time.Minute, 20*time.Millisecond)
	beside := w.pace(t, receiver, paced)
	require.Less(t, w.total(t, s, dead, "pending"), 40)
	before, after := quantile(alone, 0.99), quantile(beside, 0.99)
	failed := 0
	if soak.Full() && after > before*11/10 {
		failed = 1
	}
	soak.Report(t, soak.Result{
		Line: "R20", What: "a receiver beside a dead one with a backlog: p99 from the event to the message at most 10 % higher",
		Tried: 2*paced + len(backlog), Failed: failed,
		Note: fmt.Sprintf("alone p50 %v, p99 %v; beside it p50 %v, p99 %v; %d wait", quantile(alone, 0.5), before, quantile(beside, 0.5),
			after, waiting),
	})
	require.Zero(t, failed)
}

// pace writes events one after the other, and returns how long each took to its receiver.
func (w *webhooks) pace(t *testing.T, receiver *hook, count int) (took []time.Duration) {
	t.Helper()
	before := receiver.count()
	written := map[string]time.Time{}
	for range count {
		at := time.Now()
		written[w.happen(t, 1)[0]] = at
		time.Sleep(20 * time.Millisecond)
	}
	require.Eventually(t, func() bool { return receiver.count() == before+count }, time.Minute, 10*time.Millisecond)
	receiver.mu.Lock()
	defer receiver.mu.Unlock()
	for i, id := range receiver.firsts[before:] {
		took = append(took, receiver.arrived[before+i].Sub(written[id]))
	}
	return took
}

// quantile returns the time within which such a part of all is.
func quantile(all []time.Duration, part float64) time.Duration {
	sorted := slices.Sorted(slices.Values(all))
	return sorted[int(float64(len(sorted)-1)*part)].Round(10 * time.Microsecond)
}

// webhooks is a lender's portfolio whose events a test writes.
type webhooks struct {
	dsn, token string
	store      *storage.Store
	portfolio  uuid.UUID
}

func newWebhooks(t *testing.T) *webhooks {
	t.Helper()
	w := &webhooks{dsn: durableDatabase(t)}
	w.token = tokenOn(t, w.dsn)
	w.store = storagetest.Open(t, w.dsn, postgres.Options{MaxConns: 2})
	all, err := w.store.Portfolios(t.Context())
	require.NoError(t, err)
	for _, p := range all {
		if p.Mode == model.ModeTest {
			w.portfolio = p.ID
		}
	}
	return w
}

func (w *webhooks) node(t *testing.T) *server {
	t.Helper()
	return nodeOn(t, w.dsn, "--webhook-allow-insecure", "--signing-key", "the signing key of both nodes, long enough")
}

// endpoint adds one by REST, and gives its secret to the receiver.
func (w *webhooks) endpoint(t *testing.T, s *server, url string, receiver *hook) (id string) {
	t.Helper()
	status, text, err := s.send(http.MethodPost, "/rest/webhook-endpoints", w.token,
		fmt.Sprintf(`{"url": %q, "types": ["case.updated"]}`, url))
	require.NoError(t, err)
	require.Equal(t, http.StatusCreated, status, text)
	var made struct{ ID, Secret string }
	require.NoError(t, json.Unmarshal([]byte(text), &made))
	if receiver != nil {
		receiver.verifier, err = standard.NewWebhook(made.Secret)
		require.NoError(t, err)
	}
	return made.ID
}

// total counts the deliveries of an endpoint in a state.
func (w *webhooks) total(t *testing.T, s *server, endpoint, state string) int {
	t.Helper()
	status, text, err := s.send(http.MethodGet, "/rest/webhook-endpoints/"+endpoint+"/deliveries?limit=1&state="+state, w.token, "")
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, status, text)
	var page struct{ Meta struct{ Total int } }
	require.NoError(t, json.Unmarshal([]byte(text), &page))
	return page.Meta.Total
}

// happen writes events, and returns their ids in their order.
func (w *webhooks) happen(t *testing.T, count int) (ids []string) {
	t.Helper()
	for len(ids) < count {
		var events []*model.AuditEvent
		for range min(500, count-len(ids)) {
			subject := uuid.New()
			e := &model.AuditEvent{
				PortfolioID: w.portfolio, ID: storage.NewID(), ActorKind: model.ActorKindSystem, ActorName: "test", Action: "case.updated",
				SubjectType: "case", SubjectID: &subject, Changes: scalar.EncodeJSON(map[string]any{}), RequestID: "r", At: time.Now(),
			}
			events, ids = append(events, e), append(ids, e.ID.String())
		}
		require.NoError(t, w.store.InTx(t.Context(), w.portfolio, func(ctx context.Context, tx *storage.Tx) error {
			return tx.InsertAuditEvents(ctx, events)
		}))
	}
	return ids
}

// hook is a receiver that verifies what it gets.
type hook struct {
	*httptest.Server
	verifier *standard.Webhook
	mu       sync.Mutex
	firsts   []string          // ids, in the order in which they came first
	arrived  []time.Time       // of each of them
	bodies   map[string]string // by id
	repeated int
	odd      []string
}

func newHook(t *testing.T) *hook {
	t.Helper()
	h := &hook{bodies: map[string]string{}}
	h.Server = httptest.NewServer(h)
	t.Cleanup(h.Close)
	return h
}

func (h *hook) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	h.mu.Lock()
	defer h.mu.Unlock()
	if err != nil {
		return // its sender was killed
	}
	id := r.Header.Get("webhook-id")
	before, known := h.bodies[id]
	switch failed := h.verifier.Verify(body, r.Header); {
	case failed != nil:
		h.odd = append(h.odd, failed.Error())
	case !known:
		h.firsts, h.arrived = append(h.firsts, id), append(h.arrived, time.Now())
		h.bodies[id] = string(body)
	case before != string(body):
		h.odd = append(h.odd, "another body under the id "+id)
	default:
		h.repeated++
	}
	w.WriteHeader(http.StatusNoContent)
}

// count is how many messages came, each counted once.
func (h *hook) count() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.firsts)
}

func (h *hook) result() (firsts []string, repeated int, odd []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.firsts, h.repeated, h.odd
}
