package storage

import (
	"context"
	"slices"
	"strings"

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
	Unique: map[string]func() fault.Violations{"users_email": model.DuplicateEmail, "users_person": model.DuplicatePerson},
})

// TakenEmails returns which of the e-mail addresses users other than the given one have, in lower case. An address may be nil.
func (p *Portfolio) TakenEmails(ctx context.Context, user uuid.UUID, emails ...*string) (map[string]bool, error) {
	named := slices.DeleteFunc(emails, func(email *string) bool { return email == nil })
	if len(named) == 0 {
		return nil, nil
	}
	others := Users.Select(p, rows.InAnyCase("email", valuesOf(named)), rows.Where("t.id <> ?", user))
	found, err := rows.Read[model.User](ctx, p.db, rows.Planned, others)
	taken := make(map[string]bool, len(found))
	for _, u := range found {
		taken[strings.ToLower(u.Email)] = true
	}
	return taken, err
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

// UsersOfPeople finds the users of the portfolio that people are.
func (p *Portfolio) UsersOfPeople(ctx context.Context, people ...uuid.UUID) ([]*model.User, error) {
	return rows.Read[model.User](ctx, p.db, rows.Planned,
		Users.Select(p, rows.Where("t.person_id = ANY (?)", rows.Array[uuid.UUID](people))))
}
