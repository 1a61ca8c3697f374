package engine

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/hashicorp/golang-lru/v2/expirable"
	"golang.org/x/sync/singleflight"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

const (
	// callerTTL is short enough that a revocation takes effect within the 5 s of contract section 2 on every node.
	callerTTL     = 4 * time.Second
	cachedCallers = 10_000
)

// callerCache finds the callers of tokens, with one query per token and TTL.
type callerCache struct {
	store *storage.Store
	now   func() time.Time
	log   *slog.Logger
	known *expirable.LRU[[32]byte, *knownCaller]
	group singleflight.Group
}

func newCallerCache(store *storage.Store, now func() time.Time, log *slog.Logger) *callerCache {
	return &callerCache{
		store: store,
		now:   now,
		log:   log,
		known: expirable.NewLRU[[32]byte, *knownCaller](cachedCallers, nil, callerTTL),
	}
}

// knownCaller is a token that was found. All requests of a service account share one principal, which is never changed.
type knownCaller struct {
	*storage.TokenOwner
	serviceAccount *model.Principal // nil for staff, who choose a portfolio each time
}

// unauthorized is the one error for every token that does not authenticate, whatever is wrong with it.
func unauthorized() error {
	return model.NewError(model.CodeUnauthorized, "Send `Authorization: Bearer <token>` with a token that is in force.")
}

func (c *callerCache) authenticate(ctx context.Context, authorization, portfolio string) (*model.Principal, error) {
	scheme, text, _ := strings.Cut(authorization, " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return nil, unauthorized()
	}
	token, err := model.ParseToken(strings.TrimSpace(text))
	if err != nil {
		return nil, unauthorized()
	}
	owner, err := c.owner(ctx, token.Digest())
	if err != nil {
		if model.CodeOf(err) == model.CodeNotFound {
			return nil, unauthorized()
		}
		return nil, err
	}
	if !owner.Usable(c.now()) {
		return nil, unauthorized()
	}
	if owner.Role != nil {
		return c.staff(ctx, owner.TokenOwner, portfolio)
	}
	return owner.serviceAccount, nil
}

// owner finds a token's owner. Many requests with one token at the same time cause one query.
func (c *callerCache) owner(ctx context.Context, digest [32]byte) (*knownCaller, error) {
	if owner, ok := c.known.Get(digest); ok {
		return owner, nil
	}
	found, err, _ := c.group.Do(string(digest[:]), func() (any, error) {
		ctx := context.WithoutCancel(ctx) // if the first request is cancelled, the others must not fail
		owner, err := c.store.TokenByDigest(ctx, digest)
		if err != nil {
			return nil, err
		}
		known := &knownCaller{TokenOwner: owner}
		if owner.Role == nil {
			known.serviceAccount = serviceAccount(owner)
		}
		c.known.Add(digest, known)
		if err := c.store.TouchToken(ctx, owner.ID, c.now()); err != nil {
			c.log.WarnContext(ctx, "could not note the use of a token", "error", err)
		}
		return known, nil
	})
	if err != nil {
		return nil, err
	}
	return found.(*knownCaller), nil
}

func serviceAccount(owner *storage.TokenOwner) *model.Principal {
	return &model.Principal{
		Actor:            model.Actor{Kind: model.ActorKindServiceAccount, ID: &owner.ID, Name: owner.Name},
		OrganizationID:   *owner.OrganizationID,
		OrganizationName: owner.OrganizationName,
		LenderID:         owner.LenderID,
		PortfolioID:      owner.PortfolioID,
		Mode:             *owner.Mode,
		Entitlements:     owner.Entitlements,
	}
}

// staff is a staff member's principal. They choose the portfolio per request; without one they can only administer.
func (c *callerCache) staff(ctx context.Context, owner *storage.TokenOwner, portfolio string) (*model.Principal, error) {
	p := &model.Principal{
		Actor:     model.Actor{Kind: model.ActorKindStaff, ID: &owner.ID, Name: owner.Name},
		StaffRole: owner.Role,
	}
	if portfolio == "" {
		return p, nil
	}
	id := model.ParseID(portfolio)
	if id == uuid.Nil {
		return nil, model.NotFound("portfolio")
	}
	chosen, err := c.store.Portfolio(ctx, id)
	if err != nil {
		return nil, err
	}
	p.PortfolioID, p.LenderID, p.Mode = chosen.ID, chosen.LenderID, chosen.Mode
	return p, nil
}

type principalKey struct{}

// WithPrincipal returns the context of a request that was authenticated, at either door.
func WithPrincipal(ctx context.Context, p *model.Principal) context.Context {
	return context.WithValue(ctx, principalKey{}, p)
}

// PrincipalOf is the caller that WithPrincipal added to the context, or nil.
func PrincipalOf(ctx context.Context) *model.Principal {
	principal, _ := ctx.Value(principalKey{}).(*model.Principal)
	return principal
}
