package demo

import (
	"slices"
	"time"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/starter"
	"github.com/covertrack/covertrack/storage/book"
)

// The asset types that the demands name.
var (
	buildings = []string{"commercialRealEstate", "multifamily"}
	contents  = []string{"equipment", "inventory"}
)

// leastRating is what carriers must be rated at least.
const leastRating = "A-"

// riskProfiles makes profiles of each type, a version that was superseded, and a draft.
func (m *maker) riskProfiles() {
	at := m.daysAgo(setUp - 5)
	m.standard = m.standardProfile(at)
	m.multifamily = m.Clone(m.standard, model.CopyRiskProfileInput{
		Name: book.Some("Multifamily"), Description: book.Some("A copy of the standard, for apartment houses."),
	}, at.AddDate(0, 0, 12))
	m.Publish(m.multifamily, at.AddDate(0, 0, 13))
	m.participation = m.Subscribe(m.standard, model.CopyRiskProfileInput{
		Name: book.Some("Participations"), Description: book.Some("Follows the standard, version by version."),
	}, at.AddDate(0, 0, 14))
	m.construction = m.profile("Ground-up construction",
		"Builder's risk and liability alone: other coverage types are refused.", at.AddDate(0, 0, 15),
		[]string{"constructionProject"}, constructionDemands())
	m.coastal = m.profile("Coastal property", "The standard, and insurance against flood and named storms.",
		at.AddDate(0, 0, 17), slices.Concat(buildings, contents), append(standardDemands(), coastalDemands()...))
	m.large = m.profile("Large loans", "For loans on property that takes several insurers.",
		at.AddDate(0, 0, 19), buildings, largeDemands())
	m.RiskProfile(model.CreateRiskProfileInput{
		Name: "Owner-occupied", Description: book.Some("A draft: cases cannot use it yet."),
		Requirements: book.List(book.Demand("building")), OtherCoverages: book.Some(model.OtherCoveragesRefuse),
	}, m.daysAgo(3))
	m.RiskProfile(starter.Profiles[0].Draft(), m.daysAgo(2))
}

// standardProfile is the second version of a profile.
func (m *maker) standardProfile(at time.Time) *model.RiskProfile {
	first := m.profile("Commercial real estate", "What a loan on an income-producing property needs.", at,
		slices.Concat(buildings, contents, []string{"businessOperations"}), []*model.RequirementInput{
			book.Demand("building"), book.Demand("generalLiability", book.AtLeast(1_000_000)),
		})
	second := m.NextVersion(first, at.AddDate(0, 0, 9))
	m.Amend(second, model.UpdateRiskProfileInput{Requirements: book.List(standardDemands()...)}, at.AddDate(0, 0, 9))
	m.Publish(second, at.AddDate(0, 0, 10))
	return second
}

// profile makes one that is published on the next day.
func (m *maker) profile(
	name, description string, at time.Time, assetTypes []string, demands []*model.RequirementInput,
) *model.RiskProfile {
	p := m.RiskProfile(model.CreateRiskProfileInput{
		Name: name, Description: book.Some(description), AssetTypes: book.List(assetTypes...),
		CertificateHolders: book.List(m.holders...), Requirements: book.List(demands...),
		OtherCoverages: book.Some(model.OtherCoveragesRefuse),
	}, at)
	m.Publish(p, at.AddDate(0, 0, 1))
	return p
}

func standardDemands() []*model.RequirementInput {
	return []*model.RequirementInput{
		buildingDemand(),
		book.Demand("businessPersonalProperty", book.For(contents...), book.Percent("100", model.LimitBasisInsurableValue),
			book.DeductibleUpTo(25_000), book.Clause(model.ClauseTypeLendersLossPayable)),
		book.Demand("ordinanceOrLaw", book.For(buildings...), book.Weight(0.5)),
		book.Demand("businessIncome", book.For(buildings...), book.Percent("10", model.LimitBasisLoanAmount)),
		liabilityDemand(5_000_000),
		book.Demand("workersCompensation"),
	}
}

func buildingDemand() *model.RequirementInput {
	return book.Demand("building", book.For(buildings...), book.Percent("100", model.LimitBasisInsurableValue),
		book.DeductibleUpTo(25_000), book.Clause(model.ClauseTypeMortgagee), book.Rated(leastRating),
		book.Form(model.CoverageFormTypeSpecial))
}

func liabilityDemand(dollars int) *model.RequirementInput {
	return book.Demand("generalLiability", book.AtLeast(dollars), book.Clause(model.ClauseTypeAdditionalInsured),
		book.Rated(leastRating))
}

func coastalDemands() []*model.RequirementInput {
	return []*model.RequirementInput{
		book.Demand("flood", book.For(buildings...), book.Percent("100", model.LimitBasisFlood),
			book.Clause(model.ClauseTypeMortgagee)),
		book.Demand("windstorm", book.For(buildings...), book.Percent("100", model.LimitBasisLesser),
			book.DeductiblePercentUpTo("5")),
	}
}

func largeDemands() []*model.RequirementInput {
	return []*model.RequirementInput{
		buildingDemand(),
		book.Demand("businessIncome", book.Percent("10", model.LimitBasisLoanAmount)),
		liabilityDemand(25_000_000),
	}
}

func constructionDemands() []*model.RequirementInput {
	return []*model.RequirementInput{
		book.Demand("buildersRisk", book.Percent("100", model.LimitBasisInsurableValue), book.DeductibleUpTo(50_000),
			book.Clause(model.ClauseTypeMortgagee), book.Rated(leastRating)),
		liabilityDemand(5_000_000),
	}
}
