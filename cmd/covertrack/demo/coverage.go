package demo

import (
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/book"
)

// expiries are how many of a hundred terms end in which days from today (contract section 8, Demo data).
var expiries = []struct{ percent, from, to int }{{5, -40, -2}, {8, 1, 14}, {10, 17, 29}, {15, 33, 59}}

// termEnds returns the ends of as many terms as there are policies, in an order of chance. One of fifty is not known.
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

// span is more than so many days from today, and fewer than so many.
type span struct{ from, to int }

// endWithin takes the next end that is within a span of days; it makes one if there is none.
func (m *maker) endWithin(days span) *time.Time {
	first, last := m.today.AddDate(0, 0, days.from), m.today.AddDate(0, 0, days.to)
	i := slices.IndexFunc(m.ends, func(end *time.Time) bool { return end != nil && end.After(first) && end.Before(last) })
	if i < 0 {
		end := m.today.AddDate(0, 0, (days.from+days.to)/2)
		return &end
	}
	return m.takeEnd(i)
}

func (m *maker) takeEnd(i int) *time.Time {
	end := m.ends[i]
	m.ends = slices.Delete(m.ends, i, i+1)
	return end
}

// edit changes the input of a policy that would be as it should be.
type edit func(*model.CreatePolicyInput)

// edits are by the keys of lines; a line with a nil edit is left out.
type edits map[string]edit

func onProperty(change edit) edits { return edits{"property": change} }

// insure adds the policies of the lines to a case with a risk profile, with terms that end within a span of days.
func (m *maker) insure(c *book.Case, lines []line, days span, changes edits) map[string]*model.Policy {
	policies := map[string]*model.Policy{}
	for i, l := range lines {
		change, edited := changes[l.key]
		if edited && change == nil {
			continue
		}
		in := m.policyInput(c, m.endWithin(days))
		l.set(&in, *m.worth[c.ID])
		if edited {
			change(&in)
		}
		at := c.CreatedAt.AddDate(0, 0, i+1)
		policies[l.key] = m.prove(c, m.keyed(m.Policy(c, in, at)), l.proof, at)
	}
	return policies
}

// legacy adds a policy to a case with a program.
func (m *maker) legacy(c *book.Case, product *model.ProductType, at time.Time) *model.Policy {
	in := m.policyInput(c, m.takeEnd(0))
	in.ProductType = book.Some(product.Key)
	in.Limits = book.TotalLimit(m.Amount(2, 20, 500_000))
	return m.prove(c, m.keyed(m.Policy(c, in, at)), proofs[product.Key], at)
}

// policyInput is what policies of both models have.
func (m *maker) keyed(p *model.Policy) *model.Policy {
	p.ExternalID = keyOf("INS", p.ID)
	return p
}

func (m *maker) policyInput(c *book.Case, end *time.Time) model.CreatePolicyInput {
	in := model.CreatePolicyInput{
		PolicyNumber:     book.Some(fmt.Sprintf("EX-%07d", m.Random.IntN(1e7))),
		Carrier:          book.Some(book.Pick(m.Book, book.Carriers[:3])),
		Insureds:         book.List(c.InsuredIDs...),
		MortgageeClauses: book.List(c.MortgageeClauseIDs...),
		Deductible:       book.Some(*m.Amount(1, 10, 2_500)),
		Premium:          book.Some(*m.Amount(20, 400, 100)),
	}
	if len(c.InsuranceContactIDs) > 0 && m.Random.IntN(3) == 0 { // otherwise notices go to the contacts of the case
		in.InsuranceContacts = book.List(book.Pick(m.Book, m.brokers).ID)
	}
	if end != nil {
		in.StartDate, in.EndDate = book.Some(end.AddDate(-1, 0, 0)), book.Some(*end)
	}
	return in
}

// linesOf are what policies on the cases of a risk profile cover.
func (m *maker) linesOf(profile uuid.UUID) []line {
	switch profile {
	case m.construction.ID:
		return constructionLines
	case m.coastal.ID:
		return coastalLines
	case m.large.ID:
		return largeLines
	default:
		return standardLines
	}
}
