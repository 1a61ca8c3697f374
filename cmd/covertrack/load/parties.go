package load

import (
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/cmd/covertrack/book"
	"github.com/covertrack/covertrack/model"
)

// shared are the records that cases name.
type shared struct {
	programs        []*model.Program
	profiles        []*model.RiskProfile
	brokers, users  []uuid.UUID
	groups, clauses []uuid.UUID
	people          int
}

// parties makes what all cases share, a day before the first.
func (g *generator) parties() {
	at := beginning.AddDate(0, 0, -1)
	g.addPrograms(at)
	for i, role := range []model.UserRole{model.UserRoleAdmin, model.UserRoleAnalyst, model.UserRoleAnalyst, model.UserRoleAnalyst, model.UserRoleViewer} {
		first, last := g.Person()
		u := g.User(model.CreateUserInput{
			Email: book.Email(first, last, g.number()), FirstName: book.Some(first), LastName: book.Some(last), Role: book.Some(role),
		}, at.Add(time.Duration(i)*time.Second))
		g.users = append(g.users, u.ID)
	}
	for range g.Cases/200 + 2 {
		g.addBrokerage(at)
	}
	for range g.Cases/100 + 1 {
		g.groups = append(g.groups, g.InsuredGroup(model.CreateInsuredGroupInput{Name: g.Place() + " Group"}, at).ID)
	}
	for i := range 3 {
		holder := g.CertificateHolder(model.CreateCertificateHolderInput{
			Name: fmt.Sprintf("Load Example Lender %d ISAOA/ATIMA", i+1), Address: book.Some(*g.Address()),
			ClauseTypes: []model.ClauseType{model.ClauseTypeMortgagee, model.ClauseTypeLendersLossPayable, model.ClauseTypeAdditionalInsured},
		}, at)
		for _, t := range holder.ClauseTypes {
			clause := g.MortgageeClause(model.CreateMortgageeClauseInput{
				CertificateHolder: holder.ID, ClauseType: t, Wording: holder.Name + ", its successors and/or assigns",
			}, at)
			g.clauses = append(g.clauses, clause.ID)
		}
	}
	g.addProfiles(at)
}

// number counts people, so that no two have one e-mail address, whatever other seeds the portfolio has.
func (g *generator) number() int {
	g.people++
	return int(g.Seed%100_000)*1_000_000 + g.people
}

func (g *generator) addBrokerage(at time.Time) {
	address := g.Address()
	firm := g.Brokerage(model.CreateBrokerageInput{
		Name: g.Place() + " Insurance Brokers", StreetAddress: book.Some(address.Street1), City: book.Some(address.City),
		State: book.Some(address.State), PostalCode: book.Some(address.PostalCode),
	}, at)
	for range 4 {
		first, last := g.Person()
		broker := g.Broker(model.CreateBrokerInput{
			Brokerage: book.Some(firm.ID), FirstName: book.Some(first), LastName: book.Some(last),
			Email: book.Some(book.Email(first, last, g.number())), Phone: book.Some(g.Phone()), PhoneType: book.Some(model.PhoneTypeOffice),
		}, at)
		g.brokers = append(g.brokers, broker.ID)
	}
}

func (g *generator) addPrograms(at time.Time) {
	for _, name := range []string{"Commercial program", "Small business program"} {
		g.programs = append(g.programs, g.Program(model.CreateProgramInput{Name: name, ProductTypes: []*model.ProductTypeInput{
			{Key: "property", Name: "Property"}, {Key: "flood", Name: "Flood"}, {Key: "liability", Name: "General Liability"},
			{Key: "umbrella", Name: "Umbrella"}, {Key: "workersCompensation", Name: "Workers' Compensation"},
		}}, at))
	}
}

// addProfiles makes a profile that demands all that the coverages need, and one that demands nothing.
func (g *generator) addProfiles(at time.Time) {
	var demands []*model.RequirementInput
	seen := map[string]bool{}
	for _, c := range coverages {
		for _, t := range c.types {
			if !seen[t] {
				demands = append(demands, &model.RequirementInput{CoverageType: t})
			}
			seen[t] = true
		}
	}
	for _, in := range []model.CreateRiskProfileInput{
		{Name: "Commercial real estate", Requirements: book.List(demands...)},
		{Name: "Anything goes"},
	} {
		p := g.RiskProfile(in, at)
		g.Publish(p, at)
		g.profiles = append(g.profiles, p)
	}
}
