package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/model/sandbox"
	"github.com/covertrack/covertrack/storage"
	stored "github.com/covertrack/covertrack/storage/sandbox"
)

func (*queryResolver) SandboxLetters(
	ctx context.Context, id uuid.UUID, filter *model.SandboxLetterFilter, sort *page.Sort, limit, first, offset *int, after *string,
) (*sandbox.LetterConnection, error) {
	args := listArgs{sort: sort, limit: limit, first: first, offset: offset, after: after}
	return listOfSandbox(ctx, id, stored.Letters, filter, args)
}

func (*queryResolver) SandboxAnswers(
	ctx context.Context, id uuid.UUID, filter *model.SandboxAnswerFilter, sort *page.Sort, limit, first, offset *int, after *string,
) (*sandbox.AnswerConnection, error) {
	args := listArgs{sort: sort, limit: limit, first: first, offset: offset, after: after}
	return listOfSandbox(ctx, id, stored.Answers, filter, args)
}

// listOfSandbox is listOf for what is in a sandbox of the caller, who may work in another portfolio; `not_found`.
func listOfSandbox[T, F any](
	ctx context.Context, id uuid.UUID, noun *storage.Table[T, F], filter *F, args listArgs,
) (*page.Connection[T], error) {
	r := engine.RequestOf(ctx)
	reach, err := sandbox.ReachOf(r.Principal)
	if err != nil {
		return nil, err
	}
	if _, err := stored.Find(ctx, r.Handle, id, reach); err != nil {
		return nil, err
	}
	if err := r.SpendList(engine.SelectionOf(ctx), noun.IsWhole(orZero(filter)), false, orZero(args.offset)); err != nil {
		return nil, err
	}
	return readList(ctx, args, nil, func(_ engine.Selection, opt page.Options) (*storage.Page[T], error) {
		return noun.Page(ctx, r.Handle.For(id), orZero(filter), opt)
	})
}

func (*mutationResolver) CreateSandboxAnswer(
	ctx context.Context, id uuid.UUID, input model.CreateSandboxAnswerInput,
) (*sandbox.Answer, error) {
	r := engine.RequestOf(ctx)
	s, err := lockSandbox(ctx, id)
	if err != nil {
		return nil, err
	}
	if s.State == model.SandboxStateAdvancing {
		return nil, sandbox.Advancing()
	}
	store := r.Handle.For(id)
	policies, err := storage.Policies.ByID(ctx, store, []uuid.UUID{input.PolicyID})
	if err != nil {
		return nil, err
	}
	planned, err := stored.PlannedAnswers(ctx, store)
	if err != nil {
		return nil, err
	}
	a, err := sandbox.NewAnswer(storage.NewID(), input, len(policies) > 0, planned, s.Now)
	if err != nil {
		return nil, err
	}
	r.AuditAdministration("sandbox.answered", "sandbox", &id, map[string]any{"policyId": a.PolicyID, "after": a.After, "with": a.With})
	return a, r.Handle.InPortfolio(ctx, id, func() error { return stored.Answers.Insert(ctx, store, a) })
}

func (*mutationResolver) CreateWebhookFault(
	ctx context.Context, id uuid.UUID, input model.CreateWebhookFaultInput,
) (*sandbox.Fault, error) {
	r := engine.RequestOf(ctx)
	if _, err := storage.WebhookEndpoints.Lock(ctx, r.Store, id); err != nil {
		return nil, err
	}
	if err := r.CheckPrecondition(ctx); err != nil {
		return nil, err
	}
	if r.Principal.Mode != model.ModeSandbox {
		return nil, fault.New(fault.CodeForbidden, "Deliveries fail on order in a sandbox alone; use the token of one.")
	}
	open, err := stored.OpenFaults(ctx, r.Store, id)
	if err != nil {
		return nil, err
	}
	f, err := sandbox.NewFault(storage.NewID(), id, input, open, r.Real)
	if err != nil {
		return nil, err
	}
	r.AuditAdministration("sandbox.faultOrdered", "webhookEndpoint", &id, map[string]any{"fault": f.Fault, "count": f.Count})
	return f, stored.AddFault(ctx, r.Store, f)
}
