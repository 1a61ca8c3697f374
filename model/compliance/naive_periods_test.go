package compliance_test

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
)

// passesAggregate is 10a: "as 10, by the rows of kind aggregate".
func (j naiveJudge) passesAggregate(set []naivePolicy, m naiveMode) bool {
	least := naiveMoneyOf(j.demand.requirement.MinimumAggregate)
	if least == nil || m.waivers && j.waiver(naiveAggregateTooLow) != nil {
		return true
	}
	for _, peril := range j.demand.perils() {
		counted := j.counted(set, peril, m)
		sum, unknown := j.aggregates(counted, peril, m)
		for _, u := range unknown {
			if m.unknown || m.waivers && j.waiver(u.code) != nil {
				sum = least.amount
			}
		}
		if j.isAsked(set, peril, m) && sum.Cmp(least.amount) < 0 {
			return false
		}
	}
	return true
}

// aggregates are the sum of the known ones, and the policies of which they are not known.
func (j naiveJudge) aggregates(counted []naivePolicy, peril uuid.UUID, m naiveMode) (*big.Rat, []naiveUnknown) {
	least := naiveMoneyOf(j.demand.requirement.MinimumAggregate)
	sum := new(big.Rat)
	var unknown []naiveUnknown
	for _, p := range counted {
		switch limit := j.aggregate(p, peril, m); {
		case limit.code != "":
			unknown = append(unknown, naiveUnknown{p, limit.code})
		case limit.every:
			sum.Add(sum, least.amount)
		case limit.part.currency != least.currency:
			unknown = append(unknown, naiveUnknown{p, model.FindingCodeCurrencyDiffers})
		default:
			sum.Add(sum, limit.part.amount)
		}
	}
	return sum, unknown
}

// aggregateTooLow tells 10a: "aggregate_too_low, once (limit_unknown)".
func (a *naiveAmiss) aggregateTooLow(set []naivePolicy) (unknown []naiveUnknown) {
	least := naiveMoneyOf(a.demand.requirement.MinimumAggregate)
	if least == nil {
		return nil
	}
	var found *big.Rat
	for _, peril := range a.demand.perils() {
		tower := a.towerTold(set, peril, a.mode)
		counted := tower.counts
		if !a.isAsked(set, peril, a.mode) {
			continue
		}
		sum, notKnown := a.aggregates(counted, peril, a.mode)
		if sum.Cmp(least.amount) >= 0 {
			continue
		}
		could := slices.DeleteFunc(notKnown, func(u naiveUnknown) bool {
			return a.verdict == model.VerdictWaived && a.waiver(u.code) == nil
		})
		unknown = append(unknown, could...)
		if len(could) == 0 && (found == nil || sum.Cmp(found) < 0) {
			found = sum
		}
	}
	if found != nil {
		f := a.tell(naiveAggregateTooLow, nil)
		f.Required, f.Found = new(least.money().String()), new((&naiveMoney{found, least.currency}).money().String())
	}
	return unknown
}

// naivePeriod is how long a policy insures a loss of income: nil is not known.
type naivePeriod struct{ months, extended *int }

// naivePeriodOf is "actual loss sustained is 12 months unless months is there".
func naivePeriodOf(row *model.Limit) naivePeriod {
	if row == nil {
		return naivePeriod{}
	}
	months := row.Months
	if months == nil && row.ActualLossSustained != nil && *row.ActualLossSustained {
		months = new(12)
	}
	return naivePeriod{months, row.ExtendedDays}
}

// periods is 10b, a code for each policy that may be the one, none if one reaches both: "one eligible primary policy whose row counts for
// every demanded peril reaches both"; "perils that no
// counting policy evidences are not asked; of the others one policy must count for all".
func (j naiveJudge) periods(set []naivePolicy, m naiveMode) (codes []model.FindingCode, longest int) {
	asked := j.demand.requirement
	if asked.MinimumMonths == nil && asked.MinimumExtendedDays == nil {
		return nil, 0
	}
	perils := slices.DeleteFunc(slices.Clone(j.demand.perils()), func(peril uuid.UUID) bool {
		return len(j.towerTold(set, peril, m).asked) == 0
	})
	if len(perils) == 0 {
		return nil, 0
	}
	for _, p := range set {
		if !naiveIsPrimary(p) {
			continue
		}
		for _, peril := range perils {
			if row := j.counts(p, peril, m).row; row != nil && naivePeriodOf(row).months != nil {
				longest = max(longest, *naivePeriodOf(row).months)
			}
		}
		forAll := !slices.ContainsFunc(perils, func(peril uuid.UUID) bool {
			return !slices.ContainsFunc(j.countedTold(set, peril, m), func(o naivePolicy) bool { return o.policy == p.policy })
		})
		switch reaches, known := j.reaches(p, perils, m); {
		case !forAll:
		case reaches && known:
			return nil, 0
		case !known:
			codes = append(codes, naivePeriodUnknown)
		default:
			codes = append(codes, naivePeriodTooShort)
		}
	}
	if len(codes) == 0 {
		codes = []model.FindingCode{naivePeriodTooShort}
	}
	return codes, longest
}

// reaches is whether the policy's rows for the perils reach both periods; it is known that they do not where one falls
// short.
func (j naiveJudge) reaches(p naivePolicy, perils []uuid.UUID, m naiveMode) (reaches, known bool) {
	asked := j.demand.requirement
	notKnown := false
	for _, peril := range perils {
		period := naivePeriod{}
		if counts := j.counts(p, peril, m); !counts.both {
			period = naivePeriodOf(counts.row)
		}
		for _, of := range []struct{ least, given *int }{
			{asked.MinimumMonths, period.months}, {asked.MinimumExtendedDays, period.extended},
		} {
			switch {
			case of.least == nil:
			case of.given == nil:
				notKnown = true
			case *of.given < *of.least:
				return false, true
			}
		}
	}
	return true, !notKnown
}

// passesPeriods is whether one policy of the set passes 10b.
func (j naiveJudge) passesPeriods(set []naivePolicy, m naiveMode) bool {
	codes, _ := j.periods(set, m)
	return len(codes) == 0 || slices.ContainsFunc(codes, func(code model.FindingCode) bool {
		return code == naivePeriodUnknown && m.unknown || m.waivers && j.waiver(code) != nil
	})
}

// periodAmiss tells 10b: "period_too_short, the longest in found (period_unknown)". "What is unknown about a policy that is not
// needed never matters": one that is too short suffices where that is waived.
func (a *naiveAmiss) periodAmiss(set []naivePolicy) {
	codes, longest := a.periods(set, a.mode)
	if len(codes) == 0 {
		return
	}
	code := naivePeriodTooShort
	suffices := slices.Contains(codes, naivePeriodTooShort) && a.waiver(naivePeriodTooShort) != nil
	// "Of a waived target the set is of those eligible with unknown as fail."
	counts := a.verdict != model.VerdictWaived || a.waiver(naivePeriodUnknown) != nil
	if slices.Contains(codes, naivePeriodUnknown) && !suffices && counts {
		code = naivePeriodUnknown
	}
	f := a.tell(code, nil)
	if least := a.demand.requirement.MinimumMonths; code == naivePeriodTooShort && least != nil {
		found := fmt.Sprintf("%d months", longest)
		f.Required, f.Found = new(fmt.Sprintf("%d months", *least)), &found
	}
}
