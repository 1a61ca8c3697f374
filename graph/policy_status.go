package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
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
	r := requestOf(ctx)
	_, p, err := r.lockPolicy(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := r.checkPrecondition(ctx); err != nil {
		return nil, err
	}
	before := *p
	next, err := action(p.State())
	if err != nil {
		return nil, err
	}
	p.SetState(next, r.now)
	return r.savePolicy(ctx, before, p)
}

// cascadeHold puts the policies of a locked case on hold. It reads them only now, after the wait for the case, so that none
// is missed that was created meanwhile.
func (r *request) cascadeHold(ctx context.Context, c *model.Case) error {
	policies, err := r.store.LockPoliciesOfCase(ctx, c.ID)
	if err != nil {
		return err
	}
	var changed []*model.Policy
	var changes []policyChange
	for _, p := range policies {
		before := *p
		p.SetState(p.State().CascadeHold(), r.now)
		diff := model.Changes(before, *p)
		if len(diff) == 0 {
			continue
		}
		p.UpdatedAt = r.now
		changed = append(changed, p)
		changes = append(changes, policyChange{&before, p})
		r.audit("policy.updated", "policy", p.ID, diff)
	}
	if err := r.store.UpdatePolicyStates(ctx, changed); err != nil {
		return err
	}
	return r.policiesChanged(ctx, changes...)
}
