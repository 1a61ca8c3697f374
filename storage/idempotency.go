package storage

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/storage/rows"
)

// IdempotencyTTL is how long a key is kept (contract section 2).
const IdempotencyTTL = 24 * time.Hour

// IdempotencyKey is a caller's key, and where it is unique. Its portfolio follows from the rest: it is that in which the
// request works, so that both are stored by one transaction of one server.
type IdempotencyKey struct {
	PortfolioID    uuid.UUID `bun:",pk"`
	OrganizationID uuid.UUID `bun:",pk"`
	Mode           string    `bun:",pk"`
	Key            string    `bun:",pk"`
}

// IdempotencyRecord is a success stored under a caller's key.
type IdempotencyRecord struct {
	bun.BaseModel `bun:"table:idempotency_records,alias:t"`
	IdempotencyKey

	Fingerprint []byte
	Status      int
	Header      http.Header `bun:"type:jsonb"`
	Body        []byte
	CreatedAt   time.Time
}

// ClaimIdempotencyKey takes the key for the transaction. It returns the stored record when the key has one that is
// younger than the TTL, nil when the caller may go on, and `idempotency_key_in_flight` when another transaction holds
// the key. The lock and the look are one round trip and two statements: what was stored under the key is looked up in a
// snapshot of after the lock.
func (t *Tx) ClaimIdempotencyKey(ctx context.Context, key IdempotencyKey, now time.Time) (*IdempotencyRecord, error) {
	free := false
	lock := rows.SQL("SELECT pg_try_advisory_xact_lock(hashtextextended(?, 0))", key.OrganizationID.String()+key.Mode+key.Key)
	if err := rows.Later(ctx, t.db, rows.Prepared, lock, rows.ScanFirst(&free)); err != nil {
		return nil, err
	}
	record, err := t.storedUnder(ctx, key)
	switch {
	case err != nil:
		return nil, err
	case !free:
		return nil, fault.New(fault.CodeIdempotencyKeyInFlight,
			"The first request with this key is still running; try again shortly.")
	case record != nil && !record.CreatedAt.After(now.Add(-IdempotencyTTL)):
		return nil, t.forget(ctx, key, now)
	}
	return record, nil
}

// storedUnder returns what was stored last under the key, nil if nothing.
func (t *Tx) storedUnder(ctx context.Context, key IdempotencyKey) (*IdempotencyRecord, error) {
	record := &IdempotencyRecord{IdempotencyKey: key}
	err := rows.Scan(ctx, t.db, rows.Prepared, rows.SQL("SELECT fingerprint, status, header, body, created_at FROM idempotency_records "+
		"WHERE portfolio_id = ? AND organization_id = ? AND mode = ? AND key = ? ORDER BY created_at DESC LIMIT 1",
		rows.IDValue(key.PortfolioID), rows.IDValue(key.OrganizationID), key.Mode, key.Key),
		&record.Fingerprint, &record.Status, &record.Header, &record.Body, &record.CreatedAt)
	if isFound := !record.CreatedAt.IsZero(); err != nil || !isFound {
		return nil, err
	}
	return record, nil
}

// forget removes what is stored under a key that the transaction has claimed, and whose time has passed: it may be in the
// partition that the next record of the key belongs to.
func (t *Tx) forget(ctx context.Context, key IdempotencyKey, now time.Time) error {
	_, err := rows.Exec(ctx, t.db, t.db.NewDelete().Table("idempotency_records").
		Where("portfolio_id = ? AND organization_id = ? AND mode = ? AND key = ?", key.PortfolioID, key.OrganizationID, key.Mode, key.Key).
		Where("created_at <= ?", now.Add(-IdempotencyTTL)))
	return err
}

// SaveIdempotencyRecord stores the success under its key with the next statement of the transaction, or its COMMIT. The
// transaction did the work and has claimed the key: so nothing is stored under it. A key is unique in a partition of the
// table only; between partitions the claim sees to it, for others wait for the key's lock and then see this record.
func (t *Tx) SaveIdempotencyRecord(ctx context.Context, record *IdempotencyRecord) error {
	return rows.Add(ctx, t.db, record)
}

// cleanBatch is how many rows one statement removes, so that none is locked for long.
const cleanBatch = 1000

// CleanIdempotencyKeys removes the keys whose time has passed, and returns how many. Of days that have a partition
// PartitionKeys removes them all at once; the others are in the partition of the rest.
func (s *Store) CleanIdempotencyKeys(ctx context.Context, now time.Time) (removed int, err error) {
	old := now.Add(-IdempotencyTTL)
	portfolios, err := s.portfoliosWithOldKeys(ctx, old)
	for _, portfolio := range portfolios {
		n, failed := s.For(portfolio).clean(ctx, "idempotency_keys", "created_at <= ?", old)
		if removed += n; failed != nil {
			return removed, failed
		}
	}
	return removed, err
}

func (s *Store) portfoliosWithOldKeys(ctx context.Context, old time.Time) ([]uuid.UUID, error) {
	return rows.IDs(ctx, s.db, rows.Planned, s.db.NewSelect().Table("idempotency_keys").
		ColumnExpr("DISTINCT portfolio_id AS id").Where("created_at <= ?", old))
}

// clean removes the rows of a table of no portfolio that meet a condition.
func (h Handle) clean(ctx context.Context, table, condition string, args ...any) (removed int, err error) {
	return h.cleanAmong(ctx, table, bun.SafeQuery("true"), bun.SafeQuery(condition, args...))
}

// clean removes the rows of a table of the portfolio that meet a condition.
func (p *Portfolio) clean(ctx context.Context, table, condition string, args ...any) (removed int, err error) {
	return Handle{db: p.db}.cleanAmong(ctx, table, bun.SafeQuery("portfolio_id = ?", p.ID()), bun.SafeQuery(condition, args...))
}

// removeAmong removes some rows of those that meet two conditions, of which the first says whose they are.
const removeAmong = "DELETE FROM ? WHERE ? AND ctid IN (SELECT ctid FROM ? WHERE ? AND ? LIMIT ? FOR UPDATE SKIP LOCKED)"

// cleanAmong removes the rows that meet both conditions, in batches, passing over those that are locked.
func (h Handle) cleanAmong(ctx context.Context, table string, own, old schema.QueryWithArgs) (removed int, err error) {
	for {
		name := bun.Ident(table)
		n, err := rows.Exec(ctx, h.db, h.db.NewRaw(removeAmong, name, own, name, own, old, cleanBatch))
		removed += int(n)
		if err != nil || n == 0 {
			return removed, err
		}
	}
}
