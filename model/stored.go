package model

import (
	"reflect"

	"github.com/covertrack/covertrack/model/scalar"
)

// ReadStored returns how values of a type are read from the text of jsonb, into a pointer to the type; nil for a type that
// encoding/json reads. See scalar.StoredReader.
func ReadStored(t reflect.Type) func(dst any, text string) error { return storedTypes[t] }

var storedTypes = map[reflect.Type]func(dst any, text string) error{
	reflect.TypeFor[scalar.Money]():     scalar.ReadMoney,
	reflect.TypeFor[Carrier]():          scalar.StoredReader[Carrier](),
	reflect.TypeFor[scalar.Address]():   scalar.ReadAddress,
	reflect.TypeFor[AssetFields]():      readAssetFields,
	reflect.TypeFor[[]*scalar.Money]():  scalar.StoredReader[[]*scalar.Money](),
	reflect.TypeFor[[]*Limit]():         scalar.StoredReader[[]*Limit](),
	reflect.TypeFor[[]*Requirement]():   readRequirements,
	reflect.TypeFor[[]*Deductible]():    scalar.StoredReader[[]*Deductible](),
	reflect.TypeFor[[]*StatedValue]():   scalar.StoredReader[[]*StatedValue](),
	reflect.TypeFor[NoticeDays]():       scalar.StoredReader[NoticeDays](),
	reflect.TypeFor[EvidencedByAsset](): readEvidenced,
	reflect.TypeFor[[]*ToldFinding]():   scalar.StoredReader[[]*ToldFinding](),
}
