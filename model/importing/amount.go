package importing

import (
	"encoding/json"
	"math/big"
	"regexp"
	"strings"

	"github.com/covertrack/covertrack/model/scalar"
)

// defaultCurrency is that of amounts that name none.
const defaultCurrency = "USD"

var (
	currencyCode = regexp.MustCompile(`^[A-Za-z]{3}$`)
	symbols      = map[string]string{"$": "USD", "US$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "C$": "CAD", "CA$": "CAD"}
	amountForm   = regexp.MustCompile(`^(?:([A-Za-z]{3}|US\$|CA?\$|[$€£¥])\s*)?([0-9][0-9.,' ]*)(?:\s*([A-Za-z]{3}|[$€£¥]))?$`)
	plainDecimal = regexp.MustCompile(`^[0-9]+(\.[0-9]+)?$`)
	exponent     = regexp.MustCompile(`^[0-9]+(\.[0-9]+)?[eE][+-]?[0-9]{1,3}$`)
)

func readCurrency(cell string) (any, string) {
	if code, ok := symbols[strings.ToUpper(cell)]; ok {
		return code, ""
	}
	if currencyCode.MatchString(cell) {
		return strings.ToUpper(cell), ""
	}
	return nil, "a currency such as USD"
}

// readMoney reads an amount, maybe with a currency, as `$1,250,000.00`, `1.250.000,00 EUR` or `USD 1250000`.
func readMoney(cell string, format Format) (any, string) {
	const accepted = "an amount such as 1250000.00 or $1,250,000.00, and not negative"
	number, code, ok := amountOf(cell)
	if !ok {
		return nil, accepted
	}
	amount, ok := decimalOf(number, format)
	if !ok {
		return nil, accepted
	}
	money := map[string]any{"amount": inCents(amount)}
	if code != "" {
		money["currency"] = code
	}
	return money, ""
}

// amountOf parts an amount from its currency.
func amountOf(cell string) (number, currency string, ok bool) {
	if exponent.MatchString(cell) {
		return cell, "", true
	}
	m := amountForm.FindStringSubmatch(cell)
	if m == nil || m[1] != "" && m[3] != "" {
		return "", "", false
	}
	code := strings.ToUpper(m[1] + m[3])
	if known, ok := symbols[code]; ok {
		code = known
	}
	isKnown := code == "" || scalar.UnitsOf(&scalar.Money{Amount: "1", Currency: code}).IsKnown()
	return strings.TrimSpace(m[2]), code, isKnown
}

// decimalOf reads the digits of a number, whose thousands may be parted. Each part between separators has three digits.
func decimalOf(number string, format Format) (string, bool) {
	if exponent.MatchString(number) {
		r, ok := new(big.Rat).SetString(number)
		if !ok {
			return "", false
		}
		return strings.TrimRight(strings.TrimRight(r.FloatString(6), "0"), "."), true
	}
	number = strings.NewReplacer(" ", ",", "'", ",").Replace(number)
	decimal := "."
	if format == FormatComma || format == "" && isCommaDecimal(number) {
		decimal = ","
	}
	if decimal == "," {
		number = strings.NewReplacer(".", ",", ",", ".").Replace(number)
	}
	whole, fraction, hasFraction := strings.Cut(number, ".")
	if strings.Contains(fraction, ",") || strings.Contains(fraction, ".") || hasFraction && fraction == "" {
		return "", false
	}
	groups := strings.Split(whole, ",")
	for i, g := range groups {
		if g == "" || i > 0 && len(g) != 3 || i == 0 && len(groups) > 1 && len(g) > 3 {
			return "", false
		}
	}
	joined := strings.TrimLeft(strings.Join(groups, ""), "0")
	if joined == "" {
		joined = "0"
	}
	if hasFraction {
		joined += "." + fraction
	}
	return joined, true
}

// isCommaDecimal reports whether a number alone shows that the comma begins its decimals.
func isCommaDecimal(number string) bool { return separatorsOf(number) == FormatComma }

// separatorsOf returns which sign begins the decimals of a number, if the number alone shows it; "" if it does not.
func separatorsOf(number string) Format {
	point, comma := strings.LastIndex(number, "."), strings.LastIndex(number, ",")
	after := func(at int) bool { return len(number)-at-1 != 3 }
	points, commas := strings.Count(number, "."), strings.Count(number, ",")
	switch {
	case point < 0 && comma < 0:
		return ""
	case point > comma && comma >= 0, commas > 1:
		return FormatPoint
	case comma > point && point >= 0, points > 1:
		return FormatComma
	case point >= 0 && (after(point) || point > 3 || number[0] == '0'):
		return FormatPoint
	case comma >= 0 && (after(comma) || comma > 3 || number[0] == '0'):
		return FormatComma
	default:
		return ""
	}
}

// isAmbiguous reports whether a number means one thing where the point begins its decimals and another where the comma does.
func isAmbiguous(number string) bool {
	return strings.ContainsAny(number, ".,") && separatorsOf(number) == "" && plainParts.MatchString(number)
}

var plainParts = regexp.MustCompile(`^[0-9]{1,3}[.,][0-9]{3}$`)

// inCents rounds what a spreadsheet computed, as 1234.5600000000001, to cents; an amount that people wrote stays as it is.
func inCents(amount string) string {
	_, fraction, _ := strings.Cut(amount, ".")
	if len(fraction) < 9 {
		return amount
	}
	r, ok := new(big.Rat).SetString(amount)
	if !ok {
		return amount
	}
	return r.FloatString(2)
}

func readNumber(cell string, format Format, isInteger bool) (any, string) {
	accepted := "a number such as 1250.5"
	if isInteger {
		accepted = "a whole number such as 12"
	}
	text, ok := decimalOf(strings.TrimSuffix(cell, "%"), format)
	if whole, fraction, _ := strings.Cut(text, "."); ok && isInteger {
		text, ok = whole, strings.Trim(fraction, "0") == ""
	}
	if !ok || !plainDecimal.MatchString(text) || len(text) > 30 {
		return nil, accepted
	}
	return json.Number(text), ""
}
