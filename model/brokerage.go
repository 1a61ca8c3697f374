package model

import (
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/patch"
	"github.com/covertrack/covertrack/model/scalar"
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

// AsUpdate returns the creation as a change.
func (in CreateBrokerageInput) AsUpdate() UpdateBrokerageInput {
	update := patch.As[UpdateBrokerageInput](in)
	update.Name = graphql.OmittableOf(&in.Name)
	return update
}

// NewBrokerage makes a brokerage of its input.
func NewBrokerage(id uuid.UUID, in CreateBrokerageInput, now time.Time) (*Brokerage, error) {
	b := &Brokerage{ID: id, CreatedAt: now, UpdatedAt: now}
	return b, b.Patch(in.AsUpdate()).Err()
}

// Patch changes the brokerage.
func (b *Brokerage) Patch(in UpdateBrokerageInput) fault.Violations {
	var vs fault.Violations
	patch.Name(&vs, "/name", &b.Name, in.Name, scalar.CheckName)
	patch.Text(&vs, "/mailingAddress", &b.MailingAddress, in.MailingAddress, scalar.CheckLine)
	patch.Text(&vs, "/streetAddress", &b.StreetAddress, in.StreetAddress, scalar.CheckLine)
	patch.Text(&vs, "/city", &b.City, in.City, scalar.CheckLine)
	patch.Text(&vs, "/state", &b.State, in.State, scalar.CheckLine)
	patch.Text(&vs, "/postalCode", &b.PostalCode, in.PostalCode, scalar.CheckLine)
	return vs
}
