package model

import (
	"github.com/google/uuid"
	"github.com/uptrace/bun"
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
	label    string
	kind     FieldKind
	required bool
	options  []string
}

// fieldSpecs are the fields of contract section 4 by key.
var fieldSpecs = map[string]fieldSpec{
	"address":          {label: "Address", kind: FieldKindAddress, required: true},
	"yearBuilt":        {label: "Year built", kind: FieldKindInteger},
	"stories":          {label: "Stories", kind: FieldKindInteger},
	"units":            {label: "Units", kind: FieldKindInteger},
	"buildingArea":     {label: "Building area (square feet)", kind: FieldKindNumber},
	"constructionType": {label: "Construction type (ISO class)", kind: FieldKindEnum, options: constructionTypes},
	"occupancy":        {label: "Occupancy", kind: FieldKindEnum, options: occupancies},
	"sprinklered":      {label: "Sprinklered", kind: FieldKindBoolean},
	"floodZone":        {label: "Flood zone (FEMA)", kind: FieldKindEnum, options: floodZones},
	"replacementCost":  {label: "Replacement cost", kind: FieldKindMoney},
	"contractAmount":   {label: "Contract amount", kind: FieldKindMoney},
	"completionDate":   {label: "Completion date", kind: FieldKindDate},
	"description":      {label: "Description", kind: FieldKindText, required: true},
	"make":             {label: "Make", kind: FieldKindString},
	"model":            {label: "Model", kind: FieldKindString},
	"serialNumber":     {label: "Serial number", kind: FieldKindString},
	"value":            {label: "Value", kind: FieldKindMoney},
	"vin":              {label: "Vehicle identification number (VIN)", kind: FieldKindString, required: true},
	"year":             {label: "Model year", kind: FieldKindInteger},
	"legalName":        {label: "Legal name", kind: FieldKindString, required: true},
	"naicsCode":        {label: "NAICS code", kind: FieldKindString},
	"annualRevenue":    {label: "Annual revenue", kind: FieldKindMoney},
	"averageBalance":   {label: "Average balance", kind: FieldKindMoney, required: true},
	"personName":       {label: "Name of the person", kind: FieldKindString, required: true},
	"requiredAmount":   {label: "Required amount", kind: FieldKindMoney},
}

// constructionTypes are the six construction classes of ISO's Commercial Lines Manual, from class 1 to class 6.
var constructionTypes = []string{"frame", "joistedMasonry", "nonCombustible", "masonryNonCombustible",
	"modifiedFireResistive", "fireResistive"}

// occupancies are the common uses of buildings that secure loans.
var occupancies = []string{"office", "retail", "restaurant", "warehouse", "industrial", "hotel", "healthcare",
	"education", "selfStorage", "mixedUse", "apartments", "ownerOccupied", "tenantOccupied", "vacant", "other"}

// floodZones are the zones of FEMA's Flood Insurance Rate Maps (44 CFR 64.3). B and C are on older maps only.
var floodZones = []string{"A", "A1-A30", "A99", "AE", "AH", "AO", "AR", "V", "V1-V30", "VE", "VO",
	"B", "C", "D", "X", "X (shaded)"}

func newFieldType(assetTypeID uuid.UUID, position int, key string) *FieldType {
	spec, ok := fieldSpecs[key]
	if !ok {
		panic("the catalog has no field " + key)
	}
	return &FieldType{
		AssetTypeID: assetTypeID, ID: catalogID("fieldType", key), Key: key, Label: spec.label, Kind: spec.kind,
		Required: spec.required, Options: orEmpty(spec.options), Position: position,
	}
}
