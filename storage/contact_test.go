package storage_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// TestContactsByID: users and brokers of the portfolio, and nobody else's.
func TestContactsByID(t *testing.T) {
	t.Parallel()
	w := storagetest.NewWorld(t)
	user, broker := w.User(t, w.Harbor, "viewer"), w.Broker(t, w.Harbor)
	ids := []uuid.UUID{broker, w.User(t, w.Prairie, "admin"), user, w.Broker(t, w.HarborTest), uuid.New(), uuid.Nil}
	contacts, err := w.Harbor.Portfolio.ContactsByID(t.Context(), ids)
	require.NoError(t, err)
	require.Len(t, contacts, 2)
	require.Equal(t, user, contacts[0].(*model.User).ID)
	require.Equal(t, broker, contacts[1].(*model.Broker).ID)

	contacts, err = w.Harbor.Portfolio.ContactsByID(t.Context(), nil)
	require.NoError(t, err)
	require.Empty(t, contacts)
}
