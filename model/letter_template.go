package model

import (
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"
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

type (
	// LetterTemplateConnection is a page of a list.
	LetterTemplateConnection = Connection[LetterTemplate]
	// LetterTemplateEdge is one record of a page, with its cursor.
	LetterTemplateEdge = Edge[LetterTemplate]
)

// IsNode makes it a Node.
func (LetterTemplate) IsNode() {}

// NewLetterTemplate makes the step's next template, after the latest one; nil if there is none. It reports what
// LetterWording.Check reports.
func NewLetterTemplate(
	id uuid.UUID, in CreateLetterTemplateInput, latest *LetterTemplate, now time.Time,
) (*LetterTemplate, error) {
	t := &LetterTemplate{
		ID: id, Step: in.Step, Version: 1, Subject: in.Subject, Body: in.Body, IsCurrent: true, CreatedAt: now, UpdatedAt: now,
	}
	if latest != nil {
		t.Version = latest.Version + 1
	}
	return t, t.Wording().Check().Err()
}

// Wording returns the texts of the template.
func (t *LetterTemplate) Wording() LetterWording {
	return LetterWording{Subject: t.Subject, Body: t.Body}
}

// Retire ends the use of a template that is current; `invalid_transition`.
func (t *LetterTemplate) Retire() error {
	if !t.IsCurrent {
		return NewError(CodeInvalidTransition, "Version %d of the template of step %s is not current any more.", t.Version, t.Step)
	}
	t.IsCurrent = false
	return nil
}
