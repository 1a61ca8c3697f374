package storage

import (
	"cmp"
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
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

// The columns are named one by one, since statements that are prepared break when a `*` becomes more columns.
const (
	tokenColumns = "t.id, t.digest, t.name, t.organization_id, t.mode, t.role, t.created_at, t.expires_at, t.revoked_at, t.last_used_at, " +
		"COALESCE(r.scope, 'full') AS scope, COALESCE(r.allowed_addresses, '{}') AS allowed_addresses"
	tokenRestrictions = "LEFT JOIN token_restrictions AS r ON r.token_id = t.id"
)

// tokens selects tokens with their restrictions.
func (h Handle) tokens() *bun.SelectQuery {
	return h.db.NewSelect().TableExpr("tokens AS t").ColumnExpr(tokenColumns).Join(tokenRestrictions)
}

// tokenOwners selects tokens with what they stand for.
func (h Handle) tokenOwners() *bun.SelectQuery {
	return h.tokens().
		ColumnExpr("o.lender_id, COALESCE(o.name, '') AS organization_name, p.id AS portfolio_id, plans.entitlements").
		Join("LEFT JOIN organizations AS o ON o.id = t.organization_id").Join("LEFT JOIN plans ON plans.key = o.plan_key").
		Join("LEFT JOIN portfolios AS p ON p.lender_id = o.lender_id AND p.mode = t.mode")
}

// TokensByDigest finds tokens by the SHA-256 of their texts, in any order, revoked and expired ones too. Those that do
// not exist are left out.
func (h Handle) TokensByDigest(ctx context.Context, digests [][32]byte) ([]*TokenOwner, error) {
	values := make(rows.Array[[]byte], len(digests))
	for i := range digests {
		values[i] = digests[i][:]
	}
	return rows.Read[TokenOwner](ctx, h.db, rows.Prepared, h.tokenOwners().Where("t.digest = ANY (?)", values))
}

// TokenOwners finds tokens by their ids, revoked and expired ones too. What does not exist is left out.
func (h Handle) TokenOwners(ctx context.Context, ids []uuid.UUID) ([]*TokenOwner, error) {
	return rows.Read[TokenOwner](ctx, h.db, rows.Prepared, h.tokenOwners().Where("t.id = ANY (?)", rows.Array[uuid.UUID](ids)))
}

// Tokens are all tokens, oldest first.
func (h Handle) Tokens(ctx context.Context) ([]*model.Token, error) {
	return rows.Read[model.Token](ctx, h.db, rows.Planned, h.tokens().Order("t.id"))
}

// InsertToken stores a token, in a transaction if it has restrictions; `not_found` for an organization that does not
// exist.
func (h Handle) InsertToken(ctx context.Context, token *model.Token) error {
	if token.OrganizationID != nil {
		exists, err := h.OrganizationExists(ctx, *token.OrganizationID)
		if err != nil {
			return err
		}
		if !exists {
			return fault.NotFound("organization")
		}
	}
	if err := rows.Insert(ctx, h.db, token); err != nil || !token.IsRestricted() {
		return err
	}
	return rows.NewCommand().Write("INSERT INTO token_restrictions (token_id, scope, allowed_addresses) VALUES (").
		Value(rows.IDValue(token.ID)).Write(", ").Value(string(cmp.Or(token.Scope, model.TokenScopeFull))).Write(", ").
		Value(append([]string{}, token.AllowedAddresses...)).Write(")").Run(ctx, h.db, nil)
}

// RevokeToken ends a token for good, and reports whether it was not revoked before; `not_found`.
func (h Handle) RevokeToken(ctx context.Context, id uuid.UUID, now time.Time) (token *model.Token, ended bool, err error) {
	n, err := rows.Exec(ctx, h.db,
		h.db.NewUpdate().Table("tokens").Set("revoked_at = ?", now).Where("id = ? AND revoked_at IS NULL", id))
	if err != nil {
		return nil, false, err
	}
	token, err = rows.First[model.Token](ctx, h.db, rows.Prepared, h.tokens().Where("t.id = ?", id), "token")
	return token, n > 0, err
}

// CleanTokens removes the tokens that have been unusable for TokensKeptFor, and returns how many.
func (h Handle) CleanTokens(ctx context.Context, now time.Time) (int, error) {
	return h.clean(ctx, "tokens", "least(expires_at, revoked_at) <= ?", now.Add(-TokensKeptFor))
}
