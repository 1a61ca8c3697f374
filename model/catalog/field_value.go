package catalog

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/shopspring/decimal"
	"github.com/tidwall/gjson"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
)

// checkField returns a decoded value as it is stored, or what is wrong with it (contract section 4, Value kinds).
func checkField(f *FieldType, value any, pointer string) (any, fault.Violations) {
	switch f.Kind {
	case FieldKindString, FieldKindText:
		return checkString(f, value, pointer)
	case FieldKindMoney:
		return checkMoney(f, value, pointer)
	case FieldKindAddress:
		return checkAddress(f, value, pointer)
	default:
		stored, ok := checkPlain(f, value)
		if !ok {
			return nil, notOfKind(f, value, pointer)
		}
		return stored, nil
	}
}

// CheckFieldValue returns a value as it is stored, nil for `null`, or what is wrong at the pointer or below it.
func CheckFieldValue(f *FieldType, value scalar.JSON, pointer string) (scalar.JSON, fault.Violations) {
	decoded, err := scalar.DecodeJSON(value)
	if err != nil {
		return nil, fault.One(pointer, fault.CodeInvalidValue, "must be JSON")
	}
	if decoded == nil {
		return nil, nil
	}
	normal, vs := checkField(f, decoded, pointer)
	if vs != nil {
		return nil, vs
	}
	text, err := scalar.JSONOf(normal)
	if err != nil {
		return nil, fault.One(pointer, fault.CodeInvalidValue, "must be JSON")
	}
	return text, nil
}

func checkString(f *FieldType, value any, pointer string) (any, fault.Violations) {
	s, ok := value.(string)
	if !ok {
		return nil, notOfKind(f, value, pointer)
	}
	if f.Kind == FieldKindText {
		if vs := scalar.CheckDescription(pointer, s); vs != nil || strings.TrimSpace(s) != "" {
			return s, vs
		}
	}
	return s, scalar.CheckName(pointer, s)
}

// greatestInteger is 2^53 − 1: every JSON reader has integers up to it exactly (RFC 8259 section 6).
var greatestInteger = decimal.New(1<<53-1, 0)

// checkPlain returns a value of the other kinds as it is stored, and whether it is of the kind.
func checkPlain(f *FieldType, value any) (stored any, ok bool) {
	switch f.Kind {
	case FieldKindInteger:
		d, ok := plainNumber(value)
		return json.Number(d.String()), ok && d.IsInteger() && !d.Abs().GreaterThan(greatestInteger)
	case FieldKindNumber:
		d, ok := plainNumber(value)
		return json.Number(d.String()), ok
	case FieldKindBoolean:
		_, ok := value.(bool)
		return value, ok
	case FieldKindDate: // all that every date member accepts, but only its day is kept
		day, err := scalar.UnmarshalDate(value)
		return day.Format(time.DateOnly), err == nil
	default:
		s, ok := value.(string)
		return s, ok && slices.Contains(f.Options, s)
	}
}

// notOfKind refuses a value that is not of the field's kind, with an example of one that is.
func notOfKind(f *FieldType, value any, pointer string) fault.Violations {
	wanted := scalar.KindString
	what := "a string"
	switch f.Kind {
	case FieldKindInteger:
		wanted, what = scalar.KindNumber, "a whole number of at most "+greatestInteger.String()+", such as "+exampleInteger(f)
	case FieldKindNumber:
		wanted, what = scalar.KindNumber, "a number with at most 18 digits before and after the point, such as 1250.5"
	case FieldKindBoolean:
		wanted, what = scalar.KindBoolean, "true or false"
	case FieldKindDate:
		what = scalar.ExampleDate
	case FieldKindEnum:
		what = "one of " + strings.Join(f.Options, ", ")
	case FieldKindMoney:
		wanted, what = scalar.KindObject, "an object such as "+scalar.ExampleMoney
	case FieldKindAddress:
		wanted, what = scalar.KindObject, "an object such as "+scalar.ExampleAddress
	}
	var vs fault.Violations
	vs.Add(pointer, fault.CodeInvalidValue, "%s must be %s.", fault.Quote(f.Key), scalar.Expect(what, value, wanted))
	return vs
}

// exampleInteger is a year for a field that is one.
func exampleInteger(f *FieldType) string {
	if strings.HasPrefix(f.Key, "year") {
		return "1998"
	}
	return "12"
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

func checkMoney(f *FieldType, value any, pointer string) (any, fault.Violations) {
	m, vs := checkMembers(f, value, pointer, "amount", "currency")
	if m == nil {
		return nil, vs
	}
	var missing fault.Violations
	for _, name := range []string{"amount", "currency"} {
		if m[name] == nil {
			missing.Say(fault.Pointer(pointer, name), fault.CodeRequired, "is required")
		}
	}
	vs = tellOnce(vs, missing)
	money, wrong := scalar.ParseMoney(pointer, &scalar.MoneyInput{Amount: scalar.OrZero(m["amount"]), Currency: scalar.OrZero(m["currency"])})
	return money, tellOnce(vs, wrong)
}

func checkAddress(f *FieldType, value any, pointer string) (any, fault.Violations) {
	m, vs := checkMembers(f, value, pointer, "street1", "street2", "city", "state", "postalCode", "country", "county")
	if m == nil {
		return nil, vs
	}
	a := &scalar.Address{
		Street1: scalar.OrZero(m["street1"]), Street2: m["street2"], City: scalar.OrZero(m["city"]), State: scalar.OrZero(m["state"]),
		PostalCode: scalar.OrZero(m["postalCode"]), Country: m["country"], County: m["county"],
	}
	return a, tellOnce(vs, a.Check(pointer))
}

// tellOnce adds violations, but for those of members of which one is told already: what is of a wrong kind is not missing too.
func tellOnce(vs, others fault.Violations) fault.Violations {
	told := slices.Clone(vs)
	for _, v := range others {
		if !slices.ContainsFunc(told, func(t fault.Violation) bool { return t.Pointer == v.Pointer }) {
			vs = append(vs, v)
		}
	}
	return vs
}

// checkMembers returns an object's members, which must be strings or null; nil for what is no object. To drop unknown ones would
// lose data.
func checkMembers(f *FieldType, value any, pointer string, known ...string) (map[string]*string, fault.Violations) {
	object, ok := value.(map[string]any)
	if !ok {
		return nil, notOfKind(f, value, pointer)
	}
	var vs fault.Violations
	members := map[string]*string{}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		s, isText := object[name].(string)
		switch {
		case !slices.Contains(known, name):
			vs.Say(fault.Pointer(pointer, name), fault.CodeUnknownMember, "is not a member; %s are", strings.Join(known, ", "))
		case isText:
			members[name] = &s
		case object[name] != nil:
			vs.Say(fault.Pointer(pointer, name), fault.CodeInvalidValue, "must be %s", scalar.Expect("a string", object[name], scalar.KindString))
		}
	}
	return members, vs
}

// CompareFieldValues returns the order of two stored values of an ordered kind; not ok where they have none, such as
// amounts of two currencies.
func CompareFieldValues(kind FieldKind, a, b scalar.JSON) (order int, ok bool) {
	if kind == FieldKindDate {
		return bytes.Compare(a, b), true
	}
	first, second := gjson.ParseBytes(a), gjson.ParseBytes(b)
	if kind == FieldKindMoney {
		if first.Get("currency").String() != second.Get("currency").String() {
			return 0, false
		}
		first, second = first.Get("amount"), second.Get("amount")
	}
	one, err := decimal.NewFromString(first.String())
	other, wrong := decimal.NewFromString(second.String())
	return one.Cmp(other), err == nil && wrong == nil
}
