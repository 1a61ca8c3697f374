package storagetest

import (
	"context"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/book"
)

var (
	property        = model.ProductType{Key: "property", Name: "Property"}
	standardProfile = model.CreateRiskProfileInput{Name: "Standard profile"}
)

// write writes what fill adds to the tenant's book, in one transaction, and returns what fill returns.
func write[T any](t testing.TB, w *World, tenant *Tenant, fill func(b *book.Book, at time.Time) T) (made T) {
	t.Helper()
	tenant.mu.Lock()
	defer tenant.mu.Unlock()
	made = fill(tenant.book, now())
	err := w.Store.Load(t.Context(), tenant.Portfolio.ID(), func(ctx context.Context, l *storage.Loader) error {
		return tenant.book.Write(ctx, l, nil)
	})
	require.NoError(t, err)
	return made
}

// Program adds a program with the products property and liability.
func (w *World) Program(t testing.TB, tenant *Tenant) uuid.UUID {
	return write(t, w, tenant, program)
}

func program(b *book.Book, at time.Time) uuid.UUID {
	return b.Program(model.CreateProgramInput{
		Name: "Standard program", ProductTypes: []*model.ProductTypeInput{
			{Key: property.Key, Name: property.Name}, {Key: "liability", Name: "General Liability"},
		},
	}, at).ID
}

// RiskProfile adds a published risk profile without requirements.
func (w *World) RiskProfile(t testing.TB, tenant *Tenant) uuid.UUID {
	return write(t, w, tenant, func(b *book.Book, at time.Time) uuid.UUID { return published(b, standardProfile, at) })
}

// DraftRiskProfile adds one that is not published.
func (w *World) DraftRiskProfile(t testing.TB, tenant *Tenant) uuid.UUID {
	return write(t, w, tenant, func(b *book.Book, at time.Time) uuid.UUID { return b.RiskProfile(standardProfile, at).ID })
}

// DemandingRiskProfile adds a published risk profile with a requirement for each of the coverage types, named by key.
func (w *World) DemandingRiskProfile(t testing.TB, tenant *Tenant, coverage ...string) uuid.UUID {
	in := model.CreateRiskProfileInput{Name: "Demanding profile", Requirements: book.Demands(coverage...),
		OtherCoverages: book.Some(model.OtherCoveragesRefuse)}
	return write(t, w, tenant, func(b *book.Book, at time.Time) uuid.UUID { return published(b, in, at) })
}

func published(b *book.Book, in model.CreateRiskProfileInput, at time.Time) uuid.UUID {
	p := b.RiskProfile(in, at)
	b.Publish(p, at)
	return p.ID
}

// User adds an active user of the role, whose e-mail address has the id.
func (w *World) User(t testing.TB, tenant *Tenant, role string) uuid.UUID {
	in := model.CreateUserInput{
		Email: "user@example.com", FirstName: book.Some("A"), LastName: book.Some("User"),
		Role: book.Some(model.UserRole(role)),
	}
	return write(t, w, tenant, func(b *book.Book, at time.Time) uuid.UUID {
		u := b.User(in, at)
		u.Email, u.FirstName, u.LastName = "user-"+u.ID.String()+"@example.com", nil, nil
		return u.ID
	})
}

// Broker adds a broker without a brokerage, whose e-mail address has the id.
func (w *World) Broker(t testing.TB, tenant *Tenant) uuid.UUID {
	return write(t, w, tenant, func(b *book.Book, at time.Time) uuid.UUID {
		broker := b.Broker(model.CreateBrokerInput{DisplayName: book.Some("A Broker")}, at)
		email := "broker-" + broker.ID.String() + "@example.com"
		broker.Email, broker.Name, broker.PathName = &email, nil, "a-broker-"+broker.ID.String()
		return broker.ID
	})
}

// Insured adds a corporate insured.
func (w *World) Insured(t testing.TB, tenant *Tenant) uuid.UUID {
	return write(t, w, tenant, func(b *book.Book, at time.Time) uuid.UUID {
		i := b.Insured(model.CreateInsuredInput{CorporateName: book.Some("An Insured LLC")}, at)
		i.PathName = "an-insured-" + i.ID.String()
		return i.ID
	})
}

// MortgageeClause adds a clause and its certificate holder.
func (w *World) MortgageeClause(t testing.TB, tenant *Tenant) uuid.UUID {
	return write(t, w, tenant, func(b *book.Book, at time.Time) uuid.UUID {
		holder := b.CertificateHolder(model.CreateCertificateHolderInput{
			Name: "A Bank ISAOA/ATIMA", ClauseTypes: []model.ClauseType{model.ClauseTypeMortgagee},
		}, at)
		return b.MortgageeClause(model.CreateMortgageeClauseInput{
			CertificateHolder: holder.ID, ClauseType: model.ClauseTypeMortgagee, Wording: "A Bank, its successors and assigns",
		}, at).ID
	})
}

// Case adds an open case of the legacy model, with a program of its own.
func (w *World) Case(t testing.TB, tenant *Tenant) uuid.UUID {
	return write(t, w, tenant, func(b *book.Book, at time.Time) uuid.UUID {
		return open(b, "A case", model.CreateCaseInput{Program: book.Some(program(b, at))}, at)
	})
}

// FrameworkCase adds an open case of the Coverage Framework, with a risk profile of its own.
func (w *World) FrameworkCase(t testing.TB, tenant *Tenant) uuid.UUID {
	return write(t, w, tenant, func(b *book.Book, at time.Time) uuid.UUID {
		in := model.CreateCaseInput{RiskProfile: book.Some(published(b, standardProfile, at))}
		return open(b, "A framework case", in, at)
	})
}

// open adds an open case whose name was never given: its next change derives another one.
func open(b *book.Book, display string, in model.CreateCaseInput, at time.Time) uuid.UUID {
	in.DisplayName, in.Status = book.Some(display), book.Some(model.CaseStatusOpen)
	c := b.Case(in, at)
	c.Name = nil
	return c.ID
}

// Asset adds a vehicle without any fields to the case.
func (w *World) Asset(t testing.TB, tenant *Tenant, caseID uuid.UUID) uuid.UUID {
	return write(t, w, tenant, func(b *book.Book, at time.Time) uuid.UUID {
		return b.Asset(b.CaseElsewhere(caseID), book.AssetInput("vehicle"), at).ID
	})
}

// Document adds a document to the case. Its file does not exist.
func (w *World) Document(t testing.TB, tenant *Tenant, caseID uuid.UUID) uuid.UUID {
	return write(t, w, tenant, func(b *book.Book, at time.Time) uuid.UUID {
		return b.Document(b.CaseElsewhere(caseID), "other", "evidence.pdf", "nowhere", at).ID
	})
}

// Policy adds an active policy of the legacy model to a case, in its first term, which ends on the day (nil for one that
// is not known), with contacts made for the tenant. It plans no notices.
func (w *World) Policy(t testing.TB, tenant *Tenant, caseID uuid.UUID, end *time.Time, contacts ...uuid.UUID) *model.Policy {
	in := model.CreatePolicyInput{
		DisplayName: book.Some("A policy"), ProductType: book.Some(property.Key), EndDate: graphql.OmittableOf(end),
		InsuranceContacts: book.List(contacts...), Metadata: book.Metadata(map[string]any{}),
	}
	return write(t, w, tenant, func(b *book.Book, at time.Time) *model.Policy {
		p := b.Policy(b.CaseElsewhere(caseID, &property), in, at)
		p.PortfolioID = tenant.Portfolio.ID()
		return p
	})
}

// PlaceEvents gives all events that are committed queue positions in the feeds, as a node that runs jobs does.
func (w *World) PlaceEvents(t testing.TB) {
	t.Helper()
	for {
		unplaced, err := w.Store.UnplacedPortfolios(t.Context())
		require.NoError(t, err)
		if len(unplaced) == 0 {
			return
		}
		_, _, err = w.Store.PlaceEvents(t.Context(), unplaced, time.Now())
		require.NoError(t, err)
	}
}
