package model

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/bojanz/currency"
	"github.com/shopspring/decimal"
	"lukechampine.com/uint128"
)

// units is an exact amount in the smallest unit of its currency, such as cents. Without a currency it is not known.
// Money has at most 22 digits so; sums and percentages of it never overflow.
type units struct {
	n        uint128.Uint128
	currency currencyPlace
}

// currencyPlace is a place in the table of currencies; 0 is none. It is small, and nothing that the garbage collector
// has to follow.
type currencyPlace uint16

// currencyRow is a currency of the table.
type currencyRow struct {
	code   string
	digits int // after the point
}

var currencyRows, currencyPlaces = currencyTable()

// currencyTable returns the currencies of ISO 4217, after a row for none, and their places by code.
func currencyTable() ([]currencyRow, map[string]currencyPlace) {
	rows, places := []currencyRow{{}}, map[string]currencyPlace{}
	for _, code := range currency.GetCurrencyCodes() {
		digits, _ := currency.GetDigits(code)
		places[code] = currencyPlace(len(rows))
		rows = append(rows, currencyRow{code, int(digits)})
	}
	return rows, places
}

// unitsOf returns money as units; not known for none.
func unitsOf(m *Money) units {
	if m == nil {
		return units{}
	}
	place := currencyPlaces[m.Currency]
	digits := currencyRows[place].digits
	whole, fraction, _ := strings.Cut(m.Amount, ".")
	if place == 0 || len(fraction) > digits {
		return units{}
	}
	n, ok := parseUnits(whole, fraction, digits)
	if !ok {
		return units{}
	}
	return units{n: n, currency: place}
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

func (u units) isKnown() bool { return u.currency != 0 }

// with returns another amount of the same currency.
func (u units) with(n uint128.Uint128) units { return units{n: n, currency: u.currency} }

// money returns the amount as clients see it; nil if it is not known.
func (u units) money() *Money {
	if !u.isKnown() {
		return nil
	}
	return &Money{Amount: string(u.appendAmount(make([]byte, 0, 48))), Currency: u.code()}
}

// String returns the amount and the currency, as that of Money does.
func (u units) String() string {
	text := append(u.appendAmount(make([]byte, 0, 48)), ' ')
	return string(append(text, u.code()...))
}

// withThousands returns the amount as people read it in a sentence: 250,000.00 USD.
func (u units) withThousands() string {
	text := append(u.appendAmount(make([]byte, 0, 64)), ' ')
	whole := bytes.IndexAny(text, ". ")
	for at := whole - 3; at > 0; at -= 3 {
		text = slices.Insert(text, at, ',')
	}
	return string(append(text, u.code()...))
}

func (u units) code() string { return currencyRows[u.currency].code }

// appendAmount appends the amount with the digits of its currency after the point.
func (u units) appendAmount(text []byte) []byte {
	if u.n.Hi == 0 {
		text = strconv.AppendUint(text, u.n.Lo, 10)
	} else {
		text = append(text, u.n.String()...)
	}
	digits := currencyRows[u.currency].digits
	for len(text) <= digits {
		text = slices.Insert(text, 0, '0')
	}
	if digits > 0 {
		text = slices.Insert(text, len(text)-digits, '.')
	}
	return text
}

// leastOf returns the least of the amounts that are known; not known if none is, or if their currencies differ.
func leastOf(amounts ...units) (least units) {
	for _, a := range amounts {
		switch {
		case !a.isKnown():
		case !least.isKnown():
			least = a
		case a.currency != least.currency:
			return units{}
		case a.n.Cmp(least.n) < 0:
			least = a
		}
	}
	return least
}

// hundredPercent is 100 percent in hundredths of a percent.
const hundredPercent = 100_00

// hundredths returns a percentage of at most two decimals in hundredths of a percent.
func hundredths(percent string) uint64 {
	d, err := decimal.NewFromString(percent)
	if err != nil || d.IsNegative() {
		return 0
	}
	return d.Shift(2).BigInt().Uint64()
}

// percentOf returns hundredths of a percent of the amount, rounded up to the smallest unit.
func (u units) percentOf(hundredths uint64) units {
	n, rest := u.n.Mul64(hundredths).QuoRem64(hundredPercent)
	if rest > 0 {
		n = n.Add64(1)
	}
	return u.with(n)
}
