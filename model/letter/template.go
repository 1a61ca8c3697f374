package letter

import (
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
)

// NewTemplate makes the step's next template, after the latest one; nil if there is none. It reports what
// Wording.Check reports.
func NewTemplate(
	id uuid.UUID, in model.CreateLetterTemplateInput, latest *model.LetterTemplate, now time.Time,
) (*model.LetterTemplate, error) {
	t := &model.LetterTemplate{
		ID: id, Step: in.Step, Version: 1, Subject: in.Subject, Body: in.Body, IsCurrent: true, CreatedAt: now, UpdatedAt: now,
	}
	if latest != nil {
		t.Version = latest.Version + 1
	}
	return t, WordingOf(t).Check().Err()
}

// WordingOf returns the texts of a template.
func WordingOf(t *model.LetterTemplate) Wording {
	return Wording{Subject: t.Subject, Body: t.Body}
}
