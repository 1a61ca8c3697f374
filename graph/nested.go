package graph

import (
	"context"

	"github.com/covertrack/covertrack/graph/generated"
	"github.com/covertrack/covertrack/model"
)

// The lists of records that records have. All their resolvers are alike (narrow.go).
type (
	caseLists          struct{}
	assetLists         struct{}
	insuredLists       struct{}
	policyLists        struct{}
	policyVersionLists struct{}
	riskProfileLists   struct{}
)

// Case is the resolvers of its lists.
func (*Resolver) Case() generated.CaseResolver { return caseLists{} }

// Asset is the resolvers of its lists.
func (*Resolver) Asset() generated.AssetResolver { return assetLists{} }

// Insured is the resolvers of its lists.
func (*Resolver) Insured() generated.InsuredResolver { return insuredLists{} }

// Policy is the resolvers of its lists.
func (*Resolver) Policy() generated.PolicyResolver { return policyLists{} }

// PolicyVersion is the resolvers of its lists.
func (*Resolver) PolicyVersion() generated.PolicyVersionResolver { return policyVersionLists{} }

// RiskProfile is the resolvers of its lists.
func (*Resolver) RiskProfile() generated.RiskProfileResolver { return riskProfileLists{} }

func (caseLists) Insureds(ctx context.Context, of *model.Case, first *int, filter *model.InsuredFilter) ([]*model.Insured, error) {
	return narrowed(ctx, of, of.Insureds, first, filter)
}

func (caseLists) MortgageeClauses(
	ctx context.Context, of *model.Case, first *int, filter *model.MortgageeClauseFilter,
) ([]*model.MortgageeClause, error) {
	return narrowed(ctx, of, of.MortgageeClauses, first, filter)
}

func (caseLists) Policies(ctx context.Context, of *model.Case, first *int, filter *model.PolicyFilter) ([]*model.Policy, error) {
	return narrowed(ctx, of, of.Policies, first, filter)
}

func (caseLists) Assets(ctx context.Context, of *model.Case, first *int, filter *model.AssetFilter) ([]*model.Asset, error) {
	return narrowed(ctx, of, of.Assets, first, filter)
}

func (caseLists) Documents(ctx context.Context, of *model.Case, first *int, filter *model.DocumentFilter) ([]*model.Document, error) {
	return narrowed(ctx, of, of.Documents, first, filter)
}

func (caseLists) Tasks(ctx context.Context, of *model.Case, first *int, filter *model.TaskFilter) ([]*model.Task, error) {
	return narrowed(ctx, of, of.Tasks, first, filter)
}

func (caseLists) Waivers(ctx context.Context, of *model.Case, first *int, filter *model.WaiverFilter) ([]*model.Waiver, error) {
	return narrowed(ctx, of, of.Waivers, first, filter)
}

func (caseLists) Placements(ctx context.Context, of *model.Case, first *int, filter *model.PlacementFilter) ([]*model.Placement, error) {
	return narrowed(ctx, of, of.Placements, first, filter)
}

func (assetLists) Documents(ctx context.Context, of *model.Asset, first *int, filter *model.DocumentFilter) ([]*model.Document, error) {
	return narrowed(ctx, of, of.Documents, first, filter)
}

func (assetLists) Policies(ctx context.Context, of *model.Asset, first *int, filter *model.PolicyFilter) ([]*model.Policy, error) {
	return narrowed(ctx, of, of.Policies, first, filter)
}

func (insuredLists) Cases(ctx context.Context, of *model.Insured, first *int, filter *model.CaseFilter) ([]*model.Case, error) {
	return narrowed(ctx, of, of.Cases, first, filter)
}

func (insuredLists) Policies(ctx context.Context, of *model.Insured, first *int, filter *model.PolicyFilter) ([]*model.Policy, error) {
	return narrowed(ctx, of, of.Policies, first, filter)
}

func (policyLists) Insureds(ctx context.Context, of *model.Policy, first *int, filter *model.InsuredFilter) ([]*model.Insured, error) {
	return narrowed(ctx, of, of.Insureds, first, filter)
}

func (policyLists) MortgageeClauses(
	ctx context.Context, of *model.Policy, first *int, filter *model.MortgageeClauseFilter,
) ([]*model.MortgageeClause, error) {
	return narrowed(ctx, of, of.MortgageeClauses, first, filter)
}

func (policyLists) Versions(
	ctx context.Context, of *model.Policy, first *int, filter *model.PolicyVersionFilter,
) ([]*model.PolicyVersion, error) {
	return narrowed(ctx, of, of.Versions, first, filter)
}

func (policyLists) RenewalNotices(
	ctx context.Context, of *model.Policy, first *int, filter *model.RenewalNoticeFilter,
) ([]*model.RenewalNotice, error) {
	return narrowed(ctx, of, of.RenewalNotices, first, filter)
}

func (policyLists) Tasks(ctx context.Context, of *model.Policy, first *int, filter *model.TaskFilter) ([]*model.Task, error) {
	return narrowed(ctx, of, of.Tasks, first, filter)
}

func (policyVersionLists) Insureds(
	ctx context.Context, of *model.PolicyVersion, first *int, filter *model.InsuredFilter,
) ([]*model.Insured, error) {
	return narrowed(ctx, of, of.Insureds, first, filter)
}

func (policyVersionLists) MortgageeClauses(
	ctx context.Context, of *model.PolicyVersion, first *int, filter *model.MortgageeClauseFilter,
) ([]*model.MortgageeClause, error) {
	return narrowed(ctx, of, of.MortgageeClauses, first, filter)
}

func (riskProfileLists) CertificateHolders(
	ctx context.Context, of *model.RiskProfile, first *int, filter *model.CertificateHolderFilter,
) ([]*model.CertificateHolder, error) {
	return narrowed(ctx, of, of.CertificateHolders, first, filter)
}
