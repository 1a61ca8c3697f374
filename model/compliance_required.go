package model

// required is what the limits at a target must reach (specification of compliance, section 2).
type required struct {
	asked   bool   // whether the demand asks for a limit at all
	unknown bool   // whether the amount depends on one that is not known
	amount  *units // what the limits are held against: the amount, or what is known of it; nil if nothing is
}

// known returns the amount; nil when none is required or it is not known.
func (r required) known() *units {
	if r.unknown {
		return nil
	}
	return r.amount
}

// requiredAt returns what a demand requires at an asset; at the case if there is no asset.
func requiredAt(r *Requirement, c *Case, asset *appraisedAsset, flood *FloodMaximum) required {
	minimum := unitsOf(r.MinimumLimit)
	if r.LimitBasis == nil {
		return required{asked: minimum != nil, amount: minimum}
	}
	basis, ok := basisAmount(*r.LimitBasis, unitsOf(c.LoanAmount), asset, flood)
	if !ok {
		return required{asked: true, unknown: true, amount: minimum}
	}
	percent := "100"
	if r.LimitPercent != nil {
		percent = *r.LimitPercent
	}
	return greaterOf(minimum, basis.percentOf(percent))
}

// basisAmount returns the least known amount of a basis. ok is false if none is known, or if their currencies differ.
func basisAmount(basis LimitBasis, loan *units, asset *appraisedAsset, flood *FloodMaximum) (least *units, ok bool) {
	var value, maximum *units
	if asset != nil {
		value = asset.value
		maximum = unitsOf(flood.of(asset.AssetTypeID))
	}
	switch basis {
	case LimitBasisLoanAmount:
		return leastOf(loan)
	case LimitBasisInsurableValue:
		return leastOf(value)
	case LimitBasisLesser:
		return leastOf(loan, value)
	default:
		return leastOf(loan, value, maximum)
	}
}

// greaterOf returns the greater of the minimum, if any, and the amount of the basis. In two currencies there is none.
func greaterOf(minimum, basis *units) required {
	switch {
	case minimum == nil:
		return required{asked: true, amount: basis}
	case minimum.currency != basis.currency:
		return required{asked: true, unknown: true, amount: minimum}
	case minimum.n.Cmp(basis.n) > 0:
		return required{asked: true, amount: minimum}
	default:
		return required{asked: true, amount: basis}
	}
}
