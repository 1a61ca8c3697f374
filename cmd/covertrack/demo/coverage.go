package demo

import (
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/covertrack/covertrack/cmd/covertrack/book"
	"github.com/covertrack/covertrack/model"
)

// cover is what a policy of the Coverage Framework covers, and the form that proves it.
type cover struct {
	layer model.CoverageLayer
	types []string
	proof proof
}

// covers are what policies on an income-producing property cover, the usual ones first.
var covers = []cover{
	{model.CoverageLayerPrimary, []string{"building", "businessPersonalProperty", "ordinanceOrLaw"}, evidenceOfProperty},
	{model.CoverageLayerPrimary, []string{"generalLiability"}, certificateOfLiability},
	{model.CoverageLayerUmbrella, []string{"umbrellaExcess"}, certificateOfLiability},
	{model.CoverageLayerPrimary, []string{"flood"}, floodDeclarations},
	{model.CoverageLayerPrimary, []string{"businessIncome"}, evidenceOfProperty},
	{model.CoverageLayerPrimary, []string{"windstorm"}, evidenceOfProperty},
	{model.CoverageLayerPrimary, []string{"workersCompensation"}, certificateOfLiability},
	{model.CoverageLayerPrimary, []string{"equipmentBreakdown", "terrorism"}, evidenceOfProperty},
}

// constructionCovers are what policies on a construction project cover.
var constructionCovers = []cover{
	{model.CoverageLayerPrimary, []string{"buildersRisk"}, evidenceOfProperty},
	{model.CoverageLayerPrimary, []string{"generalLiability"}, certificateOfLiability},
}

var carriers = []model.CarrierInput{
	{Name: "Beacon Example Insurance", NaicCode: book.Some("10001"), AmBestRating: book.Some("A+ XV")},
	{Name: "Cardinal Example Mutual", NaicCode: book.Some("10002"), AmBestRating: book.Some("A XII")},
	{Name: "Granite Example Casualty", NaicCode: book.Some("10003"), AmBestRating: book.Some("A- IX")},
	{Name: "Meridian Example Specialty", NaicCode: book.Some("10004"), AmBestRating: book.Some("B++ VIII")},
}

// expiries are how many of a hundred terms end in which days from today (contract section 8, Demo data).
var expiries = []struct{ percent, from, to int }{{5, -40, -2}, {8, 1, 14}, {10, 17, 29}, {15, 33, 59}}

// termEnds are the ends of as many terms as there are policies, in an order of chance. One of fifty is not known yet.
func (m *maker) termEnds() []*time.Time {
	var ends []*time.Time
	add := func(n, from, to int) {
		for range n {
			end := m.today.AddDate(0, 0, m.Between(from, to))
			ends = append(ends, &end)
		}
	}
	for _, e := range expiries {
		add(int(math.Ceil(float64(m.size.Policies*e.percent)/100)), e.from, e.to)
	}
	ends = append(ends, slices.Repeat([]*time.Time{nil}, m.size.Policies/50)...)
	add(m.size.Policies-len(ends), 75, 350)
	m.Random.Shuffle(len(ends), func(i, j int) { ends[i], ends[j] = ends[j], ends[i] })
	return ends
}

func (m *maker) nextEnd() (end *time.Time) {
	end, m.ends = m.ends[0], m.ends[1:]
	return end
}

// preferEnd has the next term end at least so many days from today.
func (m *maker) preferEnd(days int) {
	i := slices.IndexFunc(m.ends, func(end *time.Time) bool { return end != nil && end.After(m.today.AddDate(0, 0, days)) })
	m.ends[0], m.ends[i] = m.ends[i], m.ends[0]
}

// framework adds a policy to a case with a risk profile, and the document that proves it.
func (m *maker) framework(c *book.Case, cover cover, at time.Time, change func(*model.CreatePolicyInput)) *model.Policy {
	in := m.policyInput(c)
	in.CoverageLayer, in.CoverageTypes, in.Perils = book.Some(cover.layer), book.List(cover.types...), book.List(evidenced(cover)...)
	if cover.types[0] == "building" {
		in.CoverageFormType = book.Some(model.CoverageFormTypeSpecial)
	}
	in.Limits = book.List(&model.LimitInput{
		CoverageType: book.Some(cover.types[0]), Kind: model.LimitKindPerOccurrence, Amount: book.Dollars(m.Between(2, 40) * 500_000),
	})
	if change != nil {
		change(&in)
	}
	p := m.Policy(c, in, at)
	m.prove(c, p, cover.proof, at)
	m.made.policies++
	return p
}

// legacy adds a policy to a case with a program.
func (m *maker) legacy(c *book.Case, product *model.ProductType, at time.Time) *model.Policy {
	in := m.policyInput(c)
	in.ProductType = book.Some(product.Key)
	in.Limits = book.List(&model.LimitInput{Kind: model.LimitKindTotal, Amount: book.Dollars(m.Between(2, 20) * 500_000)})
	p := m.Policy(c, in, at)
	m.prove(c, p, proofs[product.Key], at)
	m.made.policies++
	return p
}

// policyInput is what both models have.
func (m *maker) policyInput(c *book.Case) model.CreatePolicyInput {
	in := model.CreatePolicyInput{
		PolicyNumber: book.Some(fmt.Sprintf("EX-%07d", m.Random.IntN(1e7))), Carrier: book.Some(book.Pick(m.Book, carriers)),
		Insureds: book.List(c.InsuredIDs...), MortgageeClauses: book.List(c.MortgageeClauseIDs...),
		Deductible: book.Some(*book.Dollars(m.Between(1, 10) * 2_500)), Premium: book.Some(*book.Dollars(m.Between(20, 400) * 100)),
	}
	if len(c.InsuranceContactIDs) > 0 && m.Random.IntN(3) == 0 { // else the case's are asked
		in.InsuranceContacts = book.List(book.Pick(m.Book, m.brokers).ID)
	}
	if end := m.nextEnd(); end != nil {
		in.StartDate, in.EndDate = book.Some(end.AddDate(-1, 0, 0)), book.Some(*end)
	}
	return in
}

// evidenced are the perils of a cover that its form proves: all but those that policies often exclude.
func evidenced(c cover) []string {
	var keys []string
	for _, ref := range c.types {
		t, _ := model.CoverageTypeByRef(ref)
		for _, p := range t.Perils {
			if excluded := p.Key == "mold" || p.Key == "sinkholeCollapse"; !excluded && !slices.Contains(keys, p.Key) {
				keys = append(keys, p.Key)
			}
		}
	}
	return keys
}
