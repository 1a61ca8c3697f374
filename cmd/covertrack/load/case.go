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
