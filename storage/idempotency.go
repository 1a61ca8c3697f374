package storage

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"time"

	"github.com/google/uuid"
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
	var free bool
	name := organization.String() + mode + key
	if err := t.db.NewRaw("SELECT pg_try_advisory_xact_lock(hashtextextended(?, 0))", name).Scan(ctx, &free); err != nil {
		return nil, Translate(err)
	}
	if !free {
		return nil, model.NewError(model.CodeIdempotencyKeyInFlight, "The first request with this key is still running; try again shortly.")
	}
	record := new(IdempotencyRecord)
	err := t.db.NewSelect().Model(record).
		Where("organization_id = ? AND mode = ? AND key = ? AND created_at > ?", organization, mode, key, now.Add(-IdempotencyTTL)).Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return record, Translate(err)
}

// SaveIdempotencyRecord stores the success under its key, in the transaction that did the work.
func (t *Tx) SaveIdempotencyRecord(ctx context.Context, record *IdempotencyRecord) error {
	_, err := t.db.NewInsert().Model(record).
		On("CONFLICT (organization_id, mode, key) DO UPDATE").
		Set("fingerprint = EXCLUDED.fingerprint, status = EXCLUDED.status, header = EXCLUDED.header").
		Set("body = EXCLUDED.body, created_at = EXCLUDED.created_at").Exec(ctx)
	return Translate(err)
}
