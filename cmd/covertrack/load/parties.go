package load

import (
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/book"
)

// shared are the records that cases name.
type shared struct {
	programs        []*model.Program
	profiles        []*model.RiskProfile
	brokers         []uuid.UUID
	groups, clauses []uuid.UUID
	people          int
}

var roles = []model.UserRole{
	model.UserRoleAdmin, model.UserRoleAnalyst, model.UserRoleAnalyst, model.UserRoleAnalyst, model.UserRoleViewer,
}

// parties makes what all cases share, a day before the first.
func (g *generator) parties() {
	at := beginning.AddDate(0, 0, -1)
	g.addPrograms(at)
	for i, role := range roles {
		g.User(g.UserInput(g.number(), role), at.Add(time.Duration(i)*time.Second))
	}
	for range g.Cases/200 + 2 {
		firm := g.Brokerage(g.BrokerageInput(), at)
		for range 4 {
			broker := g.Broker(g.BrokerInput(firm.ID, g.number(), model.PhoneTypeOffice), at)
			g.brokers = append(g.brokers, broker.ID)
		}
	}
	for range g.Cases/100 + 1 {
		g.groups = append(g.groups, g.InsuredGroup(g.GroupInput(), at).ID)
	}
	for i := range holders {
		holder := g.CertificateHolder(g.HolderInput(fmt.Sprintf("Load Example Lender %d ISAOA/ATIMA", i+1)), at)
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

func (g *generator) addPrograms(at time.Time) {
	products := []*model.ProductTypeInput{
		{Key: "property", Name: "Property"}, {Key: "flood", Name: "Flood"}, {Key: "liability", Name: "General Liability"},
		{Key: "umbrella", Name: "Umbrella"}, {Key: "workersCompensation", Name: "Workers' Compensation"},
	}
	for _, name := range []string{"Commercial program", "Small business program"} {
		g.programs = append(g.programs, g.Program(model.CreateProgramInput{Name: name, ProductTypes: products}, at))
	}
}

// addProfiles makes a profile for each number of policies, and at last one that demands nothing.
func (g *generator) addProfiles(at time.Time) {
	for i, name := range profileNames {
		g.addProfile(model.CreateRiskProfileInput{Name: name, Requirements: book.List(demandsOf(i + 1)...)}, at)
	}
	g.addProfile(model.CreateRiskProfileInput{Name: "Anything goes"}, at)
}

func (g *generator) addProfile(in model.CreateRiskProfileInput, at time.Time) {
	p := g.RiskProfile(in, at)
	g.Publish(p, at)
	g.profiles = append(g.profiles, p)
}

// profileFor returns the id of the profile for cases with so many policies.
func (g *generator) profileFor(policies int, fate fate) uuid.UUID {
	if fate.undemanding {
		return g.profiles[len(g.profiles)-1].ID
	}
	return g.profiles[policies-1].ID
}
