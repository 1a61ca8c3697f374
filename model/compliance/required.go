package compliance

import (
	"cmp"
	"slices"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/scalar"
)

// Required is what the limits at a target must reach (specification of compliance, section 2).
type required struct {
	Asked   bool         // whether the demand asks for a limit at all
	unknown bool         // whether the amount depends on one that is not known
	amount  scalar.Units // what the limits are held against: the amount, or the minimum of one that is not known
	enough  scalar.Units // what suffices whatever an unknown amount is; not known if nothing does
}

// Known returns the amount; not Known when none is required.
func (r required) Known() scalar.Units {
	if r.unknown {
		return scalar.Units{}
	}
	return r.amount
}

// currency returns that of the amounts; 0 without any.
func (r required) currency() scalar.CurrencyPlace {
	return cmp.Or(r.amount.Currency, r.enough.Currency)
}

// limitRule is how a requirement's limit is reckoned.
type limitRule struct {
	*model.Requirement
	minimum scalar.Units
	percent uint64                // in hundredths
	loan    scalar.Units          // of the case
	flood   *catalog.FloodMaximum // that counts on the day
}

func newLimitRule(r *model.Requirement, c *model.Case, flood *catalog.FloodMaximum) *limitRule {
	percent := uint64(scalar.HundredPercent)
	if r.LimitPercent != nil {
		percent = scalar.Hundredths(*r.LimitPercent)
	}
	return &limitRule{r, scalar.UnitsOf(r.MinimumLimit), percent, scalar.UnitsOf(c.LoanAmount), flood}
}

// at returns what is required at an asset; at the case if there is no asset.
func (r *limitRule) at(asset *appraisedAsset) required {
	if r.LimitBasis == nil {
		return required{Asked: r.minimum.IsKnown(), amount: r.minimum}
	}
	amounts := r.basisAt(asset)
	least := scalar.LeastOf(amounts...)
	if !least.IsKnown() {
		return required{Asked: true, unknown: true, amount: r.minimum}
	}
	greater := greaterOf(r.minimum, least.PercentOf(r.percent))
	isUnknown := func(amount scalar.Units) bool { return !amount.IsKnown() }
	if !slices.ContainsFunc(amounts, isUnknown) || greater.unknown || greater.amount == r.minimum || greater.amount.N.IsZero() {
		return greater
	}
	return required{Asked: true, unknown: true, amount: r.minimum, enough: greater.amount}
}

// basisAt returns the amounts of which the basis is the least.
func (r *limitRule) basisAt(asset *appraisedAsset) []scalar.Units {
	var value, maximum scalar.Units
	if asset != nil {
		value = asset.value
		most, insurable := r.flood.Of(catalog.FloodRisk{AssetType: asset.AssetTypeID})
		if !insurable && r.flood != nil {
			most = &scalar.Money{Amount: r.flood.Other, Currency: "USD"}
		}
		maximum = scalar.UnitsOf(most)
	}
	switch *r.LimitBasis {
	case model.LimitBasisLoanAmount:
		return []scalar.Units{r.loan}
	case model.LimitBasisInsurableValue:
		return []scalar.Units{value}
	case model.LimitBasisLesser:
		return []scalar.Units{r.loan, value}
	default:
		return []scalar.Units{r.loan, value, maximum}
	}
}

// greaterOf returns the greater of the minimum, if any, and the amount of the basis. In two currencies there is none.
func greaterOf(minimum, basis scalar.Units) required {
	switch {
	case !minimum.IsKnown():
		return required{Asked: true, amount: basis}
	case minimum.Currency != basis.Currency:
		return required{Asked: true, unknown: true, amount: minimum}
	case minimum.N.Cmp(basis.N) > 0:
		return required{Asked: true, amount: minimum}
	default:
		return required{Asked: true, amount: basis}
	}
}
