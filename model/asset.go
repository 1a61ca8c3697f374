package model

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/tidwall/gjson"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/patch"
	"github.com/covertrack/covertrack/model/scalar"
)

// Asset is something that secures a loan.
type Asset struct {
	bun.BaseModel `bun:"table:assets,alias:t"`

	PortfolioID uuid.UUID   `bun:",pk"`
	ID          uuid.UUID   `bun:",pk" part:"facts"`
	CaseID      uuid.UUID   `part:"facts"`
	AssetTypeID uuid.UUID   `part:"facts"`
	DisplayName string      `part:"facts"`
	Values      AssetFields `bun:"fields,type:jsonb" json:"fields" part:"facts"`
	DocumentIDs []uuid.UUID `bun:"document_ids,array"`
	ExternalID  *string
	Metadata    scalar.Metadata `bun:"type:jsonb"`
	ImportID    *uuid.UUID      `bun:"type:uuid"` // that made it or changed it last
	CreatedAt   time.Time       `part:"facts"`
	UpdatedAt   time.Time

	Case      *Case              `bun:"-"`
	AssetType *catalog.AssetType `bun:"-"`
	Documents []*Document        `bun:"-"`
	Policies  []*Policy          `bun:"-"`
}

// AssetReferences are the records that an asset's input names, as far as they exist in the portfolio.
type AssetReferences struct {
	Case      bool               // whether there is such a case
	Documents map[uuid.UUID]bool // of the case
	Holders   patch.Holders
}

// AsUpdate returns the creation as a change, without case and type.
func (in CreateAssetInput) AsUpdate() UpdateAssetInput { return patch.As[UpdateAssetInput](in) }

// NewAsset makes an asset of its input. `unknown_reference`, `unknown_asset_type`, and what AssetFields.Upsert reports.
func NewAsset(id uuid.UUID, in CreateAssetInput, refs AssetReferences, now time.Time) (*Asset, error) {
	a := &Asset{ID: id, CaseID: in.CaseID, DocumentIDs: []uuid.UUID{}, CreatedAt: now, UpdatedAt: now}
	var vs fault.Violations
	if !refs.Case {
		vs.Say("/caseId", fault.CodeUnknownReference, noCase)
	}
	rest := in.AsUpdate()
	if t, ok := catalog.AssetTypes.ByRef(in.AssetType); ok {
		a.AssetTypeID = t.ID
	} else {
		vs.Say("/assetType", fault.CodeUnknownAssetType,
			"is not the id or the key of an asset type; GET /rest/asset-types lists them")
		vs.Append(checkAnyFieldTypes("/fields", in.Fields.Value()))
		rest.Fields = graphql.Omittable[[]*AssetFieldInput]{}
	}
	vs.Append(a.Patch(rest, refs))
	return a, vs.Err()
}

// checkAnyFieldTypes refuses field types that no asset type has, for an asset whose own type is unknown.
func checkAnyFieldTypes(pointer string, in []*AssetFieldInput) fault.Violations {
	var vs fault.Violations
	for i, item := range in {
		if !isFieldType(item.FieldType) {
			vs.Say(fault.Pointer(pointer, i, "fieldType"), fault.CodeUnknownFieldType, "is not the id or the key of a field type")
		}
	}
	return vs
}

func isFieldType(ref string) bool {
	return slices.ContainsFunc(catalog.AssetTypes.Ordered, func(t *catalog.AssetType) bool {
		_, ok := t.FieldTypeByRef(ref)
		return ok
	})
}

// Patch changes the asset. Each field given replaces the one of its type, and `null` for all fields clears them.
func (a *Asset) Patch(in UpdateAssetInput, refs AssetReferences) fault.Violations {
	var vs fault.Violations
	t, known := catalog.AssetTypes.ByID(a.AssetTypeID)
	if known && in.Fields.IsSet() {
		if in.Fields.Value() == nil {
			a.Values = nil
		}
		values, wrong := a.Values.Upsert(t, in.Fields.Value(), "/fields")
		a.Values = values
		vs.Append(wrong)
	}
	patch.IDs(&vs, "/documents", &a.DocumentIDs, in.Documents, refs.Documents, fault.CodeUnknownReference,
		"is not the id of a document of the case")
	patch.ExternalID(&vs, &a.ExternalID, in.ExternalID, a.ID, refs.Holders)
	patch.Metadata(&vs, &a.Metadata, in.Metadata)
	if known {
		a.DisplayName = a.Values.DisplayName(t)
	}
	return vs
}

// Fields returns the asset's fields that have a value, in the order of its type.
func (a *Asset) Fields() []*AssetField { return a.Values }

// RequiredFields returns the fields that the asset's type requires, and marks the missing ones.
func (a *Asset) RequiredFields() []*RequiredField {
	t, ok := catalog.AssetTypes.ByID(a.AssetTypeID)
	if !ok {
		return []*RequiredField{}
	}
	return a.Values.Required(t)
}

// BorrowerOccupied reports whether the borrower lives in the asset; nil if nobody has said.
func (a *Asset) BorrowerOccupied() *bool {
	value := gjson.ParseBytes(a.Values.values()["borrowerOccupied"])
	if !value.IsBool() {
		return nil
	}
	return new(value.Bool())
}

// IsTangible reports whether the asset can be touched. One of an unknown type is not.
func (a *Asset) IsTangible() bool {
	t, ok := catalog.AssetTypes.ByID(a.AssetTypeID)
	return ok && t.Classification == catalog.AssetClassificationTangible
}

// AssetField is one field of an asset that has a value.
type AssetField struct {
	FieldType uuid.UUID   `json:"fieldType"` // the id of the field type
	Key       string      `json:"key"`       // of the field type
	Label     string      `json:"-"`         // of the field type
	Value     scalar.JSON `json:"value"`     // as CheckFieldValue returns it; never null
}

// AssetFields are an asset's fields that have a value, in the order of its type, stored as one jsonb array. gqlgen does
// not accept a named slice as a list, so Asset has the method Fields.
type AssetFields []*AssetField

// Upsert returns the fields after a creation or an update: each item sets the field of its type, `null` clears it, and
// an item without a value changes nothing. The pointer is that of the array. `unknown_field_type` (also for one of
// another asset type), `duplicate`, and what CheckFieldValue reports.
func (fs AssetFields) Upsert(t *catalog.AssetType, in []*AssetFieldInput, pointer string) (AssetFields, fault.Violations) {
	var vs fault.Violations
	given := map[*catalog.FieldType]bool{}
	values := fs.values()
	for i, item := range in {
		f, ok := t.FieldTypeByRef(item.FieldType)
		switch value, set := item.Value.ValueOK(); {
		case !ok:
			vs.Say(fault.Pointer(pointer, i, "fieldType"), fault.CodeUnknownFieldType,
				"is not a field type of %s, which are %s", t.Name, t.FieldKeys())
		case given[f]:
			vs.Say(fault.Pointer(pointer, i, "fieldType"), fault.CodeDuplicate, "is given twice: %s", f.Key)
		case set:
			normal, wrong := catalog.CheckFieldValue(f, value, fault.Pointer(pointer, i, "value"))
			vs.Append(wrong)
			values[f.Key] = normal
		}
		given[f] = true
	}
	if vs != nil {
		return fs, vs
	}
	fields := AssetFields{}
	for _, f := range t.FieldTypes {
		if value := values[f.Key]; value != nil {
			fields = append(fields, &AssetField{FieldType: f.ID, Key: f.Key, Label: f.Label, Value: value})
		}
	}
	return fields, nil
}

// DisplayName returns the first required field that has a value, else the name of the type (contract section 4).
func (fs AssetFields) DisplayName(t *catalog.AssetType) string {
	values := fs.values()
	for _, f := range t.FieldTypes {
		if value := values[f.Key]; f.Required && value != nil {
			return scalar.Shorten(fieldText(f.Kind, value), scalar.NameSize)
		}
	}
	return t.Name
}

// Required returns the fields that the asset's type requires, with their values, and marks the missing ones.
func (fs AssetFields) Required(t *catalog.AssetType) []*RequiredField {
	values := fs.values()
	required := []*RequiredField{}
	for _, f := range t.FieldTypes {
		if f.Required {
			value := values[f.Key]
			required = append(required, &RequiredField{
				FieldType: f.ID, Key: f.Key, Label: f.Label, Kind: f.Kind, Required: true, Value: value, Missing: value == nil,
			})
		}
	}
	return required
}

// Value returns the fields as JSON for the database.
func (fs AssetFields) Value() (driver.Value, error) {
	if fs == nil {
		return "[]", nil
	}
	return scalar.StructValue(fs)
}

// Scan reads the fields from the database and adds the catalog's labels.
func (fs *AssetFields) Scan(src any) error {
	*fs = nil
	return scalar.ScanStored(src, fs, readAssetFields)
}

// objectOf returns an empty value of a kind that is a JSON object, nil for other kinds.
func objectOf(kind catalog.FieldKind) fmt.Stringer {
	switch kind {
	case catalog.FieldKindAddress:
		return &scalar.Address{}
	case catalog.FieldKindMoney:
		return &scalar.Money{}
	default:
		return nil
	}
}

func (fs AssetFields) values() map[string]scalar.JSON {
	values := make(map[string]scalar.JSON, len(fs))
	for _, f := range fs {
		values[f.Key] = f.Value
	}
	return values
}

// fieldText returns a stored value as text on one line.
func fieldText(kind catalog.FieldKind, value scalar.JSON) string {
	if object := objectOf(kind); object != nil {
		_ = json.Unmarshal(value, object)
		return object.String()
	}
	var s string
	if json.Unmarshal(value, &s) != nil {
		return string(value)
	}
	return strings.Join(strings.Fields(s), " ")
}

var (
	readFields    = scalar.StoredReader[AssetFields]()
	objectReaders = map[catalog.FieldKind]func(dst any, text string) error{
		catalog.FieldKindAddress: scalar.ReadAddress, catalog.FieldKindMoney: scalar.ReadMoney,
	}
)

// readAssetFields adds the catalog's labels. jsonb keeps neither the order of members nor the space between them, so a value
// that is an object is written again: later answers give it the same bytes as the first.
func readAssetFields(dst any, text string) error {
	if err := readFields(dst, text); err != nil {
		return err
	}
	for _, f := range *dst.(*AssetFields) {
		spec := catalog.FieldSpecs[f.Key]
		f.Label = spec.Label
		read := objectReaders[spec.Kind]
		if read == nil {
			continue
		}
		object := objectOf(spec.Kind)
		err := read(object, string(f.Value))
		if err == nil {
			f.Value, err = scalar.JSONOf(object)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
