package storage_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/credentials"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/storagetest"
)

func TestCleanIdempotencyKeys(t *testing.T) {
	t.Parallel()
	w := storagetest.NewWorld(t)
	now := time.Date(2031, 1, 1, 0, 0, 0, 0, time.UTC)
	ages := []time.Duration{0, storage.IdempotencyTTL - time.Millisecond, storage.IdempotencyTTL, storage.IdempotencyTTL + time.Hour}
	for i, age := range ages {
		err := w.Store.InTx(t.Context(), w.Harbor.Portfolio.ID(), func(ctx context.Context, tx *storage.Tx) error {
			return tx.SaveIdempotencyRecord(ctx, &storage.IdempotencyRecord{
				IdempotencyKey: storage.IdempotencyKey{
					PortfolioID: w.Harbor.Portfolio.ID(), OrganizationID: w.Harbor.Organization.ID, Mode: "live", Key: fmt.Sprint("key-", i),
				},
				Fingerprint: []byte{1}, Body: []byte("{}"), CreatedAt: now.Add(-age),
			})
		})
		require.NoError(t, err)
	}
	removed, err := w.Store.CleanIdempotencyKeys(t.Context(), now)
	require.NoError(t, err)
	require.Equal(t, 2, removed)
	removed, err = w.Store.CleanIdempotencyKeys(t.Context(), now)
	require.NoError(t, err)
	require.Zero(t, removed)
}

func TestCleanTokens(t *testing.T) {
	t.Parallel()
	w := storagetest.NewWorld(t)
	now := time.Date(2031, 1, 1, 0, 0, 0, 0, time.UTC)
	before, err := w.Store.Tokens(t.Context())
	require.NoError(t, err)
	long, recently := now.Add(-storage.TokensKeptFor), now.Add(-storage.TokensKeptFor+time.Millisecond)
	add := func(name string, expires, revoked *time.Time) {
		text, err := credentials.NewToken(credentials.TokenKindStaff, rand.Reader)
		require.NoError(t, err)
		digest, role := text.Digest(), model.StaffRoleSupport
		require.NoError(t, w.Store.InsertToken(t.Context(), &model.Token{
			ID: storage.NewID(), Digest: digest[:], Name: name, Role: &role, CreatedAt: long, ExpiresAt: expires, RevokedAt: revoked,
		}))
	}
	add("expired long ago", &long, nil)
	add("expired recently", &recently, nil)
	add("revoked long ago", nil, &long)
	add("revoked recently", nil, &recently)
	add("revoked long before its end", &now, &long)
	removed, err := w.Store.CleanTokens(t.Context(), now)
	require.NoError(t, err)
	require.Equal(t, 3, removed)
	after, err := w.Store.Tokens(t.Context())
	require.NoError(t, err)
	require.Len(t, after, len(before)+2)
}
