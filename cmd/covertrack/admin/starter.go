package admin

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/book"
)

// addStarters gives each portfolio of the lender what a first case needs, unless it has a program or a risk profile.
func addStarters(ctx context.Context, store *storage.Store, lender uuid.UUID) error {
	portfolios, err := store.Portfolios(ctx)
	if err != nil {
		return err
	}
	for _, p := range portfolios {
		if p.LenderID != lender {
			continue
		}
		if err := addStarter(ctx, store, p); err != nil {
			return fmt.Errorf("add the starter to the %s portfolio: %w", p.Mode, err)
		}
	}
	return nil
}

func addStarter(ctx context.Context, store *storage.Store, p *model.Portfolio) error {
	return store.Load(ctx, p.ID, func(ctx context.Context, l *storage.Loader) error {
		begun, err := isBegun(ctx, store.For(p.ID))
		if begun || err != nil {
			return err
		}
		return starterBook(p).Write(ctx, l, nil)
	})
}

// isBegun reports whether somebody has set the portfolio up already.
func isBegun(ctx context.Context, p *storage.Portfolio) (bool, error) {
	one := page.Options{Limit: 1}
	programs, err := storage.Programs.Page(ctx, p, model.ProgramFilter{}, one)
	if err != nil {
		return false, err
	}
	profiles, err := storage.RiskProfiles.Page(ctx, p, model.RiskProfileFilter{}, one)
	return len(programs.Nodes)+len(profiles.Nodes) > 0, err
}

// starterBook is a program, a published risk profile, and the lender as a certificate holder with a mortgagee clause.
// People are left out: only the lender knows an address that letters may go to.
func starterBook(p *model.Portfolio) *book.Book {
	now := command.Now()
	b := book.New(p, book.Options{Today: now, NewID: func(time.Time) uuid.UUID { return storage.NewID() }})
	b.Program(model.CreateProgramInput{Name: "Standard program", ProductTypes: []*model.ProductTypeInput{
		{Key: "property", Name: "Commercial Property"}, {Key: "liability", Name: "General Liability"},
		{Key: "umbrella", Name: "Umbrella Liability"}, {Key: "flood", Name: "Flood"},
	}}, now)
	holder := b.CertificateHolder(model.CreateCertificateHolderInput{
		Name: p.LenderName + " ISAOA/ATIMA", ClauseTypes: []model.ClauseType{model.ClauseTypeMortgagee, model.ClauseTypeLendersLossPayable},
	}, now)
	b.MortgageeClause(model.CreateMortgageeClauseInput{
		CertificateHolder: holder.ID, ClauseType: model.ClauseTypeMortgagee,
		Wording: p.LenderName + ", its successors and/or assigns, as mortgagee",
	}, now)
	b.Publish(b.RiskProfile(model.CreateRiskProfileInput{
		Name: "Standard", Description: book.Some("To begin with: draft its next version, or a profile of your own."),
		CertificateHolders: book.List(holder.ID),
		Requirements: book.List(
			book.Demand("building", book.For("commercialRealEstate", "multifamily"), book.Percent("100", model.LimitBasisInsurableValue),
				book.Clause(model.ClauseTypeMortgagee)),
			book.Demand("generalLiability", book.AtLeast(1_000_000))),
	}, now), now)
	b.Audit("portfolio.loaded")
	return b
}
