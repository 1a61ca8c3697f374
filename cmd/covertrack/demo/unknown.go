package demo

import (
	"time"

	"github.com/99designs/gqlgen/graphql"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage/book"
)

// incompleteCertificate is a property policy of which little is known.
func (m *maker) incompleteCertificate() {
	m.show("Rowan Hill Medical Offices: certificate incomplete", m.standard, 60, offices, 0, onProperty(func(in *model.CreatePolicyInput) {
		in.Carrier = book.Some(model.CarrierInput{Name: "Tri-County Example Mutual", AmBestRating: book.Some("NR")})
		in.CoverageFormType = book.Some(model.CoverageFormTypeUnknown)
		in.Deductible = graphql.Omittable[*scalar.MoneyInput]{}
		in.Limits = book.List(in.Limits.Value()[1:]...)
	}))
}

// replacementCostUnknown is a building that has not been valued yet.
func (m *maker) replacementCostUnknown() {
	c := m.open("Linden Lake Townhomes: replacement cost not known", m.multifamily, 50)
	m.addAsset(c, "multifamily", m.buildingFields(c), c.CreatedAt)
	m.insure(c, standardLines, lasting, nil)
}

// datesUnknown is a binder without dates.
func (m *maker) datesUnknown() {
	m.show("Olive Point Packaging: binder without dates", m.standard, 40, offices, 0, onProperty(func(in *model.CreatePolicyInput) {
		in.StartDate, in.EndDate = graphql.Omittable[*time.Time]{}, graphql.Omittable[*time.Time]{}
	}))
}

// otherCurrency is a building that a Canadian policy insures.
func (m *maker) otherCurrency() {
	inCanadianDollars := func(in *model.CreatePolicyInput) {
		for _, l := range in.Limits.Value() {
			l.Amount = graphql.OmittableOf(&scalar.MoneyInput{Amount: l.Amount.Value().Amount, Currency: "CAD"})
		}
	}
	m.show("Birch Ford Cold Storage: insured in Canadian dollars", m.standard, 190, offices, 5_200_000, onProperty(inCanadianDollars))
}
