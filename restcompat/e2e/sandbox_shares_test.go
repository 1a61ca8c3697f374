package e2e

import (
	"log/slog"
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/renewal"
	"github.com/covertrack/covertrack/graph/sandbox"
	"github.com/covertrack/covertrack/model"
)

// TestSoakR25Sandboxes: the sandboxes of a lender have its share of what lenders share, and none of their own.
func TestSoakR25Sandboxes(t *testing.T) {
	t.Parallel()
	b := newSandboxBench(t)
	x := b.trial(t)
	id, lender := uuid.MustParse(x.id), b.Harbor.Organization.LenderID

	made := x.in.Post(t, "/rest/webhook-endpoints", object{"url": "https://hooks.example.com/"}, http.StatusCreated)
	x.in.Post(t, "/rest/webhook-endpoints/"+made["id"].(string)+"/test", nil, http.StatusAccepted)
	now := time.Now()
	none, err := b.Store.TakeWebhook(t.Context(), uuid.New(), now.Add(time.Minute), now, lender)
	require.NoError(t, err)
	require.Nil(t, none, "the lender has its share already")
	work, err := b.Store.TakeWebhook(t.Context(), uuid.New(), now.Add(time.Minute), now)
	require.NoError(t, err)
	require.Equal(t, []uuid.UUID{id, lender}, []uuid.UUID{work.Endpoint.PortfolioID, work.Lender})

	own, err := b.Store.For(id).Lender(t.Context())
	require.NoError(t, err)
	require.Equal(t, []uuid.UUID{id, lender}, []uuid.UUID{own.ID, own.Owner()})
	person := b.Person(t, b.Harbor, model.RoleAnalyst)
	caller, err := b.Engine.AuthenticateSession(t.Context(), person.ID, x.id)
	require.NoError(t, err)
	require.Equal(t, []uuid.UUID{id, id, lender}, []uuid.UUID{caller.PortfolioID, caller.LenderID, caller.Tenant()})
}

// TestSoakR25Clocks: a lender whose clocks go far lets those of others pass.
func TestSoakR25Clocks(t *testing.T) {
	t.Parallel()
	b := newSandboxBench(t)
	log := slog.New(slog.NewTextHandler(t.Output(), nil))
	b.worker = sandbox.New(sandbox.Config{
		Store: b.Store, Blobs: b.Blobs, FollowUp: renewal.Config{MailOff: true, Logger: log}, Now: time.Now, Logger: log,
		Turn: time.Nanosecond,
	})
	far := []*trial{b.trial(t), b.trial(t)}
	b.c = b.As(b.Caller(t, b.Prairie.Organization, model.ModeTest))
	near := b.trial(t)
	for _, x := range far {
		b.As(b.HarborTest.Token).Post(t, x.path+"/advance", object{"by": "P30D"}, http.StatusAccepted)
	}
	ready := near.advance(t, "P1D")
	require.Equal(t, "ready", ready["state"], ready)
	for _, x := range far {
		after := b.As(b.HarborTest.Token).Get(t, x.path)
		require.Equal(t, []any{"ready", "2027-01-31T09:00:00.000Z"}, values(after, "state", "now"))
		require.Less(t, ready["updatedAt"], after["updatedAt"])
	}
}
