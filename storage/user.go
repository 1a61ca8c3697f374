package storage

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/storage/rows"
)

// Users are the users of a portfolio.
var Users = rows.Define(Table[model.User, model.UserFilter]{
	Noun: "user",
	Filter: func(f model.UserFilter) []rows.Condition {
		return []rows.Condition{
			rows.Common(f.ID, f.CreatedAt, f.UpdatedAt, f.Metadata),
			rows.InAnyCase("email", f.Email.Value()),
			rows.Is("active", f.Active.Value()),
		}
	},
	Unique: map[string]func() fault.Violations{"users_email": model.DuplicateEmail},
})

// EmailTaken reports whether a user other than the given one has the e-mail address, in any case. No address is never
// taken.
func (p *Portfolio) EmailTaken(ctx context.Context, email *string, user uuid.UUID) (bool, error) {
	if email == nil {
		return false, nil
	}
	others := Users.Select(p, rows.InAnyCase("email", []string{*email}), rows.Where("t.id <> ?", user))
	return rows.Exists(ctx, p.db, rows.Planned, others)
}

// ContactsByID finds those of the ids that are users or brokers of the portfolio, users first.
func (p *Portfolio) ContactsByID(ctx context.Context, ids []uuid.UUID) ([]model.Contact, error) {
	users, err := Users.ByID(ctx, p, ids)
	if err != nil {
		return nil, err
	}
	brokers, err := Brokers.ByID(ctx, p, ids)
	if err != nil {
		return nil, err
	}
	contacts := make([]model.Contact, 0, len(users)+len(brokers))
	for _, u := range users {
		contacts = append(contacts, u)
	}
	for _, b := range brokers {
		contacts = append(contacts, b)
	}
	return contacts, nil
}
