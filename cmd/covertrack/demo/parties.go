package demo

import (
	"fmt"
	"time"

	"github.com/covertrack/covertrack/cmd/covertrack/book"
	"github.com/covertrack/covertrack/model"
)

// setUp is how many days ago the portfolio was set up.
const setUp = 380

// parties makes everybody, and the programs.
func (m *maker) parties() {
	m.users()
	m.brokerages()
	m.certificateHolders()
	at := m.daysAgo(setUp)
	for range 3 {
		at = at.Add(time.Minute)
		m.groups = append(m.groups, m.InsuredGroup(model.CreateInsuredGroupInput{Name: m.Place() + " Group"}, at))
	}
	m.programs = append(m.programs,
		m.Program(model.CreateProgramInput{Name: "Commercial program", ProductTypes: []*model.ProductTypeInput{
			{Key: "property", Name: "Commercial Property"}, {Key: "liability", Name: "General Liability"},
			{Key: "umbrella", Name: "Umbrella Liability"}, {Key: "flood", Name: "Flood"}, {Key: "workersCompensation", Name: "Workers' Compensation"},
		}}, at),
		m.Program(model.CreateProgramInput{Name: "Small business program", ProductTypes: []*model.ProductTypeInput{
			{Key: "businessOwners", Name: "Business Owner's Policy"}, {Key: "auto", Name: "Commercial Auto"},
		}}, at.Add(time.Minute)))
}

func (m *maker) users() {
	at := m.daysAgo(setUp)
	user := func(number int, role model.UserRole, active bool) *model.User {
		first, last := m.Person()
		return m.User(model.CreateUserInput{
			Email: book.Email(first, last, number), FirstName: book.Some(first), LastName: book.Some(last), Role: book.Some(role), Active: book.Some(active),
		}, at.Add(time.Duration(number)*time.Minute))
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
		address := m.Address()
		at = at.Add(time.Minute)
		firm := m.Brokerage(model.CreateBrokerageInput{
			Name: m.Place() + " Insurance Brokers", StreetAddress: book.Some(address.Street1), City: book.Some(address.City),
			MailingAddress: book.Some(fmt.Sprintf("P.O. Box %d", m.Between(100, 9999))), State: book.Some(address.State), PostalCode: book.Some(address.PostalCode),
		}, at)
		for j := range 2 {
			first, last := m.Person()
			at = at.Add(time.Minute)
			m.brokers = append(m.brokers, m.Broker(model.CreateBrokerInput{
				Brokerage: book.Some(firm.ID), FirstName: book.Some(first), LastName: book.Some(last),
				Email: book.Some(book.Email(first, last, 11+2*i+j)), Phone: book.Some(m.Phone()), PhoneType: book.Some(model.AllPhoneType[j]),
			}, at))
		}
	}
}

func (m *maker) certificateHolders() {
	at := m.daysAgo(setUp - 2)
	wording := map[model.ClauseType]string{
		model.ClauseTypeMortgagee:          "%s, its successors and/or assigns, as mortgagee",
		model.ClauseTypeLendersLossPayable: "%s, its successors and/or assigns, as lender's loss payee",
		model.ClauseTypeAdditionalInsured:  "%s, its successors and/or assigns, as additional insured",
	}
	for _, name := range []string{m.portfolio.LenderName, m.portfolio.LenderName + " Loan Servicing"} {
		at = at.Add(time.Minute)
		holder := m.CertificateHolder(model.CreateCertificateHolderInput{
			Name: name + " ISAOA/ATIMA", Address: book.Some(*m.Address()),
			ClauseTypes: []model.ClauseType{model.ClauseTypeMortgagee, model.ClauseTypeLendersLossPayable, model.ClauseTypeAdditionalInsured},
		}, at)
		m.holders = append(m.holders, holder)
		for _, t := range holder.ClauseTypes {
			at = at.Add(time.Minute)
			m.clauses = append(m.clauses, m.MortgageeClause(model.CreateMortgageeClauseInput{
				CertificateHolder: holder.ID, ClauseType: t, Wording: fmt.Sprintf(wording[t], name),
			}, at))
		}
	}
}
