package demo

import (
	"time"

	"github.com/covertrack/covertrack/cmd/covertrack/book"
	"github.com/covertrack/covertrack/model"
)

// scenarios makes the cases that show one thing each, under its name.
func (m *maker) scenarios() {
	m.heldCase()
	m.twoTerms()
	m.blanketPolicy()
	m.tower()
}

// heldCase is on hold with its policies, of which one was released again.
func (m *maker) heldCase() {
	at := m.daysAgo(300)
	c := m.open("Held case, one policy released", m.standard, at)
	m.asset(c, "commercialRealEstate", at)
	var policies []*model.Policy
	for i, cover := range covers[:3] {
		policies = append(policies, m.framework(c, cover, at.AddDate(0, 0, i+1), nil))
	}
	m.Hold(c, m.daysAgo(9))
	m.Set(policies[1], model.PolicyState.Release, m.daysAgo(6))
}

// twoTerms is a policy that was renewed twelve days late.
func (m *maker) twoTerms() {
	at := m.daysAgo(290)
	c := m.open("Two terms with a gap", m.standard, at)
	m.asset(c, "multifamily", at)
	m.preferEnd(150)
	var start, end time.Time
	p := m.framework(c, covers[0], at.AddDate(0, 0, 1), func(in *model.CreatePolicyInput) {
		start, end = *in.StartDate.Value(), *in.EndDate.Value()
		in.StartDate, in.EndDate = book.Some(start.AddDate(-1, 0, -12)), book.Some(start.AddDate(0, 0, -12))
	})
	m.Term(c, p, model.CreatePolicyTermInput{StartDate: start, EndDate: end, Premium: book.Some(*book.Dollars(31_500))}, start.Add(15*time.Hour))
}

// blanketPolicy covers six assets with one limit.
func (m *maker) blanketPolicy() {
	at := m.daysAgo(280)
	c := m.open("Blanket policy over six assets", m.standard, at)
	for i, kind := range []string{"commercialRealEstate", "commercialRealEstate", "multifamily", "multifamily", "inventory", "equipment"} {
		m.asset(c, kind, at.Add(time.Duration(i+1)*time.Minute))
	}
	m.framework(c, covers[0], at.AddDate(0, 0, 2), func(in *model.CreatePolicyInput) {
		in.DisplayName = book.Some("Blanket property, six locations")
		in.Limits = book.List(&model.LimitInput{Kind: model.LimitKindTotal, Amount: book.Dollars(60_000_000)})
	})
	m.Move(c, model.CaseStatusApproved, at.AddDate(0, 0, 5))
}

// tower is a primary policy, an umbrella over it, and an excess policy on top.
func (m *maker) tower() {
	at := m.daysAgo(270)
	c := m.open("Three-layer liability tower", m.standard, at)
	m.asset(c, "commercialRealEstate", at)
	for i, layer := range []struct {
		cover
		limit int
	}{
		{cover{model.CoverageLayerPrimary, []string{"generalLiability"}, certificateOfLiability}, 1_000_000},
		{cover{model.CoverageLayerUmbrella, []string{"umbrellaExcess"}, certificateOfLiability}, 10_000_000},
		{cover{model.CoverageLayerExcess, []string{"umbrellaExcess"}, certificateOfLiability}, 25_000_000},
	} {
		m.framework(c, layer.cover, at.AddDate(0, 0, i+1), func(in *model.CreatePolicyInput) {
			in.Limits = book.List(&model.LimitInput{
				CoverageType: book.Some(layer.types[0]), Kind: model.LimitKindPerOccurrence, Amount: book.Dollars(layer.limit),
			})
		})
	}
}

// open adds an open case with a risk profile and a name.
func (m *maker) open(name string, profile *model.RiskProfile, at time.Time) *book.Case {
	in := m.caseInput(at)
	in.DisplayName, in.RiskProfile, in.Status = book.Some(name), book.Some(profile.ID), book.Some(model.CaseStatusOpen)
	in.InsuranceContacts = book.List(m.brokers[0].ID)
	m.made.cases++
	return m.Case(in, at)
}
