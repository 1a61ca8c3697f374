package storage_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// TestSignInPerson signs somebody in twice, who is told by issuer and subject, and is of their lender for ever.
func TestSignInPerson(t *testing.T) {
	t.Parallel()
	w := storagetest.NewWorld(t)
	signIn := func(change func(*model.Person)) (*model.Person, error) {
		p := storagetest.NewPerson(w.Harbor, model.RoleAnalyst)
		p.Issuer, p.Subject = "https://id.example.com", "1"
		change(p)
		return w.Store.SignInPerson(t.Context(), p, nil)
	}
	first, err := signIn(func(*model.Person) {})
	require.NoError(t, err)
	again, err := signIn(func(p *model.Person) { p.Name, p.Roles = "Ada B", []model.Role{model.RoleAdmin} })
	require.NoError(t, err)
	require.Equal(t, []any{first.ID, "Ada B", []model.Role{model.RoleAdmin}}, []any{again.ID, again.Name, again.Roles})
	other, err := signIn(func(p *model.Person) { p.Issuer = "https://other.example.com" })
	require.NoError(t, err)
	require.NotEqual(t, first.ID, other.ID, "the same subject and address at another issuer is another person")
	_, err = signIn(func(p *model.Person) { p.LenderID = &w.Prairie.Organization.LenderID })
	require.Equal(t, fault.CodeForbidden, fault.CodeOf(err))
	_, err = signIn(func(p *model.Person) { p.Subject, p.Roles = "2", []model.Role{model.RoleOperator} })
	require.Error(t, err, "no provider of a lender makes staff")

	people, err := w.Store.People(t.Context(), storage.PeopleFilter{Lender: &w.Harbor.Organization.LenderID}, 10, 0)
	require.NoError(t, err)
	require.Len(t, people, 2)
	access, err := w.Store.PersonAccess(t.Context(), []uuid.UUID{w.Session(t, first), storage.NewID()})
	require.NoError(t, err)
	require.Len(t, access, 1)
	require.Equal(t, []uuid.UUID{w.Harbor.Portfolio.ID(), w.HarborTest.Portfolio.ID()}, []uuid.UUID{access[0].Live, access[0].Test})
	require.Contains(t, access[0].Entitlements, model.EntitlementAPIAccess)
}
