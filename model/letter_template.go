package model

import (
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model/fault"
)

// LetterTemplate is how a lender words the letters of one step. Only IsCurrent ever changes.
type LetterTemplate struct {
	bun.BaseModel `bun:"table:letter_templates,alias:t"`

	PortfolioID uuid.UUID `bun:",pk"`
	ID          uuid.UUID `bun:",pk"`
	Step        RenewalStep
	Version     int // among the portfolio's templates of the step, from 1
	Subject     string
	Body        string
	IsCurrent   bool // of each step at most one is
	CreatedAt   time.Time
	UpdatedAt   time.Time
}

// Retire ends the use of a template that is current; `invalid_transition`.
func (t *LetterTemplate) Retire() error {
	if !t.IsCurrent {
		return fault.New(fault.CodeInvalidTransition, "Version %d of the template of step %s is not current any more.", t.Version, t.Step)
	}
	t.IsCurrent = false
	return nil
}
