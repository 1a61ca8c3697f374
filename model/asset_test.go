package model_test

import (
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
)

func TestNewAsset(t *testing.T) {
	t.Parallel()
	caseID, document, now := uuid.New(), uuid.New(), time.Now()
	refs := model.AssetReferences{Case: true, Documents: map[uuid.UUID]bool{document: true}}
	a, err := model.NewAsset(uuid.New(), model.CreateAssetInput{
		CaseID: caseID, AssetType: "vehicle",
		Fields:    graphql.OmittableOf(fields(`year=2020`, `vin="1EXAMPLE"`)),
		Documents: graphql.OmittableOf([]uuid.UUID{document}),
	}, refs, now)
	require.NoError(t, err)
	require.Equal(t, caseID, a.CaseID)
	require.Equal(t, assetType(t, "vehicle").ID, a.AssetTypeID)
	require.Equal(t, "1EXAMPLE", a.DisplayName)
	require.Equal(t, []uuid.UUID{document}, a.DocumentIDs)
	require.Equal(t, `vin="1EXAMPLE" year=2020`, written(a.Fields()))
	require.Equal(t, now, a.UpdatedAt)

	bare, err := model.NewAsset(uuid.New(), model.CreateAssetInput{CaseID: caseID, AssetType: "vehicle"}, refs, now)
	require.NoError(t, err)
	require.Equal(t, "Vehicle", bare.DisplayName)
	require.NotNil(t, bare.DocumentIDs)
}

// TestBorrowerOccupied is known if somebody has said it, of buildings in which a borrower may live.
func TestBorrowerOccupied(t *testing.T) {
	t.Parallel()
	refs := model.AssetReferences{Case: true}
	a, err := model.NewAsset(uuid.New(), model.CreateAssetInput{AssetType: "residentialRealEstate"}, refs, time.Now())
	require.NoError(t, err)
	require.Nil(t, a.BorrowerOccupied())
	for value, want := range map[string]*bool{"true": new(true), "false": new(false), "null": nil} {
		require.Empty(t, a.Patch(model.UpdateAssetInput{Fields: graphql.OmittableOf(fields("borrowerOccupied=" + value))}, refs))
		require.Equal(t, want, a.BorrowerOccupied(), value)
	}
	_, err = model.NewAsset(uuid.New(), model.CreateAssetInput{
		AssetType: "commercialRealEstate", Fields: graphql.OmittableOf(fields("borrowerOccupied=true")),
	}, refs, time.Now())
	require.ErrorContains(t, err, "unknown_field_type")
}

func TestNewAssetRefused(t *testing.T) {
	t.Parallel()
	stranger := graphql.OmittableOf([]uuid.UUID{uuid.New()})
	for name, tt := range map[string]struct {
		in   model.CreateAssetInput
		refs model.AssetReferences
		want []string
	}{
		"case": {
			model.CreateAssetInput{AssetType: "vehicle"}, model.AssetReferences{}, []string{"/caseId unknown_reference"},
		},
		"asset type, and the fields that no type has": {
			model.CreateAssetInput{AssetType: "boat", Fields: graphql.OmittableOf(fields(`vin="x"`, `mast=1`))}, model.AssetReferences{Case: true},
			[]string{"/assetType unknown_asset_type", "/fields/1/fieldType unknown_field_type"},
		},
		"all at once": {
			model.CreateAssetInput{AssetType: "vehicle", Fields: graphql.OmittableOf(fields(`mast=1`, `address={}`, `year="x"`)),
				Documents: stranger},
			model.AssetReferences{},
			[]string{"/caseId unknown_reference", "/fields/0/fieldType unknown_field_type", "/fields/1/fieldType unknown_field_type",
				"/fields/2/value invalid_value", "/documents/0 unknown_reference"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := model.NewAsset(uuid.New(), tt.in, tt.refs, time.Now())
			require.Equal(t, tt.want, violationsOf(err))
		})
	}
}
