package letter_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/letter"
	"github.com/covertrack/covertrack/model/scalar"
)

// TestAskedBy is what each member of a requirement rests on, and nothing else.
func TestAskedBy(t *testing.T) {
	t.Parallel()
	wind, fire, theft := catalog.ID("peril", "windHail"), catalog.ID("peril", "fire"), catalog.ID("peril", "theft")
	green := catalog.ID("endorsement", "greenUpgrade")
	primary, umbrella := model.CoverageLayerPrimary, model.CoverageLayerUmbrella
	c := &model.Coverage{CoverageLayer: &primary, Deductibles: []*model.Deductible{
		{Perils: []uuid.UUID{wind, theft}, Percent: new("5.00")}, {Amount: &scalar.Money{Amount: "1.00", Currency: "USD"}},
	}}
	ask := func(r model.Requirement) *letter.Asked { return letter.AskedBy([]*model.Requirement{&r, {}, &r}, c) }
	money := &scalar.Money{Amount: "1.00", Currency: "USD"}

	require.Equal(t, letter.AskedBy(nil, c), ask(model.Requirement{
		MinimumLimit: money, ClauseType: new(model.ClauseTypeMortgagee), InsuredNamed: new(model.InsuredNamedAll), MinimumMonths: new(12),
		Valuation: []model.ValuationMethod{model.ValuationMethodReplacementCost}, NoticeDays: &model.NoticeDays{Cancellation: new(30)},
	}), "nothing of the page rests on the others")
	require.Equal(t, []model.RatingAgency{model.RatingAgencyAmBest}, ask(model.Requirement{MinimumRating: new("A-")}).Ratings)
	require.Equal(t, []model.RatingAgency{model.RatingAgencyDemotech, model.RatingAgencySp},
		ask(model.Requirement{MinimumRatings: []*model.MinimumRating{
			{Agency: model.RatingAgencyDemotech, Rating: "A"}, {Agency: model.RatingAgencySp, Rating: "AA"},
			{Agency: model.RatingAgencySp, Rating: "AAA"},
		}}).Ratings)
	require.True(t, ask(model.Requirement{FormTypes: []model.CoverageFormType{model.CoverageFormTypeSpecial}}).CoverageFormType)
	require.True(t, ask(model.Requirement{OccurrenceForm: new(true)}).ClaimsMade)
	require.Equal(t, catalog.Endorsements.WithIDs([]uuid.UUID{green}), ask(model.Requirement{Endorsements: []uuid.UUID{green}}).Endorsements)

	of := func(a *letter.Asked) (all [][]uuid.UUID) {
		for _, d := range a.Deductibles {
			all = append(all, catalog.IDs(d.Perils))
		}
		return all
	}
	today := [][]uuid.UUID{{}, {wind, theft}}
	require.Equal(t, today, of(ask(model.Requirement{MaximumDeductible: money})))
	require.Equal(t, today, of(ask(model.Requirement{MaximumDeductiblePercent: new("2.00")})))
	byPeril := ask(model.Requirement{Deductibles: []*model.MaximumDeductible{{Perils: []uuid.UUID{wind, fire}, MaximumPercent: new("5.00")}}})
	require.Equal(t, append(today, []uuid.UUID{fire}), of(byPeril), "no peril is in two")
	require.Equal(t, []*model.Deductible{c.Deductibles[1], c.Deductibles[0], nil},
		[]*model.Deductible{byPeril.Deductibles[0].Current, byPeril.Deductibles[1].Current, byPeril.Deductibles[2].Current})

	all := model.Requirement{
		MinimumRating: new("A-"), FormTypes: []model.CoverageFormType{model.CoverageFormTypeSpecial}, OccurrenceForm: new(true),
		MaximumDeductible: money, Endorsements: []uuid.UUID{green},
	}
	c.Placement = model.PolicyPlacementLenderPlaced
	require.Empty(t, ask(all).Endorsements)
	c.CoverageLayer = &umbrella
	require.Equal(t, ask(model.Requirement{MinimumRating: new("A-")}), ask(all), "above the primary layer it is the rating alone")
}
