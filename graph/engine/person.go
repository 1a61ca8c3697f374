package engine

import (
	"context"
	"time"

	"github.com/google/uuid"
	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/singleflight"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage"
)

// people finds people who have signed in, by their sessions. As it does for tokens, a node keeps them for callerTTL, so that
// who is suspended or signed out is refused within 5 s on every node. Nobody can invent the id of a session: it comes sealed.
type people struct {
	store *storage.Store
	known *lru.Cache[uuid.UUID, knownPerson]
	group singleflight.Group
}

// knownPerson is a person who was found.
type knownPerson struct {
	*storage.PersonAccess
	found time.Time
}

func newPeople(store *storage.Store) *people {
	known, _ := lru.New[uuid.UUID, knownPerson](cachedCallers) // only a size below 1 is an error
	return &people{store: store, known: known}
}

// AuthenticateSession is Authenticate for somebody who has signed in, by the id of their session, for which the code that
// calls it vouches. A person of a lender may choose its portfolios only; any other is `not_found`, whether it exists or not.
func (e *Engine) AuthenticateSession(ctx context.Context, session uuid.UUID, portfolio string) (*model.Principal, error) {
	principal, err := e.personCaller(ctx, session, portfolio)
	SeeCaller(ctx, principal)
	return principal, err
}

func (e *Engine) personCaller(ctx context.Context, session uuid.UUID, portfolio string) (*model.Principal, error) {
	of, err := e.people.access(ctx, session)
	switch {
	case err != nil:
		return nil, err
	case of == nil, !of.Person.Usable(e.now()):
		return nil, fault.New(fault.CodeUnauthorized,
			"You cannot work here any more: your account is suspended, or has no role, or your company's sign-in was removed. "+
				"Ask your administrator.")
	case !of.Usable(e.now()):
		return nil, fault.New(fault.CodeUnauthorized, "The session has ended. Sign in again.")
	}
	p := newPersonCaller(of)
	chosen := scalar.ParseID(portfolio)
	switch {
	case portfolio == "":
		return p, nil
	case p.IsStaff():
		return p, e.callers.choose(ctx, p, chosen)
	case chosen != uuid.Nil && chosen == of.Live:
		p.PortfolioID, p.Mode = of.Live, model.ModeLive
	case chosen != uuid.Nil && chosen == of.Test:
		p.PortfolioID, p.Mode = of.Test, model.ModeTest
	default:
		return p, e.chooseSandbox(ctx, p, chosen)
	}
	return p, nil
}

// newPersonCaller is a person's principal, before they have chosen a portfolio.
func newPersonCaller(of *storage.PersonAccess) *model.Principal {
	return &model.Principal{
		Actor:     model.Actor{Kind: model.ActorKindPerson, ID: &of.ID, Name: of.Name},
		SessionID: of.SessionID, LenderID: scalar.OrZero(of.LenderID), Entitlements: of.Entitlements, StaffRole: of.StaffRole(),
		Roles: of.Roles,
	}
}

// access finds who has a session; nil if it is none. Many requests of one session at the same time cause one query.
func (p *people) access(ctx context.Context, id uuid.UUID) (*storage.PersonAccess, error) {
	if of, ok := p.known.Get(id); ok && time.Since(of.found) < callerTTL {
		return of.PersonAccess, nil
	}
	flight := p.group.DoChan(id.String(), func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), flightWithin)
		defer cancel()
		asked := time.Now()
		found, err := p.store.PersonAccess(ctx, []uuid.UUID{id})
		if err != nil || len(found) == 0 {
			return (*storage.PersonAccess)(nil), err
		}
		p.known.Add(id, knownPerson{found[0], asked})
		return found[0], nil
	})
	select {
	case found := <-flight:
		return found.Val.(*storage.PersonAccess), found.Err
	case <-ctx.Done():
		return nil, storage.Translate(ctx.Err())
	}
}

// rights finds what the callers of tokens and sessions may do now, by the ids of both. What does not exist is left out.
func (ws *tokenWatches) rights(ctx context.Context, tokens, sessions []uuid.UUID) (map[uuid.UUID]rights, error) {
	found := make(map[uuid.UUID]rights, len(tokens)+len(sessions))
	if len(tokens) > 0 {
		owners, err := ws.store.TokenOwners(ctx, tokens)
		if err != nil {
			return nil, err
		}
		for _, owner := range owners {
			found[owner.ID] = tokenRights{owner}
		}
	}
	if len(sessions) > 0 {
		persons, err := ws.store.PersonAccess(ctx, sessions)
		if err != nil {
			return nil, err
		}
		for _, person := range persons {
			found[person.SessionID] = personRights{person}
		}
	}
	return found, nil
}

// rights are what a token or a person may do now.
type rights interface {
	Usable(now time.Time) bool
	// of is the caller as the rights make it now.
	of(then *model.Principal) *model.Principal
}

type tokenRights struct{ *storage.TokenOwner }

func (t tokenRights) of(then *model.Principal) *model.Principal {
	if t.Role == nil && t.OrganizationID != nil {
		return serviceAccount(t.TokenOwner)
	}
	now := *then
	now.StaffRole = t.Role
	return &now
}

type personRights struct{ *storage.PersonAccess }

func (p personRights) of(then *model.Principal) *model.Principal {
	now := newPersonCaller(p.PersonAccess)
	now.PortfolioID, now.Mode = then.PortfolioID, then.Mode
	return now
}
