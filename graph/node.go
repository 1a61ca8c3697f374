package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
)

// Node finds an entry of the catalog in memory, and any other record in one statement.
func (*queryResolver) Node(ctx context.Context, id uuid.UUID) (model.Node, error) {
	r := engine.RequestOf(ctx)
	node := model.CatalogNode(id)
	if node == nil {
		var err error
		if node, err = r.Store.Node(ctx, id); node == nil || err != nil {
			return nil, err
		}
	}
	if _, ok := node.(*model.RiskProfile); ok {
		if err := r.Principal.Require(model.EntitlementRiskProfileManagement); err != nil {
			return nil, err
		}
	}
	return node, relateNode(ctx, node)
}

// relateNode loads the selected relations of a record of any noun that has some.
func relateNode(ctx context.Context, node model.Node) (err error) {
	switch n := node.(type) {
	case *model.Case:
		_, err = related(ctx, n, relateCases)
	case *model.Document:
		_, err = related(ctx, n, relateDocuments)
	case *model.Asset:
		_, err = related(ctx, n, relateAssets)
	case *model.Insured:
		_, err = related(ctx, n, relateInsureds)
	case *model.RiskProfile:
		_, err = related(ctx, n, relateRiskProfiles)
	case *model.Broker:
		_, err = related(ctx, n, relateBrokers)
	case *model.MortgageeClause:
		_, err = related(ctx, n, relateMortgageeClauses)
	case *model.Policy:
		_, err = related(ctx, n, relatePolicies)
	case *model.PolicyVersion:
		_, err = related(ctx, n, relatePolicyVersions)
	case *model.Task:
		_, err = related(ctx, n, relateTasks)
	case *model.RenewalNotice:
		_, err = related(ctx, n, relateRenewalNotices)
	case *model.CoverageType:
		_, err = related(ctx, n, relateCoverageTypes)
	case *model.Peril:
		_, err = related(ctx, n, relatePerils)
	}
	return err
}
