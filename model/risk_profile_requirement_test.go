package model_test

import (
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/fault"
)

func TestParseRequirementMembers(t *testing.T) {
	t.Parallel()
	got, vs := model.ParseRequirements("/requirements", []*model.RequirementInput{{
		CoverageType: "building", LimitBasis: some(model.LimitBasisLesser), LimitPercent: some("80.5"),
		MaximumDeductiblePercent: some("0"), MinimumRating: some("A-"),
		FormTypes: graphql.OmittableOf([]model.CoverageFormType{model.CoverageFormTypeSpecial}),
	}, {CoverageType: "flood", LimitBasis: some(model.LimitBasisFlood)}})
	require.Empty(t, vs)
	require.Equal(t, []any{"80.50", "0.00", "A-"}, []any{*got[0].LimitPercent, *got[0].MaximumDeductiblePercent, *got[0].MinimumRating})
	require.Equal(t, []model.CoverageFormType{model.CoverageFormTypeSpecial}, got[0].FormTypes)
	require.Equal(t, "100.00", *got[1].LimitPercent, "all of the basis by default")
	require.Empty(t, got[1].FormTypes)
}

func TestParseRequirementMembersRefuses(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		in   model.RequirementInput
		want []string
	}{
		"percent without basis": {model.RequirementInput{LimitPercent: some("80")}, []string{"/0/limitPercent invalid_value"}},
		"nothing of a basis": {
			model.RequirementInput{LimitBasis: some(model.LimitBasisLoanAmount), LimitPercent: some("0.00")},
			[]string{"/0/limitPercent invalid_value"},
		},
		"too much of a basis": {
			model.RequirementInput{LimitBasis: some(model.LimitBasisLoanAmount), LimitPercent: some("1000.01")},
			[]string{"/0/limitPercent invalid_value"},
		},
		"three decimals": {
			model.RequirementInput{LimitBasis: some(model.LimitBasisLoanAmount), LimitPercent: some("80.125")},
			[]string{"/0/limitPercent invalid_value"},
		},
		"negative and above a hundred": {
			model.RequirementInput{LimitBasis: some(model.LimitBasisLoanAmount), LimitPercent: some("-1"), MaximumDeductiblePercent: some("100.01")},
			[]string{"/0/limitPercent invalid_value", "/0/maximumDeductiblePercent invalid_value"},
		},
		"rating": {model.RequirementInput{MinimumRating: some("a-")}, []string{"/0/minimumRating invalid_value"}},
		"forms": {
			model.RequirementInput{FormTypes: graphql.OmittableOf([]model.CoverageFormType{"Basic", "Unknown", "Basic"})},
			[]string{"/0/formTypes/1 invalid_value", "/0/formTypes/2 duplicate"},
		},
		"value of liability": {
			model.RequirementInput{CoverageType: "generalLiability", LimitBasis: some(model.LimitBasisInsurableValue)},
			[]string{"/0/limitBasis invalid_value"},
		},
		"value of crime at the case": {
			model.RequirementInput{CoverageType: "crime", LimitBasis: some(model.LimitBasisLesser)},
			[]string{"/0/limitBasis invalid_value"},
		},
		"value of crime at inventory": {
			model.RequirementInput{CoverageType: "crime", LimitBasis: some(model.LimitBasisLesser), AssetTypes: list("inventory")}, nil,
		},
		"loan of liability": {
			model.RequirementInput{CoverageType: "generalLiability", LimitBasis: some(model.LimitBasisLoanAmount)}, nil,
		},
		"flood of life": {
			model.RequirementInput{CoverageType: "keyPersonLife", LimitBasis: some(model.LimitBasisFlood)},
			[]string{"/0/limitBasis invalid_value"},
		},
		"value of life": {model.RequirementInput{CoverageType: "keyPersonLife", LimitBasis: some(model.LimitBasisInsurableValue)}, nil},
		"all at once": {
			model.RequirementInput{CoverageType: "umbrellaExcess", LimitBasis: some(model.LimitBasisFlood), LimitPercent: some("0"),
				MinimumRating: some("NR")},
			[]string{"/0/limitPercent invalid_value", "/0/limitBasis invalid_value", "/0/minimumRating invalid_value"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if tt.in.CoverageType == "" {
				tt.in.CoverageType = "building"
			}
			_, vs := model.ParseRequirements("", []*model.RequirementInput{&tt.in})
			require.Equal(t, tt.want, violationsOf(vs.Err()))
		})
	}
}

func TestParseRequirementsDemandOnce(t *testing.T) {
	t.Parallel()
	of := func(coverage string, assetTypes ...string) *model.RequirementInput {
		return &model.RequirementInput{CoverageType: coverage, AssetTypes: list(assetTypes...)}
	}
	for name, tt := range map[string]struct {
		in   []*model.RequirementInput
		want []string
	}{
		"other coverage": {[]*model.RequirementInput{of("building"), of("flood")}, nil},
		"other assets":   {[]*model.RequirementInput{of("building", "equipment"), of("building", "vehicle", "inventory")}, nil},
		"the same assets": {[]*model.RequirementInput{of("building", "equipment"), of("building", "vehicle", "equipment")},
			[]string{"/1 duplicate"}},
		"all and some": {[]*model.RequirementInput{of("building"), of("flood"), of("building", "vehicle")}, []string{"/2 duplicate"}},
		"liability is one": {[]*model.RequirementInput{of("autoLiability", "vehicle"), of("autoLiability", "equipment")},
			[]string{"/1 duplicate"}},
		"life is one": {[]*model.RequirementInput{of("keyPersonLife", "keyPerson"), of("keyPersonLife", "vehicle")},
			[]string{"/1 duplicate"}},
		"three times is twice": {[]*model.RequirementInput{of("flood"), of("flood"), of("flood")}, []string{"/1 duplicate", "/2 duplicate"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, vs := model.ParseRequirements("", tt.in)
			require.Equal(t, tt.want, violationsOf(vs.Err()))
		})
	}
}

// TestRiskProfileTargets is that each demand can be judged at some asset, or at the case.
func TestRiskProfileTargets(t *testing.T) {
	t.Parallel()
	of := func(coverage string, assetTypes ...string) []*model.RequirementInput {
		return []*model.RequirementInput{{CoverageType: coverage, AssetTypes: list(assetTypes...)}}
	}
	own, profiles := []string{"/requirements/0/assetTypes invalid_value"}, []string{"/assetTypes invalid_value"}
	for name, tt := range map[string]struct {
		profile []string
		in      []*model.RequirementInput
		want    []string
	}{
		"property of a person":       {nil, of("building", "keyPerson"), own},
		"income of operations":       {nil, of("businessIncome", "businessOperations"), own},
		"catastrophe of a person":    {nil, of("flood", "keyPerson"), own},
		"works of a person":          {nil, of("buildersRisk", "keyPerson"), own},
		"crime of a person":          {nil, of("crime", "keyPerson", "accountsReceivable"), own},
		"damage to no car":           {nil, of("autoPhysicalDamage", "keyPerson"), own},
		"one is tangible":            {nil, of("building", "keyPerson", "multifamily"), nil},
		"all types":                  {nil, of("building"), nil},
		"the profile's":              {[]string{"keyPerson"}, of("building"), profiles},
		"one of the profile's":       {[]string{"keyPerson", "vehicle"}, of("building"), nil},
		"its own, and the profile's": {[]string{"keyPerson", "vehicle"}, of("building", "keyPerson"), own},
		"crime against the case":     {[]string{"keyPerson"}, of("crime"), nil},
		"life":                       {[]string{"keyPerson"}, of("keyPersonLife"), nil},
		"life of a person":           {nil, of("keyPersonLife", "keyPerson"), nil},
		"liability of operations":    {nil, of("generalLiability", "businessOperations"), nil},
		"liability of the profile's": {[]string{"businessOperations"}, of("autoLiability"), nil},
		"a type that is not known":   {nil, of("building", "keyPerson", "castle"), []string{"/requirements/0/assetTypes/1 unknown_asset_type"}},
		"none that is known": {[]string{"keyPerson"}, of("building", "castle"),
			[]string{"/requirements/0/assetTypes/0 unknown_asset_type"}},
		"a profile that is not known": {[]string{"keyPerson", "castle"}, of("building"), []string{"/assetTypes/1 unknown_asset_type"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := model.NewRiskProfile(uuid.New(), uuid.New(), model.CreateRiskProfileInput{
				Name: "A profile", AssetTypes: list(tt.profile...), Requirements: graphql.OmittableOf(tt.in),
			}, nil, time.Now())
			require.Equal(t, tt.want, violationsOf(err))
		})
	}
}

// TestRiskProfileTargetsStored is that a draft that was stored without a target can be changed, and is not published.
func TestRiskProfileTargetsStored(t *testing.T) {
	t.Parallel()
	p := profileOf(t, model.CreateRiskProfileInput{Name: "A profile",
		Requirements: graphql.OmittableOf([]*model.RequirementInput{{CoverageType: "building"}})})
	p.Requirements[0].AssetTypes = catalog.IDs([]*catalog.AssetType{assetType(t, "keyPerson")})
	require.NoError(t, p.Patch(model.UpdateRiskProfileInput{Name: some("Another")}, nil))
	require.Equal(t, fault.CodeInvalidTransition, fault.CodeOf(p.Publish(time.Now())))
	require.False(t, p.IsPublished)
	p.Requirements[0].AssetTypes = nil
	require.Equal(t, []string{"/assetTypes invalid_value"},
		violationsOf(p.Patch(model.UpdateRiskProfileInput{AssetTypes: list("keyPerson")}, nil)))
	require.NoError(t, p.Patch(model.UpdateRiskProfileInput{AssetTypes: list("multifamily")}, nil))
	require.NoError(t, p.Publish(time.Now()))
}

func TestRiskProfileRequirementHolders(t *testing.T) {
	t.Parallel()
	bank := &model.CertificateHolder{ID: uuid.New(), ClauseTypes: []model.ClauseType{model.ClauseTypeMortgagee, model.ClauseTypeLossPayee}}
	other := &model.CertificateHolder{ID: uuid.New(), ClauseTypes: []model.ClauseType{model.ClauseTypeMortgagee}}
	naming := func(holder uuid.UUID, clause model.ClauseType) graphql.Omittable[[]*model.RequirementInput] {
		r := &model.RequirementInput{CoverageType: "building", CertificateHolder: some(holder)}
		if clause != "" {
			r.ClauseType = some(clause)
		}
		return graphql.OmittableOf([]*model.RequirementInput{r})
	}
	onProfile := graphql.OmittableOf([]uuid.UUID{bank.ID})
	lossPayeeOnly := graphql.OmittableOf([]*model.CertificateHolderClauseTypesInput{{ID: bank.ID,
		Types: []model.ClauseType{model.ClauseTypeLossPayee}}})
	for name, tt := range map[string]struct {
		in   model.CreateRiskProfileInput
		want []string
	}{
		"of the profile": {model.CreateRiskProfileInput{CertificateHolders: onProfile, Requirements: naming(bank.ID, "mortgagee")},
			nil},
		"any clause":             {model.CreateRiskProfileInput{CertificateHolders: onProfile, Requirements: naming(bank.ID, "")}, nil},
		"the profile names none": {model.CreateRiskProfileInput{Requirements: naming(other.ID, "mortgagee")}, nil},
		"not of the profile": {model.CreateRiskProfileInput{CertificateHolders: onProfile, Requirements: naming(other.ID, "mortgagee")},
			[]string{"/requirements/0/certificateHolder unknown_reference"}},
		"does not support it": {model.CreateRiskProfileInput{Requirements: naming(other.ID, "lossPayee")},
			[]string{"/requirements/0/certificateHolder invalid_value"}},
		"not supported here": {model.CreateRiskProfileInput{CertificateHolders: onProfile, CertificateHolderClauseTypes: lossPayeeOnly,
			Requirements: naming(bank.ID, "mortgagee")}, []string{"/requirements/0/certificateHolder invalid_value"}},
		"no such holder": {model.CreateRiskProfileInput{Requirements: naming(uuid.New(), "mortgagee")},
			[]string{"/requirements/0/certificateHolder unknown_reference"}},
		"no such holder, and fewer": {model.CreateRiskProfileInput{CertificateHolders: onProfile, Requirements: naming(uuid.Nil, "")},
			[]string{"/requirements/0/certificateHolder unknown_reference"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tt.in.Name = "A profile"
			p, err := model.NewRiskProfile(uuid.New(), uuid.New(), tt.in, []*model.CertificateHolder{bank, other}, time.Now())
			require.Equal(t, tt.want, violationsOf(err))
			if tt.want != nil || name != "of the profile" {
				return
			}
			err = p.Patch(model.UpdateRiskProfileInput{CertificateHolders: graphql.OmittableOf([]uuid.UUID{other.ID})},
				[]*model.CertificateHolder{bank, other})
			require.Equal(t, []string{"/certificateHolders unknown_reference"}, violationsOf(err), "a kept requirement names one that leaves")
		})
	}
}
