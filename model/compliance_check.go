package model

import (
	"slices"

	"github.com/google/uuid"
)

// The checks of a policy by itself, 1 and 4 to 7, do not depend on the day or the target (specification of compliance,
// section 4). Check 2 is policyRecord.on, check 3 is offer.covers. Each returns the code of its finding, "" if passed.
var policyChecks = []func(*demand, *offer) FindingCode{checkClause, checkRating, checkForm, checkDeductible}

// underUmbrella are the coverage types that an umbrella adds to, whether it lists them or not.
var underUmbrella = []uuid.UUID{
	catalogID("coverageType", "generalLiability"), catalogID("coverageType", "autoLiability"),
	catalogID("coverageType", "liquorLiability"), umbrellaExcess,
}

var umbrellaExcess = catalogID("coverageType", "umbrellaExcess")

// isOfType is check 1: the policy has the coverage type, or is an umbrella over it.
func isOfType(coverageType uuid.UUID, v *PolicyVersion) bool {
	return slices.Contains(v.CoverageTypeIDs, coverageType) ||
		isOfLayer(&v.Coverage, CoverageLayerUmbrella) && slices.Contains(underUmbrella, coverageType)
}

func isOfLayer(c *Coverage, layer CoverageLayer) bool {
	return c.CoverageLayer != nil && *c.CoverageLayer == layer
}

// checkClause is check 4: one of the policy's mortgagee clauses is as demanded.
func checkClause(d *demand, o *offer) FindingCode {
	if d.requirement.ClauseType == nil && d.requirement.CertificateHolder == nil {
		return ""
	}
	for _, id := range o.version().MortgageeClauseIDs {
		if c := d.file.clauses[id]; c != nil && d.acceptsClause(c) {
			return ""
		}
	}
	return FindingCodeClauseMissing
}

// acceptsClause reports whether a clause is of the type and names the holder that are demanded.
func (d *demand) acceptsClause(c *MortgageeClause) bool {
	r := d.requirement
	if r.ClauseType != nil && c.ClauseType != *r.ClauseType {
		return false
	}
	if r.CertificateHolder != nil {
		return c.CertificateHolderID == *r.CertificateHolder
	}
	return len(d.holders) == 0 || slices.Contains(d.holders, c.CertificateHolderID)
}

// checkRating is check 5: the carrier is rated well enough.
func checkRating(d *demand, o *offer) FindingCode {
	least := d.requirement.MinimumRating
	if least == nil {
		return ""
	}
	rating, known := readRating(o.ratingText())
	switch {
	case !known:
		return FindingCodeRatingUnknown
	case isRatedBelow(rating, *least):
		return FindingCodeRatingTooLow
	default:
		return ""
	}
}

// checkForm is check 6: the coverage form of a primary policy is accepted.
func checkForm(d *demand, o *offer) FindingCode {
	accepted := d.requirement.FormTypes
	if !o.primary || len(accepted) == 0 {
		return ""
	}
	form := o.version().CoverageFormType
	switch {
	case form == nil || *form == CoverageFormTypeUnknown:
		return FindingCodeFormUnknown
	case !slices.Contains(accepted, *form):
		return FindingCodeFormNotAccepted
	default:
		return ""
	}
}

// checkDeductible is check 7: the deductible of a primary policy is low enough. A failure takes precedence over what is
// not known, and that over another currency.
func checkDeductible(d *demand, o *offer) FindingCode {
	if !o.primary {
		return ""
	}
	amount, percent := checkDeductibleAmount(d, o), checkDeductiblePercent(d, o)
	for _, code := range []FindingCode{
		FindingCodeDeductibleTooHigh, FindingCodeDeductibleUnknown, FindingCodeCurrencyDiffers,
	} {
		if amount == code || percent == code {
			return code
		}
	}
	return ""
}

// checkDeductibleAmount holds the deductible against the greatest amount.
func checkDeductibleAmount(d *demand, o *offer) FindingCode {
	switch {
	case !d.deductible.isKnown():
		return ""
	case !o.deductible.isKnown():
		return FindingCodeDeductibleUnknown
	case o.deductible.currency != d.deductible.currency:
		return FindingCodeCurrencyDiffers
	case o.deductible.n.Cmp(d.deductible.n) > 0:
		return FindingCodeDeductibleTooHigh
	default:
		return ""
	}
}

// checkDeductiblePercent holds the deductible against the greatest share of the policy's own limit, a blanket whole.
func checkDeductiblePercent(d *demand, o *offer) FindingCode {
	percent := d.requirement.MaximumDeductiblePercent
	switch {
	case percent == nil:
		return ""
	case !o.deductible.isKnown() || !o.limit.isKnown():
		return FindingCodeDeductibleUnknown
	case o.deductible.currency != o.limit.currency:
		return FindingCodeCurrencyDiffers
	}
	if o.deductible.n.Mul64(hundredPercent).Cmp(o.limit.n.Mul64(hundredths(*percent))) > 0 {
		return FindingCodeDeductibleTooHigh
	}
	return ""
}
