package graph

import (
	"context"
	"crypto/rand"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/credentials"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/identity"
	"github.com/covertrack/covertrack/model/receiver"
	"github.com/covertrack/covertrack/storage"
)

func (*queryResolver) IdentityProviders(ctx context.Context) ([]*identity.Provider, error) {
	providers, err := engine.RequestOf(ctx).Handle.IdentityProviders(ctx)
	for _, p := range providers {
		p.Locate(resolverOf(ctx).BaseURL)
	}
	return providers, err
}

func (*queryResolver) IdentityProviderFaults(ctx context.Context, id uuid.UUID) ([]string, error) {
	p, err := engine.RequestOf(ctx).Handle.IdentityProvider(ctx, id)
	if err != nil {
		return nil, err
	}
	return append([]string{}, resolverOf(ctx).SignIn.Check(ctx, p)...), nil
}

func (*mutationResolver) CreateIdentityProvider(
	ctx context.Context, input model.CreateIdentityProviderInput,
) (*identity.Provider, error) {
	r := engine.RequestOf(ctx)
	others, err := r.Handle.LockIdentityProviders(ctx)
	if err != nil {
		return nil, err
	}
	lender, err := orNone(r.Handle.LockLender(ctx, orZero(input.Lender.Value())))
	if err != nil {
		return nil, err
	}
	p, err := identity.New(storage.NewID(), input, lender != nil, others, r.Real)
	if err != nil {
		return nil, err
	}
	var nonce [receiver.NonceBytes]byte
	_, _ = rand.Read(nonce[:]) // it never fails
	p.Sealed = resolverOf(ctx).IdentityKey.Seal(p.ID, receiver.Secret{Key: []byte(input.ClientSecret)}, nonce)
	p.Locate(resolverOf(ctx).BaseURL)
	r.AuditAdministration("identityProvider.created", "identityProvider", &p.ID, p.Changes())
	return p, r.Handle.InsertIdentityProvider(ctx, p)
}

func (*mutationResolver) CreateScimToken(ctx context.Context, identityProvider uuid.UUID) (*model.CreatedScimToken, error) {
	r := engine.RequestOf(ctx)
	if err := refuseKey(r, "a token's text is kept nowhere"); err != nil {
		return nil, err
	}
	p, err := r.Handle.IdentityProvider(ctx, identityProvider)
	if err != nil {
		return nil, err
	}
	text, err := credentials.NewToken(credentials.TokenKindScim, rand.Reader)
	if err != nil {
		return nil, err
	}
	digest := text.Digest()
	p.ScimDigest = digest[:]
	p.Locate(resolverOf(ctx).BaseURL)
	r.AuditAdministration("identityProvider.updated", "identityProvider", &p.ID, map[string]any{"scimToken": "new"})
	return &model.CreatedScimToken{Text: text.Reveal(), URL: p.ScimURL}, r.Handle.SaveScimToken(ctx, p)
}

func (*mutationResolver) DeleteIdentityProvider(ctx context.Context, id uuid.UUID) (*identity.Provider, error) {
	r := engine.RequestOf(ctx)
	p, err := r.Handle.IdentityProvider(ctx, id)
	if err == nil {
		err = r.Handle.DeleteIdentityProvider(ctx, id)
	}
	if err != nil {
		return nil, err
	}
	p.Locate(resolverOf(ctx).BaseURL)
	r.AuditAdministration("identityProvider.deleted", "identityProvider", &id, map[string]any{"issuer": p.Issuer})
	return p, nil
}

// People keeps who signs in with a provider, for the console.
type People struct {
	Store *storage.Store
	Now   func() time.Time
}

// Providers are all identity providers.
func (p People) Providers(ctx context.Context) ([]*identity.Provider, error) {
	return p.Store.IdentityProviders(ctx)
}

// Provider finds an identity provider; `not_found`.
func (p People) Provider(ctx context.Context, id uuid.UUID) (*identity.Provider, error) {
	return p.Store.IdentityProvider(ctx, id)
}

// Begin saves what the provider says of somebody who has arrived, and begins a session; `forbidden` for somebody who is
// suspended, or whom the provider's directory does not let in.
func (p People) Begin(ctx context.Context, by *identity.Provider, a *identity.Arrival) (*identity.Session, error) {
	known, err := p.Store.DirectoryUserOf(ctx, by, a)
	if err == nil && known != nil {
		err = known.RequireSignIn()
	}
	if err != nil {
		return nil, err
	}
	person, err := p.Store.SignInPerson(ctx, by.Person(storage.NewID(), a, p.Now()), known)
	if storage.IsConflict(err) { // with what the directory says of them at the same time
		person, err = p.Store.SignInPerson(ctx, by.Person(storage.NewID(), a, p.Now()), known)
	}
	if err == nil && known != nil && person.SuspendedByDirectory {
		person, err = p.letIn(ctx, by, known.ID, person.ID)
	}
	if err != nil {
		return nil, err
	}
	if person.State != model.PersonStateActive {
		return nil, fault.New(fault.CodeForbidden, "%s is suspended here. Ask your administrator.", person.Name)
	}
	s := identity.NewSession(storage.NewID(), by, a, person.ID, p.Now())
	return s, p.Store.InsertPersonSession(ctx, s)
}

// letIn has a person be active again whom the directory has suspended with a user that it removed, and who is another user of it
// now, if that one is active still.
func (p People) letIn(ctx context.Context, by *identity.Provider, user, id uuid.UUID) (person *model.Person, err error) {
	err = p.Store.InTx(ctx, uuid.Nil, func(ctx context.Context, tx *storage.Tx) error {
		known, err := orNone(tx.LockDirectoryUser(ctx, by.ID, user))
		if err == nil {
			person, err = tx.LockPerson(ctx, storage.PeopleFilter{ID: &id})
		}
		if err != nil {
			return err
		}
		before := *person
		if known == nil || !known.Follow(false, person) {
			return nil
		}
		administration := storage.NewTrail(model.AuditOrigin{Actor: by.Directory(), RequestID: "sign-in", At: p.Now()})
		administration.Add("person.updated", "person", id, model.Changes(before, *person))
		if err := tx.UpdatePerson(ctx, person, p.Now()); err != nil {
			return err
		}
		return administration.Save(ctx, tx)
	})
	return person, err
}

// Disown takes all roles from somebody who arrived without one: their other sessions end.
func (p People) Disown(ctx context.Context, by *identity.Provider, a *identity.Arrival) error {
	return p.Store.DisownPerson(ctx, by.Issuer, a.Subject, p.Now())
}

// End ends a session, and returns its provider, nil if it is gone.
func (p People) End(ctx context.Context, session uuid.UUID) (*identity.Provider, error) {
	provider, err := p.Store.EndPersonSession(ctx, session, p.Now())
	if provider == uuid.Nil || err != nil {
		return nil, err
	}
	return orNone(p.Store.IdentityProvider(ctx, provider))
}

// EndAll ends those sessions of a provider that began before a time: of a subject, of a session there, or of both.
func (p People) EndAll(ctx context.Context, of *identity.Provider, subject, sid string, before time.Time) (ended int, err error) {
	return p.Store.EndPersonSessions(ctx, of, subject, sid, before, p.Now())
}
