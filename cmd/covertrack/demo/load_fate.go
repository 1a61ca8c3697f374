package demo

import (
	"slices"

	"github.com/google/uuid"
	"github.com/shopspring/decimal"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/book"
)

// fate is what becomes of the first two policies of a case with a risk profile: its property and its liability policy.
type fate struct {
	undemanding bool                                     // the risk profile demands nothing
	lapsed      bool                                     // they were not renewed
	edit        func(*model.CreatePolicyInput)           // what is wrong with them from the beginning
	then        func(*loader, *book.Case, *model.Policy) // what happened to them in their second term
	waived      []model.FindingCode                      // what the lender has accepted of it
}

func halfLimits(in *model.CreatePolicyInput) {
	for _, l := range in.Limits.Value() {
		half := decimal.RequireFromString(l.Amount.Value().Amount).Div(decimal.NewFromInt(2))
		l.Amount = book.Some(*book.Dollars(int(half.IntPart())))
	}
}

func noLimits(in *model.CreatePolicyInput) { in.Limits = book.List[*model.LimitInput]() }

func fewPerils(in *model.CreatePolicyInput) {
	in.Perils = book.List(slices.DeleteFunc(in.Perils.Value(), func(key string) bool {
		return key == "windHail" || key == "bodilyInjury"
	})...)
}

func noClause(in *model.CreatePolicyInput) { in.MortgageeClauses = book.List[uuid.UUID]() }

func unknownForm(in *model.CreatePolicyInput) {
	in.CoverageFormType = book.Some(model.CoverageFormTypeUnknown)
}

func rated(rating string) func(*model.CreatePolicyInput) {
	return func(in *model.CreatePolicyInput) { in.Carrier.Value().AmBestRating = book.Some(rating) }
}

// cancel cancels a policy some days ago. Its term has run for five days at least.
func cancel(g *loader, c *book.Case, p *model.Policy) { g.cancelled(c, p) }

func (g *loader) cancelled(c *book.Case, p *model.Policy) *book.Cancelled {
	effective := g.Today.AddDate(0, 0, -g.Between(1, 4))
	return g.Cancel(c, p, model.CancelPolicyInput{
		EffectiveDate: effective, Reason: book.Pick(g.Book, model.AllCancellationReason),
	}, effective.AddDate(0, 0, -10))
}

// reinstate cancels a policy and reinstates it without a lapse.
func reinstate(g *loader, c *book.Case, p *model.Policy) {
	made := g.cancelled(c, p)
	g.Reinstate(c, p, made, model.ReinstatePolicyInput{EffectiveDate: made.EffectiveDate}, made.EffectiveDate)
}

func deactivate(g *loader, _ *book.Case, p *model.Policy) {
	g.Deactivate(p, g.Today.AddDate(0, 0, -g.Between(1, 90)))
}
