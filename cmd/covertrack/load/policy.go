package load

import (
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/cmd/covertrack/book"
	"github.com/covertrack/covertrack/model"
)

// coverage is what a policy of the Coverage Framework covers.
type coverage struct {
	layer model.CoverageLayer
	types []string
}

// coverages are the usual ones.
var coverages = []coverage{
	{model.CoverageLayerPrimary, []string{"building", "businessPersonalProperty", "ordinanceOrLaw"}},
	{model.CoverageLayerPrimary, []string{"building", "businessIncome", "extraExpense"}},
	{model.CoverageLayerPrimary, []string{"generalLiability"}},
	{model.CoverageLayerUmbrella, []string{"umbrellaExcess"}},
	{model.CoverageLayerPrimary, []string{"flood"}},
	{model.CoverageLayerExcess, []string{"flood"}},
	{model.CoverageLayerPrimary, []string{"windstorm"}},
	{model.CoverageLayerPrimary, []string{"equipmentBreakdown"}},
	{model.CoverageLayerPrimary, []string{"terrorism"}},
	{model.CoverageLayerPrimary, []string{"workersCompensation"}},
}

var carriers = []string{"Beacon Example Insurance", "Cardinal Example Mutual", "Granite Example Casualty", "Meridian Example Specialty", "Union Example Assurance"}

// addPolicy makes a policy in its second term, with a correction in the first: three versions.
func (g *generator) addPolicy(c *book.Case, insureds []uuid.UUID, at time.Time) {
	days := pick(g.Book, expiries)
	end := g.Today.AddDate(0, 0, g.Between(days[0], days[1]))
	start := end.AddDate(-1, 0, 0)
	firstEnd := start
	if g.Random.IntN(50) == 0 {
		firstEnd = start.AddDate(0, 0, -g.Between(1, 30)) // a gap
	}
	in := model.CreatePolicyInput{
		StartDate: book.Some(firstEnd.AddDate(-1, 0, 0)), EndDate: book.Some(firstEnd),
		PolicyNumber: book.Some(fmt.Sprintf("P%d-%09d", g.Between(10, 99), g.Random.IntN(1e9))),
		Carrier:      book.Some(model.CarrierInput{Name: book.Pick(g.Book, carriers), NaicCode: book.Some(fmt.Sprintf("%05d", g.Between(10_000, 99_999)))}),
		Insureds:     book.List(insureds...),
		Deductible:   book.Some(*book.Dollars(g.Between(1, 20) * 2_500)),
		Premium:      book.Some(*book.Dollars(g.Between(10, 900) * 100)),
	}
	limit := g.Between(1, 50) * 500_000
	if c.IsFrameworkCase() {
		cover := book.Pick(g.Book, coverages)
		in.CoverageLayer, in.CoverageTypes, in.Perils = book.Some(cover.layer), book.List(cover.types...), book.List(g.perils(cover)...)
		in.Limits = book.List(&model.LimitInput{CoverageType: book.Some(cover.types[0]), Kind: model.LimitKindPerOccurrence, Amount: book.Dollars(limit)})
	} else {
		in.ProductType = book.Some(book.Pick(g.Book, g.programs[0].ProductTypes).Key)
		in.Limits = book.List(&model.LimitInput{Kind: model.LimitKindTotal, Amount: book.Dollars(limit)})
	}
	p := g.Policy(c, in, at)
	g.Correct(c, p, model.UpdatePolicyInput{Premium: book.Some(*book.Dollars(g.Between(1_000, 1_900) * 100))}, at.AddDate(0, 0, 30))
	g.Term(c, p, model.CreatePolicyTermInput{
		StartDate: start, EndDate: end, Premium: book.Some(*book.Dollars(g.Between(2_000, 2_900) * 100)),
	}, at.AddDate(1, 0, 0))
	g.settlePolicy(p, at.AddDate(1, 0, 1))
}

// perils are those of the coverage that are evidenced: most.
func (g *generator) perils(c coverage) []string {
	var keys []string
	seen := map[string]bool{}
	for _, ref := range c.types {
		t, _ := model.CoverageTypeByRef(ref)
		for _, p := range t.Perils {
			if !seen[p.Key] && g.Random.IntN(8) > 0 {
				keys = append(keys, p.Key)
			}
			seen[p.Key] = true
		}
	}
	return keys
}

func (g *generator) settlePolicy(p *model.Policy, at time.Time) {
	switch pick(g.Book, policyStatuses) {
	case model.PolicyStatusRenewalInProgress:
		g.Set(p, func(s model.PolicyState) (model.PolicyState, error) {
			return s.Patch(model.PolicyStatusRenewalInProgress)
		}, at)
	case model.PolicyStatusDeactivated:
		g.Set(p, func(s model.PolicyState) (model.PolicyState, error) { return s.Deactivate(), nil }, at)
	case model.PolicyStatusOnHold:
		g.Set(p, func(s model.PolicyState) (model.PolicyState, error) { return s.Hold(), nil }, at)
	}
}
