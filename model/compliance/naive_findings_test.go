package compliance_test

import (
	"math/big"
	"slices"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
)

// naiveAmiss collects the findings of a target.
type naiveAmiss struct {
	naiveJudge
	verdict  model.Verdict
	findings []*model.Finding
}

// findings is "Findings of a target that is not compliant", and the policies that they are about.
func (j naiveJudge) findings(verdict model.Verdict) ([]*model.Finding, []naivePolicy) {
	a := &naiveAmiss{naiveJudge: j, verdict: verdict}
	// "waivers and unknowns counted as passed"; "Of a waived target the set is of those eligible with unknown as fail"
	eligible := j.eligible(verdict != model.VerdictWaived, true)
	nearest := j.nearest()
	switch {
	// "If an eligible policy of the primary layer exists ([…] for UmbrellaExcess any eligible one): what is amiss in the
	// set (8 to 10), and the unknown or waived checks of its policies."
	case slices.ContainsFunc(eligible, j.demand.isPrimary):
		a.together(eligible)
		for _, p := range eligible {
			a.alone(p)
		}
		return a.findings, eligible

	// "Else the nearest candidate of the primary layer (for UmbrellaExcess: of any) that is in force or possibly so: […]
	// its checks 2 to 7, and 8 to 10 as if it were eligible together with those that are; where asset_not_covered fails,
	// 8 to 10 are not told."
	case nearest != nil:
		a.alone(*nearest)
		if !naiveCovers(nearest.version, j.target) && j.waiver(model.FindingCodeAssetNotCovered) == nil {
			return a.findings, nil
		}
		set := append([]naivePolicy{*nearest}, eligible...)
		a.together(set)
		return a.findings, set

	// "Else, with eligible policies none of which is primary: primary_missing, 9 and 10."
	case len(eligible) > 0:
		a.together(eligible)
		return a.findings, eligible

	// "Else, of policies that are not in force, the one reason nearest in time"
	default:
		reason := j.noCover()
		f := a.tell(reason.code, nil)
		if reason.policy != nil {
			f.PolicyID, f.PolicyVersionID = &reason.policy.ID, &reason.version.ID
			if reason.date != nil {
				f.Found = new(reason.date.Format("2006-01-02"))
			}
		}
		return a.findings, nil
	}
}

// nearest is the candidate "with the fewest failing, then fewest unknown checks, waived ones not counted (ties: the
// latest end, an unknown end last, then the lowest id)"; nil if none.
func (j naiveJudge) nearest() *naivePolicy {
	candidates := slices.DeleteFunc(j.candidates(), func(p naivePolicy) bool { return !j.demand.isPrimary(p) })
	count := func(p naivePolicy, unknown bool) (n int) {
		for _, c := range j.checks(p) {
			if c.unknown == unknown && j.waiver(c.code) == nil {
				n++
			}
		}
		return n
	}
	slices.SortFunc(candidates, func(a, b naivePolicy) int {
		aEnd, bEnd := a.version.EndDate, b.version.EndDate
		switch {
		case count(a, false) != count(b, false):
			return count(a, false) - count(b, false)
		case count(a, true) != count(b, true):
			return count(a, true) - count(b, true)
		case aEnd != nil && bEnd == nil:
			return -1
		case aEnd == nil && bEnd != nil:
			return 1
		case aEnd != nil && !aEnd.Equal(*bEnd):
			return bEnd.Compare(*aEnd)
		case naiveBefore(a.policy.ID, b.policy.ID):
			return -1
		default:
			return 1
		}
	})
	if len(candidates) == 0 {
		return nil
	}
	return &candidates[0]
}

// alone tells the checks 2 to 7 that a policy does not pass by itself.
func (a *naiveAmiss) alone(p naivePolicy) {
	for _, c := range a.checks(p) {
		a.tell(c.code, &p)
	}
}

// together tells what is amiss in a set (8 to 10).
func (a *naiveAmiss) together(set []naivePolicy) {
	if !slices.ContainsFunc(set, a.demand.isPrimary) {
		a.tell(model.FindingCodePrimaryMissing, nil)
	}
	for _, peril := range a.demand.perils() {
		evidencing := a.evidencing(set, peril, true)
		missing := len(evidencing) == 0
		// "the waived finding tells perils that none evidences, or that only some do without passing 10"
		if a.waiver(model.FindingCodePerilMissing) != nil && len(evidencing) < len(set) {
			missing = missing || a.short(evidencing)
		}
		if missing {
			a.tell(model.FindingCodePerilMissing, nil).PerilID = &peril
		}
	}
	if a.required.unknown && !a.reachesEnough(set, true) {
		a.tell(model.FindingCodeRequiredAmountUnknown, nil)
	}
	if a.required.atLeast() != nil {
		a.limits(set)
	}
}

// short is whether the known limits do not reach what is required.
func (a *naiveAmiss) short(counted []naivePolicy) bool {
	return a.required.atLeast() != nil && a.known(counted, true).Cmp(a.required.atLeast().amount) < 0
}

// couldMakeUp are the policies whose limit is not known, or of another currency: they "stand in place of limit_too_low
// while they could make up for it". Of a waived target, with unknown as fail, only those that are waived.
func (a *naiveAmiss) couldMakeUp(counted []naivePolicy) (unknown []naivePolicy) {
	for _, p := range counted {
		_, code := a.countedLimit(p, true)
		if code != "" && (a.verdict != model.VerdictWaived || a.waiver(code) != nil) {
			unknown = append(unknown, p)
		}
	}
	return unknown
}

// limits is check 10. "limit_too_low is told once if every demanded peril falls short equally, else once each with its
// peril; limit_unknown and currency_differs once a policy. A missing peril (9) is not asked here".
func (a *naiveAmiss) limits(set []naivePolicy) {
	least := a.required.atLeast()
	type short struct {
		peril uuid.UUID
		found *big.Rat
	}
	var asked int
	var tooLow []short
	var unknown []naivePolicy
	for _, peril := range a.demand.perils() {
		counted := a.counted(set, peril, true)
		if len(counted) == 0 {
			continue
		}
		asked++
		if found := a.known(counted, true); found.Cmp(least.amount) < 0 {
			could := a.couldMakeUp(counted)
			unknown = append(unknown, could...)
			if len(could) == 0 {
				tooLow = append(tooLow, short{peril, found})
			}
		}
	}
	for i, p := range unknown {
		if !slices.Contains(unknown[:i], p) {
			_, code := a.countedLimit(p, true)
			a.tell(code, &p)
		}
	}
	equally := len(tooLow) == asked && !slices.ContainsFunc(tooLow, func(s short) bool {
		return s.found.Cmp(tooLow[0].found) != 0
	})
	for i, s := range tooLow {
		if equally && i > 0 {
			break
		}
		f := a.tell(model.FindingCodeLimitTooLow, nil)
		f.Required = new(least.money().String())
		f.Found = new((&naiveMoney{s.found, least.currency}).money().String())
		if !equally {
			f.PerilID = &s.peril
		}
	}
}

// tell adds a finding with its outcome.
func (a *naiveAmiss) tell(code model.FindingCode, p *naivePolicy) *model.Finding {
	unknown := []model.FindingCode{
		model.FindingCodeDatesUnknown, model.FindingCodeRatingUnknown, model.FindingCodeFormUnknown,
		model.FindingCodeDeductibleUnknown, model.FindingCodeCurrencyDiffers, model.FindingCodeLimitUnknown,
		model.FindingCodeRequiredAmountUnknown,
	}
	f := &model.Finding{Code: code, Outcome: model.FindingOutcomeFail}
	if slices.Contains(unknown, code) {
		f.Outcome = model.FindingOutcomeUnknown
	}
	waiver := a.waiver(code)
	// "Where no_policy is waived, the target is waived whatever is amiss", and "its findings are all waived"
	if waiver == nil && a.verdict == model.VerdictWaived {
		waiver = a.waiver(model.FindingCodeNoPolicy)
	}
	if waiver != nil {
		f.Outcome, f.WaiverID = model.FindingOutcomeWaived, &waiver.ID
	}
	if p != nil {
		f.PolicyID, f.PolicyVersionID = &p.policy.ID, &p.version.ID
	}
	a.findings = append(a.findings, f)
	return f
}

// found is "foundLimit (the known limits of the policies that the findings are about; compliant: of the eligible ones;
// the least peril's where they differ; 0 when none is in force or covers the asset)", and whether all limits that count
// for a demanded peril are known.
func (j naiveJudge) found(about []naivePolicy, waivers bool) (found *naiveMoney, known bool) {
	currency := j.required.currency()
	found, known = nil, true
	for _, peril := range j.demand.perils() {
		sum := new(big.Rat)
		for _, p := range j.counted(about, peril, waivers) {
			limit, code := j.countedLimit(p, waivers)
			if code == "" {
				sum.Add(sum, limit)
			}
			known = known && code == ""
		}
		if found == nil || sum.Cmp(found.amount) < 0 {
			found = &naiveMoney{sum, currency}
		}
	}
	return found, known
}
