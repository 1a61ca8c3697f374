package model

import (
	"reflect"

	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/scalar"
)

// ReadStored returns how values of a type are read from the text of jsonb, into a pointer to the type; nil for a type that
// encoding/json reads. See scalar.StoredReader.
func ReadStored(t reflect.Type) func(dst any, text string) error { return storedTypes[t] }

var storedTypes = map[reflect.Type]func(dst any, text string) error{
	reflect.TypeFor[scalar.Money]():      scalar.ReadMoney,
	reflect.TypeFor[Carrier]():           scalar.StoredReader[Carrier](),
	reflect.TypeFor[scalar.Address]():    scalar.ReadAddress,
	reflect.TypeFor[AssetFields]():       readAssetFields,
	reflect.TypeFor[[]*scalar.Money]():   scalar.StoredReader[[]*scalar.Money](),
	reflect.TypeFor[[]*Limit]():          scalar.StoredReader[[]*Limit](),
	reflect.TypeFor[[]EvidencedPerils](): scalar.StoredReader[[]EvidencedPerils](),
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
