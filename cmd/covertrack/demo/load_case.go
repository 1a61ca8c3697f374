package demo

import (
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/book"
)

const (
	loadHolders     = 3 // certificate holders
	clausesOfHolder = 3
)

// loadLines are what the first, the second and each further policy of a case covers.
var loadLines = []line{property, liability, umbrella, workers, flood, excess("more", "flood", 4_500_000, floodDeclarations)}

// demandsOf are the requirements that the first so many lines fulfil.
func demandsOf(policies int) []*model.RequirementInput {
	standard, least := standardDemands(), 6_000_000 // of liability, with the umbrella
	demands := standard[:4:4]                       // of property
	if policies == 2 {
		least = 1_000_000
	}
	if policies >= 2 {
		demands = append(demands, liabilityDemand(least))
	}
	if policies >= 4 {
		demands = append(demands, standard[5]) // workers' compensation
	}
	if policies >= 5 {
		demands = append(demands, coastalDemands()[0]) // flood
	}
	return demands
}

// add makes the case of a number with all that belongs to it.
func (g *loader) add(number int) {
	at := beginning.Add(time.Duration(int64(comingIn) / int64(g.Cases) * int64(number))).Truncate(time.Second)
	next := func() time.Time {
		at = at.Add(time.Second)
		return at
	}
	status := pick(g.Book, caseStatuses)
	in, loan := g.caseInput("", next())
	in.LoanNumber = book.Some(fmt.Sprintf("LN-%d-%07d", g.Seed, number+1))
	in.ManagementType = book.Some(book.Pick(g.Book, model.AllManagementType))
	holder := clausesOfHolder * g.Random.IntN(loadHolders)
	in.MortgageeClauses = book.List(g.clauses[holder].ID, g.clauses[holder+1].ID, g.clauses[holder+2].ID)
	if status != model.CaseStatusDraft {
		in.Status = book.Some(model.CaseStatusOpen)
	}
	assets, policies, documents := g.proportions(number)
	var fate fate
	var program *model.Program
	if status == model.CaseStatusDraft || g.Random.IntN(3) == 0 { // drafts of the Coverage Framework take no policies
		program = book.Pick(g.Book, g.programs)
		in.Program = book.Some(program.ID)
	} else if fate = pick(g.Book, fates); fate.undemanding {
		in.RiskProfile = book.Some(g.profiles[len(g.profiles)-1].ID)
	} else {
		in.RiskProfile = book.Some(g.profiles[policies-1].ID)
	}
	c := g.addCase(in, loan, next())
	for range assets {
		g.asset(c, pick(g.Book, assetTypes), next())
	}
	proofs := make([]*model.Document, documents)
	for i := range proofs {
		category := pick(g.Book, categories)
		proofs[i] = g.Document(c, category, fmt.Sprintf("%s-%04d.pdf", category, g.Random.IntN(10_000)), g.BlobKey, next())
	}
	for i := range policies {
		if program != nil {
			in := g.policyInput(c, nil)
			in.ProductType, in.Limits = book.Some(book.Pick(g.Book, program.ProductTypes).Key), book.TotalLimit(g.Amount(1, 50, 500_000))
			g.settlePolicy(g.addPolicy(c, in, legacyExpiries, next()), policyStatuses)
		} else if p := g.addLine(c, i, fate, next()); i < len(proofs) {
			proofs[i].Evidences = []model.EvidencedTerm{{Policy: p.ID, TermNumber: p.TermNumber}}
		}
	}
	delete(g.worth, c.ID)
	g.settleCase(c, status)
}

// settleCase gives a case its status, some days after it was opened.
func (g *loader) settleCase(c *book.Case, status model.CaseStatus) {
	at := c.CreatedAt.AddDate(0, 0, g.Between(1, 20))
	switch status {
	case model.CaseStatusOnboarding, model.CaseStatusApproved:
		g.Move(c, status, at)
	case model.CaseStatusOnHold:
		g.Hold(c, at.AddDate(1, 1, 0))
	}
}

// addLine adds a policy of a case with a risk profile, as that demands, but for what fate has in store for the first two, and
// the waivers of what it lacks, and returns it. One property policy in three is a blanket.
func (g *loader) addLine(c *book.Case, i int, fate fate, at time.Time) *model.Policy {
	l, w, in := loadLines[i], g.worth[c.ID], g.policyInput(c, nil)
	l.set(&in, *w)
	in.Perils = book.List(slices.DeleteFunc(in.Perils.Value(), func(key string) bool {
		return !usual[i][key] && g.Random.IntN(2) == 0
	})...)
	if i == 0 && g.Random.IntN(3) == 0 {
		limits := in.Limits.Value()
		limits[0].Kind, limits[0].Amount = model.LimitKindTotal, book.Some(*book.Dollars(max(w.allBuildings, 1_000_000)))
		limits[1].Kind, limits[1].Amount = model.LimitKindTotal, book.Some(*book.Dollars(max(w.allContents, 1_000_000)))
	}
	struck, ends := i < 2 && !fate.undemanding, frameworkExpiries
	if struck && fate.lapsed {
		ends = lapsedExpiries
	}
	if struck && fate.edit != nil {
		fate.edit(&in)
	}
	p := g.addPolicy(c, in, ends, at)
	if struck && fate.then != nil {
		fate.then(g, c, p)
	} else {
		g.settlePolicy(p, frameworkStatuses)
	}
	if i < 2 && fate.waived != nil {
		for _, coverageType := range l.cover.Types {
			g.waive(c, coverageType, fate.waived)
		}
	}
	return p
}

// usual are the perils that the risk profiles name, of each line.
var usual = func() (perils []map[string]bool) {
	for _, l := range loadLines {
		perils = append(perils, book.UsualPerils(l.cover.Types...))
	}
	return perils
}()

// loadRequester and loadApprover are the tokens behind the waivers. Neither exists any more.
var (
	loadRequester = uuid.MustParse("017e1f6e-8000-7000-8000-000000000001")
	loadApprover  = uuid.MustParse("017e1f6e-8000-7000-8000-000000000002")
)

// waive adds a waiver that was approved; one in three ends some day.
func (g *loader) waive(c *book.Case, coverageType string, codes []model.FindingCode) {
	in := model.CreateWaiverInput{
		CoverageType: coverageType, Codes: book.List(codes...), Reason: "Accepted by the credit committee.",
	}
	if g.Random.IntN(3) == 0 {
		in.ExpiresOn = book.Some(g.today.AddDate(0, 0, g.Between(3, 300)))
	}
	at := g.today.AddDate(0, 0, -g.Between(10, 200)).Add(11 * time.Hour)
	g.DecideWaiver(g.Waiver(c, in, loadRequester, at), model.WaiverStateApproved, loadApprover, at.AddDate(0, 0, 2))
}

// addPolicy makes a policy in its second term, with a correction in the first: three versions.
func (g *loader) addPolicy(c *book.Case, in model.CreatePolicyInput, ends []share[[2]int], at time.Time) *model.Policy {
	days := pick(g.Book, ends)
	end := g.today.AddDate(0, 0, g.Between(days[0], days[1]))
	start := end.AddDate(-1, 0, 0)
	firstEnd := start
	if g.Random.IntN(50) == 0 {
		firstEnd = start.AddDate(0, 0, -g.Between(1, 30)) // a gap
	}
	in.StartDate, in.EndDate = book.Some(firstEnd.AddDate(-1, 0, 0)), book.Some(firstEnd)
	p := g.Policy(c, in, at)
	p.ExternalID = keyOf("INS", p.ID)
	g.Correct(c, p, model.UpdatePolicyInput{Premium: book.Some(*g.Amount(1_000, 1_900, 100))}, at.AddDate(0, 0, 30))
	g.Term(c, p, model.CreatePolicyTermInput{
		StartDate: start, EndDate: end, Premium: book.Some(*g.Amount(2_000, 2_900, 100)),
	}, at.AddDate(1, 0, 0))
	return p
}

func (g *loader) settlePolicy(p *model.Policy, statuses []share[model.PolicyStatus]) {
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
