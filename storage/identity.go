package storage

import (
	"context"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/identity"
	"github.com/covertrack/covertrack/storage/rows"
)

func (h Handle) identityProviders() *bun.SelectQuery {
	return h.db.NewSelect().Model((*identity.Provider)(nil)).Order("t.id")
}

// IdentityProviders are all identity providers, oldest first.
func (h Handle) IdentityProviders(ctx context.Context) ([]*identity.Provider, error) {
	return rows.Read[identity.Provider](ctx, h.db, rows.Planned, h.identityProviders())
}

// LockIdentityProviders returns all identity providers, and keeps others from adding one until the transaction ends.
func (h Handle) LockIdentityProviders(ctx context.Context) ([]*identity.Provider, error) {
	const lock = "SELECT pg_advisory_xact_lock(hashtext('identity providers'))"
	if _, err := rows.Exec(ctx, h.db, h.db.NewRaw(lock)); err != nil {
		return nil, err
	}
	return h.IdentityProviders(ctx)
}

// IdentityProvider finds one identity provider; `not_found`.
func (h Handle) IdentityProvider(ctx context.Context, id uuid.UUID) (*identity.Provider, error) {
	return rows.First[identity.Provider](ctx, h.db, rows.Planned, h.identityProviders().Where("t.id = ?", id), "identity provider")
}

// InsertIdentityProvider adds an identity provider; `duplicate` when its issuer is one already.
func (h Handle) InsertIdentityProvider(ctx context.Context, p *identity.Provider) error {
	return duplicateName(rows.Insert(ctx, h.db, p), "identity_providers_issuer_key", "/issuer")
}

// SaveIdentitySecret saves the secret of a provider as it is encrypted now: it is the same secret.
func (h Handle) SaveIdentitySecret(ctx context.Context, p *identity.Provider) error {
	_, err := rows.Exec(ctx, h.db, h.db.NewUpdate().Model(p).Column("secret").WherePK())
	return err
}

// DeleteIdentityProvider removes an identity provider with the sessions of its people, who stay in the list; `not_found`.
func (h Handle) DeleteIdentityProvider(ctx context.Context, id uuid.UUID) error {
	n, err := rows.Exec(ctx, h.db, h.db.NewDelete().Model((*identity.Provider)(nil)).Where("id = ?", id))
	if err == nil && n == 0 {
		return fault.NotFound("identity provider")
	}
	return err
}

// InsertPersonSession begins a session of a person.
func (h Handle) InsertPersonSession(ctx context.Context, s *identity.Session) error {
	return rows.Insert(ctx, h.db, s)
}

// EndPersonSession ends a session, and returns its provider; uuid.Nil if there is no such session.
func (h Handle) EndPersonSession(ctx context.Context, id uuid.UUID, now time.Time) (provider uuid.UUID, err error) {
	const end = "UPDATE person_sessions SET ended_at = COALESCE(ended_at, ?) WHERE id = ? RETURNING provider_id"
	return provider, rows.Scan(ctx, h.db, rows.Planned, rows.SQL(end, now, id), &provider)
}

// EndPersonSessions ends those sessions of a provider that began before a time, and returns how many: of a subject, of a
// session at the provider, or of both; "" for any.
func (h Handle) EndPersonSessions(
	ctx context.Context, of *identity.Provider, subject, sid string, before, now time.Time,
) (ended int, err error) {
	const end = `UPDATE person_sessions SET ended_at = ? WHERE provider_id = ? AND ended_at IS NULL AND created_at <= ?
		AND (? = '' OR sid = ?) AND (? = '' OR person_id = (SELECT id FROM persons WHERE issuer = ? AND subject = ?))`
	n, err := rows.Exec(ctx, h.db, h.db.NewRaw(end, now, of.ID, before, sid, sid, subject, of.Issuer, subject))
	return int(n), err
}

// CleanPersonSessions removes the sessions whose time is over, and returns how many.
func (h Handle) CleanPersonSessions(ctx context.Context, now time.Time) (int, error) {
	return h.clean(ctx, "person_sessions", "expires_at <= ?", now)
}

// EndSessionsOf ends all sessions of a person.
func (h Handle) EndSessionsOf(ctx context.Context, person uuid.UUID, now time.Time) error {
	_, err := rows.Exec(ctx, h.db, rows.SQL("UPDATE person_sessions SET ended_at = ? WHERE person_id = ? AND ended_at IS NULL",
		now, person))
	return err
}

// EndSessionsAt ends the sessions of people of a provider who showed one of these addresses, and who are no users of its directory.
func (h Handle) EndSessionsAt(ctx context.Context, of *identity.Provider, addresses []string, now time.Time) error {
	const end = `UPDATE person_sessions SET ended_at = ? WHERE provider_id = ? AND ended_at IS NULL AND person_id IN (
		SELECT p.id FROM persons AS p WHERE p.issuer = ? AND lower(p.email) = ANY (?)
			AND NOT EXISTS (SELECT FROM directory_users AS d WHERE d.person_id = p.id))`
	_, err := rows.Exec(ctx, h.db, rows.SQL(end, now, of.ID, of.Issuer, addresses))
	return err
}

// SaveScimToken has the directory of a provider show another token from now on, by its digest; `not_found`.
func (h Handle) SaveScimToken(ctx context.Context, p *identity.Provider) error {
	n, err := rows.Exec(ctx, h.db, h.db.NewUpdate().Model(p).Column("scim_digest").WherePK())
	if err == nil && n == 0 {
		return fault.NotFound("identity provider")
	}
	return err
}

// IdentityProviderOfToken finds the provider whose directory shows a token; `not_found`.
func (h Handle) IdentityProviderOfToken(ctx context.Context, digest [32]byte) (*identity.Provider, error) {
	q := h.identityProviders().Where("t.scim_digest = ?", digest[:])
	return rows.First[identity.Provider](ctx, h.db, rows.Prepared, q, "identity provider")
}

// DirectoryFilter says which users or groups of a provider's directory are meant: all that is given holds.
type DirectoryFilter struct {
	ID          *uuid.UUID
	UserName    *string // of users; in any case, as the next
	DisplayName *string
	ExternalID  *string
}

// of narrows a query; shown is where the display name is.
func (f DirectoryFilter) of(q *bun.SelectQuery, shown string) *bun.SelectQuery {
	if f.ID != nil {
		q = q.Where("t.id = ?", *f.ID)
	}
	if f.UserName != nil {
		q = q.Where("lower(t.user_name) = lower(?)", *f.UserName)
	}
	if f.DisplayName != nil {
		q = q.Where("lower(?) = lower(?)", bun.Safe(shown), *f.DisplayName)
	}
	if f.ExternalID != nil {
		q = q.Where("t.external_id = ?", *f.ExternalID)
	}
	return q
}

func (h Handle) directoryUsers(of uuid.UUID, f DirectoryFilter) *bun.SelectQuery {
	q := h.db.NewSelect().Model((*identity.DirectoryUser)(nil)).Where("t.provider_id = ? AND t.deleted_at IS NULL", of)
	return f.of(q, "t.attributes ->> 'displayName'")
}

func (h Handle) directoryGroups(of uuid.UUID, f DirectoryFilter) *bun.SelectQuery {
	return f.of(h.db.NewSelect().Model((*identity.DirectoryGroup)(nil)).Where("t.provider_id = ?", of), "t.display_name")
}

// DirectoryUsers are a part of the users of a provider's directory, oldest first, and how many there are.
func (h Handle) DirectoryUsers(
	ctx context.Context, of uuid.UUID, f DirectoryFilter, limit, offset int,
) (users []*identity.DirectoryUser, total int, err error) {
	return listed[identity.DirectoryUser](ctx, h, h.directoryUsers(of, f), limit, offset)
}

// DirectoryGroups is DirectoryUsers for groups.
func (h Handle) DirectoryGroups(
	ctx context.Context, of uuid.UUID, f DirectoryFilter, limit, offset int,
) (groups []*identity.DirectoryGroup, total int, err error) {
	return listed[identity.DirectoryGroup](ctx, h, h.directoryGroups(of, f), limit, offset)
}

func listed[T any](ctx context.Context, h Handle, q *bun.SelectQuery, limit, offset int) (list []*T, total int, err error) {
	err = rows.Scan(ctx, h.db, rows.Planned, h.db.NewSelect().ColumnExpr("count(*)").TableExpr("(?) AS t", q), &total)
	if err != nil || limit == 0 {
		return nil, total, err
	}
	list, err = rows.Read[T](ctx, h.db, rows.Planned, q.Order("t.id").Limit(int64(limit)).Offset(int64(offset)))
	return list, total, err
}

// LockDirectoryUser finds a user of a provider's directory, and keeps others from writing them until the transaction ends;
// `not_found`.
func (h Handle) LockDirectoryUser(ctx context.Context, of, id uuid.UUID) (*identity.DirectoryUser, error) {
	q := h.directoryUsers(of, DirectoryFilter{ID: &id}).For(string(rows.ForUpdate))
	return rows.First[identity.DirectoryUser](ctx, h.db, rows.Planned, q, "user")
}

// LockDirectoryGroup is LockDirectoryUser for a group.
func (h Handle) LockDirectoryGroup(ctx context.Context, of, id uuid.UUID) (*identity.DirectoryGroup, error) {
	q := h.directoryGroups(of, DirectoryFilter{ID: &id}).For(string(rows.ForUpdate))
	return rows.First[identity.DirectoryGroup](ctx, h.db, rows.Planned, q, "group")
}

// InsertDirectoryUser adds a user. They have the person of a user who was deleted and had the same id in the directory, whose
// place they take, or else of who signs in by that id. `duplicate`.
func (h Handle) InsertDirectoryUser(ctx context.Context, of *identity.Provider, u *identity.DirectoryUser) error {
	const replace = `DELETE FROM directory_users WHERE provider_id = ? AND deleted_at IS NOT NULL AND external_id IS NOT DISTINCT FROM ?
		AND (external_id IS NOT NULL OR lower(user_name) = lower(?)) RETURNING person_id`
	if err := rows.Scan(ctx, h.db, rows.Planned, rows.SQL(replace, of.ID, u.ExternalID, u.UserName), &u.PersonID); err != nil {
		return err
	}
	if err := h.recognize(ctx, of, u); err != nil {
		return err
	}
	return duplicateUser(rows.Insert(ctx, h.db, u))
}

// recognize gives a user who has no person the one who signs in by the id that they have in the directory.
func (h Handle) recognize(ctx context.Context, of *identity.Provider, u *identity.DirectoryUser) error {
	if u.PersonID != nil || u.ExternalID == nil {
		return nil
	}
	q := h.persons().Where("t.issuer = ? AND t.subject = ?", of.Issuer, *u.ExternalID)
	person, err := rows.Find[model.Person](ctx, h.db, rows.Planned, q)
	if err == nil && person != nil {
		u.PersonID = &person.ID
	}
	return err
}

// UpdateDirectoryUser saves a user whom the transaction has locked, whose id in the directory may be another now; `duplicate`.
func (h Handle) UpdateDirectoryUser(ctx context.Context, of *identity.Provider, u *identity.DirectoryUser) error {
	if err := h.recognize(ctx, of, u); err != nil {
		return err
	}
	return duplicateUser(rows.Update(ctx, h.db, u))
}

func duplicateUser(err error) error {
	return duplicateName(duplicateName(err, "directory_users_user_name", "/userName"), "directory_users_external_id", "/externalId")
}

// InsertDirectoryGroup adds a group.
func (h Handle) InsertDirectoryGroup(ctx context.Context, g *identity.DirectoryGroup) error {
	return rows.Insert(ctx, h.db, g)
}

// UpdateDirectoryGroup saves a group that the transaction has locked.
func (h Handle) UpdateDirectoryGroup(ctx context.Context, g *identity.DirectoryGroup) error {
	return rows.Update(ctx, h.db, g)
}

// DeleteDirectoryGroup removes a group with its memberships.
func (h Handle) DeleteDirectoryGroup(ctx context.Context, id uuid.UUID) error {
	_, err := rows.Exec(ctx, h.db, h.db.NewDelete().Model((*identity.DirectoryGroup)(nil)).Where("id = ?", id))
	return err
}

// LeaveDirectoryGroups takes a user out of all groups.
func (h Handle) LeaveDirectoryGroups(ctx context.Context, user uuid.UUID) error {
	_, err := rows.Exec(ctx, h.db, rows.SQL("DELETE FROM directory_members WHERE user_id = ?", user))
	return err
}

// DirectoryMember is a user in a group.
type DirectoryMember struct {
	GroupID, UserID uuid.UUID
	UserName        string
}

// DirectoryMembers are the members of groups, in the order of the users.
func (h Handle) DirectoryMembers(ctx context.Context, groups []uuid.UUID) ([]*DirectoryMember, error) {
	return rows.Read[DirectoryMember](ctx, h.db, rows.Planned, h.db.NewSelect().TableExpr("directory_members AS m").
		ColumnExpr("m.group_id, m.user_id, u.user_name").Join("JOIN directory_users AS u ON u.id = m.user_id").
		Where("m.group_id = ANY (?)", rows.Array[uuid.UUID](groups)).OrderExpr("m.user_id"))
}

// AddDirectoryMembers adds users to a group; `unknown_reference` if one is none of the directory.
func (h Handle) AddDirectoryMembers(ctx context.Context, g *identity.DirectoryGroup, users []uuid.UUID) error {
	if len(users) == 0 {
		return nil
	}
	q := h.directoryUsers(g.ProviderID, DirectoryFilter{}).Where("t.id = ANY (?)", rows.Array[uuid.UUID](users))
	known, err := rows.IDs(ctx, h.db, rows.Planned, h.db.NewSelect().ColumnExpr("t.id").TableExpr("(?) AS t", q))
	if err != nil {
		return err
	}
	isKnown := map[uuid.UUID]bool{}
	for _, id := range known {
		isKnown[id] = true
	}
	var unknown []string
	for _, id := range users {
		if !isKnown[id] {
			unknown = append(unknown, id.String())
		}
	}
	if len(unknown) > 0 {
		return identity.UnknownMembers(unknown)
	}
	const add = "INSERT INTO directory_members (group_id, user_id) SELECT ?, unnest(?::uuid[]) ON CONFLICT DO NOTHING"
	_, err = rows.Exec(ctx, h.db, rows.SQL(add, g.ID, users))
	return err
}

// RemoveDirectoryMembers takes users out of a group, or all but them, and returns who was in it.
func (h Handle) RemoveDirectoryMembers(ctx context.Context, group uuid.UUID, users []uuid.UUID, allBut bool) ([]uuid.UUID, error) {
	const remove = "DELETE FROM directory_members WHERE group_id = ? AND (user_id = ANY (?)) <> ? RETURNING user_id"
	return rows.IDs(ctx, h.db, rows.Planned, rows.SQL(remove, group, append([]uuid.UUID{}, users...), allBut))
}

// PersonInGroups is a person with what the roles claim may call the groups that they are in.
type PersonInGroups struct {
	model.Person `bun:",extend"`

	Groups []string `bun:",array,scanonly"`
}

// LockPeopleInGroups finds the people who are users of a directory, and keeps others from writing them until the transaction
// ends.
func (h Handle) LockPeopleInGroups(ctx context.Context, users []uuid.UUID) ([]*PersonInGroups, error) {
	const groups = `ARRAY(SELECT v.name FROM directory_members AS m JOIN directory_users AS u ON u.id = m.user_id
		JOIN directory_groups AS g ON g.id = m.group_id CROSS JOIN LATERAL (VALUES (g.display_name), (g.external_id)) AS v (name)
		WHERE u.person_id = t.id AND v.name IS NOT NULL) AS groups`
	return rows.Read[PersonInGroups](ctx, h.db, rows.Planned, h.persons().ColumnExpr(groups).
		Where("t.id IN (SELECT person_id FROM directory_users WHERE id = ANY (?))", rows.Array[uuid.UUID](users)).
		OrderExpr("t.id").For(string(rows.ForUpdate)))
}

// DirectoryUserOf finds whom the provider's directory means by somebody who arrives, nil if nobody. They are known by the
// person, by what the directory calls them, or at first by their user name; who was deleted comes after all others.
func (h Handle) DirectoryUserOf(ctx context.Context, of *identity.Provider, a *identity.Arrival) (*identity.DirectoryUser, error) {
	names := make([]string, len(a.UserNames))
	for i, name := range a.UserNames {
		names[i] = strings.ToLower(name)
	}
	ids := rows.Array[string](a.Directory)
	return rows.Find[identity.DirectoryUser](ctx, h.db, rows.Planned, h.db.NewSelect().Model((*identity.DirectoryUser)(nil)).
		Join("LEFT JOIN persons AS p ON p.issuer = ? AND p.subject = ?", of.Issuer, a.Subject).Where("t.provider_id = ?", of.ID).
		Where("t.person_id = p.id OR t.external_id = ANY (?) OR t.person_id IS NULL AND lower(t.user_name) = ANY (?)",
			ids, rows.Array[string](names)).
		OrderExpr("t.deleted_at IS NOT NULL, t.person_id = p.id DESC NULLS LAST").
		OrderExpr("t.external_id = ANY (?) DESC NULLS LAST, t.id DESC", ids).Limit(1))
}
