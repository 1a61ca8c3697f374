package model

import (
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/patch"
	"github.com/covertrack/covertrack/model/scalar"
)

// Broker is an insurance broker: people ask a broker for evidence of coverage.
type Broker struct {
	bun.BaseModel `bun:"table:brokers,alias:t"`

	PortfolioID    uuid.UUID `bun:",pk"`
	ID             uuid.UUID `bun:",pk"`
	BrokerageID    *uuid.UUID
	Email          *string
	Phone          *string
	PhoneExtension *string
	PhoneType      *PhoneType
	FirstName      *string
	LastName       *string
	Name           *string // as given; DisplayName is derived when nil
	DisplayName    string
	PathName       string // the storage numbers it when the slug is taken
	CreatedAt      time.Time
	UpdatedAt      time.Time

	Brokerage *Brokerage `bun:"-"`
}

// NewBroker makes a broker of its input. brokerages are the existing ones of those that it names.
func NewBroker(id uuid.UUID, in CreateBrokerInput, brokerages map[uuid.UUID]bool, now time.Time) (*Broker, error) {
	b := &Broker{ID: id, CreatedAt: now, UpdatedAt: now}
	return b, b.Patch(UpdateBrokerInput(in), brokerages).Err()
}

// Patch changes the broker. A display name with another slug makes that the PathName, which may be taken.
func (b *Broker) Patch(in UpdateBrokerInput, brokerages map[uuid.UUID]bool) fault.Violations {
	var vs fault.Violations
	before := b.DisplayName
	patch.Text(&vs, "/email", &b.Email, in.Email, scalar.CheckEmail)
	patch.Text(&vs, "/phone", &b.Phone, in.Phone, scalar.CheckPhone)
	patch.Reference(&vs, "/brokerage", &b.BrokerageID, in.Brokerage, brokerages, "is not the id of a brokerage")
	patch.Text(&vs, "/firstName", &b.FirstName, in.FirstName, scalar.CheckLine)
	patch.Text(&vs, "/lastName", &b.LastName, in.LastName, scalar.CheckLine)
	patch.DisplayName(&vs, &b.Name, before, in.DisplayName)
	patch.Text(&vs, "/phoneExtension", &b.PhoneExtension, in.PhoneExtension, scalar.CheckPhone)
	patch.Optional(&b.PhoneType, in.PhoneType)
	b.DisplayName = b.displayName()
	if b.DisplayName == "" && b.Name == nil {
		vs.Say("/displayName", fault.CodeRequired, "is required where `firstName`, `lastName` and `email` are empty")
	}
	patch.PathName(&b.PathName, before, b.DisplayName)
	return vs
}

// displayName returns "" when nothing names the broker.
func (b *Broker) displayName() string {
	if b.Name != nil {
		return *b.Name
	}
	if name := scalar.PersonName(nil, b.FirstName, nil, b.LastName, nil); name != "" {
		return name
	}
	return scalar.OrZero(b.Email)
}
