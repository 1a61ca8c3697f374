package model_test

import (
	"slices"
	"testing"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
)

func demand(t require.TestingT, weight float64, coverage string, perils ...string) *model.Requirement {
	c, ok := catalog.CoverageTypes.ByRef(coverage)
	require.True(t, ok)
	found, vs := catalog.ParsePerils("", perils, []*catalog.CoverageType{c})
	require.Empty(t, vs)
	return &model.Requirement{CoverageType: c.ID, Perils: catalog.IDs(found), Weight: weight}
}

// shareOf is the score of perils by its definition.
func shareOf(keys ...string) float64 {
	demanded, all := 0.0, 0.0
	for _, p := range catalog.Perils.All() {
		all += p.Weight
		if slices.Contains(keys, p.Key) {
			demanded += p.Weight
		}
	}
	return demanded / all * 100
}

func TestProtectionScore(t *testing.T) {
	t.Parallel()
	var everything []*model.Requirement
	for _, c := range catalog.CoverageTypes.All() {
		everything = append(everything, demand(t, 1, c.Key))
	}
	for name, test := range map[string]struct {
		requirements []*model.Requirement
		want         float64
	}{
		"none":                     {nil, 0},
		"everything":               {everything, 100},
		"named perils":             {[]*model.Requirement{demand(t, 1, "building", "fire", "mold")}, shareOf("fire", "mold")},
		"all of the coverage type": {[]*model.Requirement{demand(t, 1, "terrorism")}, shareOf("certifiedTerrorism", "nonCertifiedTerrorism")},
		"the same peril twice": {[]*model.Requirement{demand(t, 1, "building", "fire"), demand(t, 1, "businessIncome", "fire")},
			shareOf("fire")},
		"more than once whole":     {[]*model.Requirement{demand(t, 7, "building", "fire")}, shareOf("fire")},
		"unknown coverage type":    {[]*model.Requirement{{CoverageType: uuid.Nil, Weight: 1}}, 0},
		"weightiest of two counts": {[]*model.Requirement{demand(t, 1, "building", "fire"), demand(t, 0.5, "building", "fire")}, shareOf("fire")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.InDelta(t, test.want, model.ProtectionScore(test.requirements), 0.0051)
		})
	}
	half := model.ProtectionScore([]*model.Requirement{demand(t, 0.5, "earthquake")})
	require.InDelta(t, model.ProtectionScore([]*model.Requirement{demand(t, 1, "earthquake")})/2, half, 0.01)
	require.Equal(t, 100.0, model.ProtectionScore(everything), "exactly")
}

func TestProtectionScoreGrowsWithDemands(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		draw := rapid.Custom(func(t *rapid.T) *model.Requirement {
			return demand(t, rapid.Float64Range(0.01, 3).Draw(t, "weight"), rapid.SampledFrom(catalog.CoverageTypes.All()).Draw(t, "coverage").Key)
		})
		some := rapid.SliceOf(draw).Draw(t, "some")
		more := slices.Concat(some, []*model.Requirement{draw.Draw(t, "one more")})
		require.LessOrEqual(t, model.ProtectionScore(some), model.ProtectionScore(more))
		require.LessOrEqual(t, model.ProtectionScore(more), 100.0)
	})
}

func TestCoverageTypesAllowed(t *testing.T) {
	t.Parallel()
	p := model.RiskProfile{OtherCoverages: model.OtherCoveragesRefuse}
	require.Equal(t, catalog.CoverageTypes.All(), p.CoverageTypesAllowed())
	p.Requirements = []*model.Requirement{demand(t, 1, "flood"), demand(t, 1, "building", "fire"), demand(t, 1, "flood")}
	var keys []string
	for _, c := range p.CoverageTypesAllowed() {
		keys = append(keys, c.Key)
	}
	require.Equal(t, []string{"building", "flood"}, keys)
	p.OtherCoverages = model.OtherCoveragesAccept
	require.Equal(t, catalog.CoverageTypes.All(), p.CoverageTypesAllowed())
}

func TestParseRequirements(t *testing.T) {
	t.Parallel()
	got, vs := model.ParseRequirements("/requirements", []*model.RequirementInput{{
		CoverageType: "building", AssetTypes: graphql.OmittableOf([]string{"multifamily"}), Perils: graphql.OmittableOf([]string{"fire"}),
		MinimumLimit: graphql.OmittableOf(&scalar.MoneyInput{Amount: "1000000", Currency: "USD"}),
		ClauseType:   graphql.OmittableOf(new(model.ClauseTypeMortgagee)), Weight: graphql.OmittableOf(new(2.5)),
	}, {CoverageType: "flood"}})
	require.Empty(t, vs)
	require.Equal(t, "1000000.00", got[0].MinimumLimit.Amount)
	require.Equal(t, model.ClauseTypeMortgagee, *got[0].ClauseType)
	require.Equal(t, 2.5, got[0].Weight)
	require.Len(t, got[0].AssetTypes, 1)
	require.Len(t, got[0].Perils, 1)
	require.Equal(t, 1.0, got[1].Weight)
	require.NotNil(t, got[1].Perils)
	require.NotNil(t, got[1].AssetTypes)
	require.Nil(t, got[1].MinimumLimit)
}

func TestParseRequirementsRefuses(t *testing.T) {
	t.Parallel()
	building, _ := catalog.CoverageTypes.ByRef("building")
	_, vs := model.ParseRequirements("/requirements", []*model.RequirementInput{
		{CoverageType: "moon", AssetTypes: graphql.OmittableOf([]string{"castle"}),
			Perils: graphql.OmittableOf([]string{"fire", "meteor", "fire"}),
			Deductibles: graphql.OmittableOf([]*model.MaximumDeductibleInput{
				{Perils: []string{"fire", "meteor"}, MaximumHours: graphql.OmittableOf(new(72))},
			})},
		{CoverageType: building.ID.String(), Perils: graphql.OmittableOf([]string{"fire", "meteor", "fire"})},
		{CoverageType: "building", Perils: graphql.OmittableOf([]string{"fire", "earthquake"}), Weight: graphql.OmittableOf(new(0.0)),
			MaximumDeductible: graphql.OmittableOf(&scalar.MoneyInput{Amount: "1", Currency: "?"})},
	})
	at := map[string]fault.Code{}
	for _, v := range vs {
		at[v.Pointer] = v.Code
	}
	require.Equal(t, map[string]fault.Code{
		"/requirements/0/coverageType":               fault.CodeUnknownCoverageType,
		"/requirements/0/assetTypes/0":               fault.CodeUnknownAssetType,
		"/requirements/0/perils/1":                   fault.CodeUnknownPeril,
		"/requirements/0/perils/2":                   fault.CodeDuplicate,
		"/requirements/0/deductibles/0/perils/1":     fault.CodeUnknownPeril,
		"/requirements/1/perils/1":                   fault.CodeUnknownPeril,
		"/requirements/1/perils/2":                   fault.CodeDuplicate,
		"/requirements/2":                            fault.CodeDuplicate,
		"/requirements/2/perils/1":                   fault.CodePerilNotApplicable,
		"/requirements/2/maximumDeductible/currency": fault.CodeInvalidValue,
		"/requirements/2/weight":                     fault.CodeInvalidValue,
	}, at)
}
