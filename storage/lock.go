package storage

import (
	"context"
	"encoding/binary"

	"github.com/covertrack/covertrack/storage/rows"
)

// The locks of a portfolio that are not on a row, by what their keys differ in.
const (
	lockOfClauses   = 0
	lockOfTemplates = 0x6c6574746572
	lockOfEndpoints = 0x776562686f6f6b
)

// lockKey is the key of a lock of the portfolio. Ids are random at their ends.
func (p *Portfolio) lockKey(of int64) int64 {
	id := p.ID()
	return int64(binary.BigEndian.Uint64(id[8:])) ^ of
}

// lock waits for a lock, and keeps it until the transaction ends.
func (p *Portfolio) lock(ctx context.Context, of int64) error {
	_, err := rows.Exec(ctx, p.db, rows.SQL("SELECT pg_advisory_xact_lock(?)", p.lockKey(of)))
	return err
}
