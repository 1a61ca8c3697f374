package storage_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// TestRevokeToken revokes a token twice at the same instant: the first ends it.
func TestRevokeToken(t *testing.T) {
	t.Parallel()
	w := storagetest.NewWorld(t)
	now := time.Now().UTC().Truncate(time.Millisecond)
	var id uuid.UUID
	require.NoError(t, w.Store.Pool().Pgx().QueryRow(t.Context(), "SELECT id FROM tokens LIMIT 1").Scan((*[16]byte)(&id)))
	for _, first := range []bool{true, false} {
		token, ended, err := w.Store.RevokeToken(t.Context(), id, storage.Owner{}, now)
		require.NoError(t, err)
		require.Equal(t, first, ended)
		require.Equal(t, now, *token.RevokedAt)
	}
	_, _, err := w.Store.RevokeToken(t.Context(), storage.NewID(), storage.Owner{}, now)
	require.Equal(t, fault.CodeNotFound, fault.CodeOf(err))
}
