package demo

import (
	"github.com/99designs/gqlgen/graphql"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/book"
)

// riskProfiles makes one of each type, a version that was superseded, and a draft.
func (m *maker) riskProfiles() {
	at := m.daysAgo(setUp - 5)
	first := m.RiskProfile(model.CreateRiskProfileInput{
		Name: "Commercial real estate", Description: book.Some("What a loan on an income-producing property needs."),
		AssetTypes:         book.List("commercialRealEstate", "multifamily", "equipment", "inventory", "businessOperations"),
		CertificateHolders: book.List(m.holders...),
		Requirements:       demands("building", "generalLiability", "umbrellaExcess", "flood"),
	}, at)
	m.Publish(first, at.AddDate(0, 0, 1))
	m.standard = m.NextVersion(first, at.AddDate(0, 0, 9))
	m.Amend(m.standard, model.UpdateRiskProfileInput{Requirements: demands(
		"building", "businessPersonalProperty", "ordinanceOrLaw", "equipmentBreakdown", "businessIncome", "flood",
		"windstorm", "terrorism", "generalLiability", "umbrellaExcess", "workersCompensation")}, at.AddDate(0, 0, 9))
	m.Publish(m.standard, at.AddDate(0, 0, 10))

	m.multifamily = m.Clone(m.standard, model.CopyRiskProfileInput{
		Name: book.Some("Multifamily"), Description: book.Some("A copy of the standard, for apartment houses."),
	}, at.AddDate(0, 0, 12))
	m.Publish(m.multifamily, at.AddDate(0, 0, 13))
	m.participation = m.Subscribe(m.standard, model.CopyRiskProfileInput{
		Name: book.Some("Participations"), Description: book.Some("Follows the standard, version by version."),
	}, at.AddDate(0, 0, 14))
	m.construction = m.RiskProfile(model.CreateRiskProfileInput{
		Name:        "Ground-up construction",
		Description: book.Some("Builder's risk and liability alone: other coverage types are refused."),
		AssetTypes:  book.List("constructionProject"), CertificateHolders: book.List(m.holders...),
		Requirements: demands("buildersRisk", "generalLiability"),
	}, at.AddDate(0, 0, 15))
	m.Publish(m.construction, at.AddDate(0, 0, 16))
	m.RiskProfile(model.CreateRiskProfileInput{
		Name: "Owner-occupied", Description: book.Some("A draft: cases cannot use it yet."),
		Requirements: demands("building"),
	}, m.daysAgo(3))
}

// demands are requirements for coverage types, with the usual limits.
func demands(coverageTypes ...string) graphql.Omittable[[]*model.RequirementInput] {
	requirements := book.Demands(coverageTypes...)
	for _, r := range requirements.Value() {
		switch r.CoverageType {
		case "building", "buildersRisk":
			r.ClauseType, r.MaximumDeductible = book.Some(model.ClauseTypeMortgagee), book.Some(*book.Dollars(25_000))
		case "generalLiability":
			r.ClauseType = book.Some(model.ClauseTypeAdditionalInsured)
			r.MinimumLimit = book.Some(*book.Dollars(1_000_000))
		case "flood":
			r.ClauseType, r.Weight = book.Some(model.ClauseTypeMortgagee), book.Some(0.5)
		}
	}
	return requirements
}
