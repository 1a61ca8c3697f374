package storage

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
)

// TokenOwner is a token together with what it stands for.
type TokenOwner struct {
	model.Token `bun:",extend"`

	LenderID     uuid.UUID           `bun:",scanonly"`
	PortfolioID  uuid.UUID           `bun:",scanonly"`
	Entitlements []model.Entitlement `bun:",array,scanonly"`
	// OrganizationName is "" for staff.
	OrganizationName string `bun:",scanonly"`
}

// TokenByDigest finds a token by the SHA-256 of its text, revoked and expired ones too; `not_found`.
func (h Handle) TokenByDigest(ctx context.Context, digest [32]byte) (*TokenOwner, error) {
	owner := new(TokenOwner)
	err := h.db.NewSelect().Model(owner).
		ColumnExpr("t.*, o.lender_id, COALESCE(o.name, '') AS organization_name, p.id AS portfolio_id, plans.entitlements").
		Join("LEFT JOIN organizations AS o ON o.id = t.organization_id").
		Join("LEFT JOIN plans ON plans.key = o.plan_key").
		Join("LEFT JOIN portfolios AS p ON p.lender_id = o.lender_id AND p.mode = t.mode").
		Where("t.digest = ?", digest[:]).Scan(ctx)
	return found(owner, err, "token")
}

// Tokens are all tokens, oldest first.
func (h Handle) Tokens(ctx context.Context) ([]*model.Token, error) {
	var tokens []*model.Token
	err := h.db.NewSelect().Model(&tokens).Order("id").Scan(ctx)
	return tokens, Translate(err)
}

// InsertToken stores a token; `not_found` for an organization that does not exist.
func (h Handle) InsertToken(ctx context.Context, token *model.Token) error {
	if token.OrganizationID != nil {
		exists, err := h.db.NewSelect().Model((*model.Organization)(nil)).Where("id = ?", *token.OrganizationID).Exists(ctx)
		if err != nil {
			return Translate(err)
		}
		if !exists {
			return model.NotFound("organization")
		}
	}
	_, err := h.db.NewInsert().Model(token).Exec(ctx)
	return Translate(err)
}

// RevokeToken ends a token for good, and tells whether it was in force; `not_found`. Revoked before: nothing changes.
func (h Handle) RevokeToken(ctx context.Context, id uuid.UUID, now time.Time) (token *model.Token, ended bool, err error) {
	token = new(model.Token)
	err = h.db.NewUpdate().Model(token).Set("revoked_at = ?", now).Where("id = ? AND revoked_at IS NULL", id).Returning("*").Scan(ctx)
	if !errors.Is(err, sql.ErrNoRows) {
		return token, err == nil, Translate(err)
	}
	err = h.db.NewSelect().Model(token).Where("id = ?", id).Scan(ctx)
	token, err = found(token, err, "token")
	return token, false, err
}

// TouchToken remembers when a token was used, to the minute.
func (h Handle) TouchToken(ctx context.Context, id uuid.UUID, now time.Time) error {
	minute := now.Truncate(time.Minute)
	_, err := h.db.NewUpdate().Model((*model.Token)(nil)).Set("last_used_at = ?", minute).
		Where("id = ? AND (last_used_at IS NULL OR last_used_at < ?)", id, minute).Exec(ctx)
	return Translate(err)
}
