package storage

import (
	"cmp"
	"context"
	"log/slog"
	"sync"
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

	LenderID         uuid.UUID           `bun:"owner_lender_id,scanonly"`
	PortfolioID      uuid.UUID           `bun:",scanonly"`
	Entitlements     []model.Entitlement `bun:",array,scanonly"`
	OrganizationName string              `bun:",scanonly"` // "" for staff
}

// The columns are named one by one, since statements that are prepared break when a `*` becomes more columns.
const (
	tokenColumns = "t.id, t.digest, t.name, t.organization_id, t.mode, t.role, t.created_at, t.expires_at, t.revoked_at, t.last_used_at, " +
		"COALESCE(r.scope, 'full') AS scope, COALESCE(r.allowed_addresses, '{}') AS allowed_addresses, r.role AS account_role"
	tokenRestrictions = "LEFT JOIN token_restrictions AS r ON r.token_id = t.id"
)

// tokens selects tokens with their restrictions.
func (h Handle) tokens() *bun.SelectQuery {
	return h.db.NewSelect().TableExpr("tokens AS t").ColumnExpr(tokenColumns).Join(tokenRestrictions)
}

// tokenOwners selects tokens with what they stand for.
func (h Handle) tokenOwners() *bun.SelectQuery {
	return h.tokens().
		ColumnExpr("COALESCE(t.lender_id, o.lender_id) AS owner_lender_id, COALESCE(o.name, '') AS organization_name, p.id AS portfolio_id, plans.entitlements").
		Join("LEFT JOIN organizations AS o ON o.id = t.organization_id").Join("LEFT JOIN plans ON plans.key = o.plan_key").
		Join("LEFT JOIN portfolios AS p ON p.lender_id = COALESCE(t.lender_id, o.lender_id) AND p.mode = t.mode")
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
	return h.TokensOf(ctx, Owner{})
}

// TokensOf are the tokens of an owner's service accounts, oldest first; those of staff too, if the owner is the zero one.
func (h Handle) TokensOf(ctx context.Context, owner Owner) ([]*model.Token, error) {
	return rows.Read[model.Token](ctx, h.db, rows.Planned, owner.of(h.tokens(), "t.organization_id").Order("t.id"))
}

// InsertToken stores a token, in a transaction if it has restrictions; `not_found` for an organization that does not
// exist.
func (h Handle) InsertToken(ctx context.Context, token *model.Token) error {
	if token.OrganizationID != nil {
		exists, err := h.OrganizationExists(ctx, *token.OrganizationID, Owner{})
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
	scope, addresses := string(cmp.Or(token.Scope, model.TokenScopeFull)), append([]string{}, token.AllowedAddresses...)
	_, err := rows.Exec(ctx, h.db, rows.SQL("INSERT INTO token_restrictions (token_id, scope, allowed_addresses, role) VALUES (?, ?, ?, ?)",
		token.ID, scope, addresses, token.AccountRole))
	return err
}

// LockToken finds a token of an owner and keeps others from writing it until the transaction ends; `not_found`.
func (h Handle) LockToken(ctx context.Context, id uuid.UUID, owner Owner) (*model.Token, error) {
	q := owner.of(h.tokens(), "t.organization_id").Where("t.id = ?", id).For("UPDATE OF t")
	return rows.First[model.Token](ctx, h.db, rows.Planned, q, "token")
}

// EndToken saves when a token that the transaction has locked expires or was revoked.
func (h Handle) EndToken(ctx context.Context, token *model.Token) error {
	_, err := rows.Exec(ctx, h.db, h.db.NewUpdate().Table("tokens").Set("expires_at = ?", token.ExpiresAt).
		Set("revoked_at = ?", token.RevokedAt).Where("id = ?", token.ID))
	return err
}

// RevokeToken ends a token of an owner for good, and reports whether it was not revoked before; `not_found`.
func (h Handle) RevokeToken(ctx context.Context, id uuid.UUID, owner Owner, now time.Time) (token *model.Token, ended bool, err error) {
	token, err = h.LockToken(ctx, id, owner)
	if err != nil || token.RevokedAt != nil {
		return token, false, err
	}
	token.RevokedAt = &now
	return token, true, h.EndToken(ctx, token)
}

// CleanTokens removes the tokens that have been unusable for TokensKeptFor, and returns how many.
func (h Handle) CleanTokens(ctx context.Context, now time.Time) (int, error) {
	return h.clean(ctx, "tokens", "least(expires_at, revoked_at) <= ?", now.Add(-TokensKeptFor))
}

// noteUsesWithin bounds one statement that notes uses.
const noteUsesWithin = 5 * time.Second

// tokenUses notes when tokens were used, beside the requests that use them: a request must not wait for this write, or
// for another that locks the token's row. What comes while a statement runs is noted by the next one.
type tokenUses struct {
	mu      sync.Mutex
	pending map[uuid.UUID]time.Time
	noting  sync.WaitGroup
	busy    bool
}

// NoteTokenUse remembers that a token was used, to the minute. It does not wait, and a use that cannot be written is
// lost.
func (s *Store) NoteTokenUse(token *TokenOwner, now time.Time) {
	minute := now.Truncate(time.Minute)
	if token.LastUsedAt != nil && !token.LastUsedAt.Before(minute) {
		return
	}
	u := &s.uses
	u.mu.Lock()
	defer u.mu.Unlock()
	u.pending[token.ID] = minute
	if !u.busy {
		u.busy = true
		u.noting.Go(s.noteUses)
	}
}

// noteUses writes until nothing is left.
func (s *Store) noteUses() {
	for uses := s.uses.next(); len(uses) > 0; uses = s.uses.next() {
		ctx, cancel := context.WithTimeout(context.Background(), noteUsesWithin)
		if err := s.touchTokens(ctx, uses); err != nil {
			slog.Default().Warn("the last use of tokens was not noted", "tokens", len(uses), "error", err)
		}
		cancel()
	}
}

func (u *tokenUses) next() map[uuid.UUID]time.Time {
	u.mu.Lock()
	defer u.mu.Unlock()
	uses := u.pending
	u.pending = map[uuid.UUID]time.Time{}
	u.busy = len(uses) > 0
	return uses
}

// touchTokens writes the last use of tokens. It passes over rows that are locked, so that nodes which note the same
// tokens never wait for each other.
func (h Handle) touchTokens(ctx context.Context, uses map[uuid.UUID]time.Time) error {
	ids, last := make([]uuid.UUID, 0, len(uses)), time.Time{}
	for id, at := range uses {
		ids = append(ids, id)
		if at.After(last) {
			last = at
		}
	}
	_, err := rows.Exec(ctx, h.db, rows.SQL("UPDATE tokens SET last_used_at = ? WHERE id IN (SELECT id FROM tokens WHERE id = ANY (?) "+
		"AND (last_used_at IS NULL OR last_used_at < $1) FOR NO KEY UPDATE SKIP LOCKED)", last, ids))
	return err
}
