package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
)

// relateCoverage loads what the selection asks of the coverage of policies or of their versions. What comes of the catalog is
// in memory.
func relateCoverage[T any](ctx context.Context, sel selection, nodes []*T, coverage func(*T) *model.Coverage) error {
	store := requestOf(ctx).store
	if sel.has("coverageTypes") || sel.has("perils") || sel.has("perilsByAsset") {
		for _, n := range nodes {
			coverage(n).Show()
		}
	}
	if err := toMany(ctx, sel, "insureds", nodes, func(n *T) []uuid.UUID { return coverage(n).InsuredIDs }, store.InsuredsByID,
		func(i *model.Insured) uuid.UUID { return i.ID },
		func(n *T, insureds []*model.Insured) { coverage(n).Insureds = insureds }, relateInsureds); err != nil {
		return err
	}
	return toMany(ctx, sel, "mortgageeClauses", nodes, func(n *T) []uuid.UUID { return coverage(n).MortgageeClauseIDs },
		store.MortgageeClausesByID, func(c *model.MortgageeClause) uuid.UUID { return c.ID },
		func(n *T, clauses []*model.MortgageeClause) { coverage(n).MortgageeClauses = clauses }, relateMortgageeClauses)
}
