package storage

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/rows"
)

// IdempotencyTTL is how long a key is remembered (contract section 2).
const IdempotencyTTL = 24 * time.Hour

// IdempotencyRecord is a success stored under a caller's key.
type IdempotencyRecord struct {
	bun.BaseModel `bun:"table:idempotency_keys,alias:t"`

	OrganizationID uuid.UUID `bun:",pk"`
	Mode           string    `bun:",pk"`
	Key            string    `bun:",pk"`
	Fingerprint    []byte
	Status         int
	Header         http.Header `bun:"type:jsonb"`
	Body           []byte
	CreatedAt      time.Time
}

// ClaimIdempotencyKey takes the key for the transaction. It returns the stored record when the key has one that is
// younger than the TTL, nil when the caller may go on, and `idempotency_key_in_flight` when another transaction holds
// the key.
func (t *Tx) ClaimIdempotencyKey(
	ctx context.Context, organization uuid.UUID, mode, key string, now time.Time,
) (*IdempotencyRecord, error) {
	if free, err := t.lockKey(ctx, organization.String()+mode+key); err != nil {
		return nil, err
	} else if !free {
		return nil, model.NewError(model.CodeIdempotencyKeyInFlight,
			"The first request with this key is still running; try again shortly.")
	}
	stored, err := rows.Read[IdempotencyRecord](ctx, t.db, rows.Prepared, t.db.NewSelect().Table("idempotency_keys").
		Where("organization_id = ? AND mode = ? AND key = ? AND created_at > ?", organization, mode, key, now.Add(-IdempotencyTTL)))
	if err != nil || len(stored) == 0 {
		return nil, err
	}
	return stored[0], nil
}

// lockKey is a statement of its own: what was stored under the key is looked up in a snapshot of after the lock.
func (t *Tx) lockKey(ctx context.Context, name string) (free bool, err error) {
	c := rows.NewCommand().Write("SELECT pg_try_advisory_xact_lock(hashtextextended(").Value(name).Write(", 0))")
	err = c.Run(ctx, t.db, rows.ScanOne(&free))
	return free, err
}

// SaveIdempotencyRecord stores the success under its key, in the transaction that did the work.
func (t *Tx) SaveIdempotencyRecord(ctx context.Context, record *IdempotencyRecord) error {
	c := rows.WriteInsert(rows.NewCommand(), []*IdempotencyRecord{record})
	return c.Write(` ON CONFLICT (organization_id, mode, key) DO UPDATE
		SET fingerprint = EXCLUDED.fingerprint, status = EXCLUDED.status,
		header = EXCLUDED.header, body = EXCLUDED.body, created_at = EXCLUDED.created_at`).Run(ctx, t.db, nil)
}

// cleanBatch is how many rows one statement removes, so that none is locked for long.
const cleanBatch = 1000

// CleanIdempotencyKeys removes the keys whose time has passed, and returns how many.
func (h Handle) CleanIdempotencyKeys(ctx context.Context, now time.Time) (int, error) {
	return h.clean(ctx, "idempotency_keys", "created_at <= ?", now.Add(-IdempotencyTTL))
}

// clean removes the rows that meet a condition, in batches, passing over those that are locked.
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
