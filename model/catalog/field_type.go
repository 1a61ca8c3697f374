package catalog

import (
	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model/scalar"
)

// FieldType is a field of an asset type (contract section 4). Fields of the same key have the same id in all asset
// types, so both ids together are the key of a row.
type FieldType struct {
	bun.BaseModel `bun:"table:field_types,alias:t"`

	AssetTypeID uuid.UUID `bun:"asset_type_id,pk,type:uuid"`
	ID          uuid.UUID `bun:"id,pk,type:uuid"` // the UUIDv5 of the key
	Key         string    `bun:"key,notnull"`     // never changed
	Label       string    `bun:"label,notnull"`   // what people call it
	Kind        FieldKind `bun:"kind,notnull"`
	Required    bool      `bun:"required,notnull"`      // whether an asset without it is incomplete
	Options     []string  `bun:"options,array,notnull"` // the values of an enum; empty for other kinds
	Position    int       `bun:"position,notnull"`      // among the asset type's fields
}

// fieldSpec is what a field is in every asset type that has it.
type fieldSpec struct {
	Label    string
	Kind     FieldKind
	required bool
	options  []string
}

// FieldSpecs are the fields of contract section 4 by key.
var FieldSpecs = map[string]fieldSpec{
	"address":                {Label: "Address", Kind: FieldKindAddress, required: true},
	"yearBuilt":              {Label: "Year built", Kind: FieldKindInteger},
	"stories":                {Label: "Stories", Kind: FieldKindInteger},
	"units":                  {Label: "Units", Kind: FieldKindInteger},
	"buildingArea":           {Label: "Building area (square feet)", Kind: FieldKindNumber},
	"constructionType":       {Label: "Construction type (ISO class)", Kind: FieldKindEnum, options: constructionTypes},
	"occupancy":              {Label: "Occupancy", Kind: FieldKindEnum, options: occupancies},
	"sprinklered":            {Label: "Sprinklered", Kind: FieldKindBoolean},
	"floodZone":              {Label: "Flood zone (FEMA)", Kind: FieldKindEnum, options: FloodZones},
	"condominiumAssociation": {Label: "Insured by its condominium association", Kind: FieldKindBoolean},
	"borrowerOccupied":       {Label: "The borrower lives in it", Kind: FieldKindBoolean},
	"replacementCost":        {Label: "Replacement cost", Kind: FieldKindMoney},
	"contractAmount":         {Label: "Contract amount", Kind: FieldKindMoney},
	"completionDate":         {Label: "Completion date", Kind: FieldKindDate},
	"description":            {Label: "Description", Kind: FieldKindText, required: true},
	"make":                   {Label: "Make", Kind: FieldKindString},
	"model":                  {Label: "Model", Kind: FieldKindString},
	"serialNumber":           {Label: "Serial number", Kind: FieldKindString},
	"value":                  {Label: "Value", Kind: FieldKindMoney},
	"vin":                    {Label: "Vehicle identification number (VIN)", Kind: FieldKindString, required: true},
	"year":                   {Label: "Model year", Kind: FieldKindInteger},
	"legalName":              {Label: "Legal name", Kind: FieldKindString, required: true},
	"naicsCode":              {Label: "NAICS code", Kind: FieldKindString},
	"annualRevenue":          {Label: "Annual revenue", Kind: FieldKindMoney},
	"averageBalance":         {Label: "Average balance", Kind: FieldKindMoney, required: true},
	"personName":             {Label: "Name of the person", Kind: FieldKindString, required: true},
	"requiredAmount":         {Label: "Required amount", Kind: FieldKindMoney},
}

// constructionTypes are the six construction classes of ISO's Commercial Lines Manual, from class 1 to class 6.
var constructionTypes = []string{"frame", "joistedMasonry", "nonCombustible", "masonryNonCombustible",
	"modifiedFireResistive", "fireResistive"}

// occupancies are the common uses of buildings that secure loans.
var occupancies = []string{"office", "retail", "restaurant", "warehouse", "industrial", "hotel", "healthcare",
	"education", "selfStorage", "mixedUse", "apartments", "ownerOccupied", "tenantOccupied", "vacant", "other"}

// FloodZones are the zones of FEMA's Flood Insurance Rate Maps (44 CFR 64.3). B and C are on older maps only.
var FloodZones = []string{"A", "A1-A30", "A99", "AE", "AH", "AO", "AR", "V", "V1-V30", "VE", "VO",
	"B", "C", "D", "X", "X (shaded)"}

func newFieldType(assetTypeID uuid.UUID, position int, key string) *FieldType {
	spec, ok := FieldSpecs[key]
	if !ok {
		panic("the catalog has no field " + key)
	}
	return &FieldType{
		AssetTypeID: assetTypeID, ID: ID("fieldType", key), Key: key, Label: spec.Label, Kind: spec.Kind,
		Required: spec.required, Options: scalar.OrEmpty(spec.options), Position: position,
	}
}

// FieldKind is the kind of a field's values.
type FieldKind string

// The kinds of values.
const (
	// A string of at most 255 characters.
	FieldKindString FieldKind = "string"
	// A string of at most 4,000 characters.
	FieldKindText FieldKind = "text"
	// A whole number.
	FieldKindInteger FieldKind = "integer"
	// A number.
	FieldKindNumber FieldKind = "number"
	// True or false.
	FieldKindBoolean FieldKind = "boolean"
	// A calendar date, `YYYY-MM-DD`.
	FieldKindDate FieldKind = "date"
	// One of the field type's options.
	FieldKindEnum FieldKind = "enum"
	// { amount, currency }
	FieldKindMoney FieldKind = "money"
	// { street1, street2, city, state, postalCode, country, county }
	FieldKindAddress FieldKind = "address"
)

// IsOrdered reports whether one value of the kind is more than another.
func (k FieldKind) IsOrdered() bool {
	return k == FieldKindInteger || k == FieldKindNumber || k == FieldKindMoney || k == FieldKindDate
}
