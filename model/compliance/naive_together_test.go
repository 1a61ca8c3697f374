package compliance_test

import (
	"math/big"
	"slices"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
)

// isPrimary reports whether the policy is enough for check 8: "one of them at least is of the primary layer
// (primary_missing); not asked of a demand for UmbrellaExcess, where any one policy suffices".
func (d naiveDemand) isPrimary(p naivePolicy) bool { return d.anyLayer() || naiveIsPrimary(p) }

// passTogether is whether a set of eligible policies passes checks 8 to 10.
func (j naiveJudge) passTogether(set []naivePolicy, m naiveMode) bool {
	if !slices.ContainsFunc(set, j.demand.isPrimary) {
		return false
	}
	// "9. each demanded peril is evidenced by one of them"
	for _, peril := range j.demand.perils() {
		missing := len(j.evidencing(set, peril, m)) == 0
		if missing && (!m.waivers || j.waiverOf(model.FindingCodePerilMissing, &peril, "") == nil) {
			return false
		}
	}
	// "required_amount_unknown": check 10 is unknown, "and a failure (limit_too_low besides) if the limits do not reach
	// minimumLimit either"
	waived := m.waivers && j.waiver(model.FindingCodeRequiredAmountUnknown) != nil
	if j.required.unknown && !m.unknown && !waived && !j.reachesEnough(set, m) {
		return false
	}
	for _, peril := range j.demand.perils() {
		if j.isAsked(set, peril, m) && !j.enough(j.counted(set, peril, m), peril, m) {
			return false
		}
	}
	return j.passesAggregate(set, m) && j.passesPeriods(set, m)
}

// isAsked is whether 10 is asked for a peril: "A missing peril (9) is not asked here"; "Where peril_missing is waived, 10
// counts the whole set for every peril".
func (j naiveJudge) isAsked(set []naivePolicy, peril uuid.UUID, m naiveMode) bool {
	if m.waivers && j.waiverOf(model.FindingCodePerilMissing, &peril, "") != nil {
		return len(set) > 0
	}
	return len(j.towerTold(set, peril, m).asked) > 0
}

// reachesEnough is whether "limits reach the least of those known", for each demanded peril that is evidenced.
func (j naiveJudge) reachesEnough(set []naivePolicy, m naiveMode) bool {
	asked := 0
	for _, peril := range j.demand.perils() {
		counted := j.countedTold(set, peril, m)
		if !j.isAsked(set, peril, m) {
			continue
		}
		asked++
		if j.known(counted, peril, m).Cmp(naiveEvery) >= 0 {
			continue // "Actual loss sustained without an amount reaches every amount"
		}
		if j.required.enough == nil || j.known(counted, peril, m).Cmp(j.required.enough.amount) < 0 {
			return false
		}
	}
	return asked > 0
}

// known is the sum of the limits that are known.
func (j naiveJudge) known(counted []naivePolicy, peril uuid.UUID, m naiveMode) *big.Rat {
	sum := new(big.Rat)
	for _, p := range counted {
		if limit, code := j.countedLimit(p, peril, m); code == "" {
			sum.Add(sum, limit)
		}
	}
	return sum
}

// countedAny are the policies whose limits count for a peril: "Where peril_missing is waived, 10 counts the whole set for
// every peril", but for those that fail 7 for it: "they do not count in 10".
func (j naiveJudge) countedAny(set []naivePolicy, peril uuid.UUID, m naiveMode) (counted []naivePolicy) {
	if !m.waivers || j.waiverOf(model.FindingCodePerilMissing, &peril, "") == nil {
		return j.evidencing(set, peril, m)
	}
	for _, p := range set {
		if j.passesDeductible(p, peril, m) {
			counted = append(counted, p)
		}
	}
	return counted
}

// counted are the same without those that begin above a gap: "one that does not count is left out of 10 and 10a".
func (j naiveJudge) counted(set []naivePolicy, peril uuid.UUID, m naiveMode) []naivePolicy {
	return j.tower(j.countedAny(set, peril, m), peril, m).counts
}

// countedTold are those that findings count: "A peril that is evidenced only by policies that fail 7 for it is told as
// deductible_too_high with policy and peril, not as peril_missing, and 10 is told as if they counted."
func (j naiveJudge) countedTold(set []naivePolicy, peril uuid.UUID, m naiveMode) []naivePolicy {
	return j.towerTold(set, peril, m).counts
}

func (j naiveJudge) towerTold(set []naivePolicy, peril uuid.UUID, m naiveMode) naiveTower {
	if only := j.failingOnly(set, peril, m); len(only) > 0 {
		return j.tower(only, peril, m)
	}
	return j.tower(j.countedAny(set, peril, m), peril, m)
}

// failingOnly are the policies that evidence a peril where all that do fail 7 for it. "A waiver of peril_missing reaches a
// peril that is evidenced only by policies that fail 7".
func (j naiveJudge) failingOnly(set []naivePolicy, peril uuid.UUID, m naiveMode) []naivePolicy {
	if len(j.evidencing(set, peril, m)) > 0 || m.waivers && j.waiverOf(model.FindingCodePerilMissing, &peril, "") != nil {
		return nil
	}
	taken := slices.Clone(set)
	for i := range taken {
		taken[i].nearest = true
	}
	return j.evidencing(taken, peril, m)
}

// evidencing are the policies of the set that evidence a peril: "A policy counts for a peril in 9 and 10 only if it passes
// 7 for it".
func (j naiveJudge) evidencing(set []naivePolicy, peril uuid.UUID, m naiveMode) (evidencing []naivePolicy) {
	for _, p := range set {
		evidenced := j.evidences(p, peril, m)
		// "An umbrella that does not list the type evidences what a primary policy of the set that passes 7 for the peril
		// evidences."
		lists := slices.Contains(p.version.CoverageTypeIDs, j.demand.coverage.ID)
		if naiveLayer(p.version) == model.CoverageLayerUmbrella && !lists {
			evidenced = evidenced || slices.ContainsFunc(set, func(primary naivePolicy) bool {
				return naiveIsPrimary(primary) && j.evidences(primary, peril, m) && j.passesDeductible(primary, peril, m)
			})
		}
		if evidenced && j.passesDeductible(p, peril, m) {
			evidencing = append(evidencing, p)
		}
	}
	return evidencing
}

// evidences is what 9 says of one policy: "at an asset in its perilsByAsset, at the case in its perils"; "Where
// asset_not_covered is waived, 9 takes the policy's perils".
func (j naiveJudge) evidences(p naivePolicy, peril uuid.UUID, m naiveMode) bool {
	if j.target.asset == nil {
		return slices.Contains(p.version.PerilIDs, peril)
	}
	for _, e := range p.version.AssetPerils {
		if e.AssetID == j.target.asset.ID {
			return slices.Contains(e.PerilIDs, peril)
		}
	}
	return m.waivers && j.waiver(model.FindingCodeAssetNotCovered) != nil && slices.Contains(p.version.PerilIDs, peril)
}

// enough is whether "the limits of those that evidence it, over all layers, add up to what is required".
func (j naiveJudge) enough(counted []naivePolicy, peril uuid.UUID, m naiveMode) bool {
	least := j.required.atLeast()
	// "Where no amount is required, 10 passes"
	if least == nil && !j.demand.isLoan() {
		return true
	}
	sum := new(big.Rat)
	for _, p := range counted {
		limit, code := j.countedLimit(p, peril, m)
		// "As fail, an unknown limit counts nothing (limit_too_low)."
		switch {
		case code == "":
			sum.Add(sum, limit)
		case m.unknown, m.waivers && j.waiver(code) != nil:
			return true
		}
	}
	// "A missing peril (9) is not asked here."
	return !j.isShort(sum) ||
		m.waivers && j.waiverOf(model.FindingCodeLimitTooLow, &peril, "") != nil
}

// isShort is whether a sum of limits does not reach what is asked: for LOAN "a limit above zero only".
func (j naiveJudge) isShort(sum *big.Rat) bool {
	if j.demand.isLoan() {
		return sum.Sign() <= 0
	}
	return j.required.atLeast() != nil && sum.Cmp(j.required.atLeast().amount) < 0
}

// countedLimit is the limit of a policy in the currency required, or why it is not known: "limit_unknown for a policy
// without a limit; […] currency_differs".
func (j naiveJudge) countedLimit(p naivePolicy, peril uuid.UUID, m naiveMode) (*big.Rat, model.FindingCode) {
	counts := j.counts(p, peril, m)
	switch {
	case counts.code != "":
		return nil, counts.code
	case counts.every:
		return naiveEvery, ""
	// A limit above zero is one in every currency.
	case !j.demand.isLoan() && counts.part.currency != j.required.currency():
		return nil, model.FindingCodeCurrencyDiffers
	default:
		return counts.part.amount, ""
	}
}
