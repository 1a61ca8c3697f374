package model

import (
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"
)

// Waiver is a lender's consent that something demanded is missing (specification of compliance, section 5).
type Waiver struct {
	bun.BaseModel `bun:"table:waivers,alias:t"`

	PortfolioID    uuid.UUID `bun:",pk"`
	ID             uuid.UUID `bun:",pk"`
	CaseID         uuid.UUID
	CoverageTypeID uuid.UUID
	AssetID        *uuid.UUID    // nil for every target
	Codes          []FindingCode `bun:",array"` // empty for every reason but those of no cover
	Reason         string
	DocumentID     *uuid.UUID
	ExpiresOn      *time.Time // the last day on which it holds; nil for ever
	State          WaiverState
	RequestedBy    uuid.UUID // a token's or a staff member's id
	RequestedAt    time.Time
	DecidedBy      *uuid.UUID
	DecidedAt      *time.Time
	CreatedAt      time.Time
	UpdatedAt      time.Time
}
