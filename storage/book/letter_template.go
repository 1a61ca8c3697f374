package book

import (
	"time"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/letter"
	"github.com/covertrack/covertrack/storage"
)

// LetterTemplate adds a wording of a step's letters in place of the one before, nil for the first.
func (b *Book) LetterTemplate(in model.CreateLetterTemplateInput, before *model.LetterTemplate, at time.Time) *model.LetterTemplate {
	if before != nil {
		b.note("a letter template", before.Retire())
		before.UpdatedAt = at
	}
	t, err := letter.NewTemplate(b.id(at), in, before, at)
	return add(b, storage.LetterTemplates, t, err)
}

// NoticeWording adds a wording of a notice in place of the one before, nil for the first.
func (b *Book) NoticeWording(in model.CreateNoticeWordingInput, before *model.NoticeWording, at time.Time) *model.NoticeWording {
	if before != nil {
		b.note("a wording of a notice", before.Retire())
		before.UpdatedAt = at
	}
	w, err := model.NewNoticeWording(b.id(at), in, before, at)
	return add(b, storage.NoticeWordings, w, err)
}
