package model_test

import (
	"strings"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/scalar"
)

var (
	policyTime = time.Date(2026, 1, 15, 12, 0, 0, 0, time.UTC)
	assetA     = uuid.MustParse("00000000-0000-7000-8000-00000000000a")
	assetB     = uuid.MustParse("00000000-0000-7000-8000-00000000000b")
	intangible = uuid.MustParse("00000000-0000-7000-8000-00000000000c")
)

// frameworkRefs are those of an open case of the Coverage Framework with two tangible assets and one that is not.
func frameworkRefs() model.PolicyReferences {
	return model.PolicyReferences{
		Case:         &model.Case{Status: model.CaseStatusOpen, RiskProfileID: new(uuid.New())},
		AllowedTypes: catalog.CoverageTypes.All(),
		Assets:       []model.CaseAsset{{ID: assetA, Tangible: true}, {ID: intangible}, {ID: assetB, Tangible: true}},
	}
}

func legacyRefs() model.PolicyReferences {
	return model.PolicyReferences{
		Case:         &model.Case{Status: model.CaseStatusOpen, ProgramID: new(uuid.New())},
		ProductTypes: []*model.ProductType{{Key: "property", Name: "Property"}},
	}
}

func list(refs ...string) graphql.Omittable[[]string] {
	return graphql.OmittableOf(append([]string{}, refs...))
}

func on(day string) graphql.Omittable[*time.Time] {
	t, err := scalar.ParseDate(day)
	if err != nil {
		panic(err)
	}
	return graphql.OmittableOf(&t)
}

// forAsset makes the input of one asset from the keys of its perils.
func forAsset(asset uuid.UUID, perils string) *model.AssetPerilsInput {
	return &model.AssetPerilsInput{Asset: asset, Perils: strings.Fields(perils)}
}

func newPolicy(t *testing.T, refs model.PolicyReferences, change func(*model.CreatePolicyInput)) *model.Policy {
	t.Helper()
	in := model.CreatePolicyInput{
		CoverageLayer: graphql.OmittableOf(new(model.CoverageLayerPrimary)), CoverageTypes: list("building"), Perils: list("theft", "fire"),
	}
	if refs.ProductTypes != nil {
		in = model.CreatePolicyInput{ProductType: graphql.OmittableOf(new("property"))}
	}
	change(&in)
	p, err := model.NewPolicy(uuid.New(), in, refs, policyTime)
	require.NoError(t, err)
	p.NextVersion(uuid.New(), nil, policyTime)
	return p
}

func unchanged(*model.CreatePolicyInput) {}

// evidenced returns the perils that a policy shows as applied: its own, then those of each asset.
func evidenced(p *model.Policy) (lines []string) {
	p.Show()
	applied := func(perils []*model.PolicyPeril) string {
		var keys []string
		for _, peril := range perils {
			if peril.Applied {
				keys = append(keys, peril.Key)
			}
		}
		return strings.Join(keys, " ")
	}
	lines = append(lines, applied(p.Perils))
	for _, a := range p.PerilsByAsset {
		lines = append(lines, a.AssetID.String()[35:]+": "+applied(a.Perils))
	}
	return lines
}

func TestPolicyPerils(t *testing.T) {
	t.Parallel()
	byAsset := func(items ...*model.AssetPerilsInput) graphql.Omittable[[]*model.AssetPerilsInput] {
		return graphql.OmittableOf(items)
	}
	for name, test := range map[string]struct {
		create func(*model.CreatePolicyInput)
		patch  model.UpdatePolicyInput
		want   []string
	}{
		"for every tangible asset": {unchanged, model.UpdatePolicyInput{}, []string{"fire theft", "a: fire theft", "b: fire theft"}},
		"none evidenced": {func(in *model.CreatePolicyInput) { in.Perils = list() }, model.UpdatePolicyInput{},
			[]string{"", "a: ", "b: "}},
		"the union of the assets'": {func(in *model.CreatePolicyInput) {
			in.Perils = graphql.Omittable[[]string]{}
			in.PerilsByAsset = byAsset(forAsset(assetB, "theft"), forAsset(intangible, "fire theft"))
		}, model.UpdatePolicyInput{}, []string{"fire theft", "b: theft", "c: fire theft"}},
		"both": {func(in *model.CreatePolicyInput) {
			in.Perils, in.PerilsByAsset = list("smoke"), byAsset(forAsset(assetA, "fire"))
		}, model.UpdatePolicyInput{}, []string{"fire smoke", "a: fire"}},
		"patched alone, derived again": {func(in *model.CreatePolicyInput) { in.PerilsByAsset = byAsset(forAsset(assetA, "mold")) },
			model.UpdatePolicyInput{Perils: list("smoke")}, []string{"smoke", "a: smoke", "b: smoke"}},
		"patched by asset": {unchanged, model.UpdatePolicyInput{PerilsByAsset: byAsset(forAsset(assetA, "mold"))}, []string{"mold", "a: mold"}},
		"by asset cleared": {func(in *model.CreatePolicyInput) {
			in.Perils, in.PerilsByAsset = graphql.Omittable[[]string]{}, byAsset(forAsset(assetA, "mold"))
		},
			model.UpdatePolicyInput{PerilsByAsset: graphql.OmittableOf[[]*model.AssetPerilsInput](nil)}, []string{"mold", "a: mold", "b: mold"}},
		"cleared": {unchanged, model.UpdatePolicyInput{Perils: graphql.OmittableOf[[]string](nil)}, []string{"", "a: ", "b: "}},
		"other coverage types": {unchanged, model.UpdatePolicyInput{CoverageTypes: list("crime", "buildersRisk")},
			[]string{"fire theft", "a: fire theft", "b: fire theft"}},
		"both patched": {unchanged, model.UpdatePolicyInput{CoverageTypes: list("earthquake"), Perils: list("earthMovement", "earthquake")},
			[]string{"earthquake earthMovement", "a: earthquake earthMovement", "b: earthquake earthMovement"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPolicy(t, frameworkRefs(), test.create)
			require.Empty(t, p.Patch(test.patch, frameworkRefs()))
			require.Equal(t, test.want, evidenced(p))
		})
	}
}

// TestPolicyPerilsShown: every peril of the coverage types is listed once, evidenced or not, in catalog order.
func TestPolicyPerilsShown(t *testing.T) {
	t.Parallel()
	p := newPolicy(t, frameworkRefs(), func(in *model.CreatePolicyInput) {
		in.CoverageTypes, in.Perils = list("flood", "windstorm"), list("namedStorm")
	})
	p.Show()
	var shown []string
	for _, peril := range p.Perils {
		shown = append(shown, peril.Key)
		require.Equal(t, peril.Key == "namedStorm", peril.Applied)
	}
	require.Equal(t, []string{"flood", "stormSurge", "namedStorm"}, shown)
	require.Equal(t, p.Perils, p.PerilsByAsset[0].Perils)
}

func TestPolicyDisplayName(t *testing.T) {
	t.Parallel()
	p := newPolicy(t, frameworkRefs(), func(in *model.CreatePolicyInput) { in.CoverageTypes = list("building", "flood") })
	require.Equal(t, "Building, Flood", p.DisplayName)
	require.Empty(t, p.Patch(model.UpdatePolicyInput{DisplayName: graphql.OmittableOf(new("Mine"))}, frameworkRefs()))
	require.Empty(t, p.Patch(model.UpdatePolicyInput{CoverageTypes: list("crime", "building")}, frameworkRefs()))
	require.Equal(t, "Mine", p.DisplayName)
	require.Empty(t, p.Patch(model.UpdatePolicyInput{DisplayName: graphql.OmittableOf[*string](nil)}, frameworkRefs()))
	require.Equal(t, "Crime / Employee Theft, Building", p.DisplayName)

	p = newPolicy(t, legacyRefs(), unchanged)
	require.Equal(t, "Property", p.DisplayName)
	renamed := legacyRefs()
	renamed.ProductTypes = []*model.ProductType{{Key: "property", Name: "Building"}}
	require.Empty(t, p.Patch(model.UpdatePolicyInput{PolicyNumber: graphql.OmittableOf(new("P-1"))}, renamed))
	require.Equal(t, "Property", p.DisplayName, "a policy keeps its name when the program's changes")
	renamed.ProductTypes = nil
	require.Empty(t, p.Patch(model.UpdatePolicyInput{DisplayName: graphql.OmittableOf[*string](nil)}, renamed))
	require.Equal(t, "property", p.DisplayName, "a product that the program has no more is called by its key")
}

func TestPolicyFormType(t *testing.T) {
	t.Parallel()
	special, none := graphql.OmittableOf(new(model.CoverageFormTypeSpecial)), graphql.OmittableOf[*model.CoverageFormType](nil)
	p := newPolicy(t, frameworkRefs(), unchanged)
	require.Equal(t, model.CoverageFormTypeUnknown, *p.CoverageFormType)
	require.Empty(t, p.Patch(model.UpdatePolicyInput{CoverageFormType: special}, frameworkRefs()))
	require.Equal(t, model.CoverageFormTypeSpecial, *p.CoverageFormType)
	require.Empty(t, p.Patch(model.UpdatePolicyInput{CoverageFormType: none}, frameworkRefs()))
	require.Equal(t, model.CoverageFormTypeUnknown, *p.CoverageFormType)

	p = newPolicy(t, legacyRefs(), unchanged)
	require.Nil(t, p.CoverageFormType)
	require.Empty(t, p.Patch(model.UpdatePolicyInput{CoverageFormType: special}, legacyRefs()))
	require.Equal(t, model.CoverageFormTypeSpecial, *p.CoverageFormType)
	require.Empty(t, p.Patch(model.UpdatePolicyInput{CoverageFormType: none}, legacyRefs()))
	require.Nil(t, p.CoverageFormType)
}

func TestPolicyGapDays(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		end, start string
		want       int
	}{
		"same day":     {"2027-01-01", "2027-01-01", 0},
		"a day":        {"2027-01-01", "2027-01-02", 1},
		"a leap month": {"2028-02-01", "2028-03-01", 29},
		"overlapping":  {"2027-01-01", "2026-12-01", 0},
		"unknown end":  {"", "2027-03-01", 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPolicy(t, legacyRefs(), func(in *model.CreatePolicyInput) {
				in.StartDate = on("2026-01-01")
				if test.end != "" {
					in.EndDate = on(test.end)
				}
			})
			refs, first := legacyRefs(), p.Coverage
			refs.PreviousTerm, refs.EarlierStart = &first, first.StartDate
			in := model.CreatePolicyTermInput{StartDate: *on(test.start).Value(), EndDate: *on("2029-01-01").Value()}
			require.Empty(t, p.StartTerm(in, refs))
			require.Equal(t, test.want, p.GapDays)
			require.Equal(t, 2, p.TermNumber)

			require.Empty(t, p.Patch(model.UpdatePolicyInput{StartDate: on("2028-06-01")}, refs))
			require.Equal(t, first.EndDate == nil, p.GapDays == 0, "a corrected start corrects the gap")
			vs := p.Patch(model.UpdatePolicyInput{StartDate: on("2026-01-01")}, refs)
			require.Equal(t, "/startDate", vs[0].Pointer)
		})
	}
}

func TestPolicyNextVersion(t *testing.T) {
	t.Parallel()
	p := newPolicy(t, legacyRefs(), unchanged)
	require.Equal(t, 1, p.VersionNumber)
	next := func(change func()) *model.PolicyVersion {
		before := *p
		change()
		return p.NextVersion(uuid.New(), &before, policyTime)
	}
	require.Nil(t, next(func() {}))
	require.Nil(t, next(func() {
		p.Status, p.Metadata, p.InsuranceContactIDs = model.PolicyStatusRenewalInProgress, scalar.Metadata(`{"a":1}`), []uuid.UUID{assetA}
	}), "status, metadata and contacts are no part of a snapshot")

	v := next(func() { p.PolicyNumber = new("P-1") })
	require.Equal(t, model.PolicyVersionReasonCorrection, v.Reason)
	require.Equal(t, []int{1, 2}, []int{v.TermNumber, v.VersionNumber})
	require.Equal(t, v.ID, p.CurrentVersionID)
	v = next(func() { p.TermNumber++ })
	require.Equal(t, model.PolicyVersionReasonNewTerm, v.Reason)
	require.Equal(t, []int{2, 3}, []int{v.TermNumber, v.VersionNumber})
}

func TestPolicySetState(t *testing.T) {
	t.Parallel()
	p, later := newPolicy(t, legacyRefs(), unchanged), policyTime.Add(time.Hour)
	p.SetState(p.State().Deactivate(), policyTime)
	require.Equal(t, policyTime, *p.DeactivatedAt)
	p.SetState(p.State().Hold(), later)
	require.Equal(t, policyTime, *p.DeactivatedAt, "beneath the hold it is still deactivated")
	require.Equal(t, later, *p.OnHoldAt)
	p.SetState(p.State().Deactivate(), later)
	require.Equal(t, policyTime, *p.DeactivatedAt)
	require.Nil(t, p.OnHoldAt)
	active, err := p.State().Reactivate()
	require.NoError(t, err)
	p.SetState(active, later)
	require.Nil(t, p.DeactivatedAt)
}

// TestLimitsKeepOffTheCatalog: reading a stored policy writes through its pointers, so none may point into the catalog.
func TestLimitsKeepOffTheCatalog(t *testing.T) {
	t.Parallel()
	building, _ := catalog.CoverageTypes.ByRef("building")
	id := building.ID
	p := newPolicy(t, frameworkRefs(), func(in *model.CreatePolicyInput) {
		in.Limits = graphql.OmittableOf([]*model.LimitInput{{
			Kind: model.LimitKindTotal, CoverageType: graphql.OmittableOf(new("building")),
			Amount: graphql.OmittableOf(&scalar.MoneyInput{Amount: "1.00", Currency: "USD"}),
		}})
	})
	*p.Limits[0].CoverageType = uuid.New()
	require.Equal(t, id, building.ID)
}
