package storage

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

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
	const end = `UPDATE person_sessions SET ended_at = ? WHERE provider_id = ? AND ended_at IS NULL AND created_at <= ? AND (? = '' OR sid = ?)
		AND (? = '' OR person_id = (SELECT id FROM persons WHERE issuer = ? AND subject = ?))`
	n, err := rows.Exec(ctx, h.db, h.db.NewRaw(end, now, of.ID, before, sid, sid, subject, of.Issuer, subject))
	return int(n), err
}

// CleanPersonSessions removes the sessions whose time is over, and returns how many.
func (h Handle) CleanPersonSessions(ctx context.Context, now time.Time) (int, error) {
	return h.clean(ctx, "person_sessions", "expires_at <= ?", now)
}
