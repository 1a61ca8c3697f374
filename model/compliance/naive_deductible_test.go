package compliance_test

import (
	"math/big"
	"slices"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
)

// deductible is 7 for a peril: "Deductibles (7) are asked once for each demanded peril." It returns no code when the
// check is passed. It is asked of the primary layer only.
func (j naiveJudge) deductible(p naivePolicy, peril uuid.UUID) naiveFailed {
	if !naiveIsPrimary(p) {
		return naiveFailed{}
	}
	f := j.deductibleWithin(p, peril)
	f.check, f.peril = "7", &peril
	return f
}

// deductibleWithin is "the deductible is within maximumDeductible and maximumDeductiblePercent (deductible_too_high;
// deductible or own limit absent: deductible_unknown; another currency: currency_differs). A failure takes precedence
// over an unknown, deductible_unknown over currency_differs".
func (j naiveJudge) deductibleWithin(p naivePolicy, peril uuid.UUID) naiveFailed {
	greatest, percent := naiveMoneyOf(j.demand.requirement.MaximumDeductible), j.demand.requirement.MaximumDeductiblePercent
	if greatest == nil && percent == nil {
		return naiveFailed{}
	}
	var tooHigh, notKnown, differs bool
	compare := func(deductible, with *naiveMoney, most func(*big.Rat) *big.Rat) {
		switch {
		case deductible == nil || with == nil:
			notKnown = true
		case deductible.currency != with.currency:
			differs = true
		case deductible.amount.Cmp(most(with.amount)) > 0:
			tooHigh = true
		}
	}
	deductible := naiveMoneyOf(p.version.Deductible)
	if greatest != nil {
		compare(deductible, greatest, func(most *big.Rat) *big.Rat { return most })
	}
	if percent != nil {
		var own *naiveMoney
		if row := j.counts(p, peril, naiveMode{}).row; row != nil {
			own = naiveMoneyOf(row.Amount)
		}
		// "of the policy's own limit for the demand, a blanket whole: deductible × 100 ≤ percent × limit, exactly"
		compare(deductible, own, func(limit *big.Rat) *big.Rat {
			return new(big.Rat).Mul(limit, new(big.Rat).Quo(naiveNumber(*percent), big.NewRat(100, 1)))
		})
	}
	switch {
	case tooHigh:
		return naiveFailed{code: model.FindingCodeDeductibleTooHigh}
	case notKnown:
		return naiveFailed{code: model.FindingCodeDeductibleUnknown, unknown: true}
	case differs:
		return naiveFailed{code: model.FindingCodeCurrencyDiffers, unknown: true}
	default:
		return naiveFailed{}
	}
}

// passesDeductible is whether the policy passes 7 for a peril. "The nearest candidate is taken as if it passed 7 for every
// peril."
func (j naiveJudge) passesDeductible(p naivePolicy, peril uuid.UUID, m naiveMode) bool {
	f := j.deductible(p, peril)
	return p.nearest || f.code == "" || j.passes(f, m)
}

// passesSomeDeductible is "one that passes for none is not eligible"; "for eligibility it is asked for each demanded
// peril".
func (j naiveJudge) passesSomeDeductible(p naivePolicy, m naiveMode) bool {
	return slices.ContainsFunc(j.demand.perils(), func(peril uuid.UUID) bool { return j.passesDeductible(p, peril, m) })
}

// deductiblesTold are those findings of 7 that are wanted, of the perils that the policy evidences, "of one that
// evidences none: all". "Told once without a peril where all perils are alike."
func (j naiveJudge) deductiblesTold(p naivePolicy, wanted func(naiveFailed) bool) (told []naiveFailed) {
	perils := slices.DeleteFunc(slices.Clone(j.demand.perils()), func(peril uuid.UUID) bool {
		return !j.evidences(p, peril, naiveMode{waivers: true})
	})
	if len(perils) == 0 {
		perils = j.demand.perils()
	}
	alike := true
	for i, peril := range perils {
		f := j.deductible(p, peril)
		if f.code == "" || !wanted(f) {
			alike = false
			continue
		}
		told = append(told, f)
		first := told[0]
		alike = alike && len(told) == i+1 && f.code == first.code && f.required == first.required &&
			f.found == first.found && j.isWaived(f) == j.isWaived(first)
	}
	if alike && len(told) > 0 {
		told = told[:1]
		told[0].peril = nil
	}
	return told
}
