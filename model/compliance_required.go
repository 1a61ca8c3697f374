package model

// required is what the limits at a target must reach (specification of compliance, section 2).
type required struct {
	asked   bool  // whether the demand asks for a limit at all
	unknown bool  // whether the amount depends on one that is not known
	amount  units // what the limits are held against: the amount, or what is known of it
}

// known returns the amount; not known when none is required.
func (r required) known() units {
	if r.unknown {
		return units{}
	}
	return r.amount
}

// limitRule is how a requirement's limit is reckoned.
type limitRule struct {
	*Requirement
	minimum units
	percent uint64        // in hundredths
	loan    units         // of the case
	flood   *FloodMaximum // that counts on the day
}

func newLimitRule(r *Requirement, c *Case, flood *FloodMaximum) *limitRule {
	percent := uint64(hundredPercent)
	if r.LimitPercent != nil {
		percent = hundredths(*r.LimitPercent)
	}
	return &limitRule{r, unitsOf(r.MinimumLimit), percent, unitsOf(c.LoanAmount), flood}
}

// at returns what is required at an asset; at the case if there is no asset.
func (r *limitRule) at(asset *appraisedAsset) required {
	if r.LimitBasis == nil {
		return required{asked: r.minimum.isKnown(), amount: r.minimum}
	}
	basis := r.basisAt(asset)
	if !basis.isKnown() {
		return required{asked: true, unknown: true, amount: r.minimum}
	}
	return greaterOf(r.minimum, basis.percentOf(r.percent))
}

// basisAt returns the least known amount of the basis; not known if none is, or if their currencies differ.
func (r *limitRule) basisAt(asset *appraisedAsset) units {
	var value, maximum units
	if asset != nil {
		value = asset.value
		maximum = unitsOf(r.flood.of(asset.AssetTypeID))
	}
	switch *r.LimitBasis {
	case LimitBasisLoanAmount:
		return r.loan
	case LimitBasisInsurableValue:
		return value
	case LimitBasisLesser:
		return leastOf(r.loan, value)
	default:
		return leastOf(r.loan, value, maximum)
	}
}

// greaterOf returns the greater of the minimum, if any, and the amount of the basis. In two currencies there is none.
func greaterOf(minimum, basis units) required {
	switch {
	case !minimum.isKnown():
		return required{asked: true, amount: basis}
	case minimum.currency != basis.currency:
		return required{asked: true, unknown: true, amount: minimum}
	case minimum.n.Cmp(basis.n) > 0:
		return required{asked: true, amount: minimum}
	default:
		return required{asked: true, amount: basis}
	}
}
