package compliance

import (
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/scalar"
)

// Required is what the limits at a target must reach (specification of compliance, section 2).
type required struct {
	Asked   bool         // whether the demand asks for a limit at all
	unknown bool         // whether the amount depends on one that is not known
	amount  scalar.Units // what the limits are held against: the amount, or what is known of it
}

// Known returns the amount; not Known when none is required.
func (r required) Known() scalar.Units {
	if r.unknown {
		return scalar.Units{}
	}
	return r.amount
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
	basis := r.basisAt(asset)
	if !basis.IsKnown() {
		return required{Asked: true, unknown: true, amount: r.minimum}
	}
	return greaterOf(r.minimum, basis.PercentOf(r.percent))
}

// basisAt returns the least known amount of the basis; not known if none is, or if their currencies differ.
func (r *limitRule) basisAt(asset *appraisedAsset) scalar.Units {
	var value, maximum scalar.Units
	if asset != nil {
		value = asset.value
		maximum = scalar.UnitsOf(r.flood.Of(asset.AssetTypeID))
	}
	switch *r.LimitBasis {
	case model.LimitBasisLoanAmount:
		return r.loan
	case model.LimitBasisInsurableValue:
		return value
	case model.LimitBasisLesser:
		return scalar.LeastOf(r.loan, value)
	default:
		return scalar.LeastOf(r.loan, value, maximum)
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
