package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/graph/renewal"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

func (*mutationResolver) PutPolicyOnHold(ctx context.Context, id uuid.UUID) (*model.Policy, error) {
	return movePolicy(ctx, id, func(s model.PolicyState) (model.PolicyState, error) { return s.Hold(), nil })
}

func (*mutationResolver) ReleasePolicyHold(ctx context.Context, id uuid.UUID) (*model.Policy, error) {
	return movePolicy(ctx, id, model.PolicyState.Release)
}

func (*mutationResolver) DeactivatePolicy(ctx context.Context, id uuid.UUID) (*model.Policy, error) {
	return movePolicy(ctx, id, func(s model.PolicyState) (model.PolicyState, error) { return s.Deactivate(), nil })
}

func (*mutationResolver) ReactivatePolicy(ctx context.Context, id uuid.UUID) (*model.Policy, error) {
	return movePolicy(ctx, id, model.PolicyState.Reactivate)
}

// movePolicy runs an action of the policy's state machine.
func movePolicy(ctx context.Context, id uuid.UUID, action func(model.PolicyState) (model.PolicyState, error)) (*model.Policy, error) {
	r := engine.RequestOf(ctx)
	unpatched := func(*model.Case, *model.Policy) error { return nil }
	return changePolicy(ctx, id, unpatched, func(p *model.Policy) error {
		next, err := action(p.State())
		if err != nil {
			return err
		}
		p.SetState(next, r.Now)
		return nil
	})
}

// cascadeHold puts the policies of a locked case on hold. It reads them after the case is locked, so that it misses
// none that was created just before.
func cascadeHold(ctx context.Context, c *model.Case) error {
	r := engine.RequestOf(ctx)
	policies, err := r.Store.LockPoliciesOfCase(ctx, c.ID)
	if err != nil {
		return err
	}
	var changed []*model.Policy
	var changes []renewal.Change
	for _, p := range policies {
		before := *p
		p.SetState(p.State().CascadeHold(), r.Now)
		diff := model.Changes(before, *p)
		if len(diff) == 0 {
			continue
		}
		p.UpdatedAt = r.Now
		changed = append(changed, p)
		changes = append(changes, renewal.Change{Before: &before, After: p})
		audit(ctx, storage.Policies, "updated", p, diff)
	}
	if err := r.Store.UpdatePolicyStates(ctx, changed); err != nil {
		return err
	}
	return policiesChanged(ctx, changes...)
}
