package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

func (*mutationResolver) CancelPolicy(ctx context.Context, id uuid.UUID, input model.CancelPolicyInput) (*model.Policy, error) {
	r := engine.RequestOf(ctx)
	var refs model.CancellationReferences
	var made *model.Cancellation
	return changePolicy(ctx, id, func(_ *model.Case, p *model.Policy) (err error) {
		if refs, err = r.Store.CancellationReferences(ctx, p, input.Document.Value()); err != nil {
			return err
		}
		made, err = model.NewCancellation(storage.NewID(), p, input, refs, r.Now)
		return err
	}, func(p *model.Policy) error {
		if err := p.Cancel(made, refs); err != nil {
			return err
		}
		return cancelled(ctx, made)
	})
}

func (*mutationResolver) ReinstatePolicy(ctx context.Context, id uuid.UUID, input model.ReinstatePolicyInput) (*model.Policy, error) {
	r := engine.RequestOf(ctx)
	var refs model.CancellationReferences
	var made model.Reinstatement
	return changePolicy(ctx, id, func(_ *model.Case, p *model.Policy) (err error) {
		if refs, err = r.Store.CancellationReferences(ctx, p, nil); err != nil {
			return err
		}
		made, err = model.NewReinstatement(p, input, refs)
		return err
	}, func(p *model.Policy) error {
		before, after, err := p.Reinstate(made, refs)
		if err != nil {
			return err
		}
		return reinstated(ctx, before, after)
	})
}

// cancelled saves a new cancellation and opens its task. The policy, which is locked, is saved by the caller.
func cancelled(ctx context.Context, c *model.Cancellation) error {
	r := engine.RequestOf(ctx)
	if err := insert(ctx, storage.Cancellations, c); err != nil {
		return err
	}
	opened, err := r.Store.OpenTasks(ctx, []*model.Task{c.FollowUpTask(storage.NewID(), r.Now)})
	auditCreated(ctx, storage.Tasks, opened...)
	return err
}

// reinstated saves the end of a cancellation and completes its task, unless somebody has closed it already.
func reinstated(ctx context.Context, before, after *model.Cancellation) error {
	r := engine.RequestOf(ctx)
	changes := model.Changes(*before, *after)
	if err := storage.Cancellations.Update(ctx, r.Store, after); err != nil {
		return err
	}
	audit(ctx, storage.Cancellations, "updated", after, changes)
	return completeTask(ctx, after.TaskOrigin())
}

// showCancellations sets the cancellation that each policy shows today, of those that its row keeps.
func showCancellations(ctx context.Context, of *relations[model.Policy]) {
	child, ok := of.child("cancellation")
	if !ok {
		return
	}
	now := engine.RequestOf(ctx).Now
	var shown []*model.Cancellation
	for _, p := range of.parents {
		if p.Cancellation = p.CancellationOn(now); p.Cancellation != nil {
			shown = append(shown, p.Cancellation)
			child.AddTimes(p.Cancellation, of.sel.Times(p))
		}
	}
	if len(shown) > 0 {
		relateBelow(ctx, of, child, shown, relateCancellations)
	}
}

// relateCancellations loads the selected relations of cancellations.
func relateCancellations(ctx context.Context, sel engine.Selection, cancellations []*model.Cancellation) error {
	of := relationsOf(sel, cancellations)
	toOne(ctx, of, "document", storage.Documents, relateDocuments,
		func(c *model.Cancellation) (*uuid.UUID, **model.Document) { return c.DocumentID, &c.Document })
	return of.err
}
