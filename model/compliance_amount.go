package model

import (
	"math/big"
	"strings"

	"github.com/bojanz/currency"
	"github.com/shopspring/decimal"
)

// units is an exact amount in the smallest unit of its currency, such as cents.
type units struct {
	n        *big.Int
	currency string
}

// unitsOf returns money as units; nil if none or unreadable.
func unitsOf(m *Money) *units {
	if m == nil {
		return nil
	}
	digits, known := currency.GetDigits(m.Currency)
	whole, fraction, _ := strings.Cut(m.Amount, ".")
	if !known || len(fraction) > int(digits) {
		return nil
	}
	n, ok := new(big.Int).SetString(whole+fraction+strings.Repeat("0", int(digits)-len(fraction)), 10)
	if !ok {
		return nil
	}
	return &units{n: n, currency: m.Currency}
}

// money returns the amount as clients see it; nil if none.
func (u *units) money() *Money {
	if u == nil {
		return nil
	}
	places, _ := currency.GetDigits(u.currency)
	digits := int(places)
	text := u.n.String()
	if len(text) <= digits {
		text = strings.Repeat("0", digits+1-len(text)) + text
	}
	at := len(text) - digits
	return &Money{Amount: withDigits(text[:at], text[at:], digits), Currency: u.currency}
}

// withThousands returns money as people read it in a sentence: 250,000.00 USD.
func (m Money) withThousands() string {
	whole, fraction, found := strings.Cut(m.Amount, ".")
	var b strings.Builder
	for i, digit := range whole {
		if i > 0 && (len(whole)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(digit)
	}
	if found {
		b.WriteByte('.')
		b.WriteString(fraction)
	}
	return b.String() + " " + m.Currency
}

// equals reports whether two amounts are the same, or both none.
func (u *units) equals(other *units) bool {
	if u == nil || other == nil {
		return u == other
	}
	return u.currency == other.currency && u.n.Cmp(other.n) == 0
}

// leastOf returns the least of the amounts that are known. ok is false if none is, or if their currencies differ.
func leastOf(amounts ...*units) (least *units, ok bool) {
	for _, a := range amounts {
		switch {
		case a == nil:
		case least == nil:
			least = a
		case a.currency != least.currency:
			return nil, false
		case a.n.Cmp(least.n) < 0:
			least = a
		}
	}
	return least, least != nil
}

// hundredPercent is 100 percent in hundredths of a percent.
var hundredPercent = big.NewInt(100_00)

// hundredths returns a percentage of at most two decimals in hundredths of a percent.
func hundredths(percent string) *big.Int {
	d, err := decimal.NewFromString(percent)
	if err != nil {
		return new(big.Int)
	}
	return d.Shift(2).BigInt()
}

// percentOf returns a percentage of the amount, rounded up to the smallest unit.
func (u *units) percentOf(percent string) *units {
	n := new(big.Int).Mul(u.n, hundredths(percent))
	rest := new(big.Int)
	n.QuoRem(n, hundredPercent, rest)
	if rest.Sign() > 0 {
		n.Add(n, big.NewInt(1))
	}
	return &units{n: n, currency: u.currency}
}
