package storage

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
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

// ClaimIdempotencyKey takes the key for the transaction. It answers the stored record when the key has one that is younger
// than the TTL, nil when the caller may go on, and `idempotency_key_in_flight` when another transaction holds the key.
func (t *Tx) ClaimIdempotencyKey(ctx context.Context, organization uuid.UUID, mode, key string, now time.Time) (*IdempotencyRecord, error) {
	if free, err := t.lockKey(ctx, organization.String()+mode+key); err != nil {
		return nil, err
	} else if !free {
		return nil, model.NewError(model.CodeIdempotencyKeyInFlight, "The first request with this key is still running; try again shortly.")
	}
	stored, err := read[IdempotencyRecord](ctx, t.on, prepared, t.db.NewSelect().Model((*IdempotencyRecord)(nil)).
		Where("organization_id = ? AND mode = ? AND key = ? AND created_at > ?", organization, mode, key, now.Add(-IdempotencyTTL)))
	if err != nil || len(stored) == 0 {
		return nil, err
	}
	return stored[0], nil
}

// lockKey is a statement of its own: what was stored under the key is looked up in a snapshot of after the lock.
func (t *Tx) lockKey(ctx context.Context, name string) (free bool, err error) {
	s := newCommand().write("SELECT pg_try_advisory_xact_lock(hashtextextended(").value(name).write(", 0))")
	err = s.run(ctx, t.on, true, func(rows pgx.Rows) error {
		rows.Next()
		return rows.Scan(&free)
	})
	return free, err
}

// SaveIdempotencyRecord stores the success under its key, in the transaction that did the work.
func (t *Tx) SaveIdempotencyRecord(ctx context.Context, record *IdempotencyRecord) error {
	c, err := newInsert([]*IdempotencyRecord{record})
	if err != nil {
		return err
	}
	return c.write(` ON CONFLICT (organization_id, mode, key) DO UPDATE SET fingerprint = EXCLUDED.fingerprint, status = EXCLUDED.status,
		header = EXCLUDED.header, body = EXCLUDED.body, created_at = EXCLUDED.created_at`).run(ctx, t.on, true, nothing)
}
