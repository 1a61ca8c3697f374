package book

import (
	"time"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// User adds one of the lender's people.
func (b *Book) User(in model.CreateUserInput, at time.Time) *model.User {
	u, err := model.NewUser(b.id(at), in, false, at)
	b.known.Contacts[u.ID] = true
	if u.Active {
		b.boxes.Contacts[u.ID] = model.Mailbox{ID: u.ID, Name: u.DisplayName, Email: u.Email}
	}
	if u.Active && u.Role != model.UserRoleViewer {
		b.boxes.FollowUp = append(b.boxes.FollowUp, b.boxes.Contacts[u.ID])
	}
	return add(b, storage.Users, u, err)
}

// Brokerage adds a firm of brokers.
func (b *Book) Brokerage(in model.CreateBrokerageInput, at time.Time) *model.Brokerage {
	f, err := model.NewBrokerage(b.id(at), in, at)
	b.brokerages[f.ID] = true
	return add(b, storage.Brokerages, f, err)
}

// Broker adds a broker, of a brokerage of the book if the input names one.
func (b *Book) Broker(in model.CreateBrokerInput, at time.Time) *model.Broker {
	p, err := model.NewBroker(b.id(at), in, b.brokerages, at)
	p.PathName = b.pathName("broker", p.PathName)
	b.known.Contacts[p.ID] = true
	if p.Email != nil {
		b.boxes.Contacts[p.ID] = model.Mailbox{ID: p.ID, Name: p.DisplayName, Email: *p.Email}
	}
	return add(b, storage.Brokers, p, err)
}

// InsuredGroup adds a group of insureds.
func (b *Book) InsuredGroup(in model.CreateInsuredGroupInput, at time.Time) *model.InsuredGroup {
	g, err := model.NewInsuredGroup(b.id(at), in, at)
	b.groups[g.ID] = true
	return add(b, storage.InsuredGroups, g, err)
}

// Insured adds a party whose property is insured.
func (b *Book) Insured(in model.CreateInsuredInput, at time.Time) *model.Insured {
	i, err := model.NewInsured(b.id(at), in, model.InsuredReferences{Groups: b.groups}, at)
	i.PathName = b.pathName("insured", i.PathName)
	b.known.Insureds[i.ID] = true
	b.insureds = append(b.insureds, i)
	return add(b, storage.Insureds, i, err)
}

// CertificateHolder adds a party that certificates are made out to.
func (b *Book) CertificateHolder(in model.CreateCertificateHolderInput, at time.Time) *model.CertificateHolder {
	h, err := model.NewCertificateHolder(b.id(at), in, at)
	b.holders[h.ID] = h
	return add(b, storage.CertificateHolders, h, err)
}

// MortgageeClause adds a wording.
func (b *Book) MortgageeClause(in model.CreateMortgageeClauseInput, at time.Time) *model.MortgageeClause {
	c, err := model.NewMortgageeClause(b.id(at), in, b.holders[in.CertificateHolder], at)
	b.known.MortgageeClauses[c.ID] = true
	b.clauses[c.ID] = c
	return add(b, storage.MortgageeClauses, c, err)
}

// Program adds a list of products, for cases of the legacy model.
func (b *Book) Program(in model.CreateProgramInput, at time.Time) *model.Program {
	p, err := model.NewProgram(b.id(at), in, at)
	b.known.Programs[p.ID] = true
	b.products[p.ID] = p.ProductTypes
	return add(b, storage.Programs, p, err)
}
