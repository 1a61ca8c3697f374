package graph

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/graph/renewal"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

func (*mutationResolver) PutCaseOnHold(ctx context.Context, id uuid.UUID) (*model.Case, error) {
	return moveCase(ctx, id, model.CaseState.Hold, func(c *model.Case) error {
		return movePolicies(ctx, c, func(p *model.Policy, _ bool) { p.HoldWithCase(engine.RequestOf(ctx).Now) })
	})
}

func (*mutationResolver) ReleaseCaseHold(ctx context.Context, id uuid.UUID, input *model.ReleaseCaseHoldInput) (*model.Case, error) {
	return moveCase(ctx, id, model.CaseState.Release, func(c *model.Case) error {
		if !orZero(orZero(input).Policies.Value()) {
			return nil
		}
		return movePolicies(ctx, c, func(p *model.Policy, waits bool) { p.ReleaseWithCase(waits, engine.RequestOf(ctx).Now) })
	})
}

// CloseCase ends everything that the program does for the case. A repeated closing finds nothing left to end.
func (*mutationResolver) CloseCase(ctx context.Context, id uuid.UUID, input model.CloseCaseInput) (*model.Case, error) {
	r := engine.RequestOf(ctx)
	c, err := storage.Cases.Lock(ctx, r.Store, id)
	check := func(*model.Case) error { return model.CheckClosure(input) }
	c, err = updateLocked(ctx, storage.Cases, c, err, nil, check, func(c *model.Case) error {
		c.Close(input, r.Now)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if err := endWork(ctx, c); err != nil {
		return nil, err
	}
	return related(ctx, c, relateCases)
}

// endWork cancels the tasks, links, notices and letters of a case that is closed. Its policies stay as they are.
func endWork(ctx context.Context, c *model.Case) error {
	r := engine.RequestOf(ctx)
	policies, err := r.Store.LockPoliciesOfCase(ctx, c.ID)
	if err != nil {
		return err
	}
	if err := renewal.End(ctx, r.Store, c, idsIn(storage.Policies, policies, "id"), r.Now); err != nil {
		return err
	}
	if _, err := cancelTasks(ctx, []uuid.UUID{c.ID}, model.CancelCaseClosed); err != nil {
		return err
	}
	revoked, err := r.Store.RevokeEvidenceLinks(ctx, c.ID, r.Now)
	for _, link := range revoked {
		before := *link
		before.RevokedAt = nil
		audit(ctx, storage.EvidenceLinks, "updated", link, model.Changes(before, *link))
	}
	return err
}

func (*mutationResolver) ReopenCase(ctx context.Context, id uuid.UUID) (*model.Case, error) {
	return moveCase(ctx, id, model.CaseState.Reopen, func(c *model.Case) error {
		policies, err := engine.RequestOf(ctx).Store.LockPoliciesOfCase(ctx, c.ID)
		if err != nil {
			return err
		}
		changes := make([]renewal.Change, len(policies))
		for i, p := range policies {
			changes[i] = renewal.Change{Before: p, After: p, Begins: true}
		}
		if err := policiesChanged(ctx, changes...); err != nil {
			return err
		}
		return resumeTasks(ctx, []uuid.UUID{c.ID})
	})
}

// moveCase runs an action of the case's state machine, and then what follows from it while the case is locked.
func moveCase(
	ctx context.Context, id uuid.UUID, action func(model.CaseState) (model.CaseState, error), follow func(*model.Case) error,
) (*model.Case, error) {
	r := engine.RequestOf(ctx)
	c, err := storage.Cases.Lock(ctx, r.Store, id)
	c, err = updateLocked(ctx, storage.Cases, c, err, nil, unpatched, func(c *model.Case) error {
		next, err := action(c.State())
		if err != nil {
			return err
		}
		c.SetState(next, r.Now)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if err := follow(c); err != nil {
		return nil, err
	}
	return related(ctx, c, relateCases)
}

// movePolicies moves the policies of a locked case, of which it says whether they wait for the release of an import. It reads them
// after the case is locked, so that it misses none that was created just before.
func movePolicies(ctx context.Context, c *model.Case, move func(p *model.Policy, waits bool)) error {
	r := engine.RequestOf(ctx)
	policies, err := r.Store.LockPoliciesOfCase(ctx, c.ID)
	if err != nil {
		return err
	}
	waiting, err := waitingForRelease(ctx, policies...)
	if err != nil {
		return err
	}
	var changed []*model.Policy
	var changes []renewal.Change
	for _, p := range policies {
		before := *p
		move(p, slices.Contains(waiting, p.ID))
		diff := p.ChangesFrom(&before)
		if !p.IsHeldAs(&before) {
			changed = append(changed, p)
		}
		if len(diff) == 0 {
			continue
		}
		p.UpdatedAt = r.Now
		changes = append(changes, renewal.Change{Before: &before, After: p})
		audit(ctx, storage.Policies, "updated", p, diff)
	}
	if err := r.Store.UpdatePolicyStates(ctx, changed); err != nil {
		return err
	}
	return policiesChanged(ctx, changes...)
}
