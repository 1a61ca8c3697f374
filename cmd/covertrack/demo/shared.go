package demo

import (
	"fmt"
	"time"

	"github.com/99designs/gqlgen/graphql"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/book"
)

// setUp is how many days ago the portfolio was set up.
const setUp = 380

// parties makes the people and firms, and the programs.
func (m *maker) parties() {
	m.users()
	m.brokerages()
	m.certificateHolders()
	at := m.daysAgo(setUp)
	for range 3 {
		at = at.Add(time.Minute)
		m.groups = append(m.groups, m.InsuredGroup(m.GroupInput(), at))
	}
	m.programs = append(m.programs,
		m.Program(model.CreateProgramInput{Name: "Commercial program", ProductTypes: []*model.ProductTypeInput{
			{Key: "property", Name: "Commercial Property"}, {Key: "liability", Name: "General Liability"},
			{Key: "umbrella", Name: "Umbrella Liability"}, {Key: "flood", Name: "Flood"},
			{Key: "workersCompensation", Name: "Workers' Compensation"},
		}}, at),
		m.Program(model.CreateProgramInput{Name: "Small business program", ProductTypes: []*model.ProductTypeInput{
			{Key: "businessOwners", Name: "Business Owner's Policy"}, {Key: "auto", Name: "Commercial Auto"},
		}}, at.Add(time.Minute)))
}

func (m *maker) users() {
	at := m.daysAgo(setUp)
	user := func(number int, role model.UserRole, active bool) *model.User {
		in := m.UserInput(number, role)
		in.Active = book.Some(active)
		return m.User(in, at.Add(time.Duration(number)*time.Minute))
	}
	m.admin = user(1, model.UserRoleAdmin, true)
	m.analyst = user(2, model.UserRoleAnalyst, true)
	user(3, model.UserRoleAnalyst, true)
	user(4, model.UserRoleViewer, true)
	user(5, model.UserRoleAnalyst, false)
}

func (m *maker) brokerages() {
	at := m.daysAgo(setUp - 1)
	for i := range 3 {
		at = at.Add(time.Minute)
		in := m.BrokerageInput()
		in.MailingAddress = book.Some(fmt.Sprintf("P.O. Box %d", m.Between(100, 9999)))
		firm := m.Brokerage(in, at)
		for j := range 2 {
			at = at.Add(time.Minute)
			m.brokers = append(m.brokers, m.Broker(m.BrokerInput(firm.ID, 11+2*i+j, model.AllPhoneType[j]), at))
		}
	}
}

// wordings are of the mortgagee clauses, for the name of a holder.
var wordings = map[model.ClauseType]string{
	model.ClauseTypeMortgagee:          "%s, its successors and/or assigns, as mortgagee",
	model.ClauseTypeLendersLossPayable: "%s, its successors and/or assigns, as lender's loss payee",
	model.ClauseTypeAdditionalInsured:  "%s, its successors and/or assigns, as additional insured",
}

func (m *maker) certificateHolders() {
	at := m.daysAgo(setUp - 2)
	for _, name := range []string{m.lender, m.lender + " Loan Servicing"} {
		at = at.Add(time.Minute)
		holder := m.CertificateHolder(m.HolderInput(name+" ISAOA/ATIMA"), at)
		m.holders = append(m.holders, holder.ID)
		for _, t := range holder.ClauseTypes {
			at = at.Add(time.Minute)
			m.clauses = append(m.clauses, m.MortgageeClause(model.CreateMortgageeClauseInput{
				CertificateHolder: holder.ID, ClauseType: t, Wording: fmt.Sprintf(wordings[t], name),
			}, at))
		}
	}
}

// riskProfiles makes one of each type, a version that was superseded, and a draft.
func (m *maker) riskProfiles() {
	at := m.daysAgo(setUp - 5)
	first := m.RiskProfile(model.CreateRiskProfileInput{
		Name: "Commercial real estate", Description: book.Some("What a loan on an income-producing property needs."),
		AssetTypes:         book.List("commercialRealEstate", "multifamily", "equipment", "inventory", "businessOperations"),
		CertificateHolders: book.List(m.holders...),
		Requirements:       demands("building", "generalLiability", "umbrellaExcess", "flood"),
	}, at)
	m.Publish(first, at.AddDate(0, 0, 1))
	m.standard = m.NextVersion(first, at.AddDate(0, 0, 9))
	m.Amend(m.standard, model.UpdateRiskProfileInput{Requirements: demands(
		"building", "businessPersonalProperty", "ordinanceOrLaw", "equipmentBreakdown", "businessIncome", "flood",
		"windstorm", "terrorism", "generalLiability", "umbrellaExcess", "workersCompensation")}, at.AddDate(0, 0, 9))
	m.Publish(m.standard, at.AddDate(0, 0, 10))

	m.multifamily = m.Clone(m.standard, model.CopyRiskProfileInput{
		Name: book.Some("Multifamily"), Description: book.Some("A copy of the standard, for apartment houses."),
	}, at.AddDate(0, 0, 12))
	m.Publish(m.multifamily, at.AddDate(0, 0, 13))
	m.participation = m.Subscribe(m.standard, model.CopyRiskProfileInput{
		Name: book.Some("Participations"), Description: book.Some("Follows the standard, version by version."),
	}, at.AddDate(0, 0, 14))
	m.construction = m.RiskProfile(model.CreateRiskProfileInput{
		Name:        "Ground-up construction",
		Description: book.Some("Builder's risk and liability alone: other coverage types are refused."),
		AssetTypes:  book.List("constructionProject"), CertificateHolders: book.List(m.holders...),
		Requirements: demands("buildersRisk", "generalLiability"),
	}, at.AddDate(0, 0, 15))
	m.Publish(m.construction, at.AddDate(0, 0, 16))
	m.RiskProfile(model.CreateRiskProfileInput{
		Name: "Owner-occupied", Description: book.Some("A draft: cases cannot use it yet."),
		Requirements: demands("building"),
	}, m.daysAgo(3))
}

// demands are requirements for coverage types, with the usual limits.
func demands(coverageTypes ...string) graphql.Omittable[[]*model.RequirementInput] {
	requirements := book.Demands(coverageTypes...)
	for _, r := range requirements.Value() {
		switch r.CoverageType {
		case "building", "buildersRisk":
			r.ClauseType, r.MaximumDeductible = book.Some(model.ClauseTypeMortgagee), book.Some(*book.Dollars(25_000))
		case "generalLiability":
			r.ClauseType = book.Some(model.ClauseTypeAdditionalInsured)
			r.MinimumLimit = book.Some(*book.Dollars(1_000_000))
		case "flood":
			r.ClauseType, r.Weight = book.Some(model.ClauseTypeMortgagee), book.Some(0.5)
		}
	}
	return requirements
}
