package load

import (
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/book"
)

// covers are the usual ones of the Coverage Framework.
var covers = []book.Cover{
	{Layer: model.CoverageLayerPrimary, Types: []string{"building", "businessPersonalProperty", "ordinanceOrLaw"}},
	{Layer: model.CoverageLayerPrimary, Types: []string{"building", "businessIncome", "extraExpense"}},
	{Layer: model.CoverageLayerPrimary, Types: []string{"generalLiability"}},
	{Layer: model.CoverageLayerUmbrella, Types: []string{"umbrellaExcess"}},
	{Layer: model.CoverageLayerPrimary, Types: []string{"flood"}},
	{Layer: model.CoverageLayerExcess, Types: []string{"flood"}},
	{Layer: model.CoverageLayerPrimary, Types: []string{"windstorm"}},
	{Layer: model.CoverageLayerPrimary, Types: []string{"equipmentBreakdown"}},
	{Layer: model.CoverageLayerPrimary, Types: []string{"terrorism"}},
	{Layer: model.CoverageLayerPrimary, Types: []string{"workersCompensation"}},
}

// addPolicy makes a policy in its second term, with a correction in the first: three versions.
func (g *generator) addPolicy(c *book.Case, insureds []uuid.UUID, at time.Time) {
	days := pick(g.Book, expiries)
	end := g.Today.AddDate(0, 0, g.Between(days[0], days[1]))
	start := end.AddDate(-1, 0, 0)
	firstEnd := start
	if g.Random.IntN(50) == 0 {
		firstEnd = start.AddDate(0, 0, -g.Between(1, 30)) // a gap
	}
	p := g.Policy(c, g.policyInput(c, firstEnd, insureds), at)
	g.Correct(c, p, model.UpdatePolicyInput{Premium: book.Some(*g.Amount(1_000, 1_900, 100))}, at.AddDate(0, 0, 30))
	g.Term(c, p, model.CreatePolicyTermInput{
		StartDate: start, EndDate: end, Premium: book.Some(*g.Amount(2_000, 2_900, 100)),
	}, at.AddDate(1, 0, 0))
	g.settlePolicy(p, at.AddDate(1, 0, 1))
}

// policyInput is a policy's first term.
func (g *generator) policyInput(c *book.Case, end time.Time, insureds []uuid.UUID) model.CreatePolicyInput {
	in := model.CreatePolicyInput{
		StartDate: book.Some(end.AddDate(-1, 0, 0)), EndDate: book.Some(end),
		PolicyNumber: book.Some(fmt.Sprintf("P%d-%09d", g.Between(10, 99), g.Random.IntN(1e9))),
		Carrier: book.Some(model.CarrierInput{
			Name:     book.Pick(g.Book, book.Carriers).Name,
			NaicCode: book.Some(fmt.Sprintf("%05d", g.Between(10_000, 99_999))),
		}),
		Insureds:   book.List(insureds...),
		Deductible: book.Some(*g.Amount(1, 20, 2_500)),
		Premium:    book.Some(*g.Amount(10, 900, 100)),
	}
	limit := g.Amount(1, 50, 500_000)
	if c.IsFrameworkCase() {
		cover := book.Pick(g.Book, covers)
		cover.Set(&in, cover.Perils(func(string) bool { return g.Random.IntN(8) > 0 }), limit)
		return in
	}
	in.ProductType = book.Some(book.Pick(g.Book, g.programs[0].ProductTypes).Key)
	in.Limits = book.TotalLimit(limit)
	return in
}

func (g *generator) settlePolicy(p *model.Policy, at time.Time) {
	switch pick(g.Book, policyStatuses) {
	case model.PolicyStatusRenewalInProgress:
		g.StartRenewal(p, at)
	case model.PolicyStatusDeactivated:
		g.Deactivate(p, at)
	case model.PolicyStatusOnHold:
		g.HoldPolicy(p, at)
	}
}
