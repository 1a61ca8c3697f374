package catalog

import (
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model/scalar"
)

// AssetType is a kind of asset (contract section 4).
type AssetType struct {
	bun.BaseModel `bun:"table:asset_types,alias:t"`
	Entry
	Name           string              `bun:"name,notnull"`
	Classification AssetClassification `bun:"classification,notnull"` // perils are evidenced for tangible assets
	FieldTypes     []*FieldType        `bun:"-"`                      // in the order in which people fill them in
}

// AssetTypes are the asset types.
var AssetTypes = newCatalog([]*AssetType{
	newAssetType(AssetClassificationTangible, "commercialRealEstate", "Commercial Real Estate", realEstateFields...),
	newAssetType(AssetClassificationTangible, "multifamily", "Multifamily", homeFields...),
	newAssetType(AssetClassificationTangible, "residentialRealEstate", "Residential Real Estate", homeFields...),
	newAssetType(AssetClassificationTangible, "constructionProject", "Construction Project",
		"address", "contractAmount", "completionDate"),
	newAssetType(AssetClassificationTangible, "equipment", "Equipment", "description", "make", "model", "serialNumber", "value"),
	newAssetType(AssetClassificationTangible, "vehicle", "Vehicle", "vin", "make", "model", "year"),
	newAssetType(AssetClassificationTangible, "inventory", "Inventory", "address", "value"),
	newAssetType(AssetClassificationNonTangible, "businessOperations", "Business Operations",
		"legalName", "naicsCode", "annualRevenue"),
	newAssetType(AssetClassificationNonTangible, "accountsReceivable", "Accounts Receivable", "averageBalance"),
	newAssetType(AssetClassificationNonTangible, "intellectualProperty", "Intellectual Property", "description"),
	newAssetType(AssetClassificationNonTangible, "keyPerson", "Key Person", "personName", "requiredAmount"),
})

// realEstateFields follow the COPE questions of property underwriting: construction, occupancy, protection, exposure.
var realEstateFields = []string{"address", "yearBuilt", "stories", "units", "buildingArea", "constructionType",
	"occupancy", "sprinklered", "floodZone", "replacementCost", "condominiumAssociation"}

// homeFields are those of buildings in which a borrower may live, which some laws about lender-placed insurance ask (12 CFR 1024.37).
var homeFields = append(slices.Clone(realEstateFields), "borrowerOccupied")

func newAssetType(classification AssetClassification, key, name string, fields ...string) *AssetType {
	t := &AssetType{Entry: newCatalogEntry("assetType", key), Name: name, Classification: classification}
	for i, field := range fields {
		t.FieldTypes = append(t.FieldTypes, newFieldType(t.ID, i+1, field))
	}
	return t
}

// FieldTypeByRef finds a field type of the asset type by its id or key; one of another asset type is not found.
func (t *AssetType) FieldTypeByRef(ref string) (*FieldType, bool) {
	id := scalar.ParseID(ref)
	i := slices.IndexFunc(t.FieldTypes, func(f *FieldType) bool { return f.Key == ref || f.ID == id })
	if i < 0 {
		return nil, false
	}
	return t.FieldTypes[i], true
}

// AssetClassification says whether an asset can be touched.
type AssetClassification string

// The classifications of assets.
const (
	// It can.
	AssetClassificationTangible AssetClassification = "tangible"
	// It cannot.
	AssetClassificationNonTangible AssetClassification = "nonTangible"
)

// FieldKeys returns the keys of the type's fields as messages list them.
func (t *AssetType) FieldKeys() string {
	keys := make([]string, len(t.FieldTypes))
	for i, f := range t.FieldTypes {
		keys[i] = f.Key
	}
	return strings.Join(keys, ", ")
}
