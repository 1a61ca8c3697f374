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

// User is one of the lender's own people. Only active users get notices.
type User struct {
	bun.BaseModel `bun:"table:users,alias:t"`

	PortfolioID uuid.UUID `bun:",pk"`
	ID          uuid.UUID `bun:",pk"`
	Email       string    // unique in the portfolio, in any case
	FirstName   *string
	LastName    *string
	DisplayName string
	Role        UserRole
	Active      bool
	PersonID    *uuid.UUID `bun:"type:uuid"` // who is the user when they sign in; nil for nobody
	CreatedAt   time.Time
	UpdatedAt   time.Time
}

// Link says which person the user is; nil for nobody. isKnown says whether it is a person of the portfolio's lender.
func (u *User) Link(person *uuid.UUID, isKnown bool) error {
	if person != nil && !isKnown {
		return fault.One("/person", fault.CodeUnknownReference, "is not the id of a person of the lender").Err()
	}
	u.PersonID = person
	return nil
}

// DuplicatePerson is what is wrong when another user of the portfolio is the person already.
func DuplicatePerson() fault.Violations {
	return fault.One("/person", fault.CodeDuplicate, "is another user of the portfolio already")
}

// AsUpdate returns the creation as a change.
func (in CreateUserInput) AsUpdate() UpdateUserInput {
	update := patch.As[UpdateUserInput](in)
	update.Email = graphql.OmittableOf(&in.Email)
	return update
}

// NewUser makes an active user of its input, by default a viewer. taken says whether another one has the address.
func NewUser(id uuid.UUID, in CreateUserInput, taken bool, now time.Time) (*User, error) {
	u := &User{ID: id, Role: UserRoleViewer, Active: true, CreatedAt: now, UpdatedAt: now}
	return u, u.Patch(in.AsUpdate(), taken).Err()
}

// Patch changes the user. taken is as for NewUser.
func (u *User) Patch(in UpdateUserInput, taken bool) fault.Violations {
	var vs fault.Violations
	patch.Name(&vs, "/email", &u.Email, in.Email, scalar.CheckEmail)
	if in.Email.Value() != nil && taken {
		vs.Append(DuplicateEmail())
	}
	patch.Text(&vs, "/firstName", &u.FirstName, in.FirstName, scalar.CheckLine)
	patch.Text(&vs, "/lastName", &u.LastName, in.LastName, scalar.CheckLine)
	patch.Required(&vs, "/role", &u.Role, in.Role)
	patch.Required(&vs, "/active", &u.Active, in.Active)
	u.DisplayName = u.Email
	if name := scalar.PersonName(nil, u.FirstName, nil, u.LastName, nil); name != "" {
		u.DisplayName = name
	}
	return vs
}

// DuplicateEmail returns the refusal of an e-mail address that another user of the portfolio has.
func DuplicateEmail() fault.Violations {
	return fault.One("/email", fault.CodeDuplicate, "is the e-mail address of another user")
}
