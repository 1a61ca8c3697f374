package book

import (
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
)

// User adds one of the lender's people.
func (b *Book) User(in model.CreateUserInput, at time.Time) *model.User {
	u, err := model.NewUser(b.ids.at(at), in, false, at)
	b.note("user", err)
	b.known.contacts[u.ID] = true
	b.unsent.users = append(b.unsent.users, u)
	if u.Active {
		b.boxes.Contacts[u.ID] = model.Mailbox{ID: u.ID, Name: u.DisplayName, Email: u.Email}
	}
	if u.Active && u.Role != model.UserRoleViewer {
		b.boxes.FollowUp = append(b.boxes.FollowUp, b.boxes.Contacts[u.ID])
	}
	return u
}

// Brokerage adds a firm of brokers.
func (b *Book) Brokerage(in model.CreateBrokerageInput, at time.Time) *model.Brokerage {
	f, err := model.NewBrokerage(b.ids.at(at), in, at)
	b.note("brokerage", err)
	b.known.brokerages[f.ID] = true
	b.unsent.brokerages = append(b.unsent.brokerages, f)
	return f
}

// Broker adds a broker.
func (b *Book) Broker(in model.CreateBrokerInput, at time.Time) *model.Broker {
	p, err := model.NewBroker(b.ids.at(at), in, b.known.brokerages, at)
	b.note("broker", err)
	p.PathName = b.pathName("broker", p.PathName)
	b.known.contacts[p.ID] = true
	if p.Email != nil {
		b.boxes.Contacts[p.ID] = model.Mailbox{ID: p.ID, Name: p.DisplayName, Email: *p.Email}
	}
	b.unsent.brokers = append(b.unsent.brokers, p)
	return p
}

// InsuredGroup adds a group of insureds.
func (b *Book) InsuredGroup(in model.CreateInsuredGroupInput, at time.Time) *model.InsuredGroup {
	g, err := model.NewInsuredGroup(b.ids.at(at), in, at)
	b.note("insured group", err)
	b.known.groups[g.ID] = true
	b.unsent.groups = append(b.unsent.groups, g)
	return g
}

// Insured adds a party whose property is insured.
func (b *Book) Insured(in model.CreateInsuredInput, at time.Time) *model.Insured {
	i, err := model.NewInsured(b.ids.at(at), in, b.known.groups, at)
	b.note("insured", err)
	i.PathName = b.pathName("insured", i.PathName)
	b.known.insureds[i.ID] = true
	b.unsent.insureds = append(b.unsent.insureds, i)
	return i
}

// CertificateHolder adds a party that certificates are made out to.
func (b *Book) CertificateHolder(in model.CreateCertificateHolderInput, at time.Time) *model.CertificateHolder {
	h, err := model.NewCertificateHolder(b.ids.at(at), in, at)
	b.note("certificate holder", err)
	b.known.holders[h.ID] = h
	b.unsent.holders = append(b.unsent.holders, h)
	return h
}

// MortgageeClause adds a wording.
func (b *Book) MortgageeClause(in model.CreateMortgageeClauseInput, at time.Time) *model.MortgageeClause {
	c, err := model.NewMortgageeClause(b.ids.at(at), in, b.known.holders[in.CertificateHolder], at)
	b.note("mortgagee clause", err)
	b.known.clauses[c.ID] = true
	b.unsent.clauses = append(b.unsent.clauses, c)
	return c
}

// Program adds a list of products, for cases of the legacy model.
func (b *Book) Program(in model.CreateProgramInput, at time.Time) *model.Program {
	p, err := model.NewProgram(b.ids.at(at), in, at)
	b.note("program", err)
	b.known.programs[p.ID] = p
	b.unsent.programs = append(b.unsent.programs, p)
	return p
}

func exists[T any](all map[uuid.UUID]T) map[uuid.UUID]bool {
	ids := make(map[uuid.UUID]bool, len(all))
	for id := range all {
		ids[id] = true
	}
	return ids
}
