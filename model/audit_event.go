package model

import (
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"
)

// AuditEvent is one change of one record, or one access by staff. It is written in the transaction of the change, and
// never changed or removed.
type AuditEvent struct {
	bun.BaseModel `bun:"table:audit_events,alias:t"`

	PortfolioID uuid.UUID `bun:",pk"` // uuid.Nil for administration
	ID          uuid.UUID `bun:",pk"`
	ActorKind   ActorKind
	ActorID     *uuid.UUID
	ActorName   string
	Action      string // `case.updated`: the noun and what became of it
	SubjectType string
	SubjectID   *uuid.UUID
	Changes     JSON
	RequestID   string
	At          time.Time
}
