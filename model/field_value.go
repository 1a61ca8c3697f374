package model

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/shopspring/decimal"
)

// checkField returns a decoded value as it is stored, or what is wrong with it (contract section 4, Value kinds).
func checkField(f *FieldType, value any, pointer string) (any, Violations) {
	switch f.Kind {
	case FieldKindString, FieldKindText:
		return checkString(f.Kind, value, pointer)
	case FieldKindMoney:
		return checkMoney(value, pointer)
	case FieldKindAddress:
		return checkAddress(value, pointer)
	default:
		stored, wrong := checkPlain(f, value)
		if wrong != "" {
			return nil, violation(pointer, CodeInvalidValue, "%s", wrong)
		}
		return stored, nil
	}
}

// CheckFieldValue returns a value as it is stored, nil for `null`, or what is wrong at the pointer or below it.
func CheckFieldValue(f *FieldType, value JSON, pointer string) (JSON, Violations) {
	decoded, err := decodeJSON(value)
	if err != nil {
		return nil, violation(pointer, CodeInvalidValue, "this is not JSON")
	}
	if decoded == nil {
		return nil, nil
	}
	normal, vs := checkField(f, decoded, pointer)
	if vs != nil {
		return nil, vs
	}
	text, err := encodeJSON(normal)
	if err != nil {
		return nil, violation(pointer, CodeInvalidValue, "this is not JSON")
	}
	return text, nil
}

func checkString(kind FieldKind, value any, pointer string) (any, Violations) {
	s, ok := value.(string)
	if !ok {
		return nil, violation(pointer, CodeInvalidValue, "this is a string")
	}
	if kind == FieldKindText {
		if vs := CheckDescription(pointer, s); vs != nil || strings.TrimSpace(s) != "" {
			return s, vs
		}
	}
	return s, CheckName(pointer, s)
}

// greatestInteger is 2^53 − 1: every JSON reader has integers up to it exactly (RFC 8259 section 6).
var greatestInteger = decimal.New(1<<53-1, 0)

// checkPlain returns a value of the other kinds as it is stored, or what is wrong with it.
func checkPlain(f *FieldType, value any) (stored any, wrong string) {
	switch f.Kind {
	case FieldKindInteger:
		d, ok := plainNumber(value)
		if !ok || !d.IsInteger() || d.Abs().GreaterThan(greatestInteger) {
			return nil, "this is a whole number of at most " + greatestInteger.String()
		}
		return json.Number(d.String()), ""
	case FieldKindNumber:
		d, ok := plainNumber(value)
		if !ok {
			return nil, "this is a number with at most 18 digits before and after the point"
		}
		return json.Number(d.String()), ""
	case FieldKindBoolean:
		if _, ok := value.(bool); !ok {
			return nil, "this is true or false"
		}
		return value, ""
	case FieldKindDate: // whatever every date member accepts, but only its day is kept
		day, err := UnmarshalDate(value)
		if err != nil {
			return nil, "this is a date such as 2026-01-31"
		}
		return day.Format(time.DateOnly), ""
	default:
		s, ok := value.(string)
		if !ok || !slices.Contains(f.Options, s) {
			return nil, "this is one of " + strings.Join(f.Options, ", ")
		}
		return s, ""
	}
}

// plainNumber returns a number that can be written without an exponent: jsonb keeps its text.
func plainNumber(value any) (decimal.Decimal, bool) {
	n, ok := value.(json.Number)
	if !ok || len(n) > 64 {
		return decimal.Decimal{}, false
	}
	d, err := decimal.NewFromString(string(n))
	if err != nil || d.Exponent() < -18 || d.Exponent() > 18 || d.Abs().GreaterThanOrEqual(decimal.New(1, 18)) {
		return decimal.Decimal{}, false
	}
	return d, true
}

func checkMoney(value any, pointer string) (any, Violations) {
	m, vs := checkMembers(value, pointer, "amount", "currency")
	if vs != nil {
		return nil, vs
	}
	for _, name := range []string{"amount", "currency"} {
		if m[name] == nil {
			vs.Add(Pointer(pointer, name), CodeRequired, "money needs an amount and a currency")
		}
	}
	if vs != nil {
		return nil, vs
	}
	return ParseMoney(pointer, &MoneyInput{Amount: orZero(m["amount"]), Currency: orZero(m["currency"])})
}

func checkAddress(value any, pointer string) (any, Violations) {
	m, vs := checkMembers(value, pointer, "street1", "street2", "city", "state", "postalCode", "country", "county")
	if vs != nil {
		return nil, vs
	}
	a := &Address{
		Street1: orZero(m["street1"]), Street2: m["street2"], City: orZero(m["city"]), State: orZero(m["state"]),
		PostalCode: orZero(m["postalCode"]), Country: m["country"], County: m["county"],
	}
	return a, a.check(pointer)
}

// checkMembers returns an object's members, which must be strings or null. To drop unknown ones would lose data.
func checkMembers(value any, pointer string, known ...string) (map[string]*string, Violations) {
	object, ok := value.(map[string]any)
	if !ok {
		return nil, violation(pointer, CodeInvalidValue, "this is an object of %s", strings.Join(known, ", "))
	}
	var vs Violations
	members := map[string]*string{}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		s, isText := object[name].(string)
		switch {
		case !slices.Contains(known, name):
			vs.Add(Pointer(pointer, name), CodeUnknownMember, "this object has only %s", strings.Join(known, ", "))
		case isText:
			members[name] = &s
		case object[name] != nil:
			vs.Add(Pointer(pointer, name), CodeInvalidValue, "this is a string")
		}
	}
	return members, vs
}
