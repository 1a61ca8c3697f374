package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

func (*queryResolver) Policies(ctx context.Context, filter *model.PolicyFilter, sort *model.Sort, limit, offset *int, after *string) (*model.PolicyConnection, error) {
	store := listed(ctx)
	nodes, info, err := readList(ctx, listArgs{sort, limit, offset, after},
		func(ctx context.Context, opt model.ListOptions) (*storage.Page[model.Policy], error) {
			return store.Policies(ctx, orZero(filter), opt)
		}, relatePolicies)
	return &model.PolicyConnection{Nodes: nodes, PageInfo: info}, err
}

func (*queryResolver) Policy(ctx context.Context, id uuid.UUID) (*model.Policy, error) {
	p, err := requestOf(ctx).store.Policy(ctx, id)
	return readOne(ctx, p, err, relatePolicies)
}

func (*mutationResolver) CreatePolicy(ctx context.Context, input model.CreatePolicyInput) (*model.Policy, error) {
	r := requestOf(ctx)
	c, err := r.store.LockCase(ctx, input.CaseID)
	if err != nil && model.CodeOf(err) != model.CodeNotFound {
		return nil, err
	}
	refs, err := r.store.PolicyReferences(ctx, c, nil, input.AsUpdate())
	if err != nil {
		return nil, err
	}
	p, err := model.NewPolicy(storage.NewID(), input, refs, r.now)
	if err != nil {
		return nil, err
	}
	if err := r.store.InsertPolicy(ctx, p, p.NextVersion(storage.NewID(), nil, r.now)); err != nil {
		return nil, err
	}
	r.audit("policy.created", "policy", p.ID, model.Changes(model.Policy{}, *p))
	if err := r.policiesChanged(ctx, policyChange{after: p}); err != nil {
		return nil, err
	}
	return p, relatePolicies(ctx, selectionOf(ctx), []*model.Policy{p})
}

func (*mutationResolver) UpdatePolicy(ctx context.Context, id uuid.UUID, input model.UpdatePolicyInput) (*model.Policy, error) {
	r := requestOf(ctx)
	c, p, err := r.lockPolicy(ctx, id)
	if err != nil {
		return nil, err
	}
	refs, err := r.store.PolicyReferences(ctx, c, p, input)
	if err != nil {
		return nil, err
	}
	before := *p
	if err := p.Patch(input, refs).Err(); err != nil {
		return nil, err
	}
	if err := r.checkPrecondition(ctx); err != nil {
		return nil, err
	}
	if err := p.Move(input, r.now); err != nil {
		return nil, err
	}
	return r.savePolicy(ctx, before, p)
}

func (*mutationResolver) CreatePolicyTerm(ctx context.Context, id uuid.UUID, input model.CreatePolicyTermInput) (*model.Policy, error) {
	r := requestOf(ctx)
	c, p, err := r.lockPolicy(ctx, id)
	if err != nil {
		return nil, err
	}
	before := *p
	refs, err := r.store.PolicyReferences(ctx, c, nil, input.AsUpdate())
	if err != nil {
		return nil, err
	}
	refs.PreviousTerm = &before.Coverage
	if err := p.StartTerm(input, refs).Err(); err != nil {
		return nil, err
	}
	if err := r.checkPrecondition(ctx); err != nil {
		return nil, err
	}
	if err := p.MoveToTerm(r.now); err != nil {
		return nil, err
	}
	return r.savePolicy(ctx, before, p)
}

// lockPolicy locks a policy after its case, as every write below a case does (reliability, trap 4); `not_found`.
func (r *request) lockPolicy(ctx context.Context, id uuid.UUID) (*model.Case, *model.Policy, error) {
	c, err := r.store.LockCaseOfPolicy(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	p, err := r.store.LockPolicy(ctx, id)
	return c, p, err
}

// savePolicy saves a policy that differs from before, with a version when its coverage does, and answers it with what the
// selection asks for.
func (r *request) savePolicy(ctx context.Context, before model.Policy, p *model.Policy) (*model.Policy, error) {
	version := p.NextVersion(storage.NewID(), &before, r.now)
	changes := model.Changes(before, *p)
	if len(changes) == 0 {
		*p = before
		return p, relatePolicies(ctx, selectionOf(ctx), []*model.Policy{p})
	}
	p.UpdatedAt = r.now
	if version != nil {
		if err := r.store.InsertPolicyVersion(ctx, p, version); err != nil {
			return nil, err
		}
	}
	if err := r.store.UpdatePolicy(ctx, p); err != nil {
		return nil, err
	}
	r.audit("policy.updated", "policy", p.ID, changes)
	if err := r.policiesChanged(ctx, policyChange{&before, p}); err != nil {
		return nil, err
	}
	return p, relatePolicies(ctx, selectionOf(ctx), []*model.Policy{p})
}
