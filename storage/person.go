package storage

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/identity"
	"github.com/covertrack/covertrack/storage/rows"
)

// PersonAccess is a person in one of their sessions, with what they may see: the portfolios of their lender, and what the
// plans of all its organizations include. These three are empty for the operator's staff.
type PersonAccess struct {
	model.Person `bun:",extend"`

	SessionID    uuid.UUID           `bun:",scanonly"`
	ExpiresAt    time.Time           `bun:",scanonly"`
	EndedAt      *time.Time          `bun:",scanonly"`
	Live         uuid.UUID           `bun:",scanonly"`
	Test         uuid.UUID           `bun:",scanonly"`
	Entitlements []model.Entitlement `bun:",array,scanonly"`
}

// Usable reports whether the person may do anything now, in this session.
func (a *PersonAccess) Usable(now time.Time) bool {
	return a.EndedAt == nil && now.Before(a.ExpiresAt) && a.Person.Usable(now)
}

const personColumns = "t.id, t.provider_id, t.issuer, t.subject, t.name, t.email, t.lender_id, t.roles, t.state, " +
	"t.suspended_by_directory, t.last_seen_at, t.created_at, t.updated_at"

// persons selects people. The columns are named, since statements that are prepared break when a `*` becomes more columns.
func (h Handle) persons() *bun.SelectQuery {
	return h.db.NewSelect().TableExpr("persons AS t").ColumnExpr(personColumns)
}

// PersonAccess finds people by the ids of their sessions, with what they may see, those too who are suspended or signed out.
// What does not exist is left out.
func (h Handle) PersonAccess(ctx context.Context, sessions []uuid.UUID) ([]*PersonAccess, error) {
	const entitlements = `ARRAY(SELECT DISTINCT unnest(plans.entitlements) FROM organizations AS o JOIN plans ON plans.key = o.plan_key
		WHERE o.lender_id = t.lender_id ORDER BY 1) AS entitlements`
	const portfolio = "LEFT JOIN portfolios AS ? ON ?.lender_id = t.lender_id AND ?.mode = ?"
	q := h.persons().ColumnExpr(entitlements).ColumnExpr("live.id AS live, test.id AS test").
		ColumnExpr("s.id AS session_id, s.expires_at, s.ended_at").Join("JOIN person_sessions AS s ON s.person_id = t.id")
	for _, mode := range []model.Mode{model.ModeLive, model.ModeTest} {
		q = q.Join(portfolio, bun.Ident(mode), bun.Ident(mode), bun.Ident(mode), string(mode))
	}
	return rows.Read[PersonAccess](ctx, h.db, rows.Prepared, q.Where("s.id = ANY (?)", rows.Array[uuid.UUID](sessions)))
}

// signedIn is a person who was saved, and whether they are still whom the directory means.
type signedIn struct {
	model.Person `bun:",extend"`

	IsLinked bool `bun:",scanonly"`
}

// SignInPerson saves what a provider says of a person who signs in now: a new person, or the one that has the issuer and
// the subject, whose id, state and lender stay. The state is that of the row. The user of the directory, if they are one, is
// theirs from now on. `forbidden` for a person of another lender, and for a user who may not sign in any more.
func (h Handle) SignInPerson(ctx context.Context, person *model.Person, of *identity.DirectoryUser) (*model.Person, error) {
	save := h.db.NewInsert().Model(person).On("CONFLICT (issuer, subject) DO UPDATE").
		Set("provider_id = EXCLUDED.provider_id, name = EXCLUDED.name, email = EXCLUDED.email, roles = EXCLUDED.roles").
		Set("last_seen_at = EXCLUDED.last_seen_at, updated_at = EXCLUDED.updated_at").
		Where("t.lender_id IS NOT DISTINCT FROM EXCLUDED.lender_id").Returning(personColumns)
	var q schema.QueryAppender = save
	if of != nil {
		const link = `WITH saved AS (?), linked AS (UPDATE directory_users AS d SET person_id = saved.id FROM saved
			WHERE d.id = ? AND d.is_active AND d.deleted_at IS NULL RETURNING d.id)
			SELECT t.*, EXISTS (SELECT FROM linked) AS is_linked FROM saved AS t`
		q = rows.SQL(link, save, of.ID)
	}
	saved, err := rows.Find[signedIn](ctx, h.db, rows.Planned, q)
	switch {
	case err != nil:
		return nil, err
	case saved == nil:
		return nil, fault.New(fault.CodeForbidden, "Somebody of another provider has this account; ask your administrator.")
	case of != nil && !saved.IsLinked: // it changed since it was read
		of.IsActive = false
		return nil, of.RequireSignIn()
	}
	return &saved.Person, nil
}

// DisownPerson takes all roles from the person that an issuer calls so, if there is one.
func (h Handle) DisownPerson(ctx context.Context, issuer, subject string, now time.Time) error {
	const disown = "UPDATE persons SET roles = '{}', updated_at = ? WHERE issuer = ? AND subject = ? AND roles <> '{}'"
	_, err := rows.Exec(ctx, h.db, rows.SQL(disown, now, issuer, subject))
	return err
}

// PeopleFilter says which people are meant: all that is given holds.
type PeopleFilter struct {
	ID     *uuid.UUID
	Lender *uuid.UUID // nil for all, with staff
	Text   string     // in the name or the address, in any case
	States []model.PersonState
}

func (f PeopleFilter) of(q *bun.SelectQuery) *bun.SelectQuery {
	if f.ID != nil {
		q = q.Where("t.id = ?", *f.ID)
	}
	if f.Lender != nil {
		q = q.Where("t.lender_id = ?", *f.Lender)
	}
	if f.Text != "" {
		q = q.Where("strpos(lower(t.name || ' ' || coalesce(t.email, '')), lower(?)) > 0", f.Text)
	}
	if len(f.States) > 0 {
		q = q.Where("t.state = ANY (?)", rows.Array[model.PersonState](f.States))
	}
	return q
}

// People are a part of the people, oldest first.
func (h Handle) People(ctx context.Context, f PeopleFilter, limit, offset int) ([]*model.Person, error) {
	return rows.Read[model.Person](ctx, h.db, rows.Planned, f.of(h.persons()).Order("t.id").Limit(int64(limit)).Offset(int64(offset)))
}

// CountPeople counts them.
func (h Handle) CountPeople(ctx context.Context, f PeopleFilter) (n int, err error) {
	q := f.of(h.db.NewSelect().TableExpr("persons AS t").ColumnExpr("count(*)"))
	return n, rows.Scan(ctx, h.db, rows.Planned, q, &n)
}

// LockPerson finds the one person and keeps others from writing them until the transaction ends; `not_found`.
func (h Handle) LockPerson(ctx context.Context, f PeopleFilter) (*model.Person, error) {
	return rows.First[model.Person](ctx, h.db, rows.Planned, f.of(h.persons()).For(string(rows.ForUpdate)), "person")
}

// UpdatePerson saves all members of a person that the transaction has locked.
func (h Handle) UpdatePerson(ctx context.Context, person *model.Person, now time.Time) error {
	person.UpdatedAt = now
	return rows.Update(ctx, h.db, person)
}

// Assignee is a user of a portfolio.
type Assignee struct{ PortfolioID, UserID uuid.UUID }

// SuspendedAssignees are the users who are suspended people and have open tasks, in any portfolio.
func (h Handle) SuspendedAssignees(ctx context.Context) ([]*Assignee, error) {
	return rows.Read[Assignee](ctx, h.db, rows.Planned, h.db.NewSelect().Distinct().TableExpr("persons AS p").
		ColumnExpr("u.portfolio_id, u.id AS user_id").Join("JOIN users AS u ON u.person_id = p.id").
		Join("JOIN tasks AS t ON t.portfolio_id = u.portfolio_id AND t.assignee_id = u.id").
		Where("p.state = ? AND t.state IN (?)", model.PersonStateSuspended, bun.List(model.OpenTaskStates())))
}

// LockTasksOf locks the open tasks of a user.
func (p *Portfolio) LockTasksOf(ctx context.Context, user uuid.UUID) ([]*model.Task, error) {
	return rows.Read[model.Task](ctx, p.db, rows.Planned, Tasks.Select(p, rows.Where("t.assignee_id = ?", user),
		rows.Where("t.state IN (?)", bun.List(model.OpenTaskStates()))).OrderExpr("t.id").For(string(rows.ForUpdate)))
}

// OpenTasksOf counts the open tasks of the users who are these people, in any portfolio. Who has none is left out.
func (h Handle) OpenTasksOf(ctx context.Context, people []uuid.UUID) (map[uuid.UUID]int, error) {
	counted, err := rows.Read[struct {
		PersonID uuid.UUID
		N        int
	}](ctx, h.db, rows.Planned, h.db.NewSelect().TableExpr("users AS u").ColumnExpr("u.person_id, count(*) AS n").
		Join("JOIN tasks AS t ON t.portfolio_id = u.portfolio_id AND t.assignee_id = u.id").
		Where("u.person_id = ANY (?)", rows.Array[uuid.UUID](people)).Where("t.state IN (?)", bun.List(model.OpenTaskStates())).
		Group("u.person_id"))
	open := make(map[uuid.UUID]int, len(counted))
	for _, of := range counted {
		open[of.PersonID] = of.N
	}
	return open, err
}
