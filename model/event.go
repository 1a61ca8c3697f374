package model

import (
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"
)

// Event is an audit event in the feed of its portfolio (specification of events, section 1).
type Event struct {
	bun.BaseModel `bun:"table:events,alias:t"`

	PortfolioID uuid.UUID `bun:",pk"`
	Position    int64     `bun:",pk"` // rises through the feed; places between two events may be empty
	ID          uuid.UUID // of the audit event
	Type        string
	SubjectType string
	SubjectID   uuid.UUID
	CaseID      *uuid.UUID // nil for a subject that is neither a case nor below one
	Revision    int64      // counts the subject's events from 1
	At          time.Time

	Audit *AuditEvent `bun:"-"`
}

// epochBits are the bits of a position that count within an epoch.
const epochBits = 39

// epochsBegin is the minute of epoch 0.
var epochsBegin = time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)

// EventEpoch returns the epoch that begins now on another server, or on the same one in another life of its data, after
// the last one that is known. After a fail-over or a restore the last places may be lost, and readers who have seen them
// would pass by events that got them again. The time makes an epoch greater than those that are lost too.
func EventEpoch(last int64, now time.Time) int64 {
	return max(last+1, int64(now.Sub(epochsBegin)/time.Minute))
}

// LastPosition returns where a feed ends for who gives the next places: behind head, and in the epoch.
func LastPosition(head, epoch int64) int64 { return max(head, epoch<<epochBits) }
