package scalar_test

import (
	"strings"
	"testing"

	"github.com/shopspring/decimal"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
)

func TestParseMoney(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		amount, currency string
		want             string
		pointers         []string
	}{
		"as is":                   {"1250000.00", "USD", "1250000.00", nil},
		"without digits":          {"1250000", "USD", "1250000.00", nil},
		"with some":               {"0.5", "EUR", "0.50", nil},
		"zero":                    {"0", "USD", "0.00", nil},
		"no digits at all":        {"500", "JPY", "500", nil},
		"three digits":            {"1.25", "KWD", "1.250", nil},
		"four digits":             {"1.2345", "CLF", "1.2345", nil},
		"greatest":                {strings.Repeat("9", 18), "USD", strings.Repeat("9", 18) + ".00", nil},
		"currency of 2025":        {"1", "XCG", "1.00", nil},
		"currency of 2022":        {"1", "SLE", "1.00", nil},
		"too many digits":         {"1.000", "USD", "", []string{"/premium/amount"}},
		"digits of yen":           {"1.0", "JPY", "", []string{"/premium/amount"}},
		"negative":                {"-1.00", "USD", "", []string{"/premium/amount"}},
		"negative zero":           {"-0", "USD", "", []string{"/premium/amount"}},
		"too great":               {strings.Repeat("9", 19), "USD", "", []string{"/premium/amount"}},
		"no decimal":              {"1,250", "USD", "", []string{"/premium/amount"}},
		"exponent":                {"1e3", "USD", "", []string{"/premium/amount"}},
		"leading zero":            {"007", "USD", "", []string{"/premium/amount"}},
		"empty":                   {"", "", "", []string{"/premium/currency", "/premium/amount"}},
		"retired currency":        {"1", "DEM", "", []string{"/premium/currency"}},
		"lower case":              {"1", "usd", "", []string{"/premium/currency"}},
		"gold":                    {"1", "XAU", "", []string{"/premium/currency"}},
		"no currency":             {"1", "XXX", "", []string{"/premium/currency"}},
		"both, all at once":       {"-1", "AAA", "", []string{"/premium/currency", "/premium/amount"}},
		"unknown has any digits ": {"1.23456", "AAA", "", []string{"/premium/currency"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, vs := scalar.ParseMoney("/premium", &scalar.MoneyInput{Amount: test.amount, Currency: test.currency})
			var pointers []string
			for _, v := range vs {
				require.Equal(t, fault.CodeInvalidValue, v.Code)
				pointers = append(pointers, v.Pointer)
			}
			require.Equal(t, test.pointers, pointers)
			if test.pointers != nil {
				require.Nil(t, got)
				return
			}
			require.Equal(t, &scalar.Money{Amount: test.want, Currency: test.currency}, got)
		})
	}
}

func TestParseNoMoney(t *testing.T) {
	t.Parallel()
	got, vs := scalar.ParseMoney("/premium", nil)
	require.Nil(t, got)
	require.Empty(t, vs)
}

func TestMoneyKeepsItsWorth(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		amount := rapid.StringMatching(`(0|[1-9][0-9]{0,17})(\.[0-9]{1,2})?`).Draw(t, "amount")
		got, vs := scalar.ParseMoney("", &scalar.MoneyInput{Amount: amount, Currency: "USD"})
		require.Empty(t, vs)
		require.True(t, decimal.RequireFromString(amount).Equal(decimal.RequireFromString(got.Amount)))
		again, vs := scalar.ParseMoney("", &scalar.MoneyInput{Amount: got.Amount, Currency: "USD"})
		require.Empty(t, vs)
		require.Equal(t, got, again, "what is stored is normal already")
	})
}

func TestMoneyInTheDatabase(t *testing.T) {
	t.Parallel()
	money := scalar.Money{Amount: "1250000.00", Currency: "USD"}
	stored, err := money.Value()
	require.NoError(t, err)
	require.Equal(t, `{"amount":"1250000.00","currency":"USD"}`, stored)
	for name, src := range map[string]any{"text": stored, "bytes": []byte(`{"currency": "USD", "amount": "1250000.00"}`)} {
		var read scalar.Money
		require.NoError(t, read.Scan(src), name)
		require.Equal(t, money, read, name)
	}
	var none scalar.Money
	require.NoError(t, none.Scan(nil))
	require.Zero(t, none)
	require.Error(t, none.Scan(42))
	require.Equal(t, "1250000.00 USD", money.String())
}

// currenciesOf2026 are those of ISO 4217 as of January 2026 by their digits after the point, without metals and units of
// account of banks.
var currenciesOf2026 = map[int]string{
	0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
	2: `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW
		CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF
		IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK
		MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP
		SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER
		ZAR ZMW ZWG`,
	3: "BHD IQD JOD KWD LYD OMR TND",
	4: "CLF UYW",
}

// TestCurrencies accepts each of them with its digits. What is accepted besides has come into ISO 4217 since, and a list
// that is kept by others must not bring back withdrawn codes.
func TestCurrencies(t *testing.T) {
	t.Parallel()
	known := map[string]int{"XAD": 2}
	for digits, codes := range currenciesOf2026 {
		for code := range strings.FieldsSeq(codes) {
			known[code] = digits
		}
	}
	for a := 'A'; a <= 'Z'; a++ {
		for b := 'A'; b <= 'Z'; b++ {
			for c := 'A'; c <= 'Z'; c++ {
				code := string([]rune{a, b, c})
				money, vs := scalar.ParseMoney("", &scalar.MoneyInput{Amount: "1", Currency: code})
				digits, want := known[code]
				require.Equal(t, want, vs == nil, code)
				if want {
					require.Equal(t, strings.TrimSuffix("1."+strings.Repeat("0", digits), "."), money.Amount, code)
				}
			}
		}
	}
	for _, code := range []string{"", "usd", "DEM", "XAU", "XDR", "XXX", "US"} {
		_, vs := scalar.ParseMoney("", &scalar.MoneyInput{Amount: "1", Currency: code})
		require.NotNil(t, vs, code)
	}
}
