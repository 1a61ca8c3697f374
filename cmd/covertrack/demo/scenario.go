package demo

import (
	"time"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/book"
)

// scenarios makes the cases that show one thing each; their names say what.
func (m *maker) scenarios() {
	m.heldCase()
	m.twoTerms()
	m.blanketPolicy()
	m.tower()
	m.cancellations()
}

// heldCase is on hold with its policies, except one that was released again.
func (m *maker) heldCase() {
	at := m.daysAgo(300)
	c := m.open("Held case, one policy released", at)
	m.asset(c, "commercialRealEstate", at)
	var policies []*model.Policy
	for i, cover := range covers[:3] {
		policies = append(policies, m.framework(c, cover, at.AddDate(0, 0, i+1)))
	}
	m.Hold(c, m.daysAgo(9))
	m.Release(policies[1], m.daysAgo(6))
}

// twoTerms is a policy that was renewed twelve days late.
func (m *maker) twoTerms() {
	at := m.daysAgo(290)
	c := m.open("Two terms with a gap", at)
	m.asset(c, "multifamily", at)
	m.preferEnd(150)
	var start, end time.Time
	p := m.framework(c, covers[0], at.AddDate(0, 0, 1), func(in *model.CreatePolicyInput) {
		start, end = *in.StartDate.Value(), *in.EndDate.Value()
		in.StartDate, in.EndDate = book.Some(start.AddDate(-1, 0, -12)), book.Some(start.AddDate(0, 0, -12))
	})
	m.Term(c, p, model.CreatePolicyTermInput{
		StartDate: start, EndDate: end, Premium: book.Some(*book.Dollars(31_500)),
	}, start.Add(15*time.Hour))
}

// blanketPolicy covers six assets with one limit.
func (m *maker) blanketPolicy() {
	at := m.daysAgo(280)
	c := m.open("Blanket policy over six assets", at)
	for i, kind := range []string{
		"commercialRealEstate", "commercialRealEstate", "multifamily", "multifamily", "inventory", "equipment",
	} {
		m.asset(c, kind, at.Add(time.Duration(i+1)*time.Minute))
	}
	m.framework(c, covers[0], at.AddDate(0, 0, 2), func(in *model.CreatePolicyInput) {
		in.DisplayName = book.Some("Blanket property, six locations")
		in.Limits = book.TotalLimit(book.Dollars(60_000_000))
	})
	m.Move(c, model.CaseStatusApproved, at.AddDate(0, 0, 5))
}

// tower is a primary policy, an umbrella over it, and an excess policy on top.
func (m *maker) tower() {
	at := m.daysAgo(270)
	c := m.open("Three-layer liability tower", at)
	m.asset(c, "commercialRealEstate", at)
	for i, layer := range []cover{liability, umbrella, excess} {
		limit := []int{1_000_000, 10_000_000, 25_000_000}[i]
		m.framework(c, layer, at.AddDate(0, 0, i+1), func(in *model.CreatePolicyInput) {
			in.Limits = layer.Limit(book.Dollars(limit))
		})
	}
}

// cancellations are a policy that was cancelled, and one that was reinstated after a lapse of nine days.
func (m *maker) cancellations() {
	at := m.daysAgo(260)
	c := m.open("One policy cancelled, one reinstated", at)
	m.asset(c, "commercialRealEstate", at)
	m.preferEnd(150)
	unpaid := m.framework(c, covers[0], at.AddDate(0, 0, 1))
	m.preferEnd(150)
	paid := m.framework(c, covers[1], at.AddDate(0, 0, 2))
	m.Cancel(unpaid, model.CancelPolicyInput{
		EffectiveDate: m.daysAgo(12), Reason: model.CancellationReasonNonPayment,
	}, m.daysAgo(30))
	cancelled := m.Cancel(paid, model.CancelPolicyInput{
		EffectiveDate: m.daysAgo(49), Reason: model.CancellationReasonNonPayment,
	}, m.daysAgo(60))
	m.Reinstate(paid, cancelled, model.ReinstatePolicyInput{EffectiveDate: m.daysAgo(40)}, m.daysAgo(39))
}

// open adds an open case with the standard risk profile and a name.
func (m *maker) open(name string, at time.Time) *book.Case {
	in := m.caseInput(at)
	in.DisplayName, in.RiskProfile = book.Some(name), book.Some(m.standard.ID)
	in.Status = book.Some(model.CaseStatusOpen)
	in.InsuranceContacts = book.List(m.brokers[0].ID)
	m.made.cases++
	c := m.Case(in, at)
	m.opened = append(m.opened, c)
	return c
}
