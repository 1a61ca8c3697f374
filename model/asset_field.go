package model

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/google/uuid"
)

// AssetField is one field of an asset that has a value.
type AssetField struct {
	FieldType uuid.UUID `json:"fieldType"` // the id of the field type
	Key       string    `json:"key"`       // of the field type
	Label     string    `json:"-"`         // of the field type
	Value     JSON      `json:"value"`     // as CheckFieldValue returns it; never null
}

// AssetFields are an asset's fields that have a value, in the order of its type, stored as one jsonb array. gqlgen does
// not accept a named slice as a list, so Asset has the method Fields.
type AssetFields []*AssetField

// Upsert returns the fields after a creation or an update: each item sets the field of its type, `null` clears it, and
// an item without a value changes nothing. The pointer is that of the array. `unknown_field_type` (also for one of
// another asset type), `duplicate`, and what CheckFieldValue reports.
func (fs AssetFields) Upsert(t *AssetType, in []*AssetFieldInput, pointer string) (AssetFields, Violations) {
	var vs Violations
	given := map[*FieldType]bool{}
	values := fs.values()
	for i, item := range in {
		f, ok := t.FieldTypeByRef(item.FieldType)
		switch value, set := item.Value.ValueOK(); {
		case !ok:
			vs.Say(Pointer(pointer, i, "fieldType"), CodeUnknownFieldType,
				"is not a field type of %s, which are %s", t.Name, t.fieldKeys())
		case given[f]:
			vs.Say(Pointer(pointer, i, "fieldType"), CodeDuplicate, "is given twice: %s", f.Key)
		case set:
			normal, wrong := CheckFieldValue(f, value, Pointer(pointer, i, "value"))
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
func (fs AssetFields) DisplayName(t *AssetType) string {
	values := fs.values()
	for _, f := range t.FieldTypes {
		if value := values[f.Key]; f.Required && value != nil {
			return Shorten(fieldText(f.Kind, value), NameSize)
		}
	}
	return t.Name
}

// Required returns the fields that the asset's type requires, with their values, and marks the missing ones.
func (fs AssetFields) Required(t *AssetType) []*RequiredField {
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
	return jsonValue(fs)
}

// Scan reads the fields from the database and adds the catalog's labels.
func (fs *AssetFields) Scan(src any) error {
	*fs = nil
	return scanStored(src, fs)
}

// objectOf returns an empty value of a kind that is a JSON object, nil for other kinds.
func objectOf(kind FieldKind) fmt.Stringer {
	switch kind {
	case FieldKindAddress:
		return &Address{}
	case FieldKindMoney:
		return &Money{}
	default:
		return nil
	}
}

func (fs AssetFields) values() map[string]JSON {
	values := make(map[string]JSON, len(fs))
	for _, f := range fs {
		values[f.Key] = f.Value
	}
	return values
}

// fieldText returns a stored value as text on one line.
func fieldText(kind FieldKind, value JSON) string {
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

func (t *AssetType) fieldKeys() string {
	keys := make([]string, len(t.FieldTypes))
	for i, f := range t.FieldTypes {
		keys[i] = f.Key
	}
	return strings.Join(keys, ", ")
}
