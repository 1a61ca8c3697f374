package demo

import (
	"slices"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/starter"
	"github.com/covertrack/covertrack/storage/book"
)

// Stories about what policies say besides limits: on a profile that asks for all of it.

var binder = proof{"binder", "binder.pdf", "Binder"}

// The lines of an agency loan come without documents: its stories are about these too.
var (
	agencyProperty = primary("property", proof{}, func(w worth) []*model.LimitInput {
		rents := limit("businessIncome", w.loan/10)
		rents.Months, rents.ExtendedDays = book.Some(12), book.Some(90)
		return []*model.LimitInput{limit("building", w.building), rents}
	}, "building", "businessIncome")
	agencyLiability = primary("liability", proof{}, func(worth) []*model.LimitInput {
		aggregate := limit("generalLiability", 2_000_000)
		aggregate.Kind = model.LimitKindAggregate
		return []*model.LimitInput{limit("generalLiability", 1_000_000), aggregate}
	}, "generalLiability")
	agencyUmbrella = line{"umbrella", umbrella.cover, umbrella.limits, proof{}}
)

// agencyProfile is the starting point for agency loans, published, with an endorsement besides.
func (m *maker) agencyProfile() *model.RiskProfile {
	if m.agency == nil {
		in, at := starter.Profiles[0].Draft(), m.daysAgo(190)
		asked := slices.Clone(in.Requirements.Value())
		last := *asked[len(asked)-1]
		last.Endorsements = book.List("additionalInsuredMortgagee")
		asked[len(asked)-1] = &last
		in.Name, in.Requirements = "Agency loans", book.List(asked...)
		m.agency = m.RiskProfile(in, at)
		m.Publish(m.agency, at.AddDate(0, 0, 1))
	}
	return m.agency
}

// agencyCase adds an apartment house with the policies that the profile asks for, but for the edits.
func (m *maker) agencyCase(name string, zone []*model.AssetFieldInput, changes edits) (*book.Case, map[string]*model.Policy) {
	c := m.open(name, m.agencyProfile(), 185)
	const dollars = 9_200_000
	m.worth[c.ID].building = dollars
	address := m.Address()
	address.State = "OH" // no state of named storms
	fields := append(slices.Clone(zone), book.Field("address", address), book.Field("replacementCost", book.Dollars(dollars)))
	m.addAsset(c, "multifamily", fields, c.CreatedAt)
	return c, m.insure(c, []line{agencyProperty, agencyLiability, agencyUmbrella}, lasting, changes)
}

// noFlood is the field of a building that flood insurance is not asked for.
func noFlood() []*model.AssetFieldInput {
	return []*model.AssetFieldInput{book.Field("floodZone", "X")}
}

// file adds a document that is evidence of policies.
func (m *maker) file(c *book.Case, of proof, policies ...*model.Policy) {
	d := m.document(c, of, c.CreatedAt.AddDate(0, 0, 5), "Case: "+c.DisplayName)
	for _, p := range policies {
		d.Evidences = append(d.Evidences, model.EvidencedTerm{Policy: p.ID, TermNumber: p.TermNumber})
	}
}

// notAsAsked is a property policy that says other things than are asked, without a document.
func (m *maker) notAsAsked() {
	c, made := m.agencyCase("Magnolia Court Apartments: borrower not named", noFlood(), onProperty(func(in *model.CreatePolicyInput) {
		in.Insureds = book.List[uuid.UUID]()
		in.Valuation, in.CoinsurancePercent = book.Some(model.ValuationMethodActualCashValue), book.Some("100")
		in.NoticeDays = book.Some(model.NoticeDaysInput{Cancellation: book.Some(10), NonPayment: book.Some(10)})
		in.Limits.Value()[1].Months = book.Some(6)
	}))
	m.file(c, certificateOfLiability, made["liability"], made["umbrella"])
}

// attachesTooHigh is an umbrella that begins above what the policy below it pays.
func (m *maker) attachesTooHigh() {
	c, made := m.agencyCase("Cypress Row Apartments: umbrella attaches too high", noFlood(), edits{
		"liability": func(in *model.CreatePolicyInput) {
			in.ClaimsMade, in.Endorsements, in.Exclusions = book.Some(true), book.List[string](), book.List("habitability")
			in.Limits.Value()[1].Amount = book.Some(*book.Dollars(1_000_000))
		},
		"umbrella": func(in *model.CreatePolicyInput) { in.Attachment = book.Some(*book.Dollars(2_000_000)) },
	})
	m.file(c, evidenceOfProperty, made["property"])
	m.file(c, certificateOfLiability, made["liability"], made["umbrella"])
}

// nothingSaid are certificates that say nothing of what is asked, of a building whose flood zone nobody knows.
func (m *maker) nothingSaid() {
	c, made := m.agencyCase("Tupelo Terrace Apartments: terms not known", nil, edits{
		"property": func(in *model.CreatePolicyInput) {
			in.Insureds = graphql.Omittable[[]uuid.UUID]{}
			in.Valuation, in.CoinsurancePercent = graphql.Omittable[*model.ValuationMethod]{}, graphql.Omittable[*string]{}
			in.NoticeDays = graphql.Omittable[*model.NoticeDaysInput]{}
			in.Limits.Value()[1].Months = graphql.Omittable[*int]{}
		},
		"liability": func(in *model.CreatePolicyInput) {
			in.ClaimsMade = graphql.Omittable[*bool]{}
			in.Endorsements, in.Exclusions = graphql.Omittable[[]string]{}, graphql.Omittable[[]string]{}
		},
	})
	m.file(c, evidenceOfProperty, made["property"])
	m.file(c, certificateOfLiability, made["liability"], made["umbrella"])
}

// binderOutlived is a policy that was renewed by its dates alone, with a binder that sufficed for a while.
func (m *maker) binderOutlived() {
	var start, end time.Time
	c, made := m.agencyCase("Sycamore Heights Apartments: binder outlived", noFlood(), onProperty(func(in *model.CreatePolicyInput) {
		start, end = *in.StartDate.Value(), *in.EndDate.Value()
		in.StartDate, in.EndDate = book.Some(start.AddDate(-1, 0, 0)), book.Some(start)
	}))
	m.Term(c, made["property"], model.CreatePolicyTermInput{StartDate: start, EndDate: end}, start.Add(15*time.Hour))
	m.file(c, binder, made["property"])
	m.file(c, certificateOfLiability, made["liability"], made["umbrella"])
}
