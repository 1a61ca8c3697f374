package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

func (*queryResolver) Compliance(ctx context.Context, filter *model.ComplianceFilter, sort *model.Sort, limit, first, offset *int, after *string) (*model.CaseVerdictConnection, error) {
	return listOf(ctx, storage.CaseVerdicts, filter, listArgs{sort: sort, limit: limit, first: first, offset: offset, after: after}, relateCaseVerdicts)
}

func (*queryResolver) ComplianceSummary(ctx context.Context, filter *model.ComplianceFilter) (*model.ComplianceSummary, error) {
	r := engine.RequestOf(ctx)
	if err := r.SpendTotal(); err != nil {
		return nil, err
	}
	counts, err := r.Store.CountVerdicts(ctx, orZero(filter))
	if err != nil {
		return nil, err
	}
	return related(ctx, model.NewComplianceSummary(counts), relateSummaries)
}

// relateCaseVerdicts loads the selected relations of stored verdicts.
func relateCaseVerdicts(ctx context.Context, sel engine.Selection, verdicts []*model.CaseVerdict) error {
	of := relationsOf(sel, verdicts)
	toOne(ctx, of, "case", storage.Cases, relateCases,
		func(v *model.CaseVerdict) (*uuid.UUID, **model.Case) { return &v.CaseID, &v.Case })
	return of.err
}

// relateSummaries adds the coverage types of summaries to the cost of the response.
func relateSummaries(ctx context.Context, sel engine.Selection, summaries []*model.ComplianceSummary) error {
	of := relationsOf(sel, summaries)
	shares := inside(ctx, of, "byCoverageType",
		func(s *model.ComplianceSummary) []*model.CoverageTypeShare { return s.ByCoverageType })
	embedded(ctx, shares, "coverageType", relateCoverageTypes,
		func(s *model.CoverageTypeShare) []*model.CoverageType { return []*model.CoverageType{s.CoverageType} })
	return shares.err
}
