package webhook

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// addWebhook adds an endpoint of a tenant, as of a time.
func addWebhook(t *testing.T, w *storagetest.World, of *storagetest.Tenant, now time.Time) *model.WebhookEndpoint {
	t.Helper()
	e := &model.WebhookEndpoint{
		ID: storage.NewID(), URL: "https://hooks.example.com/", Enabled: true, Sealed: []byte{1}, CreatedAt: now, UpdatedAt: now,
	}
	require.NoError(t, w.Store.InTx(t.Context(), of.Portfolio.ID(), func(ctx context.Context, tx *storage.Tx) error {
		p := tx.For(of.Portfolio.ID())
		if err := storage.WebhookEndpoints.Insert(ctx, p, e); err != nil {
			return err
		}
		if err := p.InsertWebhookFeed(ctx, model.NewWebhookFeed(e, now)); err != nil {
			return err
		}
		return storage.WebhookDeliveries.Insert(ctx, p, model.NewWebhookTest(storage.NewID(), e, now))
	}))
	return e
}

// TestLease has one node at a time work on an endpoint, and lose what it did when its lease is another's.
func TestLease(t *testing.T) {
	t.Parallel()
	w := storagetest.NewWorld(t)
	now := time.Now().Truncate(time.Millisecond)
	one, two := addWebhook(t, w, w.Harbor, now), addWebhook(t, w, w.Prairie, now)
	take := func(at time.Time) *storage.WebhookWork {
		work, err := w.Store.TakeWebhook(t.Context(), uuid.New(), at.Add(30*time.Second), at)
		require.NoError(t, err)
		return work
	}
	first, second := take(now), take(now)
	require.ElementsMatch(t, []uuid.UUID{one.ID, two.ID}, []uuid.UUID{first.Endpoint.ID, second.Endpoint.ID})
	require.Nil(t, take(now), "both are leased")
	kept, err := w.Store.KeepWebhook(t.Context(), first, now.Add(time.Minute))
	require.NoError(t, err)
	require.True(t, kept)
	later := now.Add(31 * time.Second)
	stolen := take(later)
	require.Equal(t, second.Endpoint.ID, stolen.Endpoint.ID, "the lease that was not kept")
	require.Nil(t, take(later))
	kept, err = w.Store.KeepWebhook(t.Context(), second, later.Add(time.Minute))
	require.NoError(t, err)
	require.False(t, kept)
	attempt := func(work *storage.WebhookWork) error {
		due, err := w.Store.DueDeliveries(t.Context(), work, later, 10)
		require.NoError(t, err)
		require.Len(t, due, 1)
		result := Result{Delivery: due[0], Outcome: model.WebhookOutcome{At: later, Status: 200}}
		return Record{Results: []Result{result}}.Save(t.Context(), w.Store, work, later)
	}
	require.ErrorIs(t, attempt(second), storage.ErrLeaseLost)
	require.NoError(t, attempt(stolen))
	require.NoError(t, w.Store.ReleaseWebhook(t.Context(), second, later), "another's is not ended")
	require.NoError(t, w.Store.ReleaseWebhook(t.Context(), stolen, later))
	require.Nil(t, take(later), "nothing is due")
}

// TestSweep removes old deliveries and those of endpoints that are gone, and disables what has failed for five days.
func TestSweep(t *testing.T) {
	t.Parallel()
	w := storagetest.NewWorld(t)
	pool := w.Store.Pool().Pgx()
	now := time.Now().Truncate(time.Millisecond)
	old, fails, gone := addWebhook(t, w, w.Harbor, now), addWebhook(t, w, w.Harbor, now), addWebhook(t, w, w.Prairie, now)
	exec := func(sql string, args ...any) {
		_, err := pool.Exec(t.Context(), sql, args...)
		require.NoError(t, err)
	}
	exec("UPDATE webhook_deliveries SET created_at = $2 WHERE endpoint_id = $1", old.ID.String(), now.Add(-model.WebhookDeliveriesKept))
	exec("UPDATE webhook_feeds SET failing_since = $2 WHERE endpoint_id = $1", fails.ID.String(), now.Add(-model.WebhookGivesUpAfter))
	exec("DELETE FROM webhook_endpoints WHERE id = $1", gone.ID.String())
	for _, want := range []int{2, 0} {
		removed, err := Sweep(t.Context(), w.Store, now)
		require.NoError(t, err)
		require.Equal(t, want, removed)
	}
	e, err := storage.WebhookEndpoints.One(t.Context(), w.Harbor.Portfolio, fails.ID)
	require.NoError(t, err)
	require.False(t, e.Enabled)
	require.Contains(t, *e.DisabledReason, "five days")
	var states []string
	require.NoError(t, pool.QueryRow(t.Context(), "SELECT array_agg(state) FROM webhook_deliveries").Scan(&states))
	require.Equal(t, []string{"failed"}, states, "nothing waits for another attempt")
	var tasks, events int
	require.NoError(t, pool.QueryRow(t.Context(), `SELECT (SELECT count(*) FROM tasks WHERE reason = 'webhookDisabled'),
		(SELECT count(*) FROM audit_events WHERE action = 'webhookEndpoint.disabled')`).Scan(&tasks, &events))
	require.Equal(t, []int{1, 1}, []int{tasks, events})
}
