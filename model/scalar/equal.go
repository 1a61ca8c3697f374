package scalar

import (
	"bytes"
	"encoding/json"
	"maps"
	"reflect"
	"slices"

	"github.com/shopspring/decimal"
)

// IsJSON reports whether a type holds JSON that clients write freely.
func IsJSON(t reflect.Type) bool {
	return t == reflect.TypeFor[JSON]() || t == reflect.TypeFor[Metadata]()
}

// SameJSON compares two JSON texts by meaning, since jsonb keeps neither space nor order. An empty text is null.
func SameJSON(a, b []byte) bool {
	if bytes.Equal(a, b) {
		return true
	}
	x, errX := DecodeJSON(a)
	y, errY := DecodeJSON(b)
	return errX == nil && errY == nil && sameDecoded(x, y)
}

// DecodeJSON reads JSON and keeps numbers as they are written.
func DecodeJSON(text []byte) (v any, err error) {
	if len(text) == 0 {
		return nil, nil
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	err = decoder.Decode(&v)
	return v, err
}

func sameDecoded(a, b any) bool {
	switch a := a.(type) {
	case map[string]any:
		other, ok := b.(map[string]any)
		return ok && maps.EqualFunc(a, other, sameDecoded)
	case []any:
		other, ok := b.([]any)
		return ok && slices.EqualFunc(a, other, sameDecoded)
	case json.Number:
		other, ok := b.(json.Number)
		return ok && sameNumber(a, other)
	default:
		return a == b
	}
}

// plainExponent bounds the exponents of numbers to compare: 1e9 and 1e-999999999 would take a gigabyte.
const plainExponent = 400

// sameNumber compares exactly: 1.0 is 1, and 2^53 is not 2^53 + 1. Numbers out of bounds are only compared as text.
func sameNumber(a, b json.Number) bool {
	if a == b {
		return true
	}
	x, errX := decimal.NewFromString(string(a))
	y, errY := decimal.NewFromString(string(b))
	if errX != nil || errY != nil {
		return false
	}
	return isPlain(x) && isPlain(y) && x.Equal(y)
}

func isPlain(d decimal.Decimal) bool {
	return d.Exponent() >= -plainExponent && d.Exponent() <= plainExponent
}
