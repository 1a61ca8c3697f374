package graph

import (
	"cmp"
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
	args := listArgs{sort: sort, limit: limit, first: first, offset: offset, after: after}
	return listOf(ctx, storage.CaseVerdicts, filter, args, relateCaseVerdicts)
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
	summary := compliance.NewSummary(counts)
	if engine.SelectionOf(ctx).Has("notJudged") {
		if summary.NotJudged, err = notJudged(ctx, orZero(filter), summary.Cases); err != nil {
			return nil, err
		}
	}
	return related(ctx, summary, relateSummaries)
}

// notJudged counts the cases that a filter would show beside those that are judged, which are so many by the whole filter.
func notJudged(ctx context.Context, filter model.ComplianceFilter, judged int) (int, error) {
	r := engine.RequestOf(ctx)
	if err := cmp.Or(r.SpendTotal(), r.SpendStatement()); err != nil {
		return 0, err
	}
	all, err := r.Store.CountCases(ctx, filter)
	if err != nil || filter.Verdict.Value() == nil && filter.ShowsUnjudged() {
		return all - judged, err
	}
	counts, err := r.Store.CountVerdicts(ctx, filter.OfCases())
	return all - compliance.NewSummary(counts).Cases, err
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
