package catalog_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/catalog"
)

func TestCatalogIDs(t *testing.T) {
	t.Parallel()
	// These ids are in lenders' databases: a change of one is a change of contract.
	building, ok := catalog.CoverageTypes.ByRef("building")
	require.True(t, ok)
	fire, _ := catalog.Perils.ByRef("fire")
	office, _ := catalog.AssetTypes.ByRef("commercialRealEstate")
	address, _ := office.FieldTypeByRef("address")
	require.Equal(t, map[string]string{
		"building": "efce32d2-1675-55a1-8ec2-f4a485869b7a", "fire": "ff3de3f5-1860-5e54-9b82-77aa372d3366",
		"commercialRealEstate": "f01e6316-6748-5cd6-b53c-47331bbf8af4", "address": "a475ddc8-822b-5e48-a1b6-ccb3edcfeef3",
		"other": "b6928b14-1ea4-50f9-afaa-5ce1d0bc9300",
	}, map[string]string{
		"building": building.ID.String(), "fire": fire.ID.String(), "commercialRealEstate": office.ID.String(),
		"address": address.ID.String(), "other": catalog.DefaultDocumentCategory().ID.String(),
	})
	require.Equal(t, uuid.Version(5), building.ID.Version())
	require.Equal(t, catalog.Time, building.CreatedAt)
	require.Equal(t, 1, building.Position)
}

func TestCatalogCoverageTypes(t *testing.T) {
	t.Parallel()
	want := map[catalog.CoverageGroup]string{
		catalog.CoverageGroupProperty: "building businessPersonalProperty equipmentBreakdown ordinanceOrLaw inlandMarine " +
			"autoPhysicalDamage crime",
		catalog.CoverageGroupTimeElement:  "businessIncome extraExpense",
		catalog.CoverageGroupCatastrophe:  "flood earthquake windstorm terrorism",
		catalog.CoverageGroupConstruction: "buildersRisk",
		catalog.CoverageGroupLiability: "generalLiability umbrellaExcess autoLiability workersCompensation professionalLiability " +
			"environmental liquorLiability",
		catalog.CoverageGroupLife: "keyPersonLife",
	}
	got := map[catalog.CoverageGroup]string{}
	for _, c := range catalog.CoverageTypes.All() {
		got[c.CoverageGroup] = strings.TrimSpace(got[c.CoverageGroup] + " " + c.Key)
		require.NotEmpty(t, c.Perils, "%s covers nothing", c.Key)
	}
	require.Equal(t, want, got)
}

func TestCatalogPerils(t *testing.T) {
	t.Parallel()
	const property = "building businessPersonalProperty businessIncome extraExpense buildersRisk"
	want := map[string]string{
		"theft": "building businessPersonalProperty inlandMarine autoPhysicalDamage crime businessIncome " +
			"extraExpense buildersRisk",
		"flood":                       "flood buildersRisk",
		"stormSurge":                  "flood windstorm",
		"namedStorm":                  "building businessPersonalProperty businessIncome extraExpense windstorm buildersRisk",
		"earthquake":                  "earthquake",
		"earthMovement":               "earthquake",
		"certifiedTerrorism":          "terrorism",
		"nonCertifiedTerrorism":       "terrorism",
		"mechanicalBreakdown":         "equipmentBreakdown",
		"boilerExplosion":             "equipmentBreakdown",
		"undamagedPortion":            "ordinanceOrLaw",
		"demolition":                  "ordinanceOrLaw",
		"increasedConstructionCost":   "ordinanceOrLaw",
		"lossOfRents":                 "businessIncome",
		"civilAuthority":              "businessIncome",
		"collision":                   "autoPhysicalDamage",
		"transit":                     "inlandMarine",
		"employeeDishonesty":          "crime",
		"bodilyInjury":                "generalLiability umbrellaExcess autoLiability",
		"thirdPartyPropertyDamage":    "generalLiability umbrellaExcess autoLiability",
		"personalAdvertisingInjury":   "generalLiability",
		"productsCompletedOperations": "generalLiability",
		"hiredNonOwnedAuto":           "autoLiability",
		"employersLiability":          "workersCompensation",
		"statutoryBenefits":           "workersCompensation",
		"professionalError":           "professionalLiability",
		"pollutionRelease":            "environmental",
		"liquorService":               "liquorLiability",
		"death":                       "keyPersonLife",
	}
	for key := range strings.FieldsSeq("fire lightning explosion windHail smoke aircraftVehicles riotCivilCommotion vandalism " +
		"sprinklerLeakage sinkholeCollapse volcanicAction fallingObjects weightOfSnowIce waterDamage collapse mold") {
		want[key] = property
	}
	got := map[string]string{}
	for _, p := range catalog.Perils.All() {
		require.Positive(t, p.Weight)
		require.Len(t, p.CoverageTypeIDs, len(p.CoverageTypes))
		var keys []string
		for i, c := range p.CoverageTypes {
			require.Equal(t, c.ID, p.CoverageTypeIDs[i])
			require.Contains(t, c.Perils, p)
			keys = append(keys, c.Key)
		}
		got[p.Key] = strings.Join(keys, " ")
	}
	require.Equal(t, want, got)
}

func TestCatalogAssetTypes(t *testing.T) {
	t.Parallel()
	const realEstate = "address* yearBuilt stories units buildingArea constructionType occupancy sprinklered floodZone replacementCost " +
		"condominiumAssociation"
	want := map[string]string{
		"commercialRealEstate":  realEstate,
		"multifamily":           realEstate + " borrowerOccupied",
		"residentialRealEstate": realEstate + " borrowerOccupied",
		"constructionProject":   "address* contractAmount completionDate",
		"equipment":             "description* make model serialNumber value",
		"vehicle":               "vin* make model year",
		"inventory":             "address* value",
		"businessOperations":    "legalName* naicsCode annualRevenue",
		"accountsReceivable":    "averageBalance*",
		"intellectualProperty":  "description*",
		"keyPerson":             "personName* requiredAmount",
	}
	got := map[string]string{}
	tangible := 0
	for _, a := range catalog.AssetTypes.All() {
		var fields []string
		for i, f := range a.FieldTypes {
			require.Equal(t, a.ID, f.AssetTypeID)
			require.Equal(t, i+1, f.Position)
			require.NotEmpty(t, f.Label)
			require.Equal(t, f.Kind == catalog.FieldKindEnum, len(f.Options) > 0, f.Key)
			require.NotNil(t, f.Options)
			key := f.Key
			if f.Required {
				key += "*"
			}
			fields = append(fields, key)
		}
		got[a.Key] = strings.Join(fields, " ")
		if a.Classification == catalog.AssetClassificationTangible {
			tangible++
		}
	}
	require.Equal(t, want, got)
	require.Equal(t, 7, tangible)
}

func TestCatalogDocumentCategories(t *testing.T) {
	t.Parallel()
	var keys []string
	for _, c := range catalog.DocumentCategories.All() {
		keys = append(keys, c.Key)
	}
	require.Equal(t, "evidenceOfProperty certificateOfLiability binder policy nfipDeclarations additionalRemarks declarations "+
		"endorsement paidReceipt noticeOfCancellation nonRenewalNotice reinstatement floodDetermination valuation waiver "+
		"loanAgreement correspondence other", strings.Join(keys, " "))
}

func TestCatalogLookUp(t *testing.T) {
	t.Parallel()
	for _, c := range catalog.CoverageTypes.All() {
		for _, ref := range []string{c.Key, c.ID.String(), strings.ToUpper(c.ID.String())} {
			found, ok := catalog.CoverageTypes.ByRef(ref)
			require.True(t, ok)
			require.Same(t, c, found)
		}
	}
	for _, p := range catalog.Perils.All() {
		found, ok := catalog.Perils.ByID(p.ID)
		require.True(t, ok)
		require.Same(t, p, found)
	}
	for _, d := range catalog.DocumentCategories.All() {
		found, ok := catalog.DocumentCategories.ByRef(d.ID.String())
		require.True(t, ok)
		require.Same(t, d, found)
	}
	for name, ref := range map[string]string{"empty": "", "unknown": "moonquake", "nil id": uuid.Nil.String(),
		"case": "Building", "spaces": " building"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, ok := catalog.CoverageTypes.ByRef(ref)
			require.False(t, ok)
			vehicle, _ := catalog.AssetTypes.ByRef("vehicle")
			_, ok = vehicle.FieldTypeByRef(ref)
			require.False(t, ok)
		})
	}
}

func TestCatalogFieldTypesAreShared(t *testing.T) {
	t.Parallel()
	equipment, _ := catalog.AssetTypes.ByRef("equipment")
	vehicle, _ := catalog.AssetTypes.ByRef("vehicle")
	ofEquipment, _ := equipment.FieldTypeByRef("make")
	ofVehicle, _ := vehicle.FieldTypeByRef(ofEquipment.ID.String())
	require.Equal(t, ofEquipment.ID, ofVehicle.ID)
	require.NotSame(t, ofEquipment, ofVehicle)
	_, ok := vehicle.FieldTypeByRef("serialNumber")
	require.False(t, ok, "a field of another asset type")
}

func TestCatalogListsAreCopies(t *testing.T) {
	t.Parallel()
	list := catalog.Perils.All()
	list[0] = nil
	require.NotNil(t, catalog.Perils.All()[0])
}
