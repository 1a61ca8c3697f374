package storage_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/postgres"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// TestLetIdle has a transaction that waits for something else outlast the time after which the server ends idle ones.
func TestLetIdle(t *testing.T) {
	t.Parallel()
	opt := postgres.DefaultOptions()
	opt.MaxConns, opt.IdleInTransactionTimeout = 1, 100*time.Millisecond
	store := storagetest.Open(t, storagetest.Database(t), opt)
	wait := func(let time.Duration) error {
		return store.InTx(t.Context(), uuid.Nil, func(ctx context.Context, tx *storage.Tx) error {
			if let > 0 {
				require.NoError(t, tx.LetIdle(ctx, let))
			}
			if _, err := tx.Portfolios(ctx); err != nil {
				return err
			}
			time.Sleep(300 * time.Millisecond)
			_, err := tx.Portfolios(ctx)
			return err
		})
	}
	require.NoError(t, wait(time.Minute))
	require.Error(t, wait(0), "the connection has its own time again")
}
