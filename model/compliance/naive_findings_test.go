package compliance_test

import (
	"math/big"
	"slices"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
)

// naiveAmiss collects the findings of a target.
type naiveAmiss struct {
	naiveJudge
	verdict  model.Verdict
	mode     naiveMode
	findings []*model.Finding
	ofLoan   bool // of a requirement over the whole loan, not of one of its targets
}

// findings is "Findings of a target that is not compliant", and the policies that they are about.
func (j naiveJudge) findings(verdict model.Verdict) ([]*model.Finding, []naivePolicy) {
	a := &naiveAmiss{naiveJudge: j, verdict: verdict, mode: naiveModeOf(verdict)}
	// "waivers and unknowns counted as passed"; "Of a waived target the set is of those eligible with unknown as fail"
	eligible := j.eligible(naiveModeOf(verdict))
	nearest := j.nearest(true)
	switch {
	// "If an eligible policy of the primary layer exists ([…] for UmbrellaExcess any eligible one): what is amiss in the
	// set (8 to 10), and the unknown or waived checks of its policies."
	case slices.ContainsFunc(eligible, j.demand.isPrimary):
		a.together8to10(eligible)
		for _, p := range eligible {
			a.ofSet(p)
		}
		return a.findings, eligible

	// "(a) those that insure it and are in force or possibly so: the nearest": "its checks 2 to 7, and 8 to 10 as if it
	// were eligible together with those that are"
	case nearest != nil:
		a.alone(*nearest)
		nearest.nearest = true
		set := append([]naivePolicy{*nearest}, eligible...)
		a.together8to10(set)
		return a.findings, set
	}

	// "With (b), (c) or (d) primary_missing is told besides if a policy of another layer is eligible."
	if len(eligible) > 0 {
		a.tell(model.FindingCodePrimaryMissing, nil)
	}
	reason, elsewhere := j.notInForce(), j.nearest(false)
	switch {
	// "(b) those that insured or will insure it and are not in force: the one reason nearest in time"; "with (b) and (c),
	// checks 9 and 10 are not told and foundLimit is 0"
	case reason != nil:
		f := a.tell(reason.code, nil)
		f.PolicyID, f.PolicyVersionID = &reason.policy.ID, &reason.version.ID
		if reason.date != nil {
			f.Found = new(reason.date.Format("2006-01-02"))
		}
		return a.findings, nil

	// "(c) those in force or possibly so that do not insure it: the nearest, asset_not_covered"; "(c) tells all failing
	// checks of its policy"
	case elsewhere != nil:
		a.alone(*elsewhere)
		return a.findings, nil

	// "(d) none"; "with (d) they are told"
	case len(eligible) > 0:
		a.together9and10(eligible)
		return a.findings, eligible

	// "With (d) and no such policy: no_policy"
	default:
		a.tell(model.FindingCodeNoPolicy, nil)
		return a.findings, nil
	}
}

// nearest is the candidate "with the fewest failing, then fewest unknown checks, waived ones not counted (ties: the
// latest end, an unknown end last, then the lowest id)", of those that insure the target, or that do not; nil if none.
func (j naiveJudge) nearest(insures bool) *naivePolicy {
	candidates := slices.DeleteFunc(j.candidates(), func(p naivePolicy) bool {
		return !j.demand.isPrimary(p) || j.insures(p.version) != insures
	})
	// "For the order of candidates a check counts once, however many findings it gives."
	count := func(p naivePolicy, unknown bool) int {
		failing, notKnown := map[string]bool{}, map[string]bool{}
		for _, f := range j.checksTold(p) {
			if !j.isWaived(f) {
				failing[f.check] = failing[f.check] || !f.unknown
				notKnown[f.check] = true
			}
		}
		n := 0
		for check := range notKnown {
			if failing[check] != unknown {
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

// alone tells the checks 2 to 7d that a policy does not pass by itself.
func (a *naiveAmiss) alone(p naivePolicy) {
	for _, f := range a.checksTold(p) {
		a.tellOf(p, f)
	}
}

// ofSet tells "the unknown or waived checks" of an eligible policy.
func (a *naiveAmiss) ofSet(p naivePolicy) {
	for _, f := range append(a.checks(p), a.deductiblesTold(p, func(f naiveFailed) bool {
		return f.unknown && a.mode.unknown ||
			a.isWaived(f)
	})...) {
		a.tellOf(p, f)
	}
}

// insures is check 3 where "asset_not_covered is waived every policy does".
func (j naiveJudge) insures(v *model.PolicyVersion) bool {
	return naiveCovers(v, j.target) || j.waiver(model.FindingCodeAssetNotCovered) != nil
}

// together8to10 tells what is amiss in a set.
func (a *naiveAmiss) together8to10(set []naivePolicy) {
	if !slices.ContainsFunc(set, a.demand.isPrimary) {
		a.tell(model.FindingCodePrimaryMissing, nil)
	}
	a.together9and10(set)
}

func (a *naiveAmiss) together9and10(set []naivePolicy) {
	a.failingDeductibles(set)
	for _, peril := range a.demand.perils() {
		evidencing := a.evidencing(set, peril, a.mode)
		missing := len(evidencing) == 0 && len(a.failingOnly(set, peril, a.mode)) == 0
		// "the waived finding tells perils that none evidences, or that only some do without passing 10"
		if a.waiverOf(model.FindingCodePerilMissing, &peril, "") != nil && len(evidencing) < len(set) {
			missing = missing || a.short(a.tower(evidencing, peril, a.mode).counts, peril)
		}
		if missing {
			a.tellOn(model.FindingCodePerilMissing, nil, &peril, "")
		}
	}
	if a.required.unknown && !a.reachesEnough(set, a.mode) {
		a.tell(model.FindingCodeRequiredAmountUnknown, nil)
	}
	unknown := a.aggregateTooLow(set)
	if a.required.atLeast() != nil || a.demand.isLoan() {
		unknown = append(unknown, a.limits(set)...)
	}
	for i, u := range unknown {
		if !slices.ContainsFunc(unknown[:i], u.isOf) {
			a.tell(u.code, &u.policy)
		}
	}
	a.periodAmiss(set)
	a.gaps(set)
	a.notCounted(set)
}

// notCounted is "With limit_too_low at a liability requirement the failing checks 2 to 7 of each policy that passes check
// 1, is of layer umbrella or excess, is in force or possibly so, and is not eligible, are told with counted: false",
// "and not at a waived target".
func (a *naiveAmiss) notCounted(set []naivePolicy) {
	tooLow := slices.ContainsFunc(a.findings, func(f *model.Finding) bool { return f.Code == model.FindingCodeLimitTooLow })
	if !tooLow || a.demand.coverage.CoverageGroup != catalog.CoverageGroupLiability || a.verdict == model.VerdictWaived {
		return
	}
	for _, p := range a.candidates() {
		layer := naiveLayer(p.version)
		above := layer == model.CoverageLayerUmbrella || layer == model.CoverageLayerExcess
		inSet := slices.ContainsFunc(set, func(other naivePolicy) bool { return other.policy == p.policy })
		if !above || inSet {
			continue
		}
		for _, f := range a.checksTold(p) {
			if !f.unknown && !a.isWaived(f) {
				a.tellOf(p, f).Counted = false
			}
		}
	}
}

// short is whether the known limits do not reach what is required.
func (a *naiveAmiss) short(counted []naivePolicy, peril uuid.UUID) bool {
	return a.isShort(a.known(counted, peril, a.mode))
}

// couldMakeUp are the policies whose limit is not known, or of another currency: they "stand in place of limit_too_low
// while they could make up for it". Of a waived target, with unknown as fail, only those that are waived.
func (a *naiveAmiss) couldMakeUp(
	counted []naivePolicy, below []naiveUnknown, peril uuid.UUID,
) (unknown []naiveUnknown) {
	for _, p := range counted {
		if _, code := a.countedLimit(p, peril, a.mode); code != "" {
			unknown = append(unknown, naiveUnknown{p, code})
		}
	}
	// "Unknown below: limit_unknown of that policy."
	return slices.DeleteFunc(append(unknown, below...), func(u naiveUnknown) bool {
		return a.verdict == model.VerdictWaived && a.waiver(u.code) == nil
	})
}

func (u naiveUnknown) isOf(other naiveUnknown) bool {
	return u.policy.policy == other.policy.policy && u.code == other.code
}

// naiveUnknown is a policy whose limit is not known, and why.
type naiveUnknown struct {
	policy naivePolicy
	code   model.FindingCode
}

// limits is check 10. "limit_too_low is told once if every demanded peril falls short equally, else once each with its
// peril; limit_unknown and currency_differs once a policy. A missing peril (9) is not asked here".
func (a *naiveAmiss) limits(set []naivePolicy) (unknown []naiveUnknown) {
	least := a.required.atLeast()
	type short struct {
		peril   uuid.UUID
		found   *big.Rat
		counted []naivePolicy
	}
	var asked int
	var tooLow []short
	for _, peril := range a.demand.perils() {
		tower := a.towerTold(set, peril, a.mode)
		counted := tower.counts
		if !a.isAsked(set, peril, a.mode) {
			continue
		}
		asked++
		// What rests on what is not known below it makes up for nothing for sure.
		certain := slices.DeleteFunc(slices.Clone(counted), func(p naivePolicy) bool { return slices.Contains(tower.rests, p) })
		if a.isShort(a.known(certain, peril, a.mode)) {
			could := a.couldMakeUp(counted, tower.unknown, peril)
			unknown = append(unknown, could...)
			if found := a.known(counted, peril, a.mode); len(could) == 0 && a.isShort(found) {
				tooLow = append(tooLow, short{peril, found, counted})
			}
		}
	}
	equally := len(tooLow) == asked && !slices.ContainsFunc(tooLow, func(s short) bool {
		return s.found.Cmp(tooLow[0].found) != 0 || (a.tooLowWaiver(s.peril) == nil) != (a.tooLowWaiver(tooLow[0].peril) == nil)
	})
	var perilsTooLow []uuid.UUID
	for _, s := range tooLow {
		perilsTooLow = append(perilsTooLow, s.peril)
	}
	for i, s := range tooLow {
		if equally && i > 0 {
			break
		}
		var peril *uuid.UUID
		if !equally {
			peril = &s.peril
		}
		required, found := a.together(s.counted, s.peril, peril, a.mode)
		if required == nil && !a.demand.isLoan() {
			shown := a.naiveJudge
			shown.shown = true
			required = least.money()
			all := tooLow[i : i+1]
			if equally { // but for cents left over
				all = tooLow
			}
			least := &naiveMoney{shown.known(s.counted, s.peril, a.mode), least.currency}
			for _, s := range all {
				if known := shown.known(s.counted, s.peril, a.mode); known.Cmp(least.amount) < 0 {
					least.amount = known
				}
			}
			found = least.money()
		}
		of := &s.peril
		if equally && a.waiver(model.FindingCodeLimitTooLow) != nil {
			of = nil
		}
		f := a.tellOn(model.FindingCodeLimitTooLow, nil, of, "")
		if required != nil {
			enough, has := required.String(), found.String()
			f.Required, f.Found = &enough, &has
		}
		f.PerilID = peril
	}
	a.besideTooLow(set, perilsTooLow)
	return unknown
}

// tellOf adds a finding of a check of a policy.
func (a *naiveAmiss) tellOf(p naivePolicy, f naiveFailed) *model.Finding {
	told := a.tellOn(f.code, &p, f.peril, f.item)
	if f.alike {
		told.PerilID = nil
	}
	if f.required != "" {
		told.Required = &f.required
	}
	if a.ofLoan && f.code == model.FindingCodeDeductibleTooHigh && naiveShare(p, *f.peril) != "" {
		f.found = naiveShare(p, *f.peril)
	}
	if f.found != "" {
		told.Found = &f.found
	}
	return told
}

// tell adds a finding without peril and item.
func (a *naiveAmiss) tell(code model.FindingCode, p *naivePolicy) *model.Finding {
	return a.tellOn(code, p, nil, "")
}

// tellOn adds a finding with its outcome.
func (a *naiveAmiss) tellOn(code model.FindingCode, p *naivePolicy, peril *uuid.UUID, item string) *model.Finding {
	f := &model.Finding{Code: code, Outcome: model.FindingOutcomeFail, PerilID: peril, Counted: true}
	if slices.Contains(naiveUnknownCodes, code) {
		f.Outcome = model.FindingOutcomeUnknown
	}
	if item != "" {
		f.Item = &item
	}
	waiver := a.waiverOf(code, peril, item)
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
func (j naiveJudge) found(about []naivePolicy, m naiveMode) (found *naiveMoney, known bool) {
	currency := j.required.currency()
	found, known = nil, true
	most := j.required.amount
	if most == nil {
		most = j.required.enough
	}
	for _, peril := range j.demand.perils() {
		sum := new(big.Rat)
		for _, p := range j.countedTold(about, peril, m) {
			limit, code := j.countedLimit(p, peril, m)
			if code == "" {
				sum.Add(sum, limit)
			}
			known = known && code == ""
		}
		// "foundLimit is what is required" of actual loss sustained, or what is known besides where that is more.
		if sum.Cmp(naiveEvery) >= 0 && most != nil {
			for sum.Cmp(naiveEvery) >= 0 {
				sum.Sub(sum, naiveEvery)
			}
			if sum.Cmp(most.amount) < 0 {
				sum = most.amount
			}
		}
		if found == nil || sum.Cmp(found.amount) < 0 {
			found = &naiveMoney{sum, currency}
		}
	}
	return found, known
}
