package model

import (
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"
)

// Cancellation is the end of a policy's term before its time (specification of compliance, section 6).
type Cancellation struct {
	bun.BaseModel `bun:"table:cancellations,alias:t"`

	PortfolioID   uuid.UUID `bun:",pk"`
	ID            uuid.UUID `bun:",pk"`
	PolicyID      uuid.UUID
	CaseID        uuid.UUID
	TermNumber    int
	EffectiveDate time.Time // cover ends at its beginning
	Reason        CancellationReason
	DocumentID    *uuid.UUID
	RecordedAt    time.Time
	ReinstatedOn  *time.Time // cover begins again at its beginning; nil while cancelled
}
