package storage_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/storagetest"
)

func TestLoad(t *testing.T) {
	t.Parallel()
	world := storagetest.NewWorld(t)
	tenant := world.Harbor
	now := time.Now().UTC().Truncate(time.Millisecond)
	program, street2, name := world.Program(t, tenant), "Suite 5", `A "case" \N with	everything`
	held := model.CaseStatusOpen
	c := &model.Case{
		PortfolioID: tenant.Portfolio.ID(), ID: storage.NewID(), Name: &name, DisplayName: name, Status: model.CaseStatusOnHold,
		StatusBeforeHold: &held,
		OnHoldAt:         &now, ManagementType: model.ManagementTypeSelfManaged, ProgramID: &program,
		InsuranceContactIDs:   []uuid.UUID{storage.NewID()},
		InsuranceContactCCIDs: []uuid.UUID{}, InsuredIDs: []uuid.UUID{}, MortgageeClauseIDs: []uuid.UUID{}, LoanNumber: &name,
		LoanAmount: &scalar.Money{Amount: "1.00", Currency: "USD"}, Metadata: scalar.Metadata(`{"a": 1}`), CreatedAt: now, UpdatedAt: now,
	}
	holder := &model.CertificateHolder{
		PortfolioID: tenant.Portfolio.ID(), ID: storage.NewID(), Name: "A holder", ClauseTypes: []model.ClauseType{model.ClauseTypeLossPayee},
		Address: &scalar.Address{Street1: "1 Elm Road", Street2: &street2, City: "Elm", State: "OH", PostalCode: "43000"}, CreatedAt: now,
		UpdatedAt: now,
	}

	t.Run("what is copied is what is read", func(t *testing.T) {
		err := world.Store.Load(t.Context(), tenant.Portfolio.ID(), func(ctx context.Context, l *storage.Loader) error {
			return errors.Join(storage.Copy(ctx, l, []*model.Case{c}), storage.Copy(ctx, l, []*model.CertificateHolder{holder}))
		})
		require.NoError(t, err)
		read, err := storage.Cases.One(t.Context(), tenant.Portfolio, c.ID)
		require.NoError(t, err)
		require.Equal(t, c, read)
		holders, err := storage.CertificateHolders.ByID(t.Context(), tenant.Portfolio, []uuid.UUID{holder.ID})
		require.NoError(t, err)
		require.Equal(t, []*model.CertificateHolder{holder}, holders)
	})
	t.Run("into the loader's portfolio, whatever the record says", func(t *testing.T) {
		other := world.Prairie.Portfolio
		user := &model.User{PortfolioID: tenant.Portfolio.ID(), ID: storage.NewID(), Email: "a@example.com", DisplayName: "A",
			Role: model.UserRoleAdmin, CreatedAt: now, UpdatedAt: now}
		err := world.Store.Load(t.Context(), other.ID(), func(ctx context.Context, l *storage.Loader) error {
			return storage.Copy(ctx, l, []*model.User{user})
		})
		require.NoError(t, err)
		_, err = storage.Users.One(t.Context(), other, user.ID)
		require.NoError(t, err)
		_, err = storage.Users.One(t.Context(), tenant.Portfolio, user.ID)
		require.Equal(t, fault.CodeNotFound, fault.CodeOf(err))
	})
	t.Run("all or nothing", func(t *testing.T) {
		next := *c
		next.ID = storage.NewID()
		err := world.Store.Load(t.Context(), tenant.Portfolio.ID(), func(ctx context.Context, l *storage.Loader) error {
			require.NoError(t, storage.Copy(ctx, l, []*model.Case{&next}))
			has, err := l.Has(ctx, "cases", next.ID)
			require.NoError(t, err)
			require.True(t, has)
			return storage.Copy(ctx, l, []*model.Case{c})
		})
		require.ErrorContains(t, err, "duplicate key")
		_, err = storage.Cases.One(t.Context(), tenant.Portfolio, next.ID)
		require.Equal(t, fault.CodeNotFound, fault.CodeOf(err))
	})
	t.Run("empty", func(t *testing.T) {
		for portfolio, want := range map[*storage.Portfolio]bool{tenant.Portfolio: false, world.HarborTest.Portfolio: true} {
			require.NoError(t, world.Store.Load(t.Context(), portfolio.ID(), func(ctx context.Context, l *storage.Loader) error {
				empty, err := l.IsEmpty(ctx)
				require.Equal(t, want, empty)
				return err
			}))
		}
	})
}
