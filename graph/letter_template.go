package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/letter"
	"github.com/covertrack/covertrack/storage"
)

func (*mutationResolver) CreateLetterTemplate(ctx context.Context, input model.CreateLetterTemplateInput) (*model.LetterTemplate, error) {
	r := engine.RequestOf(ctx)
	if err := r.Store.LockLetterTemplates(ctx); err != nil {
		return nil, err
	}
	latest, err := r.Store.LatestLetterTemplate(ctx, input.Step)
	if err != nil {
		return nil, err
	}
	t, err := letter.NewTemplate(storage.NewID(), input, latest, r.Now)
	if err != nil {
		return nil, err
	}
	if err := r.Store.SupersedeLetterTemplate(ctx, input.Step, r.Now); err != nil {
		return nil, err
	}
	return create(ctx, storage.LetterTemplates, t, nil, nil)
}

func (*mutationResolver) RetireLetterTemplate(ctx context.Context, id uuid.UUID) (*model.LetterTemplate, error) {
	r := engine.RequestOf(ctx)
	if err := r.Store.LockLetterTemplates(ctx); err != nil {
		return nil, err
	}
	t, err := storage.LetterTemplates.Lock(ctx, r.Store, id)
	return updateLocked(ctx, storage.LetterTemplates, t, err, nil, unpatched, (*model.LetterTemplate).Retire)
}
