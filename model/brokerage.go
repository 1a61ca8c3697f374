package model

import (
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"
)

// Brokerage is a firm of insurance brokers. Its name need not be unique: branches share one.
type Brokerage struct {
	bun.BaseModel `bun:"table:brokerages,alias:t"`

	PortfolioID    uuid.UUID `bun:",pk"`
	ID             uuid.UUID `bun:",pk"`
	Name           string
	MailingAddress *string
	StreetAddress  *string
	City           *string
	State          *string
	PostalCode     *string
	CreatedAt      time.Time
	UpdatedAt      time.Time
}

type (
	// BrokerageConnection is a page of a list.
	BrokerageConnection = Connection[Brokerage]
	// BrokerageEdge is one record of a page, with its cursor.
	BrokerageEdge = Edge[Brokerage]
)

// IsNode makes it a Node.
func (Brokerage) IsNode() {}

// NewBrokerage makes a brokerage of its input.
func NewBrokerage(id uuid.UUID, in CreateBrokerageInput, now time.Time) (*Brokerage, error) {
	b := &Brokerage{ID: id, CreatedAt: now, UpdatedAt: now}
	return b, b.Patch(in.AsUpdate()).Err()
}

// Patch changes the brokerage.
func (b *Brokerage) Patch(in UpdateBrokerageInput) Violations {
	var vs Violations
	setName(&vs, "/name", &b.Name, in.Name, CheckName)
	setText(&vs, "/mailingAddress", &b.MailingAddress, in.MailingAddress, CheckLine)
	setText(&vs, "/streetAddress", &b.StreetAddress, in.StreetAddress, CheckLine)
	setText(&vs, "/city", &b.City, in.City, CheckLine)
	setText(&vs, "/state", &b.State, in.State, CheckLine)
	setText(&vs, "/postalCode", &b.PostalCode, in.PostalCode, CheckLine)
	return vs
}
