package storage

import (
	"context"
	"time"

	"github.com/uptrace/bun"
)

// cleanBatch is how many rows one statement removes, so that none is locked for long.
const cleanBatch = 1000

// TokensKeptFor is how long a token that has expired or was revoked stays in the list of tokens. The audit trail keeps its
// name for ever.
const TokensKeptFor = 90 * 24 * time.Hour

// CleanIdempotencyKeys removes the keys whose time has passed, and answers how many.
func (h Handle) CleanIdempotencyKeys(ctx context.Context, now time.Time) (int, error) {
	return h.clean(ctx, "idempotency_keys", "created_at <= ?", now.Add(-IdempotencyTTL))
}

// CleanTokens removes the tokens that have been unusable for TokensKeptFor, and answers how many.
func (h Handle) CleanTokens(ctx context.Context, now time.Time) (int, error) {
	return h.clean(ctx, "tokens", "least(expires_at, revoked_at) <= ?", now.Add(-TokensKeptFor))
}

// clean removes the rows that meet a condition, in batches, passing over those that somebody has locked.
func (h Handle) clean(ctx context.Context, table, condition string, args ...any) (removed int, err error) {
	for {
		old := h.db.NewSelect().Table(table).Column("ctid").Where(condition, args...).Limit(cleanBatch).For("UPDATE SKIP LOCKED")
		result, err := h.db.NewDelete().TableExpr("?", bun.Ident(table)).Where("ctid IN (?)", old).Exec(ctx)
		if err != nil {
			return removed, Translate(err)
		}
		n, err := result.RowsAffected()
		removed += int(n)
		if err != nil || n == 0 {
			return removed, Translate(err)
		}
	}
}
