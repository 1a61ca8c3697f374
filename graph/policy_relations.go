package graph

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// relatePolicies loads what the selection asks of policies: one statement a relation, whatever the number of policies.
func relatePolicies(ctx context.Context, sel selection, policies []*model.Policy) error {
	return inTurn(
		func() error {
			return showCoverage(ctx, sel, policies, func(p *model.Policy) *model.Coverage { return &p.Coverage })
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

func relatePolicyChildren(ctx context.Context, sel selection, policies []*model.Policy) error {
	id := func(p *model.Policy) uuid.UUID { return p.ID }
	return inTurn(
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

// relatePolicyVersions loads what the selection asks of policy versions.
func relatePolicyVersions(ctx context.Context, sel selection, versions []*model.PolicyVersion) error {
	return inTurn(
		func() error {
			return showCoverage(ctx, sel, versions, func(v *model.PolicyVersion) *model.Coverage { return &v.Coverage })
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

// relateCoverage loads what the selection asks of the coverage that a policy and its versions have alike.
func relateCoverage[T any](ctx context.Context, sel selection, nodes []*T, coverage func(*T) *model.Coverage) error {
	return inTurn(
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

// showCoverage fills in what is derived from the catalog, when the selection asks for any of it.
func showCoverage[T any](ctx context.Context, sel selection, nodes []*T, coverage func(*T) *model.Coverage) error {
	if !sel.has("coverageTypes") && !sel.has("perils") && !sel.has("perilsByAsset") {
		return nil
	}
	for _, n := range nodes {
		coverage(n).Show()
	}
	return inTurn(
		func() error {
			return embedded(ctx, sel, "coverageTypes", nodes, func(n *T) []*model.CoverageType { return coverage(n).CoverageTypes }, relateCoverageTypes)
		},
		func() error {
			return embedded(ctx, sel, "perils", nodes, func(n *T) []*model.PolicyPeril { return coverage(n).Perils }, nil)
		},
		func() error {
			return embedded(ctx, sel, "perilsByAsset", nodes, func(n *T) []*model.AssetPerils { return coverage(n).PerilsByAsset },
				func(ctx context.Context, sel selection, assets []*model.AssetPerils) error {
					return embedded(ctx, sel, "perils", assets, func(a *model.AssetPerils) []*model.PolicyPeril { return a.Perils }, nil)
				})
		},
	)
}
