package compliance

import (
	"slices"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/scalar"
)

// The checks of a policy by itself, 1 and 4 to 7, do not depend on the day or the target (specification of compliance,
// section 4). Check 2 is policyRecord.on, check 3 is offer.covers. Each returns the code of its finding, "" if passed.
var policyChecks = []func(*Demand, *offer) model.FindingCode{checkClause, checkRating, checkForm, checkDeductible}

// underUmbrella are the coverage types that an umbrella adds to, whether it lists them or not.
var underUmbrella = []uuid.UUID{
	catalog.ID("coverageType", "generalLiability"), catalog.ID("coverageType", "autoLiability"),
	catalog.ID("coverageType", "liquorLiability"), catalog.UmbrellaExcess,
}

// IsOfType is check 1: the policy has the coverage type, or is an umbrella over it.
func IsOfType(coverageType uuid.UUID, v *model.PolicyVersion) bool {
	return slices.Contains(v.CoverageTypeIDs, coverageType) ||
		v.IsOfLayer(model.CoverageLayerUmbrella) && slices.Contains(underUmbrella, coverageType)
}

// checkClause is check 4: one of the policy's mortgagee clauses is as demanded.
func checkClause(d *Demand, o *offer) model.FindingCode {
	if d.Requirement.ClauseType == nil && d.Requirement.CertificateHolder == nil {
		return ""
	}
	for _, id := range o.version().MortgageeClauseIDs {
		if c := d.file.clauses[id]; c != nil && d.AcceptsClause(c) {
			return ""
		}
	}
	return model.FindingCodeClauseMissing
}

// AcceptsClause reports whether a clause is of the type and names the holder that are demanded.
func (d *Demand) AcceptsClause(c *model.MortgageeClause) bool {
	r := d.Requirement
	if r.ClauseType != nil && c.ClauseType != *r.ClauseType {
		return false
	}
	if r.CertificateHolder != nil {
		return c.CertificateHolderID == *r.CertificateHolder
	}
	return len(d.Holders) == 0 || slices.Contains(d.Holders, c.CertificateHolderID)
}

// checkRating is check 5: the carrier is rated well enough.
func checkRating(d *Demand, o *offer) model.FindingCode {
	least := d.Requirement.MinimumRating
	if least == nil {
		return ""
	}
	rating, known := readRating(o.ratingText())
	switch {
	case !known:
		return model.FindingCodeRatingUnknown
	case isRatedBelow(rating, *least):
		return model.FindingCodeRatingTooLow
	default:
		return ""
	}
}

// checkForm is check 6: the coverage form of a primary policy is accepted.
func checkForm(d *Demand, o *offer) model.FindingCode {
	accepted := d.Requirement.FormTypes
	if !o.primary || len(accepted) == 0 {
		return ""
	}
	form := o.version().CoverageFormType
	switch {
	case form == nil || *form == model.CoverageFormTypeUnknown:
		return model.FindingCodeFormUnknown
	case !slices.Contains(accepted, *form):
		return model.FindingCodeFormNotAccepted
	default:
		return ""
	}
}

// checkDeductible is check 7: the deductible of a primary policy is low enough. A failure takes precedence over what is
// not known, and that over another currency.
func checkDeductible(d *Demand, o *offer) model.FindingCode {
	if !o.primary {
		return ""
	}
	amount, percent := checkDeductibleAmount(d, o), checkDeductiblePercent(d, o)
	for _, code := range []model.FindingCode{
		model.FindingCodeDeductibleTooHigh, model.FindingCodeDeductibleUnknown, model.FindingCodeCurrencyDiffers,
	} {
		if amount == code || percent == code {
			return code
		}
	}
	return ""
}

// checkDeductibleAmount holds the deductible against the greatest amount.
func checkDeductibleAmount(d *Demand, o *offer) model.FindingCode {
	switch {
	case !d.deductible.IsKnown():
		return ""
	case !o.deductible.IsKnown():
		return model.FindingCodeDeductibleUnknown
	case o.deductible.Currency != d.deductible.Currency:
		return model.FindingCodeCurrencyDiffers
	case o.deductible.N.Cmp(d.deductible.N) > 0:
		return model.FindingCodeDeductibleTooHigh
	default:
		return ""
	}
}

// checkDeductiblePercent holds the deductible against the greatest share of the policy's own limit, a blanket whole.
func checkDeductiblePercent(d *Demand, o *offer) model.FindingCode {
	percent := d.Requirement.MaximumDeductiblePercent
	switch {
	case percent == nil:
		return ""
	case !o.deductible.IsKnown() || !o.limit.IsKnown():
		return model.FindingCodeDeductibleUnknown
	case o.deductible.Currency != o.limit.Currency:
		return model.FindingCodeCurrencyDiffers
	}
	if o.deductible.N.Mul64(scalar.HundredPercent).Cmp(o.limit.N.Mul64(scalar.Hundredths(*percent))) > 0 {
		return model.FindingCodeDeductibleTooHigh
	}
	return ""
}
