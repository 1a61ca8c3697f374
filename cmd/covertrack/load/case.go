package load

import (
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/book"
)

// addCase makes the case of a number with all that belongs to it.
func (g *generator) addCase(number int) {
	at := beginning.Add(time.Duration(int64(comingIn) / int64(g.Cases) * int64(number))).Truncate(time.Second)
	next := func() time.Time {
		at = at.Add(time.Second)
		return at
	}
	status := pick(g.Book, caseStatuses)
	party := g.Insured(model.CreateInsuredInput{
		CorporateName: book.Some(g.Company()), InsuredGroup: book.Some(book.Pick(g.Book, g.groups)),
	}, next())
	loan := g.Between(2, 900) * 50_000
	in := model.CreateCaseInput{
		LoanNumber:        book.Some(fmt.Sprintf("LN-%d-%07d", g.Seed, number+1)),
		LoanAmount:        book.Some(*book.Dollars(loan)),
		MaturityDate:      book.Some(g.Today.AddDate(g.Between(1, 10), 0, 0)),
		Insureds:          book.List(party.ID),
		MortgageeClauses:  book.List(book.Pick(g.Book, g.clauses)),
		InsuranceContacts: book.List(book.Pick(g.Book, g.brokers)),
		ManagementType:    book.Some(book.Pick(g.Book, model.AllManagementType)),
	}
	if status != model.CaseStatusDraft {
		in.Status = book.Some(model.CaseStatusOpen)
	}
	assets, policies, documents := g.proportions(number)
	var fate fate
	if status == model.CaseStatusDraft || g.Random.IntN(3) == 0 { // drafts of the Coverage Framework take no policies
		in.Program = book.Some(book.Pick(g.Book, g.programs).ID)
	} else {
		fate = pick(g.Book, fates)
		in.RiskProfile = book.Some(g.profileFor(policies, fate))
	}
	c := g.Case(in, next())
	insured := toInsure{insureds: []uuid.UUID{party.ID}, loan: loan, holder: g.Random.IntN(holders)}
	for range assets {
		g.Asset(c, g.asset(&insured), next())
	}
	for range documents {
		category := pick(g.Book, categories)
		g.Document(c, category, fmt.Sprintf("%s-%04d.pdf", category, g.Random.IntN(10_000)), g.BlobKey, next())
	}
	if c.IsFrameworkCase() {
		g.insure(c, &insured, policies, fate, next)
	} else {
		for range policies {
			g.addLegacyPolicy(c, &insured, next())
		}
	}
	g.settle(c, status)
}

// settle gives a case its status, some days after it was opened.
func (g *generator) settle(c *book.Case, status model.CaseStatus) {
	at := c.CreatedAt.AddDate(0, 0, g.Between(1, 20))
	switch status {
	case model.CaseStatusOnboarding, model.CaseStatusApproved:
		g.Move(c, status, at)
	case model.CaseStatusOnHold:
		g.Hold(c, at.AddDate(1, 1, 0))
	}
}
