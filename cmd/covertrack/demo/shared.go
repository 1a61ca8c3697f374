package demo

import (
	"fmt"
	"time"

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
	m.addPrograms(at)
}

func (m *maker) addPrograms(at time.Time) {
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
	at := m.addHolder(m.lender, m.daysAgo(setUp-2))
	m.addHolder(m.lender+" Loan Servicing", at)
}

// addHolder adds a certificate holder with its clauses, and returns the time of the last one.
func (m *maker) addHolder(name string, at time.Time) time.Time {
	at = at.Add(time.Minute)
	holder := m.CertificateHolder(m.HolderInput(name+" ISAOA/ATIMA"), at)
	m.holders = append(m.holders, holder.ID)
	for _, t := range holder.ClauseTypes {
		at = at.Add(time.Minute)
		m.clauses = append(m.clauses, m.MortgageeClause(model.CreateMortgageeClauseInput{
			CertificateHolder: holder.ID, ClauseType: t, Wording: fmt.Sprintf(wordings[t], name),
		}, at))
	}
	return at
}
