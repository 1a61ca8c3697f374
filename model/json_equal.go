package model

import (
	"bytes"
	"encoding/json"
	"reflect"

	"github.com/shopspring/decimal"
)

func isJSON(t reflect.Type) bool {
	return t == reflect.TypeFor[JSON]() || t == reflect.TypeFor[Metadata]()
}

// sameJSON compares two JSON texts by meaning: space, the order of members and how a number is written do not count, since
// jsonb keeps none of them. No text at all is null.
func sameJSON(a, b []byte) bool {
	if bytes.Equal(a, b) {
		return true
	}
	x, errX := decodeJSON(a)
	y, errY := decodeJSON(b)
	return errX == nil && errY == nil && sameDecoded(x, y)
}

func decodeJSON(text []byte) (v any, err error) {
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
		if !ok || len(a) != len(other) {
			return false
		}
		for key, value := range a {
			if o, ok := other[key]; !ok || !sameDecoded(value, o) {
				return false
			}
		}
		return true
	case []any:
		other, ok := b.([]any)
		if !ok || len(a) != len(other) {
			return false
		}
		for i := range a {
			if !sameDecoded(a[i], other[i]) {
				return false
			}
		}
		return true
	case json.Number:
		other, ok := b.(json.Number)
		return ok && sameNumber(a, other)
	default:
		return a == b
	}
}

// plainExponent bounds the exponents of numbers that are worked out: to compare 1e9 with 1e-999999999 would take a gigabyte.
const plainExponent = 400

// sameNumber compares exactly: 1.0 is 1, and 2^53 is not 2^53 + 1. Numbers beyond all bounds are the same only as text.
func sameNumber(a, b json.Number) bool {
	if a == b {
		return true
	}
	x, errX := decimal.NewFromString(string(a))
	y, errY := decimal.NewFromString(string(b))
	if errX != nil || errY != nil || abs(x.Exponent()) > plainExponent || abs(y.Exponent()) > plainExponent {
		return false
	}
	return x.Equal(y)
}

func abs(n int32) int64 {
	return max(int64(n), -int64(n))
}
