package graph_test

import (
	"context"
	"strconv"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage"
)

const readyPolicyList = "/rest/policies?limit=50"

// Policies answers the same page to every list. The perils are computed each time, as they are of what is read.
func (q *readyQueries) Policies(ctx context.Context, _ *model.PolicyFilter, sort *page.Sort, limit, first, offset *int,
	after *string) (*model.PolicyConnection, error) {
	page := &storage.Page[model.Policy]{Nodes: readyPolicies[:len(q.page.Nodes)], Total: len(readyPolicies), Next: q.page.Next}
	return graph.PoliciesOf(ctx, page, sort, limit, first, offset, after)
}

// readyPolicies have what `covertrack load` gives policies: property, liability and flood insurance in turn. Their
// notices are read.
var readyPolicies = func() []*model.Policy {
	lines := [][]uuid.UUID{
		coverageTypes("building", "businessPersonalProperty", "ordinanceOrLaw", "businessIncome"),
		coverageTypes("generalLiability"), coverageTypes("flood"),
	}
	policies := make([]*model.Policy, 200)
	for i := range policies {
		types := lines[i%len(lines)]
		id := uuid.MustParse("0197c6c4-0000-7000-8000-000000000000")
		id[15] = byte(i)
		at := time.Date(2026, time.March, 4, 5, 6, 7, 8e6, time.UTC)
		end, number, layer, form := at.AddDate(1, 0, 0), "P-"+strconv.Itoa(i), model.CoverageLayerPrimary, model.CoverageFormTypeSpecial
		naic, rating, step := "12345", "A+", model.RenewalStepRequest
		evidenced := evidencedOf(types)
		policies[i] = &model.Policy{
			ID: id, CaseID: id, Status: model.PolicyStatusActive, InsuranceContactIDs: []uuid.UUID{id}, CurrentVersionID: id, VersionNumber: 3,
			Coverage: model.Coverage{
				TermNumber: 2, DisplayName: "Building, Business Personal Property", CoverageLayer: &layer, CoverageTypeIDs: types, PerilIDs: evidenced,
				AssetPerils:      []model.EvidencedPerils{{AssetID: id, PerilIDs: evidenced}},
				CoverageFormType: &form, StartDate: &at, EndDate: &end, PolicyNumber: &number,
				Carrier:    &model.Carrier{Name: "Beacon Example Insurance", NaicCode: &naic, AmBestRating: &rating},
				InsuredIDs: []uuid.UUID{id}, MortgageeClauseIDs: []uuid.UUID{id}, Limits: limitsOf(types),
				Deductible: &scalar.Money{Amount: "2500.00", Currency: "USD"}, Premium: &scalar.Money{Amount: "19000.00", Currency: "USD"},
			},
			Renewal:  &model.PolicyRenewal{NextNoticeAt: &end, LastStep: &step},
			Metadata: scalar.Metadata(`{}`), CreatedAt: at, UpdatedAt: at,
		}
	}
	return policies
}()

func coverageTypes(keys ...string) (ids []uuid.UUID) {
	for _, key := range keys {
		coverage, _ := catalog.CoverageTypes.ByRef(key)
		ids = append(ids, coverage.ID)
	}
	return ids
}

// evidencedOf returns every second peril that policies of the coverage types list.
func evidencedOf(types []uuid.UUID) (ids []uuid.UUID) {
	listed := model.Coverage{CoverageTypeIDs: types}
	listed.Show()
	for i, peril := range listed.Perils {
		if i%2 == 0 {
			ids = append(ids, peril.ID)
		}
	}
	return ids
}

func limitsOf(types []uuid.UUID) (limits []*model.Limit) {
	for _, t := range types {
		limits = append(limits, &model.Limit{
			CoverageType: &t, Kind: model.LimitKindPerOccurrence, Amount: &scalar.Money{Amount: "500000.00", Currency: "USD"},
		})
	}
	return limits
}

// BenchmarkEnginePolicies is bind, execute and reshape of a list of 50 policies, with what is computed of them.
func BenchmarkEnginePolicies(b *testing.B) { benchmarkEngine(b, readyPolicyList) }
