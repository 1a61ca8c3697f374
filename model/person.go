package model

import (
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"
)

// Person is somebody who signs in with an identity provider. Issuer and Subject say who it is, and never the address: two
// providers that show the same address are two persons.
type Person struct {
	bun.BaseModel `bun:"table:persons,alias:t"`

	ID         uuid.UUID `bun:",pk"`
	ProviderID uuid.UUID // by which they came last
	Issuer     string
	Subject    string
	Name       string
	Email      *string    // as the provider shows it
	LenderID   *uuid.UUID `bun:"type:uuid"` // nil for the operator's staff
	Roles      []Role     `bun:",array"`    // all of the kind that OfLender says
	State      PersonState
	// SuspendedByDirectory: nobody did by hand, so that their company's directory may have them active again.
	SuspendedByDirectory bool
	LastSeenAt           *time.Time // nil until the first sign-in
	CreatedAt            time.Time
	UpdatedAt            time.Time

	User      *User `bun:"-"` // who they are in the request's portfolio
	OpenTasks int   `bun:"-"` // in any portfolio
}

// Usable reports whether the person may do anything now. The time is for its likeness to Token.Usable.
func (p *Person) Usable(time.Time) bool { return p.State == PersonStateActive && len(p.Roles) > 0 }

// StaffRole returns what a person of the operator may do; nil for people of a lender.
func (p *Person) StaffRole() *StaffRole {
	switch {
	case p.LenderID != nil:
		return nil
	case slices.Contains(p.Roles, RoleOperator):
		return new(StaffRoleOperator)
	}
	return new(StaffRoleSupport)
}
