package scalar

import (
	"slices"
	"strconv"
	"strings"

	"github.com/bojanz/currency"
	"github.com/shopspring/decimal"
	"lukechampine.com/uint128"
)

// Units is an exact amount in the smallest unit of its currency, such as cents. Without a currency it is not known.
// Money has at most 22 digits so; sums and percentages of it never overflow.
type Units struct {
	N        uint128.Uint128
	Currency CurrencyPlace
}

// CurrencyPlace is a place in the table of currencies; 0 is none. It is small, and nothing that the garbage collector
// has to follow.
type CurrencyPlace uint16

// currencyRow is a currency of the table.
type currencyRow struct {
	code   string
	digits int // after the point
}

var currencyRows, currencyPlaces = currencyTable()

// currencyTable returns the currencies of ISO 4217, after a row for none, and their places by code.
func currencyTable() ([]currencyRow, map[string]CurrencyPlace) {
	rows, places := []currencyRow{{}}, map[string]CurrencyPlace{}
	for _, code := range currency.GetCurrencyCodes() {
		digits, _ := currency.GetDigits(code)
		places[code] = CurrencyPlace(len(rows))
		rows = append(rows, currencyRow{code, int(digits)})
	}
	return rows, places
}

// UnitsOf returns money as units; not known for none.
func UnitsOf(m *Money) Units {
	if m == nil {
		return Units{}
	}
	place := currencyPlaces[m.Currency]
	digits := currencyRows[place].digits
	whole, fraction, _ := strings.Cut(m.Amount, ".")
	if place == 0 || len(fraction) > digits {
		return Units{}
	}
	n, ok := parseUnits(whole, fraction, digits)
	if !ok {
		return Units{}
	}
	return Units{N: n, Currency: place}
}

// parseUnits reads an amount as the smallest units of a currency with so many digits after the point.
func parseUnits(whole, fraction string, digits int) (n uint128.Uint128, ok bool) {
	text := append(append(make([]byte, 0, 40), whole...), fraction...)
	text = append(text, "0000"[:digits-len(fraction)]...)
	if len(text) <= 19 { // the most that always fit 64 bits
		low, err := strconv.ParseUint(string(text), 10, 64)
		return uint128.From64(low), err == nil
	}
	n, err := uint128.FromString(string(text))
	return n, err == nil
}

// IsKnown reports whether there is an amount.
func (u Units) IsKnown() bool { return u.Currency != 0 }

// With returns another amount of the same currency.
func (u Units) With(n uint128.Uint128) Units { return Units{N: n, Currency: u.Currency} }

// Money returns the amount as clients see it; nil if it is not known.
func (u Units) Money() *Money {
	if !u.IsKnown() {
		return nil
	}
	return &Money{Amount: string(u.appendAmount(make([]byte, 0, 48))), Currency: u.code()}
}

// String returns the amount and the currency, as that of Money does.
func (u Units) String() string {
	text := append(u.appendAmount(make([]byte, 0, 48)), ' ')
	return string(append(text, u.code()...))
}

// Spoken returns the amount as people write it: $250,000, $0.50, 250,000 EUR; "" if it is not known.
func (u Units) Spoken() string {
	if !u.IsKnown() {
		return ""
	}
	amount := string(u.appendAmount(make([]byte, 0, 64)))
	whole, cents, _ := strings.Cut(amount, ".")
	if strings.Trim(cents, "0") != "" {
		cents = "." + cents
	} else {
		cents = ""
	}
	for at := len(whole) - 3; at > 0; at -= 3 {
		whole = whole[:at] + "," + whole[at:]
	}
	if u.code() == "USD" {
		return "$" + whole + cents
	}
	return whole + cents + " " + u.code()
}

func (u Units) code() string { return currencyRows[u.Currency].code }

// appendAmount appends the amount with the digits of its currency after the point.
func (u Units) appendAmount(text []byte) []byte {
	if u.N.Hi == 0 {
		text = strconv.AppendUint(text, u.N.Lo, 10)
	} else {
		text = append(text, u.N.String()...)
	}
	digits := currencyRows[u.Currency].digits
	for len(text) <= digits {
		text = slices.Insert(text, 0, '0')
	}
	if digits > 0 {
		text = slices.Insert(text, len(text)-digits, '.')
	}
	return text
}

// LeastOf returns the least of the amounts that are known; not known if none is, or if their currencies differ.
func LeastOf(amounts ...Units) (least Units) {
	for _, a := range amounts {
		switch {
		case !a.IsKnown():
		case !least.IsKnown():
			least = a
		case a.Currency != least.Currency:
			return Units{}
		case a.N.Cmp(least.N) < 0:
			least = a
		}
	}
	return least
}

// HundredPercent is 100 percent in hundredths of a percent.
const HundredPercent = 100_00

// Hundredths returns a percentage of at most two decimals in Hundredths of a percent.
func Hundredths(percent string) uint64 {
	d, err := decimal.NewFromString(percent)
	if err != nil || d.IsNegative() {
		return 0
	}
	return d.Shift(2).BigInt().Uint64()
}

// PercentOf returns hundredths of a percent of the amount, rounded up to the smallest unit.
func (u Units) PercentOf(hundredths uint64) Units {
	n, rest := u.N.Mul64(hundredths).QuoRem64(HundredPercent)
	if rest > 0 {
		n = n.Add64(1)
	}
	return u.With(n)
}

// AddUnits adds an amount to the sum of its currency. One that is not known is left out.
func AddUnits(sums []Units, amount Units) []Units {
	if !amount.IsKnown() {
		return sums
	}
	i := slices.IndexFunc(sums, func(s Units) bool { return s.Currency == amount.Currency })
	if i < 0 {
		return append(sums, amount)
	}
	sums[i] = sums[i].With(sums[i].N.Add(amount.N))
	return sums
}

// MoneyOf returns amounts in the order of their currencies.
func MoneyOf(sums []Units) []*Money {
	slices.SortFunc(sums, func(a, b Units) int { return strings.Compare(a.code(), b.code()) })
	money := make([]*Money, len(sums))
	for i, s := range sums {
		money[i] = s.Money()
	}
	return money
}
