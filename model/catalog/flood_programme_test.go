package catalog_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/catalog"
)

// TestFloodMaximum tells the maximum of each kind of asset.
func TestFloodMaximum(t *testing.T) {
	t.Parallel()
	on := func(day string, asset string, risk catalog.FloodRisk) string {
		at, err := time.Parse(time.DateOnly, day)
		require.NoError(t, err)
		risk.AssetType = catalog.ID("assetType", asset)
		switch maximum, insurable := catalog.FloodMaximumOn(catalog.FloodProgramme, at).Of(risk); {
		case !insurable:
			return "none"
		case maximum == nil:
			return "unknown"
		default:
			return maximum.Amount
		}
	}
	type risk = catalog.FloodRisk
	for _, tt := range []struct {
		asset string
		risk  risk
		want  string
	}{
		{"residentialRealEstate", risk{}, "250000.00"},
		{"residentialRealEstate", risk{Units: 4}, "250000.00"},
		{"residentialRealEstate", risk{Units: 5}, "500000.00"},
		{"multifamily", risk{}, "500000.00"},
		{"multifamily", risk{Units: 4}, "250000.00"},
		{"multifamily", risk{Units: 5}, "500000.00"},
		{"commercialRealEstate", risk{Occupancy: "apartments"}, "500000.00"},
		{"commercialRealEstate", risk{Occupancy: "apartments", Units: 1}, "250000.00"},
		{"commercialRealEstate", risk{Occupancy: "office", Units: 1}, "500000.00"},
		{"commercialRealEstate", risk{}, "500000.00"},
		{"multifamily", risk{CondominiumAssociation: true, Units: 120}, "30000000.00"},
		{"residentialRealEstate", risk{CondominiumAssociation: true, Units: 2}, "500000.00"},
		{"commercialRealEstate", risk{CondominiumAssociation: true}, "unknown"},
		{"constructionProject", risk{}, "500000.00"},
		{"inventory", risk{}, "500000.00"},
		{"equipment", risk{}, "500000.00"},
		{"vehicle", risk{}, "none"},
		{"keyPerson", risk{}, "none"},
	} {
		require.Equal(t, tt.want, on("2026-06-01", tt.asset, tt.risk), "%s %+v", tt.asset, tt.risk)
	}
	require.Equal(t, "250000.00", on("2014-05-31", "multifamily", risk{}))
	require.Equal(t, "none", on("1990-01-01", "multifamily", risk{}), "before the first row nothing is known")
}

// TestRatingScale reads ratings as each agency writes them.
func TestRatingScale(t *testing.T) {
	t.Parallel()
	require.Less(t, catalog.RatingScales["AM_BEST"].Rank("A-"), catalog.RatingScales["AM_BEST"].Rank("B++"))
	require.Less(t, catalog.RatingScales["AM_BEST"].SizeRank("IX"), catalog.RatingScales["AM_BEST"].SizeRank("X"))
	require.Equal(t, []int{0, 1, 2, -1}, []int{
		catalog.RatingScales["DEMOTECH"].Rank("A″"), catalog.RatingScales["DEMOTECH"].Rank("A′"), catalog.RatingScales["DEMOTECH"].Rank("A"),
		catalog.RatingScales["DEMOTECH"].Rank("B"),
	})
	require.Negative(t, catalog.RatingScales["MOODYS"].Rank("AA1"))
	require.Negative(t, catalog.RatingScales["SP"].SizeRank("X"))
}
