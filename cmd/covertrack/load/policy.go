package load

import (
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/book"
)

// approver is the token behind the decisions about waivers, which others request. Neither exists any more.
var (
	requester = uuid.MustParse("017e1f6e-8000-7000-8000-000000000001")
	approver  = uuid.MustParse("017e1f6e-8000-7000-8000-000000000002")
)

// insure adds the policies that fulfil the demands of the case's risk profile, but for what fate has in store, and the
// waivers.
func (g *generator) insure(c *book.Case, of *toInsure, policies int, fate fate, next func() time.Time) {
	for i, l := range lines[:policies] {
		in := g.frameworkInput(l, of)
		struck := i < 2 && !fate.undemanding
		ends := frameworkExpiries
		if struck && fate.lapsed {
			ends = lapsedExpiries
		}
		if struck && fate.edit != nil {
			fate.edit(&in)
		}
		p := g.addPolicy(c, in, ends, next())
		if struck && fate.then != nil {
			fate.then(g, c, p)
		} else {
			g.settlePolicy(p, frameworkStatuses)
		}
	}
	if fate.waived != nil {
		for _, l := range lines[:min(policies, 2)] {
			for _, coverageType := range l.Types {
				g.waive(c, coverageType, fate.waived)
			}
		}
	}
}

// waive adds a waiver that was approved; one in three ends some day.
func (g *generator) waive(c *book.Case, coverageType string, codes []model.FindingCode) {
	in := model.CreateWaiverInput{
		CoverageType: coverageType, Codes: book.List(codes...), Reason: "Accepted by the credit committee.",
	}
	if g.Random.IntN(3) == 0 {
		in.ExpiresOn = book.Some(g.Today.AddDate(0, 0, g.Between(3, 300)))
	}
	at := g.Today.AddDate(0, 0, -g.Between(10, 200)).Add(11 * time.Hour)
	g.DecideWaiver(g.Waiver(c, in, requester, at), model.WaiverStateApproved, approver, at.AddDate(0, 0, 2))
}

func (g *generator) addLegacyPolicy(c *book.Case, of *toInsure, at time.Time) {
	in := g.policyInput(of)
	in.ProductType = book.Some(book.Pick(g.Book, g.programs[0].ProductTypes).Key)
	in.Limits = book.TotalLimit(g.Amount(1, 50, 500_000))
	g.settlePolicy(g.addPolicy(c, in, expiries, at), policyStatuses)
}

// addPolicy makes a policy in its second term, with a correction in the first: three versions.
func (g *generator) addPolicy(
	c *book.Case, in model.CreatePolicyInput, ends []share[[2]int], at time.Time,
) *model.Policy {
	days := pick(g.Book, ends)
	end := g.Today.AddDate(0, 0, g.Between(days[0], days[1]))
	start := end.AddDate(-1, 0, 0)
	firstEnd := start
	if g.Random.IntN(50) == 0 {
		firstEnd = start.AddDate(0, 0, -g.Between(1, 30)) // a gap
	}
	in.StartDate, in.EndDate = book.Some(firstEnd.AddDate(-1, 0, 0)), book.Some(firstEnd)
	p := g.Policy(c, in, at)
	g.Correct(c, p, model.UpdatePolicyInput{Premium: book.Some(*g.Amount(1_000, 1_900, 100))}, at.AddDate(0, 0, 30))
	g.Term(c, p, model.CreatePolicyTermInput{
		StartDate: start, EndDate: end, Premium: book.Some(*g.Amount(2_000, 2_900, 100)),
	}, at.AddDate(1, 0, 0))
	return p
}

// frameworkInput is the first term of a policy that covers a line. One property policy in three is a blanket.
func (g *generator) frameworkInput(l line, of *toInsure) model.CreatePolicyInput {
	in := g.policyInput(of)
	in.CoverageLayer, in.CoverageTypes = book.Some(l.Layer), book.List(l.Types...)
	in.Perils = book.List(l.Perils(func(key string) bool { return l.demanded[key] || g.Random.IntN(2) > 0 })...)
	in.MortgageeClauses = book.List(g.clauses[of.holder*clausesOfHolder+l.clause])
	limits := l.limits(of)
	if l.Types[0] == "building" {
		in.CoverageFormType = book.Some(model.CoverageFormTypeSpecial)
		if g.Random.IntN(3) == 0 {
			limits[0] = total("building", max(of.allBuildings, 500_000))
			limits[1] = total("businessPersonalProperty", max(of.allOfContents, 50_000))
		}
	}
	in.Limits = book.List(limits...)
	return in
}

// policyInput is what policies of both models have.
func (g *generator) policyInput(of *toInsure) model.CreatePolicyInput {
	carrier := book.Pick(g.Book, carriers)
	carrier.NaicCode = book.Some(fmt.Sprintf("%05d", g.Between(10_000, 99_999)))
	return model.CreatePolicyInput{
		PolicyNumber: book.Some(fmt.Sprintf("P%d-%09d", g.Between(10, 99), g.Random.IntN(1e9))),
		Carrier:      book.Some(carrier),
		Insureds:     book.List(of.insureds...),
		Deductible:   book.Some(*g.Amount(1, 20, 2_500)),
		Premium:      book.Some(*g.Amount(10, 900, 100)),
	}
}

func (g *generator) settlePolicy(p *model.Policy, statuses []share[model.PolicyStatus]) {
	at := p.CreatedAt.AddDate(1, 0, 1)
	switch pick(g.Book, statuses) {
	case model.PolicyStatusRenewalInProgress:
		g.StartRenewal(p, at)
	case model.PolicyStatusDeactivated:
		g.Deactivate(p, at)
	case model.PolicyStatusOnHold:
		g.HoldPolicy(p, at)
	}
}
