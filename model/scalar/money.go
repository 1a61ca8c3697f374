package scalar

import (
	"database/sql/driver"
	"encoding/json"
	"strings"

	"github.com/bojanz/currency"

	"github.com/covertrack/covertrack/model/fault"
)

// Money is an amount of a currency (contract section 2, Money), stored as one jsonb value. The amount always has the
// digits of its currency, so that equal amounts are equal strings, also for the audit trail. No floats are used.
type Money struct {
	Amount   string `json:"amount"`   // a decimal string, not negative
	Currency string `json:"currency"` // a code of ISO 4217
}

// MoneyInput is money as a client sends it.
type MoneyInput struct {
	Amount   string `json:"amount"`
	Currency string `json:"currency"`
}

// ExampleMoney is money as messages show it.
const ExampleMoney = `{"amount": "1250000.00", "currency": "USD"}`

// ParseMoney reads money that a client sent; nil if none. `invalid_value` at /amount or /currency below the pointer.
func ParseMoney(pointer string, in *MoneyInput) (*Money, fault.Violations) {
	if in == nil {
		return nil, nil
	}
	var vs fault.Violations
	places, known := currency.GetDigits(in.Currency)
	digits := int(places)
	if !known {
		vs.Say(fault.Pointer(pointer, "currency"), fault.CodeInvalidValue, "must be a current code of ISO 4217 in upper case, such as USD")
	}
	whole, fraction, _ := strings.Cut(in.Amount, ".")
	switch {
	case !decimalForm.MatchString(in.Amount):
		vs.Say(fault.Pointer(pointer, "amount"), fault.CodeInvalidValue, "is "+decimalRule)
	case whole[0] == '-':
		vs.Say(fault.Pointer(pointer, "amount"), fault.CodeInvalidValue, "must not be negative")
	case known && len(fraction) > digits:
		vs.Say(fault.Pointer(pointer, "amount"), fault.CodeInvalidValue,
			"has at most %d digits after the point in %s", digits, in.Currency)
	}
	if vs != nil {
		return nil, vs
	}
	return &Money{Amount: withDigits(whole, fraction, digits), Currency: in.Currency}, nil
}

// withDigits returns an amount with exactly the digits that its currency has.
func withDigits(whole, fraction string, digits int) string {
	if digits == 0 {
		return whole
	}
	return whole + "." + fraction + strings.Repeat("0", digits-len(fraction))
}

// String returns the amount and the currency, for people.
func (m Money) String() string { return m.Amount + " " + m.Currency }

// Spoken returns the money as people write it, as that of Units does; "" for none.
func (m *Money) Spoken() string {
	if u := UnitsOf(m); u.IsKnown() || m == nil {
		return u.Spoken()
	}
	return m.String()
}

// Value returns the money as JSON for the database.
func (m Money) Value() (driver.Value, error) { return StructValue(m) }

// Scan reads the money from the database.
func (m *Money) Scan(src any) error { return ScanStored(src, m, ReadMoney) }

// ReadMoney reads the text of jsonb into a *Money.
var ReadMoney = StoredReader[Money]()

// StructValue returns a struct or a list for a jsonb column.
func StructValue(v any) (driver.Value, error) {
	b, err := json.Marshal(v)
	return string(b), err
}

// ScanStruct reads a struct or a list from a jsonb column. NULL changes nothing.
func ScanStruct(src, dst any) error {
	var b []byte
	if err := scanJSON(&b, src); err != nil || b == nil {
		return err
	}
	return json.Unmarshal(b, dst)
}
