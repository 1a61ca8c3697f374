package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/compliance"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/storage"
)

func (*queryResolver) Compliance(
	ctx context.Context, filter *model.ComplianceFilter, sort *page.Sort, limit, first, offset *int, after *string,
) (*model.CaseVerdictConnection, error) {
	return listOf(ctx, storage.CaseVerdicts, filter, listArgs{sort: sort, limit: limit, first: first, offset: offset, after: after}, relateCaseVerdicts)
}

func (*queryResolver) ComplianceSummary(ctx context.Context, filter *model.ComplianceFilter) (*compliance.Summary, error) {
	r := engine.RequestOf(ctx)
	if err := r.SpendTotal(); err != nil {
		return nil, err
	}
	counts, err := r.Store.CountVerdicts(ctx, orZero(filter))
	if err != nil {
		return nil, err
	}
	return related(ctx, compliance.NewSummary(counts), relateSummaries)
}

// relateCaseVerdicts loads the selected relations of stored verdicts.
func relateCaseVerdicts(ctx context.Context, sel engine.Selection, verdicts []*model.CaseVerdict) error {
	of := relationsOf(sel, verdicts)
	toOne(ctx, of, "case", storage.Cases, relateCases,
		func(v *model.CaseVerdict) (*uuid.UUID, **model.Case) { return &v.CaseID, &v.Case })
	return of.err
}

// relateSummaries adds the coverage types of summaries to the cost of the response.
func relateSummaries(ctx context.Context, sel engine.Selection, summaries []*compliance.Summary) error {
	of := relationsOf(sel, summaries)
	shares := inside(ctx, of, "byCoverageType",
		func(s *compliance.Summary) []*compliance.CoverageTypeShare { return s.ByCoverageType })
	embedded(ctx, shares, "coverageType", relateCoverageTypes,
		func(s *compliance.CoverageTypeShare) []*catalog.CoverageType {
			return []*catalog.CoverageType{s.CoverageType}
		})
	return shares.err
}
