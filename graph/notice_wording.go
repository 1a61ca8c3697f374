package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/graph/letter"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/placement"
	"github.com/covertrack/covertrack/storage"
)

func (*mutationResolver) CreateNoticeWording(ctx context.Context, input model.CreateNoticeWordingInput) (*model.NoticeWording, error) {
	r := engine.RequestOf(ctx)
	if err := r.Store.LockLetterTemplates(ctx); err != nil {
		return nil, err
	}
	latest, err := r.Store.LatestNoticeWording(ctx, input.Programme, input.Step)
	if err != nil {
		return nil, err
	}
	w, err := model.NewNoticeWording(storage.NewID(), input, latest, r.Now)
	if err != nil {
		return nil, err
	}
	if err := r.Store.SupersedeNoticeWording(ctx, input.Programme, input.Step, r.Now); err != nil {
		return nil, err
	}
	return create(ctx, storage.NoticeWordings, w, nil, nil)
}

func (*mutationResolver) RetireNoticeWording(ctx context.Context, id uuid.UUID) (*model.NoticeWording, error) {
	r := engine.RequestOf(ctx)
	if err := r.Store.LockLetterTemplates(ctx); err != nil {
		return nil, err
	}
	w, err := storage.NoticeWordings.Lock(ctx, r.Store, id)
	return updateLocked(ctx, storage.NoticeWordings, w, err, nil, unpatched, (*model.NoticeWording).Retire)
}

// PreviewNoticeWording is a mutation only because its text is too long for an address.
func (*mutationResolver) PreviewNoticeWording(ctx context.Context, input model.PreviewNoticeWordingInput) (*model.NoticePreview, error) {
	current, err := engine.RequestOf(ctx).Store.CurrentNoticeWording(ctx, input.Programme, input.Step)
	if err != nil {
		return nil, err
	}
	of, err := previewOf(ctx, input)
	if err != nil {
		return nil, err
	}
	return input.Preview(current, of)
}

// previewOf reads the placement whose values a preview fills in; nil if it names none.
func previewOf(ctx context.Context, in model.PreviewNoticeWordingInput) (*model.PreviewOf, error) {
	r, id := engine.RequestOf(ctx), in.PlacementID.Value()
	if id == nil {
		return nil, nil
	}
	p, err := orNone(storage.Placements.One(ctx, r.Store, *id))
	step := placement.ByKey(string(in.Programme)).Step(in.Step)
	if err != nil || p == nil || step == nil {
		return &model.PreviewOf{Placement: p}, err
	}
	lender, err := r.Store.Lender(ctx)
	if err != nil {
		return nil, err
	}
	c, err := storage.Cases.One(ctx, r.Store, p.CaseID)
	if err != nil {
		return nil, err
	}
	facts, err := letter.Notice{Lender: lender, Case: c, Placement: p, Step: step}.Facts(ctx, r.Store, r.Now)
	return &model.PreviewOf{Placement: p, Facts: facts, Today: p.Today(r.Now)}, err
}

func (*queryResolver) NoticeProgrammes(context.Context) ([]*model.NoticeProgramme, error) {
	return model.NoticeProgrammes(), nil
}
