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
	Asked    bool         // whether the demand asks for a limit at all
	positive bool         // whether a limit above zero suffices, in any currency; nothing is said of amounts
	unknown  bool         // whether the amount depends on one that is not known
	amount   scalar.Units // what the limits are held against: the amount, or the minimum of one that is not known
	enough   scalar.Units // what suffices whatever an unknown amount is; not known if nothing does
}

// Known returns the amount; not Known when none is required.
func (r required) Known() scalar.Units {
	if r.unknown || r.positive {
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

func newLimitRule(r *model.Requirement, f *caseFile, flood *catalog.FloodMaximum) *limitRule {
	percent := uint64(scalar.HundredPercent)
	if r.LimitPercent != nil {
		percent = scalar.Hundredths(*r.LimitPercent)
	}
	loan := scalar.UnitsOf(f.Case.LoanAmount)
	if r.LimitBasis != nil && *r.LimitBasis == model.LimitBasisFlood {
		loan = f.owed()
	}
	return &limitRule{r, scalar.UnitsOf(r.MinimumLimit), percent, loan, flood}
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
	var value scalar.Units
	if asset != nil {
		value = asset.value
	}
	switch *r.LimitBasis {
	case model.LimitBasisLoanAmount:
		return []scalar.Units{r.loan}
	case model.LimitBasisInsurableValue:
		return []scalar.Units{value}
	case model.LimitBasisLesser:
		return []scalar.Units{r.loan, value}
	}
	if maximum, insurable := r.programmeAt(asset); insurable {
		return []scalar.Units{r.loan, value, maximum}
	}
	return []scalar.Units{r.loan, value}
}

// programmeAt returns the federal programme's maximum, and whether it insures such an asset.
func (r *limitRule) programmeAt(asset *appraisedAsset) (maximum scalar.Units, insurable bool) {
	if r.flood == nil || asset == nil {
		return scalar.Units{}, true
	}
	most, insurable := r.flood.Of(catalog.FloodRisk{
		AssetType: asset.AssetTypeID, Units: int(asset.field("units").Int()), Occupancy: asset.field("occupancy").String(),
		CondominiumAssociation: asset.field("condominiumAssociation").Bool(),
	})
	return scalar.UnitsOf(most), insurable
}

// maximumAt returns what counts of an asset at most: the least of those known of its insurable value and the programme's
// maximum.
func (r *limitRule) maximumAt(asset *appraisedAsset) scalar.Units {
	maximum, _ := r.programmeAt(asset)
	return scalar.LeastOf(asset.value, maximum)
}

// someLimit asks for a limit above zero.
var someLimit = required{Asked: true, positive: true, amount: smallestUnit()}

func smallestUnit() scalar.Units {
	return scalar.UnitsOf(&scalar.Money{Amount: "0.01", Currency: "USD"})
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
