package storagetest

import (
	"crypto/rand"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/credentials"
	"github.com/covertrack/covertrack/model/identity"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/book"
	"github.com/covertrack/covertrack/storage/postgres"
	"github.com/covertrack/covertrack/storage/storagetest/nodes"
)

// World is an installation with two lenders in both modes, an organization for each plan, and staff.
type World struct {
	Store              *storage.Store
	Harbor, HarborTest *Tenant // one organization (plan full) in live and test mode
	Prairie            *Tenant // another lender's organization, plan full
	Basic              *Tenant // for Harbor's lender on the plan basic: the same portfolio, without risk profiles
	None               *Tenant // for Harbor's lender on the plan none: without access to the API
	Support, Operator  string  // staff tokens

	statements *statements
}

// Tenant is an organization in one mode.
type Tenant struct {
	Organization *model.Organization
	Portfolio    *storage.Portfolio // its records
	Token        string
	Mode         model.Mode

	portfolio *model.Portfolio
	mu        sync.Mutex
	book      *book.Book // what the factories made
}

// NewWorld returns the world in a database that no other test uses meanwhile.
func NewWorld(t testing.TB) *World {
	t.Helper()
	if _, measures := t.(*testing.B); measures || nodes.Wanted() {
		return WorldOn(t, Database(t))
	}
	return untouched(t).World(t)
}

// WorldOn makes the world in an empty database.
func WorldOn(t testing.TB, dsn string) *World {
	t.Helper()
	sent := &statements{}
	w := &World{Store: Open(t, dsn, tracedBy(sent)), statements: sent}
	w.settle(t)
	return w
}

// tracedBy are the options of a world's store.
func tracedBy(sent *statements) postgres.Options {
	opt := postgres.DefaultOptions()
	opt.Tracer = sent
	return opt
}

// settle adds the lenders, organizations and staff.
func (w *World) settle(t testing.TB) {
	t.Helper()
	require.NoError(t, w.Store.CheckWriter(t.Context()), "as each server does at its start")
	harbor := w.lender(t, "Harbor Example Bank")
	prairie := w.lender(t, "Prairie Example Credit Union")
	full := w.organization(t, "Harbor", harbor, "full")
	w.Harbor, w.HarborTest = w.tenant(t, full, model.ModeLive), w.tenant(t, full, model.ModeTest)
	w.Prairie = w.tenant(t, w.organization(t, "Prairie", prairie, "full"), model.ModeLive)
	w.Basic = w.tenant(t, w.organization(t, "Harbor Basic", harbor, "basic"), model.ModeLive)
	w.None = w.tenant(t, w.organization(t, "Harbor None", harbor, "none"), model.ModeLive)
	w.Support, w.Operator = w.staff(t, model.StaffRoleSupport), w.staff(t, model.StaffRoleOperator)
}

func (w *World) lender(t testing.TB, name string) *model.Lender {
	lender, err := w.Store.CreateLender(t.Context(), name, now())
	require.NoError(t, err)
	return lender
}

func (w *World) organization(t testing.TB, name string, lender *model.Lender, plan string) *model.Organization {
	organization, err := w.Store.CreateOrganization(t.Context(), name, lender.ID, plan, now())
	require.NoError(t, err)
	return organization
}

// Caller mints one more token of the organization in the mode: one that no server has seen yet.
func (w *World) Caller(t testing.TB, o *model.Organization, mode model.Mode) (token string) {
	t.Helper()
	return w.mint(t, credentials.TokenKind(mode), &model.Token{Name: o.Name, OrganizationID: &o.ID, Mode: &mode})
}

// Account mints a token of the tenant's organization that was made with a role.
func (w *World) Account(t testing.TB, of *Tenant, role model.Role) (token string) {
	t.Helper()
	return w.mint(t, credentials.TokenKind(of.Mode), &model.Token{
		Name: string(role), OrganizationID: &of.Organization.ID, Mode: &of.Mode, AccountRole: &role,
	})
}

func (w *World) tenant(t testing.TB, o *model.Organization, mode model.Mode) *Tenant {
	token := w.Caller(t, o, mode)
	portfolios, err := w.Store.Portfolios(t.Context())
	require.NoError(t, err)
	for _, p := range portfolios {
		if p.LenderID == o.LenderID && p.Mode == mode {
			return &Tenant{
				Organization: o, Portfolio: w.Store.For(p.ID), Token: token, Mode: mode, portfolio: p, book: newBook(p),
			}
		}
	}
	require.Fail(t, "the lender has no portfolio of this mode")
	return nil
}

// Sandboxed has the tenant's portfolio be a sandbox, whose clock shows the time.
func (w *World) Sandboxed(t testing.TB, of *Tenant, now time.Time) {
	t.Helper()
	w.Exec(t, "UPDATE portfolios SET mode = 'sandbox' WHERE id = $1", of.Portfolio.ID())
	w.Exec(t, `INSERT INTO sandboxes (id, organization_id, lender_id, name, origin, now, state, leased_until, used_at, created_at, updated_at)
		VALUES ($1, $2, $3, 'A sandbox', 'empty', $4, 'ready', $4, now(), now(), now())`,
		of.Portfolio.ID(), of.Organization.ID, of.Organization.LenderID, now)
}

// newBook makes ids in the order of all others, and path names that no other book of the portfolio has.
func newBook(p *model.Portfolio) *book.Book {
	return book.New(p, book.Options{
		Today:      now(),
		PathSuffix: "-" + uuid.NewString(),
		NewID:      func(time.Time) uuid.UUID { return storage.NewID() },
	})
}

func (w *World) staff(t testing.TB, role model.StaffRole) string {
	return w.mint(t, credentials.TokenKindStaff, &model.Token{Name: string(role), Role: &role})
}

func (w *World) mint(t testing.TB, kind credentials.TokenKind, token *model.Token) string {
	text, err := credentials.NewToken(kind, rand.Reader)
	require.NoError(t, err)
	digest := text.Digest()
	token.ID, token.Digest, token.CreatedAt = storage.NewID(), digest[:], now()
	require.NoError(t, w.Store.InsertToken(t.Context(), token))
	return text.Reveal()
}

func now() time.Time { return time.Now().UTC().Truncate(time.Millisecond) }

// NewPerson returns an active person of the tenant's lender, or of the operator's staff if it is nil, who is not saved.
func NewPerson(of *Tenant, roles ...model.Role) *model.Person {
	p := &model.Person{
		ID: storage.NewID(), ProviderID: storage.NewID(), Issuer: "https://id.example.com", Subject: uuid.NewString(), Name: "A person",
		Email: new(
			"person@example.com",
		), Roles: roles, State: model.PersonStateActive, LastSeenAt: new(now()), CreatedAt: now(), UpdatedAt: now(),
	}
	if of != nil {
		p.LenderID = &of.Organization.LenderID
	}
	return p
}

// Session begins a session of a person, which has their id, of a provider that is made if there is none.
func (w *World) Session(t testing.TB, of *model.Person) uuid.UUID {
	t.Helper()
	providers, err := w.Store.IdentityProviders(t.Context())
	require.NoError(t, err)
	if !slices.ContainsFunc(providers, func(p *identity.Provider) bool { return p.ID == of.ProviderID }) {
		require.NoError(t, w.Store.InsertIdentityProvider(t.Context(), &identity.Provider{
			ID: of.ProviderID, Issuer: of.Issuer + "/" + of.ProviderID.String(), LenderID: of.LenderID, Sealed: []byte{0},
			Domains: []string{}, Mappings: identity.Mappings{}, CreatedAt: now(),
		}))
	}
	session := identity.NewSession(of.ID, &identity.Provider{ID: of.ProviderID}, &identity.Arrival{}, of.ID, now())
	require.NoError(t, w.Store.InsertPersonSession(t.Context(), session))
	return session.ID
}

// Person saves a person as NewPerson makes them, who has signed in.
func (w *World) Person(t testing.TB, of *Tenant, roles ...model.Role) *model.Person {
	t.Helper()
	p, err := w.Store.SignInPerson(t.Context(), NewPerson(of, roles...), nil)
	require.NoError(t, err)
	w.Session(t, p)
	return p
}

// Suspend suspends a person.
func (w *World) Suspend(t testing.TB, p *model.Person) {
	t.Helper()
	suspended := *p
	suspended.State = model.PersonStateSuspended
	require.NoError(t, w.Store.UpdatePerson(t.Context(), &suspended, now()))
}
