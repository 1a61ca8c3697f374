package storage

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/rows"
)

// TokensKeptFor is how long a token that has expired or was revoked stays in the list of tokens. The audit trail keeps
// its name for ever.
const TokensKeptFor = 90 * 24 * time.Hour

// TokenOwner is a token together with what it stands for.
type TokenOwner struct {
	model.Token `bun:",extend"`

	LenderID         uuid.UUID           `bun:",scanonly"`
	PortfolioID      uuid.UUID           `bun:",scanonly"`
	Entitlements     []model.Entitlement `bun:",array,scanonly"`
	OrganizationName string              `bun:",scanonly"` // "" for staff
}

// TokenByDigest finds a token by the SHA-256 of its text, revoked and expired ones too; `not_found`.
func (h Handle) TokenByDigest(ctx context.Context, digest [32]byte) (*TokenOwner, error) {
	return rows.First[TokenOwner](ctx, h.db, rows.Prepared, h.tokenOwners().Where("t.digest = ?", digest[:]), "token")
}

// TokenOwners finds tokens by their ids, revoked and expired ones too. What does not exist is left out.
func (h Handle) TokenOwners(ctx context.Context, ids []uuid.UUID) ([]*TokenOwner, error) {
	return rows.Read[TokenOwner](ctx, h.db, rows.Prepared, h.tokenOwners().Where("t.id = ANY (?)", rows.Array[uuid.UUID](ids)))
}

func (h Handle) tokenOwners() *bun.SelectQuery {
	return h.db.NewSelect().TableExpr("tokens AS t").
		ColumnExpr("t.*, o.lender_id, COALESCE(o.name, '') AS organization_name, p.id AS portfolio_id, plans.entitlements").
		Join("LEFT JOIN organizations AS o ON o.id = t.organization_id").Join("LEFT JOIN plans ON plans.key = o.plan_key").
		Join("LEFT JOIN portfolios AS p ON p.lender_id = o.lender_id AND p.mode = t.mode")
}

// Tokens are all tokens, oldest first.
func (h Handle) Tokens(ctx context.Context) ([]*model.Token, error) {
	return rows.Read[model.Token](ctx, h.db, rows.Planned, h.db.NewSelect().Table("tokens").Order("id"))
}

// InsertToken stores a token; `not_found` for an organization that does not exist.
func (h Handle) InsertToken(ctx context.Context, token *model.Token) error {
	if token.OrganizationID != nil {
		exists, err := h.OrganizationExists(ctx, *token.OrganizationID)
		if err != nil {
			return err
		}
		if !exists {
			return model.NotFound("organization")
		}
	}
	return rows.Insert(ctx, h.db, token)
}

// RevokeToken ends a token for good, and reports whether it was not revoked before; `not_found`.
func (h Handle) RevokeToken(ctx context.Context, id uuid.UUID, now time.Time) (token *model.Token, ended bool, err error) {
	token = new(model.Token)
	err = h.db.NewUpdate().Model(token).Set("revoked_at = ?", now).
		Where("id = ? AND revoked_at IS NULL", id).Returning("*").Scan(ctx)
	if !errors.Is(err, sql.ErrNoRows) {
		return token, err == nil, Translate(err)
	}
	token, err = rows.First[model.Token](ctx, h.db, rows.Prepared, h.db.NewSelect().Table("tokens").Where("id = ?", id), "token")
	return token, false, err
}

// TouchToken remembers when a token was used, to the minute.
func (h Handle) TouchToken(ctx context.Context, id uuid.UUID, now time.Time) error {
	return h.TouchTokens(ctx, []uuid.UUID{id}, now)
}

// TouchTokens is TouchToken for several tokens.
func (h Handle) TouchTokens(ctx context.Context, ids []uuid.UUID, now time.Time) error {
	minute := now.Truncate(time.Minute)
	_, err := h.db.NewUpdate().Model((*model.Token)(nil)).Set("last_used_at = ?", minute).
		Where("id = ANY (?) AND (last_used_at IS NULL OR last_used_at < ?)", rows.Array[uuid.UUID](ids), minute).Exec(ctx)
	return Translate(err)
}

// CleanTokens removes the tokens that have been unusable for TokensKeptFor, and returns how many.
func (h Handle) CleanTokens(ctx context.Context, now time.Time) (int, error) {
	return h.clean(ctx, "tokens", "least(expires_at, revoked_at) <= ?", now.Add(-TokensKeptFor))
}
