package compliance_test

import (
	"encoding/json"
	"math/big"
	"slices"
	"strings"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/scalar"
)

// naiveMoney is an exact amount of a currency.
type naiveMoney struct {
	amount   *big.Rat
	currency string
}

func naiveMoneyOf(m *scalar.Money) *naiveMoney {
	if m == nil {
		return nil
	}
	return &naiveMoney{naiveNumber(m.Amount), m.Currency}
}

func naiveNumber(text string) *big.Rat {
	number, ok := new(big.Rat).SetString(text)
	if !ok {
		panic("no number: " + text)
	}
	return number
}

// cents are how many of the smallest unit one of the currency has.
func naiveCents(currency string) *big.Rat {
	return big.NewRat(int64(naivePow10(naiveDigits(currency))), 1)
}

func naiveDigits(currency string) int {
	if currency == "JPY" {
		return 0
	}
	return 2
}

func naivePow10(n int) int {
	if n == 0 {
		return 1
	}
	return 10 * naivePow10(n-1)
}

// naiveRound rounds an amount to whole cents, up or down.
func naiveRound(amount *big.Rat, currency string, up bool) *big.Rat {
	cents := new(big.Rat).Mul(amount, naiveCents(currency))
	whole := new(big.Int).Div(cents.Num(), cents.Denom()) // rounds down: no amount is negative
	if up && !cents.IsInt() {
		whole.Add(whole, big.NewInt(1))
	}
	return new(big.Rat).Quo(new(big.Rat).SetInt(whole), naiveCents(currency))
}

func (m *naiveMoney) money() *scalar.Money {
	if m == nil {
		return nil
	}
	return &scalar.Money{Amount: m.amount.FloatString(naiveDigits(m.currency)), Currency: m.currency}
}

// naiveRequired is what check 10 asks of a target.
type naiveRequired struct {
	amount  *naiveMoney // nil when none is required or it is not known
	unknown bool
	minimum *naiveMoney // the demand's minimumLimit
	// enough is what does whatever the amount is that is not known; nil if nothing does
	enough *naiveMoney
}

// currency is that of the amounts; "" without any.
func (r naiveRequired) currency() string {
	for _, m := range []*naiveMoney{r.amount, r.minimum, r.enough} {
		if m != nil {
			return m.currency
		}
	}
	return ""
}

// atLeast is the amount that the limits are held against: what is required, else the minimum.
func (r naiveRequired) atLeast() *naiveMoney {
	if r.amount != nil {
		return r.amount
	}
	return r.minimum
}

// Required is section 2, "What a demand says" and "Unknown amounts".
func (d naiveDemand) required(target naiveTarget) naiveRequired {
	// "at a target 10 asks for a limit above zero only, requiredLimit is null there"
	if d.isLoan() {
		return naiveRequired{}
	}
	minimum := naiveMoneyOf(d.requirement.MinimumLimit)
	if d.requirement.LimitBasis == nil {
		return naiveRequired{amount: minimum, minimum: minimum}
	}
	unknown := naiveRequired{unknown: true, minimum: minimum}

	// "limitBasis: what limitPercent is a percentage of: LOAN_AMOUNT (the case's), INSURABLE_VALUE (…), LESSER of the
	// two, FLOOD: the least of both and of the federal programme's maximum"
	var amounts []*naiveMoney
	loan, value := naiveMoneyOf(d.facts.Case.LoanAmount), naiveInsurableValue(target.asset)
	switch *d.requirement.LimitBasis {
	case model.LimitBasisLoanAmount:
		amounts = []*naiveMoney{loan}
	case model.LimitBasisInsurableValue:
		amounts = []*naiveMoney{value}
	case model.LimitBasisLesser:
		amounts = []*naiveMoney{loan, value}
	case model.LimitBasisFlood:
		// "wherever the basis is FLOOD the outstanding balance, if known, takes the place of the loan amount. A vehicle's
		// maximum is no part of the least."
		amounts = []*naiveMoney{d.owed(), value}
		if programme, insures := naiveFederalMaximum(target.asset); insures {
			amounts = append(amounts, programme)
		}
	}

	// "Where no amount of a basis is known, check 10 is unknown"
	someUnknown := slices.Contains(amounts, nil)
	amounts = slices.DeleteFunc(amounts, func(m *naiveMoney) bool { return m == nil })
	if len(amounts) == 0 {
		return unknown
	}
	// "Amounts in several currencies have no least and no greatest: required_amount_unknown."
	least := amounts[0]
	for _, m := range amounts {
		if m.currency != least.currency {
			return unknown
		}
		if m.amount.Cmp(least.amount) < 0 {
			least = m
		}
	}

	// "100 when a basis is given without it"; "The result is rounded up to the cent"
	percent := big.NewRat(100, 1)
	if d.requirement.LimitPercent != nil {
		percent = naiveNumber(*d.requirement.LimitPercent)
	}
	part := new(big.Rat).Mul(least.amount, new(big.Rat).Quo(percent, big.NewRat(100, 1)))
	amount := &naiveMoney{naiveRound(part, least.currency, true), least.currency}

	// "With both minimumLimit and a basis the greater is required."
	if minimum != nil {
		if minimum.currency != amount.currency {
			return unknown
		}
		if minimum.amount.Cmp(amount.amount) >= 0 {
			amount = minimum
		}
	}
	// "Where a basis is the least of several and one of them is not known, limits that reach the least of those known
	// pass; limits that do not are unknown": unless not even nothing, or not even the minimum, could be less.
	if someUnknown && amount != minimum && amount.amount.Sign() > 0 {
		return naiveRequired{unknown: true, minimum: minimum, enough: amount}
	}
	return naiveRequired{amount: amount, minimum: minimum}
}

// naiveInsurableValue is "the asset's replacementCost, else value, else contractAmount, else of key persons
// requiredAmount".
func naiveInsurableValue(asset *model.Asset) *naiveMoney {
	if asset == nil {
		return nil
	}
	for _, key := range []string{"replacementCost", "value", "contractAmount", "requiredAmount"} {
		for _, field := range asset.Values {
			if field.Key != key {
				continue
			}
			var m scalar.Money
			if err := json.Unmarshal(field.Value, &m); err != nil {
				panic(err)
			}
			return naiveMoneyOf(&m)
		}
	}
	return nil
}

func naiveAssetType(asset *model.Asset) *catalog.AssetType {
	t, ok := catalog.AssetTypes.ByID(asset.AssetTypeID)
	if !ok {
		panic("no asset type: " + asset.AssetTypeID.String())
	}
	return t
}

// naiveRatings are the ratings from the best to the worst.
var naiveRatings = strings.Fields("A++ A+ A A- B++ B+ B B- C++ C+ C C- D E F")

// naiveRating reads a carrier's rating; -1 for one that cannot be read. "Read: trimmed, upper case, a rating, then
// nothing or, after one or more of space, comma, colon, slash or bracket, a size in Roman digits. NR is unreadable"
func naiveRating(text string) int {
	text = strings.ToUpper(strings.TrimSpace(text))
	for i, rating := range naiveRatings {
		rest, ok := strings.CutPrefix(text, rating)
		if !ok {
			continue
		}
		if rest == "" {
			return i
		}
		size := strings.TrimLeft(rest, " ,:/()[]")
		digits := strings.TrimRight(size, ")]")
		if len(size) < len(rest) && digits != "" && strings.Trim(digits, "IVX") == "" {
			return i
		}
	}
	return -1
}
