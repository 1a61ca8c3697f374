package book

import (
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// Starter is what a first case needs: a program, a published risk profile, and the lender as a certificate holder with a mortgagee clause.
// People are left out: only the lender knows an address that letters may go to.
func Starter(p *model.Portfolio, now time.Time) *Book {
	b := New(p, Options{Today: now, NewID: func(time.Time) uuid.UUID { return storage.NewID() }})
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
		Name: "Standard", Description: Some("To begin with: draft its next version, or a profile of your own."),
		CertificateHolders: List(holder.ID),
		Requirements: List(
			Demand("building", For("commercialRealEstate", "multifamily"), Percent("100", model.LimitBasisInsurableValue),
				Clause(model.ClauseTypeMortgagee)),
			Demand("generalLiability", AtLeast(1_000_000))),
	}, now), now)
	b.Audit("portfolio.loaded")
	return b
}
