package graph

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

func (*queryResolver) Policies(ctx context.Context, filter *model.PolicyFilter, sort *model.Sort, limit, offset *int, after *string) (*model.PolicyConnection, error) {
	nodes, info, err := readList(ctx, listArgs{sort, limit, offset, after},
		storeOfList(ctx).Policies, orZero(filter), relatePolicies)
	return &model.PolicyConnection{Nodes: nodes, PageInfo: info}, err
}

func (*queryResolver) Policy(ctx context.Context, id uuid.UUID) (*model.Policy, error) {
	p, err := engine.RequestOf(ctx).Store.Policy(ctx, id)
	return readOne(ctx, p, err, relatePolicies)
}

func (*mutationResolver) CreatePolicy(ctx context.Context, input model.CreatePolicyInput) (*model.Policy, error) {
	r := engine.RequestOf(ctx)
	c, err := r.Store.LockCase(ctx, input.CaseID)
	if err != nil && model.CodeOf(err) != model.CodeNotFound {
		return nil, err
	}
	refs, err := r.Store.PolicyReferences(ctx, c, nil, input.AsUpdate())
	if err != nil {
		return nil, err
	}
	p, err := model.NewPolicy(storage.NewID(), input, refs, r.Now)
	if err != nil {
		return nil, err
	}
	if err := r.Store.InsertPolicy(ctx, p, p.NextVersion(storage.NewID(), nil, r.Now)); err != nil {
		return nil, err
	}
	r.Audit("policy.created", "policy", p.ID, model.Changes(model.Policy{}, *p))
	if err := policiesChanged(ctx, policyChange{after: p}); err != nil {
		return nil, err
	}
	return p, relatePolicies(ctx, engine.SelectionOf(ctx), []*model.Policy{p})
}

func (*mutationResolver) UpdatePolicy(ctx context.Context, id uuid.UUID, input model.UpdatePolicyInput) (*model.Policy, error) {
	r := engine.RequestOf(ctx)
	c, p, err := lockPolicy(ctx, id)
	if err != nil {
		return nil, err
	}
	refs, err := r.Store.PolicyReferences(ctx, c, p, input)
	if err != nil {
		return nil, err
	}
	before := *p
	if err := p.Patch(input, refs).Err(); err != nil {
		return nil, err
	}
	if err := r.CheckPrecondition(ctx); err != nil {
		return nil, err
	}
	if err := p.Move(input, r.Now); err != nil {
		return nil, err
	}
	return savePolicy(ctx, before, p)
}

func (*mutationResolver) CreatePolicyTerm(ctx context.Context, id uuid.UUID, input model.CreatePolicyTermInput) (*model.Policy, error) {
	r := engine.RequestOf(ctx)
	c, p, err := lockPolicy(ctx, id)
	if err != nil {
		return nil, err
	}
	before := *p
	refs, err := r.Store.PolicyReferences(ctx, c, nil, input.AsUpdate())
	if err != nil {
		return nil, err
	}
	refs.PreviousTerm = &before.Coverage
	if err := p.StartTerm(input, refs).Err(); err != nil {
		return nil, err
	}
	if err := r.CheckPrecondition(ctx); err != nil {
		return nil, err
	}
	if err := p.MoveToTerm(r.Now); err != nil {
		return nil, err
	}
	return savePolicy(ctx, before, p)
}

// lockPolicy locks a policy after its case, as every write below a case does (reliability, trap 4); `not_found`.
func lockPolicy(ctx context.Context, id uuid.UUID) (*model.Case, *model.Policy, error) {
	r := engine.RequestOf(ctx)
	c, err := r.Store.LockCaseOfPolicy(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	p, err := r.Store.LockPolicy(ctx, id)
	return c, p, err
}

// savePolicy saves a policy that differs from before, with a version if its coverage differs, and returns it with its
// selected relations.
func savePolicy(ctx context.Context, before model.Policy, p *model.Policy) (*model.Policy, error) {
	r := engine.RequestOf(ctx)
	version := p.NextVersion(storage.NewID(), &before, r.Now)
	changes := model.Changes(before, *p)
	if len(changes) == 0 {
		*p = before
		return p, relatePolicies(ctx, engine.SelectionOf(ctx), []*model.Policy{p})
	}
	p.UpdatedAt = r.Now
	if version != nil {
		if err := r.Store.InsertPolicyVersion(ctx, p, version); err != nil {
			return nil, err
		}
	}
	if err := r.Store.UpdatePolicy(ctx, p); err != nil {
		return nil, err
	}
	r.Audit("policy.updated", "policy", p.ID, changes)
	if err := policiesChanged(ctx, policyChange{&before, p}); err != nil {
		return nil, err
	}
	return p, relatePolicies(ctx, engine.SelectionOf(ctx), []*model.Policy{p})
}

// relatePolicies loads the selected relations of policies: one statement per relation, for any number of policies.
func relatePolicies(ctx context.Context, sel engine.Selection, policies []*model.Policy) error {
	return loadAll(
		func() error {
			return fillCoverage(ctx, sel, policies, func(p *model.Policy) *model.Coverage { return &p.Coverage })
		},
		func() error {
			return caseOf(ctx, sel, policies, func(p *model.Policy) uuid.UUID { return p.CaseID },
				func(p *model.Policy, c *model.Case) { p.Case = c })
		},
		func() error {
			return relateContacts(ctx, sel, "insuranceContacts", policies,
				func(p *model.Policy) []uuid.UUID { return p.InsuranceContactIDs },
				func(p *model.Policy, contacts []model.Contact) { p.InsuranceContacts = contacts })
		},
		func() error {
			return relateCoverage(ctx, sel, policies, func(p *model.Policy) *model.Coverage { return &p.Coverage })
		},
		func() error { return relatePolicyChildren(ctx, sel, policies) },
	)
}

func relatePolicyChildren(ctx context.Context, sel engine.Selection, policies []*model.Policy) error {
	id := func(p *model.Policy) uuid.UUID { return p.ID }
	return loadAll(
		func() error {
			return hasMany(ctx, sel, "versions", policies, id, (*storage.Portfolio).PolicyVersionsOfPolicies,
				func(v *model.PolicyVersion) uuid.UUID { return v.PolicyID },
				func(p *model.Policy, versions []*model.PolicyVersion) { p.Versions = versions }, relatePolicyVersions)
		},
		func() error {
			return hasMany(ctx, sel, "tasks", policies, id, (*storage.Portfolio).TasksOfPolicies,
				func(t *model.Task) uuid.UUID { return *t.PolicyID },
				func(p *model.Policy, tasks []*model.Task) { p.Tasks = tasks }, relateTasks)
		},
		func() error {
			return hasMany(ctx, sel, "renewalNotices", policies, id, (*storage.Portfolio).RenewalNoticesOfPolicies,
				func(n *model.RenewalNotice) uuid.UUID { return n.PolicyID },
				func(p *model.Policy, notices []*model.RenewalNotice) { p.RenewalNotices = notices }, relateRenewalNotices)
		},
		func() error {
			isKnown := func(p *model.Policy) bool { return p.Renewal != nil } // of a policy that was just made
			return hasMany(ctx, sel, "renewal", slices.DeleteFunc(slices.Clone(policies), isKnown), id, (*storage.Portfolio).CurrentNoticesOfPolicies,
				func(n *model.RenewalNotice) uuid.UUID { return n.PolicyID },
				func(p *model.Policy, notices []*model.RenewalNotice) {
					p.Renewal = model.Renewal(p.Status, p.EndDate, notices)
				}, nil)
		},
	)
}

// relatePolicyVersions loads the selected relations of policy versions.
func relatePolicyVersions(ctx context.Context, sel engine.Selection, versions []*model.PolicyVersion) error {
	return loadAll(
		func() error {
			return fillCoverage(ctx, sel, versions, func(v *model.PolicyVersion) *model.Coverage { return &v.Coverage })
		},
		func() error {
			return caseOf(ctx, sel, versions, func(v *model.PolicyVersion) uuid.UUID { return v.CaseID },
				func(v *model.PolicyVersion, c *model.Case) { v.Case = c })
		},
		func() error {
			return policyOf(ctx, sel, versions, func(v *model.PolicyVersion) *uuid.UUID { return &v.PolicyID },
				func(v *model.PolicyVersion, p *model.Policy) { v.Policy = p })
		},
		func() error {
			return relateCoverage(ctx, sel, versions, func(v *model.PolicyVersion) *model.Coverage { return &v.Coverage })
		},
	)
}

// relateCoverage loads the selected relations of the coverage that a policy and its versions have alike.
func relateCoverage[T any](ctx context.Context, sel engine.Selection, nodes []*T, coverage func(*T) *model.Coverage) error {
	return loadAll(
		func() error {
			return insuredsOf(ctx, sel, nodes, func(n *T) []uuid.UUID { return coverage(n).InsuredIDs },
				func(n *T, insureds []*model.Insured) { coverage(n).Insureds = insureds })
		},
		func() error {
			return mortgageeClausesOf(ctx, sel, nodes, func(n *T) []uuid.UUID { return coverage(n).MortgageeClauseIDs },
				func(n *T, clauses []*model.MortgageeClause) { coverage(n).MortgageeClauses = clauses })
		},
	)
}

// fillCoverage sets the members that are derived from the catalog, when any of them is selected.
func fillCoverage[T any](ctx context.Context, sel engine.Selection, nodes []*T, coverage func(*T) *model.Coverage) error {
	if !sel.Has("coverageTypes") && !sel.Has("perils") && !sel.Has("perilsByAsset") {
		return nil
	}
	for _, n := range nodes {
		coverage(n).Show()
	}
	return loadAll(
		func() error {
			return countEmbedded(ctx, sel, "coverageTypes", nodes, func(n *T) []*model.CoverageType { return coverage(n).CoverageTypes }, relateCoverageTypes)
		},
		func() error {
			return countEmbedded(ctx, sel, "perils", nodes, func(n *T) []*model.PolicyPeril { return coverage(n).Perils }, nil)
		},
		func() error {
			return countEmbedded(ctx, sel, "perilsByAsset", nodes, func(n *T) []*model.AssetPerils { return coverage(n).PerilsByAsset },
				func(ctx context.Context, sel engine.Selection, assets []*model.AssetPerils) error {
					return countEmbedded(ctx, sel, "perils", assets, func(a *model.AssetPerils) []*model.PolicyPeril { return a.Perils }, nil)
				})
		},
	)
}
