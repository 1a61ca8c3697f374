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
	insured := g.Insured(model.CreateInsuredInput{
		CorporateName: book.Some(g.Company()), InsuredGroup: book.Some(book.Pick(g.Book, g.groups)),
	}, next())
	in := model.CreateCaseInput{
		LoanNumber:        book.Some(fmt.Sprintf("LN-%d-%07d", g.Seed, number+1)),
		LoanAmount:        book.Some(*g.Amount(2, 900, 50_000)),
		MaturityDate:      book.Some(g.Today.AddDate(g.Between(1, 10), 0, 0)),
		Insureds:          book.List(insured.ID),
		MortgageeClauses:  book.List(book.Pick(g.Book, g.clauses)),
		InsuranceContacts: book.List(book.Pick(g.Book, g.brokers)),
		ManagementType:    book.Some(book.Pick(g.Book, model.AllManagementType)),
	}
	if status != model.CaseStatusDraft {
		in.Status = book.Some(model.CaseStatusOpen)
	}
	if status == model.CaseStatusDraft || g.Random.IntN(3) == 0 { // drafts of the Coverage Framework take no policies
		in.Program = book.Some(book.Pick(g.Book, g.programs).ID)
	} else {
		in.RiskProfile = book.Some(book.Pick(g.Book, g.profiles).ID)
	}
	c := g.Case(in, next())
	assets, policies, documents := g.proportions(number)
	for range assets {
		g.Asset(c, g.asset(), next())
	}
	for range documents {
		category := pick(g.Book, categories)
		g.Document(c, category, fmt.Sprintf("%s-%04d.pdf", category, g.Random.IntN(10_000)), g.BlobKey, next())
	}
	for range policies {
		g.addPolicy(c, []uuid.UUID{insured.ID}, next())
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

// asset makes an asset with all the fields that its type requires, and some more.
func (g *generator) asset() model.CreateAssetInput {
	kind := pick(g.Book, assetTypes)
	switch kind {
	case "equipment":
		return book.AssetInput(kind, book.Field("description", g.Place()+" press line"),
			book.Field("value", g.Amount(1, 90, 10_000)))
	case "vehicle":
		return book.AssetInput(kind, book.Field("vin", fmt.Sprintf("1XXBC%012d", g.Random.Int64N(1e12))),
			book.Field("year", g.Between(2012, 2025)))
	case "businessOperations":
		return book.AssetInput(kind, book.Field("legalName", g.Company()), book.Field("annualRevenue", g.Amount(1, 900, 100_000)))
	case "constructionProject":
		return book.AssetInput(kind, book.Field("address", g.Address()), book.Field("contractAmount", g.Amount(1, 90, 1_000_000)))
	case "inventory":
		return book.AssetInput(kind, book.Field("address", g.Address()), book.Field("value", g.Amount(1, 90, 10_000)))
	default:
		return book.AssetInput(kind, book.Field("address", g.Address()), book.Field("yearBuilt", g.Between(1950, 2022)),
			book.Field("stories", g.Between(1, 12)), book.Field("sprinklered", g.Random.IntN(2) == 0),
			book.Field("replacementCost", g.Amount(1, 90, 500_000)))
	}
}
