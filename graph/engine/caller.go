package engine

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"
	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/singleflight"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/credentials"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage"
)

const (
	// callerTTL is short enough that a revocation takes effect within the 5 s of contract section 2 on every node.
	callerTTL     = 4 * time.Second
	cachedCallers = 10_000
	// flightWithin bounds one query for a token, for all requests that wait for it. A statement that the database does
	// not end within a second after is given up.
	flightWithin = 3 * time.Second
)

// callers finds the callers of tokens. It keeps them, so that there is one query per token and callerTTL.
type callers struct {
	store   *storage.Store
	now     func() time.Time
	known   *lru.Cache[[32]byte, *knownCaller]
	group   singleflight.Group
	lookups *lookups
}

func newCallers(store *storage.Store, now func() time.Time) *callers {
	known, _ := lru.New[[32]byte, *knownCaller](cachedCallers) // only a size below 1 is an error
	return &callers{
		store: store, now: now, known: known,
		lookups: newTokenLookups(func(ctx context.Context, digests [][32]byte) ([]*storage.TokenOwner, error) {
			return store.TokensByDigest(ctx, digests)
		}),
	}
}

// knownCaller is a token that was found. All requests of a service account share one principal, which is never changed.
type knownCaller struct {
	*storage.TokenOwner
	serviceAccount *model.Principal // nil for staff, who choose a portfolio each time
	found          time.Time
}

// unauthorized is the one error for every well-formed token that does not authenticate: it does not say whether there
// ever was such a token.
func unauthorized() error {
	return fault.New(fault.CodeUnauthorized, "The token is unknown, expired, revoked or not for use from this address.")
}

// sendToken ends the messages about a header without a token.
const sendToken = "send `Authorization: Bearer <token>`."

// Authorization is the header of a request. Several are one list, as HTTP has it, and so no token.
func Authorization(r *http.Request) string {
	return strings.Join(r.Header.Values("Authorization"), ", ")
}

// TokenOf reads the token of the header Authorization. What is wrong with the header follows from the header alone, so
// the message says it, but repeats nothing of it except a scheme that is known: the rest may be a secret.
func TokenOf(authorization string) (credentials.TokenText, error) {
	scheme, text, _ := strings.Cut(strings.TrimSpace(authorization), " ")
	text = strings.TrimSpace(text)
	switch {
	case scheme == "":
		return credentials.TokenText{}, fault.New(fault.CodeUnauthorized, "The header `Authorization` is missing; "+sendToken)
	case strings.EqualFold(scheme, "Bearer") && text == "":
		return credentials.TokenText{}, fault.New(fault.CodeUnauthorized,
			"The header `Authorization` has no token; "+sendToken)
	case strings.Contains(text, ","):
		return credentials.TokenText{}, fault.New(fault.CodeUnauthorized,
			"The header `Authorization` has more than one value; "+sendToken)
	case strings.EqualFold(scheme, "Bearer"):
		return credentials.ParseToken(text)
	case credentials.IsTokenPrefixed(scheme):
		return credentials.TokenText{}, fault.New(fault.CodeUnauthorized,
			"The header `Authorization` has a token without its scheme; "+sendToken)
	}
	for _, known := range []string{"Basic", "Digest", "Negotiate", "Token", "ApiKey", "AWS4-HMAC-SHA256"} {
		if strings.EqualFold(scheme, known) {
			return credentials.TokenText{}, fault.New(fault.CodeUnauthorized,
				"The header `Authorization` has the scheme `%s`, and only `Bearer` is known; "+sendToken, known)
		}
	}
	return credentials.TokenText{}, fault.New(fault.CodeUnauthorized,
		"The header `Authorization` has another scheme than `Bearer`; "+sendToken)
}

func (c *callers) authenticate(ctx context.Context, authorization, portfolio string) (*model.Principal, error) {
	token, err := TokenOf(authorization)
	if err != nil {
		return nil, err
	}
	return c.caller(ctx, token.Digest(), portfolio)
}

// caller returns the caller of a token that can be used now, from where the request comes.
func (c *callers) caller(ctx context.Context, digest [32]byte, portfolio string) (*model.Principal, error) {
	owner, err := c.owner(ctx, digest)
	if err != nil {
		if fault.CodeOf(err) == fault.CodeNotFound {
			return nil, unauthorized()
		}
		return nil, err
	}
	if !owner.Usable(c.now()) || !owner.Allows(clientOf(ctx)) {
		return nil, unauthorized()
	}
	if owner.Role != nil {
		return c.staffCaller(ctx, owner.TokenOwner, portfolio)
	}
	return owner.serviceAccount, nil
}

// owner finds a token's owner. Many requests with one token at the same time cause one query.
func (c *callers) owner(ctx context.Context, digest [32]byte) (*knownCaller, error) {
	if owner, ok := c.known.Get(digest); ok && time.Since(owner.found) < callerTTL {
		return owner, nil
	}
	flight := c.group.DoChan(string(digest[:]), func() (any, error) {
		// If the first request is cancelled, the others must not fail.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), flightWithin)
		defer cancel()
		owner, err := c.lookups.owner(ctx, digest)
		if err != nil {
			return nil, err
		}
		known := &knownCaller{TokenOwner: owner, found: time.Now()}
		if owner.Role == nil {
			known.serviceAccount = serviceAccount(owner)
		}
		c.known.Add(digest, known)
		if known.Usable(c.now()) {
			c.store.NoteTokenUse(owner, c.now())
		}
		return known, nil
	})
	select {
	case found := <-flight:
		if found.Err != nil {
			return nil, found.Err
		}
		return found.Val.(*knownCaller), nil
	case <-ctx.Done():
		return nil, storage.Translate(ctx.Err())
	}
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
		ReadOnly:         owner.Scope == model.TokenScopeRead,
		Roles:            owner.AccountRoles(),
	}
}

// staffCaller is a staff member's principal. They choose the portfolio per request; without one they can only administer.
func (c *callers) staffCaller(ctx context.Context, owner *storage.TokenOwner, portfolio string) (*model.Principal, error) {
	p := &model.Principal{
		Actor:     model.Actor{Kind: model.ActorKindStaff, ID: &owner.ID, Name: owner.Name},
		StaffRole: owner.Role,
		ReadOnly:  owner.Scope == model.TokenScopeRead,
	}
	if portfolio == "" {
		return p, nil
	}
	return p, c.choose(ctx, p, scalar.ParseID(portfolio))
}

// choose gives staff the portfolio that they have chosen; `not_found`.
func (c *callers) choose(ctx context.Context, p *model.Principal, id uuid.UUID) error {
	if id == uuid.Nil {
		return fault.NotFound("portfolio")
	}
	chosen, err := c.store.Portfolio(ctx, id)
	if err != nil {
		return err
	}
	p.PortfolioID, p.LenderID, p.Mode = chosen.ID, chosen.LenderID, chosen.Mode
	return nil
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
