package model

import (
	"database/sql/driver"
	"encoding/json"
	"strings"

	"github.com/google/uuid"
)

// AssetField is one field of an asset that has a value.
type AssetField struct {
	// FieldType is the field type's id.
	FieldType uuid.UUID `json:"fieldType"`
	// Key is the field type's key.
	Key string `json:"key"`
	// Label is what people call it. It is the catalog's and not stored.
	Label string `json:"-"`
	// Value is of the field type's kind, normalised by CheckFieldValue; never null.
	Value JSON `json:"value"`
}

// AssetFields are an asset's fields that have a value, in the order of its type; stored as one jsonb array. gqlgen takes no
// named slice for a list: an entity that keeps them answers `fields` by a method.
type AssetFields []*AssetField

// Upsert answers the fields after a creation or an update: each item sets the field of its type, `null` clears it, and an
// item without a value leaves it. `unknown_field_type` (also for one of another asset type), `duplicate`, and what
// CheckFieldValue reports; pointers are below the one given, that of the array.
func (fs AssetFields) Upsert(t *AssetType, in []*AssetFieldInput, pointer string) (AssetFields, Violations) {
	var vs Violations
	given := map[*FieldType]bool{}
	values := fs.values()
	for i, item := range in {
		f, ok := t.FieldTypeByRef(item.FieldType)
		switch value, set := item.Value.ValueOK(); {
		case !ok:
			vs.Add(Pointer(pointer, i, "fieldType"), CodeUnknownFieldType, "%s has no such field; it has %s", t.Name, t.fieldKeys())
		case given[f]:
			vs.Add(Pointer(pointer, i, "fieldType"), CodeDuplicate, "%s is given twice", f.Key)
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
	return fieldsInOrder(t, values), nil
}

// DisplayName is what people call the asset (contract section 4): its first required field, which is the address on one line
// where the type has one; while there is none, the type's name.
func (fs AssetFields) DisplayName(t *AssetType) string {
	values := fs.values()
	for _, f := range t.FieldTypes {
		if value := values[f.Key]; f.Required && value != nil {
			return Shorten(fieldText(f.Kind, value), NameSize)
		}
	}
	return t.Name
}

// Required are the fields that the asset's type requires, with their values and what is missing.
func (fs AssetFields) Required(t *AssetType) []*RequiredField {
	values := fs.values()
	required := []*RequiredField{}
	for _, f := range t.FieldTypes {
		if f.Required {
			value := values[f.Key]
			required = append(required, &RequiredField{FieldType: f.ID, Key: f.Key, Label: f.Label, Kind: f.Kind, Required: true,
				Value: value, Missing: value == nil})
		}
	}
	return required
}

// Value hands the fields to the database as JSON.
func (fs AssetFields) Value() (driver.Value, error) {
	if fs == nil {
		return "[]", nil
	}
	return jsonValue(fs)
}

// Scan takes the fields from the database, with the catalog's labels. Since jsonb keeps neither the order of members nor
// the space between them, objects are written anew: a value reads the same in the answer that stored it and in later ones.
func (fs *AssetFields) Scan(src any) error {
	*fs = nil
	if err := jsonScan(src, fs); err != nil {
		return err
	}
	for _, f := range *fs {
		spec := fieldSpecs[f.Key]
		f.Label = spec.label
		if err := f.rewrite(spec.kind); err != nil {
			return err
		}
	}
	return nil
}

// rewrite puts an object's members in their usual order.
func (f *AssetField) rewrite(kind FieldKind) (err error) {
	var object any
	switch kind {
	case FieldKindAddress:
		object = &Address{}
	case FieldKindMoney:
		object = &Money{}
	default:
		return nil
	}
	if err = json.Unmarshal(f.Value, object); err == nil {
		f.Value, err = encodeJSON(object)
	}
	return err
}

func (fs AssetFields) values() map[string]JSON {
	values := make(map[string]JSON, len(fs))
	for _, f := range fs {
		values[f.Key] = f.Value
	}
	return values
}

func fieldsInOrder(t *AssetType, values map[string]JSON) AssetFields {
	fields := AssetFields{}
	for _, f := range t.FieldTypes {
		if value := values[f.Key]; value != nil {
			fields = append(fields, &AssetField{FieldType: f.ID, Key: f.Key, Label: f.Label, Value: value})
		}
	}
	return fields
}

// fieldText is a stored value as a text on one line.
func fieldText(kind FieldKind, value JSON) string {
	switch kind {
	case FieldKindAddress:
		var a Address
		_ = json.Unmarshal(value, &a)
		return a.OneLine()
	case FieldKindMoney:
		var m Money
		_ = json.Unmarshal(value, &m)
		return m.String()
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
