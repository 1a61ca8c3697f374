package storage

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
)

func (p *Portfolio) users() *bun.SelectQuery {
	return p.db.NewSelect().Model((*model.User)(nil)).Where("t.portfolio_id = ?", p.id)
}

// Users reads a page of the portfolio's users.
func (p *Portfolio) Users(ctx context.Context, f model.UserFilter, opt model.ListOptions) (*Page[model.User], error) {
	return lister[model.User]{
		base:  p.users,
		given: f,
		filter: func(q *bun.SelectQuery) *bun.SelectQuery {
			q = common{f.ID, f.CreatedAt, f.UpdatedAt, f.Metadata}.apply(q)
			q = inAnyCase(q, "email", f.Email.Value())
			return is(q, "active", f.Active.Value())
		},
		key: func(u *model.User) (uuid.UUID, time.Time, time.Time) { return u.ID, u.CreatedAt, u.UpdatedAt },
	}.list(ctx, p, opt)
}

// User finds one user; `not_found`.
func (p *Portfolio) User(ctx context.Context, id uuid.UUID) (*model.User, error) {
	return one[model.User](ctx, p, p.users, "", id, "user")
}

// UsersByID finds those of the ids that exist, in no certain order.
func (p *Portfolio) UsersByID(ctx context.Context, ids []uuid.UUID) ([]*model.User, error) {
	return byID[model.User](ctx, p, p.users(), ids)
}

// LockUser finds one user and keeps others from writing it until the transaction ends; `not_found`.
func (p *Portfolio) LockUser(ctx context.Context, id uuid.UUID) (*model.User, error) {
	return one[model.User](ctx, p, p.users, "NO KEY UPDATE", id, "user")
}

// EmailTaken tells whether a user other than the given one has the e-mail address, in any case. No address is never taken.
func (p *Portfolio) EmailTaken(ctx context.Context, email *string, user uuid.UUID) (bool, error) {
	if email == nil {
		return false, nil
	}
	taken, err := inAnyCase(p.users(), "email", []string{*email}).Where("t.id <> ?", user).Exists(ctx)
	return taken, Translate(err)
}

// InsertUser adds a user and reads back what the database made of it; `duplicate` when another transaction took the e-mail
// address meanwhile.
func (p *Portfolio) InsertUser(ctx context.Context, u *model.User) error {
	u.PortfolioID = p.id
	return duplicateEmail(insert(ctx, p.on, u))
}

// UpdateUser saves all members of a user that the transaction has locked; `duplicate` as for InsertUser.
func (p *Portfolio) UpdateUser(ctx context.Context, u *model.User) error {
	return duplicateEmail(update(ctx, p.db, u))
}

func duplicateEmail(err error) error {
	if isDuplicate(err, "users_email") {
		return model.DuplicateEmail().Err()
	}
	return err
}
