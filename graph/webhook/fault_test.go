package webhook

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/sandbox"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/rows"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// order has the next deliveries to an endpoint fail.
func (b *bench) order(t *testing.T, of *storagetest.Tenant, e *model.WebhookEndpoint, kind model.WebhookFaultKind, count int, by *string) {
	t.Helper()
	f := &sandbox.Fault{
		PortfolioID: of.Portfolio.ID(), ID: storage.NewID(), EndpointID: e.ID, Fault: kind, Count: count, Remaining: count,
		By: by, CreatedAt: b.now(),
	}
	require.NoError(t, rows.Insert(t.Context(), rows.DBOf(of.Portfolio), f))
}

// TestFaults is deliveries that of a sandbox that fail on order.
func TestFaults(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.Sandboxed(t, b.HarborTest, b.now())
	in := newInbox(t, nil)
	e := b.endpoint(t, b.HarborTest, in.URL)
	b.order(t, b.HarborTest, e, model.WebhookFaultKindLost, 2, nil)
	b.order(t, b.HarborTest, e, model.WebhookFaultKindDelayed, 1, new("PT1H"))
	b.order(t, b.HarborTest, e, model.WebhookFaultKindRepeated, 1, nil)
	ids := b.happen(t, b.HarborTest, "case.created", 5)
	b.node(t)
	require.Equal(t, []string{ids[3], ids[3], ids[4]}, in.await(t, 3))
	by := b.settled(t, e, 5)
	for _, lost := range ids[:2] {
		require.Equal(t, model.WebhookDeliveryStateFailed, by[lost].State)
		require.Equal(t, "lost", *by[lost].Attempts[0].Error)
	}
	require.Equal(t, model.WebhookDeliveryStatePending, by[ids[2]].State)
	require.Empty(t, by[ids[2]].Attempts)
	require.Equal(t, 2, by[ids[3]].AttemptCount)
	require.Equal(t, model.WebhookDeliveryStateDelivered, by[ids[3]].State)
	require.Equal(t, 1, by[ids[4]].AttemptCount)

	b.pass(time.Hour + time.Second)
	require.Equal(t, ids[2], in.await(t, 4)[3], "late, and once")
	feed, err := b.HarborTest.Portfolio.LockWebhookFeed(t.Context(), e.ID)
	require.NoError(t, err)
	require.Nil(t, feed.FailingSince, "nobody thinks that the receiver fails")
}
