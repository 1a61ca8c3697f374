package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
)

// relateCoverage loads what the selection asks of the coverage of policies or of their versions. What comes of the catalog is
// in memory.
func relateCoverage[T any](ctx context.Context, sel selection, nodes []*T, coverage func(*T) *model.Coverage) error {
	if sel.has("coverageTypes") || sel.has("perils") || sel.has("perilsByAsset") {
		for _, n := range nodes {
			coverage(n).Show()
		}
	}
	if err := insuredsOf(ctx, sel, nodes, func(n *T) []uuid.UUID { return coverage(n).InsuredIDs },
		func(n *T, insureds []*model.Insured) { coverage(n).Insureds = insureds }); err != nil {
		return err
	}
	return mortgageeClausesOf(ctx, sel, nodes, func(n *T) []uuid.UUID { return coverage(n).MortgageeClauseIDs },
		func(n *T, clauses []*model.MortgageeClause) { coverage(n).MortgageeClauses = clauses })
}
