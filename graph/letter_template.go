package graph

import (
	"cmp"
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/graph/letter"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	letters "github.com/covertrack/covertrack/model/letter"
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
	t, err := letters.NewTemplate(storage.NewID(), input, latest, r.Now)
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

func (*queryResolver) LetterPreview(
	ctx context.Context, policyID uuid.UUID, step *model.RenewalStep, template *uuid.UUID,
) (*model.LetterPreview, error) {
	r := engine.RequestOf(ctx)
	if err := cmp.Or(r.SpendStatement(), r.SpendEvaluations(1)); err != nil {
		return nil, err
	}
	p, err := orNone(storage.Policies.One(ctx, r.Store, policyID))
	if err != nil || p == nil {
		return nil, err
	}
	own, err := templateOf(ctx, template, step)
	if err != nil {
		return nil, err
	}
	asked := model.RenewalStepRequest
	switch {
	case step != nil:
		asked = *step
	case own != nil:
		asked = own.Step
	}
	return preview(ctx, p, asked, func(d *letter.Draft) {
		if own != nil {
			d.Template = own
		}
	})
}

func (*queryResolver) BuiltInLetters(context.Context) ([]*model.BuiltInLetter, error) {
	wordings := make([]*model.BuiltInLetter, len(model.AllRenewalStep))
	for i, step := range model.AllRenewalStep {
		w := letter.BuiltIn(step)
		wordings[i] = &model.BuiltInLetter{Step: step, Subject: w.Subject, Body: w.Body}
	}
	return wordings, nil
}

// templateOf finds the template that a preview asks for; nil if it asks for none. `unknown_reference`, `invalid_value`.
func templateOf(ctx context.Context, id *uuid.UUID, step *model.RenewalStep) (*model.LetterTemplate, error) {
	if id == nil {
		return nil, nil
	}
	own, err := orNone(storage.LetterTemplates.One(ctx, engine.RequestOf(ctx).Store, *id))
	var vs fault.Violations
	switch {
	case err != nil:
		return nil, err
	case own == nil:
		vs.Say("template", fault.CodeUnknownReference, "is not the id of a letter template")
	case step != nil && *step != own.Step:
		vs.Say("template", fault.CodeInvalidValue, "is of the step %s, not %s", own.Step, *step)
	}
	return own, vs.Err()
}

// PreviewLetterTemplate is a mutation only because its text is too long for an address.
func (*mutationResolver) PreviewLetterTemplate(ctx context.Context, input model.PreviewLetterTemplateInput) (*model.LetterPreview, error) {
	r := engine.RequestOf(ctx)
	p, err := orNone(storage.Policies.One(ctx, r.Store, input.PolicyID))
	if err != nil {
		return nil, err
	}
	own := &model.LetterTemplate{Step: input.Step, Subject: input.Subject, Body: input.Body}
	var vs fault.Violations
	if p == nil {
		vs.Say("/policyId", fault.CodeUnknownReference, "is not the id of a policy")
	}
	vs.Append(letters.WordingOf(own).Check())
	if err := vs.Err(); err != nil {
		return nil, err
	}
	made, err := preview(ctx, p, input.Step, func(d *letter.Draft) { d.Template = own })
	if err == nil {
		made.TemplateID, made.TemplateVersion = nil, nil
	}
	return made, err
}

// preview writes the letter of a step for a policy as it would be sent now, without a link.
func preview(
	ctx context.Context, p *model.Policy, step model.RenewalStep, change func(*letter.Draft),
) (*model.LetterPreview, error) {
	r := engine.RequestOf(ctx)
	lender, err := r.Store.Lender(ctx)
	if err != nil {
		return nil, err
	}
	c, err := storage.Cases.One(ctx, r.Store, p.CaseID)
	if err != nil {
		return nil, err
	}
	drafts, err := letter.Load(ctx, r.Store, lender, []letter.Subject{{Case: c, Policy: p, Step: step}}, r.Now)
	if err != nil {
		return nil, err
	}
	change(drafts[0])
	message, err := drafts[0].Render("")
	if err != nil {
		return nil, err
	}
	logo, err := logoOf(ctx, lender.ID, drafts[0].HasLogo)
	return &model.LetterPreview{
		Subject: message.Subject, Text: message.Text, HTML: letter.WithPicture(message.HTML, logo),
		TemplateID: message.TemplateID, TemplateVersion: &message.TemplateVersion,
	}, err
}
