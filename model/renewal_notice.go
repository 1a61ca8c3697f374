package model

import (
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"
)

// RenewalNotice is one step of renewal follow-up of one term of a policy, and what became of it.
type RenewalNotice struct {
	bun.BaseModel `bun:"table:renewal_notices,alias:t"`

	PortfolioID uuid.UUID `bun:",pk,type:uuid"`
	ID          uuid.UUID `bun:",pk,type:uuid"`
	PolicyID    uuid.UUID `bun:"type:uuid"`
	CaseID      uuid.UUID `bun:"type:uuid"`
	TermNumber  int
	Step        RenewalStep
	DueAt       time.Time
	State       RenewalNoticeState
	Recipients  []string `bun:",array"`
	Copies      []string `bun:",array"`
	SkipReason  *string
	Subject     *string
	Body        *string
	SettledAt   *time.Time // nil while it is planned
	// NextAttemptAt is when a planned notice is handed to the mail server next; nil before its step is carried out.
	NextAttemptAt *time.Time
	Attempts      int      // how often the mail server put it off
	Metadata      Metadata `bun:"type:jsonb"`
	CreatedAt     time.Time
	UpdatedAt     time.Time

	Policy *Policy `bun:"-"`
	Case   *Case   `bun:"-"`
}
