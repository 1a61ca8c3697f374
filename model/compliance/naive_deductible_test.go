package compliance_test

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
)

// naiveWithin is whether a deductible is within a maximum.
type naiveWithin int

const (
	naiveIsWithin naiveWithin = iota
	naiveDiffers2
	naiveNotSaid
	naiveTooHigh
)

// deductible is 7 for a peril: "Deductibles (7) are asked once for each demanded peril." It returns no code when the
// check is passed. It is asked of the primary layer only, and not of "lenderPlaced, which is not asked 2a, 7a to 7d".
func (j naiveJudge) deductible(p naivePolicy, peril uuid.UUID) naiveFailed {
	// A list is "empty when somebody has said that there is none: null is unknown, empty is an answer".
	none := p.version.Deductibles != nil && len(p.version.Deductibles) == 0
	if !naiveIsPrimary(p) || none {
		return naiveFailed{}
	}
	var is naiveWithin
	var required, found string
	// "An entry of the requirement takes the place of maximumDeductible and maximumDeductiblePercent for its perils"
	entry := slices.IndexFunc(j.demand.requirement.Deductibles, func(d *model.MaximumDeductible) bool {
		return slices.Contains(d.Perils, peril)
	})
	if entry >= 0 {
		is, required, found = j.withinEntry(p, peril, j.demand.requirement.Deductibles[entry])
	} else {
		is, required, found = j.withinMaximums(p, peril)
	}
	f := naiveFailed{check: "7", peril: &peril, required: required, found: found}
	switch is {
	case naiveTooHigh:
		f.code = model.FindingCodeDeductibleTooHigh
	case naiveNotSaid:
		f.code, f.unknown = model.FindingCodeDeductibleUnknown, true
	case naiveDiffers2:
		f.code, f.unknown = model.FindingCodeCurrencyDiffers, true
	default:
		return naiveFailed{}
	}
	return f
}

// naiveBears is what the insured bears of a peril: an amount, or hours; neither is not known.
type naiveBears struct {
	amount  *naiveMoney
	hours   *int
	differs bool // amounts of it are of two currencies
}

func (b naiveBears) String() string {
	switch {
	case b.hours != nil:
		return fmt.Sprintf("%d hours", *b.hours)
	case b.amount != nil:
		return b.amount.money().String()
	default:
		return ""
	}
}

// bears is "A policy's deductible comes to, at a target: the amount; or percent × base, rounded up to the cent, at least
// minimum. The base of LIMIT is the row that counts for the peril, whole; of INSURED_VALUE the stated value of the asset,
// else its insurable value; at the case itself unknown."
func (j naiveJudge) bears(p naivePolicy, peril uuid.UUID) naiveBears {
	d := naiveEntry(p, peril)
	if d == nil {
		return naiveBears{}
	}
	if d.Percent == nil {
		return naiveBears{amount: naiveMoneyOf(d.Amount), hours: d.Hours}
	}
	var base *naiveMoney
	if *d.Of == model.DeductibleBaseLimit {
		if j.counts(p, peril, naiveMode{}).both {
			return naiveBears{differs: true}
		}
		base = j.wholeRow(p, peril)
	} else {
		base = j.insuredValue(p.version)
	}
	if base == nil {
		return naiveBears{}
	}
	part := new(big.Rat).Mul(base.amount, new(big.Rat).Quo(naiveNumber(*d.Percent), big.NewRat(100, 1)))
	comes := &naiveMoney{naiveRound(part, base.currency, true), base.currency}
	if minimum := naiveMoneyOf(d.Minimum); minimum != nil {
		if minimum.currency != comes.currency {
			return naiveBears{amount: comes, differs: true}
		}
		comes = naiveGreater(comes, minimum)
	}
	return naiveBears{amount: comes}
}

// naiveEntry is the policy's deductible for a peril; nil if nobody has said.
func naiveEntry(p naivePolicy, peril uuid.UUID) *model.Deductible {
	entries := p.version.Deductibles
	if entries == nil && p.version.Deductible != nil {
		entries = []*model.Deductible{{Amount: p.version.Deductible}}
	}
	// "a peril is in one entry at most, one entry at most has no perils (all others)"
	at := slices.IndexFunc(entries, func(d *model.Deductible) bool { return slices.Contains(d.Perils, peril) })
	if at < 0 {
		at = slices.IndexFunc(entries, func(d *model.Deductible) bool { return len(d.Perils) == 0 })
	}
	if at < 0 {
		return nil
	}
	return entries[at]
}

// naiveShare is the deductible for a peril where it is a percentage, of which the amount may be another at each target.
func naiveShare(p naivePolicy, peril uuid.UUID) string {
	d := naiveEntry(p, peril)
	if d == nil || d.Percent == nil {
		return ""
	}
	of := map[model.DeductibleBase]string{model.DeductibleBaseLimit: "limit", model.DeductibleBaseInsuredValue: "insured value"}
	percent := strings.TrimRight(strings.TrimRight(naiveNumber(*d.Percent).FloatString(2), "0"), ".")
	return percent + "% of the " + of[*d.Of]
}

// wholeRow is the row that counts for the peril, whole; nil if it is not known.
func (j naiveJudge) wholeRow(p naivePolicy, peril uuid.UUID) *naiveMoney {
	counts := j.counts(p, peril, naiveMode{})
	if counts.row == nil || counts.both {
		return nil
	}
	return naiveMoneyOf(counts.row.Amount)
}

// naiveCompare holds an amount against the most that it may be.
func naiveCompare(b naiveBears, most *naiveMoney) naiveWithin {
	switch {
	case most == nil, b.amount == nil && !b.differs:
		return naiveNotSaid
	case b.differs:
		return naiveDiffers2
	case b.amount.currency != most.currency:
		return naiveDiffers2
	case b.amount.amount.Cmp(most.amount) > 0:
		return naiveTooHigh
	default:
		return naiveIsWithin
	}
}

// percentOf is a percentage of an amount, exactly; nil if that is not known.
func naivePercentOf(percent string, of *naiveMoney) *naiveMoney {
	if of == nil {
		return nil
	}
	return &naiveMoney{new(big.Rat).Mul(of.amount, new(big.Rat).Quo(naiveNumber(percent), big.NewRat(100, 1))), of.currency}
}

// withinMaximums is "the deductible is within maximumDeductible and maximumDeductiblePercent": "of the policy's own limit
// for the demand, a blanket whole: deductible × 100 ≤ percent × limit, exactly". "A failure takes precedence over an
// unknown, deductible_unknown over currency_differs"; "A deductible in hours where only amounts or percentages are accepted
// […] is deductible_unknown."
func (j naiveJudge) withinMaximums(p naivePolicy, peril uuid.UUID) (is naiveWithin, required, found string) {
	greatest, percent := naiveMoneyOf(j.demand.requirement.MaximumDeductible), j.demand.requirement.MaximumDeductiblePercent
	bears := j.bears(p, peril)
	if greatest != nil {
		is, required = naiveCompare(bears, greatest), greatest.money().String()
	}
	if percent != nil {
		own := j.wholeRow(p, peril)
		of := naiveCompare(bears, naivePercentOf(*percent, own))
		if of == naiveNotSaid && bears.amount != nil && j.counts(p, peril, naiveMode{}).both {
			of = naiveDiffers2
		}
		if of > is || greatest == nil {
			is, required = of, ""
			if own != nil {
				required = *percent + "% of " + own.money().String()
			}
		}
	}
	return is, required, bears.String()
}

// withinEntry is "being within one of its members passes; maximumPercent is of the insured value there; hours are held
// against maximumHours only"; "A deductible in hours where only amounts or percentages are accepted, or an amount where
// only maximumHours is, is deductible_unknown."
func (j naiveJudge) withinEntry(
	p naivePolicy, peril uuid.UUID, most *model.MaximumDeductible,
) (is naiveWithin, required, found string) {
	bears := j.bears(p, peril)
	var each []naiveWithin
	var greatest *naiveMoney
	known := true
	for _, amount := range j.maximumAmounts(p, most) {
		if bears.hours == nil {
			each = append(each, naiveCompare(bears, amount))
		}
		// There is no greatest of two currencies.
		known = known && amount != nil && (greatest == nil || amount.currency == greatest.currency)
		if known && (greatest == nil || amount.amount.Cmp(greatest.amount) > 0) {
			greatest = amount
		}
	}
	if known && greatest != nil {
		required = (&naiveMoney{naiveRound(greatest.amount, greatest.currency, false), greatest.currency}).money().String()
	}
	if most.MaximumHours != nil && (bears.hours != nil || most.MaximumAmount == nil && most.MaximumPercent == nil) {
		required = fmt.Sprintf("%d hours", *most.MaximumHours)
	}
	if most.MaximumHours != nil && bears.hours != nil {
		each = append(each, naiveIsWithin)
		if *bears.hours > *most.MaximumHours {
			each[0] = naiveTooHigh
		}
	}
	switch {
	case slices.Contains(each, naiveIsWithin):
		return naiveIsWithin, "", ""
	case len(each) == 0 || slices.Contains(each, naiveNotSaid):
		return naiveNotSaid, required, bears.String()
	case slices.Contains(each, naiveDiffers2):
		return naiveDiffers2, required, bears.String()
	default:
		return naiveTooHigh, required, bears.String()
	}
}

// maximumAmounts are an entry's amounts, nil one that is not known.
func (j naiveJudge) maximumAmounts(p naivePolicy, most *model.MaximumDeductible) (amounts []*naiveMoney) {
	if most.MaximumAmount != nil {
		amounts = append(amounts, naiveMoneyOf(most.MaximumAmount))
	}
	if most.MaximumPercent != nil {
		amounts = append(amounts, naivePercentOf(*most.MaximumPercent, j.insuredValue(p.version)))
	}
	return amounts
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
		// A policy that does not insure the asset is asked for the perils that it names.
		return !j.evidences(p, peril, naiveMode{waivers: true}) &&
			(naiveCovers(p.version, j.target) || !slices.Contains(p.version.PerilIDs, peril))
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
		told[0].alike = true
	}
	return told
}

func (a *naiveAmiss) tooLowWaiver(peril uuid.UUID) *model.Waiver {
	return a.waiverOf(model.FindingCodeLimitTooLow, &peril, "")
}

// failingDeductibles tells of each peril that is evidenced only by policies that fail 7 for it, but for the nearest
// candidate's, whose checks are told.
func (a *naiveAmiss) failingDeductibles(set []naivePolicy) {
	for _, p := range set {
		if p.nearest {
			continue
		}
		told := a.deductiblesTold(p, func(f naiveFailed) bool {
			return a.fails(f) && len(a.failingOnly(set, *f.peril, a.mode)) > 0
		})
		for _, f := range told {
			a.tellOf(p, f)
		}
	}
}

func (a *naiveAmiss) fails(f naiveFailed) bool { return !a.passes(f, a.mode) }

// besideTooLow is "and beside limit_too_low with counted: false where another policy evidences the peril but falls short".
func (a *naiveAmiss) besideTooLow(set []naivePolicy, perils []uuid.UUID) {
	if a.verdict == model.VerdictWaived {
		return
	}
	for _, p := range set {
		if p.nearest {
			continue
		}
		told := a.deductiblesTold(p, func(f naiveFailed) bool {
			return a.fails(f) && a.evidences(p, *f.peril, a.mode) && slices.Contains(perils, *f.peril) &&
				len(a.failingOnly(set, *f.peril, a.mode)) == 0
		})
		for _, f := range told {
			a.tellOf(p, f).Counted = false
		}
	}
}
