package compliance_test

import (
	"bytes"
	"math/big"
	"slices"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/scalar"
)

// naiveSharer is one that takes part in a blanket.
type naiveSharer struct {
	places   []int // of its requirements
	target   naiveTarget
	required *naiveMoney // nil if it is not known
	outside  bool        // the values outside the case
}

// sharers are those of a row of kind total: "shared among the targets of the requirement that the policy covers and at
// which it is the row that counts as basic limit (of a sublimit: as sublimit); a target with a scheduled row takes no part;
// otherValues is one more that takes part".
func (j naiveJudge) sharers(p naivePolicy, row *model.Limit, peril uuid.UUID) (sharing []naiveSharer) {
	var sublimitOf *uuid.UUID
	if len(row.Perils) > 0 {
		sublimitOf = &peril
	}
	for _, d := range j.demandsSharing(row) {
		for _, target := range d.targets() {
			// "Where asset_not_covered is waived, […] a blanket is shared with that target as well when it is judged there." Where it is
			// not, a policy that does not insure the target is asked no limits there, but a deductible in percent of them.
			here := target == j.target && (d.place == j.demand.place || d.someApply() && d.coverage.ID == j.demand.coverage.ID)
			if (here || naiveCovers(p.version, target)) && d.row(p.version, target, sublimitOf, "") == row {
				sharing = j.addSharer(sharing, d, target)
			}
		}
	}
	slices.SortStableFunc(sharing, func(a, b naiveSharer) int { return naiveTargetOrder(a.target, b.target) })
	if row.OtherValues != nil {
		sharing = append(sharing, naiveSharer{required: naiveMoneyOf(row.OtherValues), outside: true})
	}
	return sharing
}

// demandsSharing are the requirements whose targets share a row: "a row of several coverage types is shared among all
// targets of all requirements for these types; where several requirements for one coverage type are of a profile and one
// of them has appliesWhen, among the targets of all of them".
func (j naiveJudge) demandsSharing(row *model.Limit) (demands []naiveDemand) {
	for place, r := range j.facts.RiskProfile.Requirements {
		d := naiveDemandOf(j.facts, j.day, place)
		sameType := d.coverage.ID == j.demand.coverage.ID
		if place == j.demand.place || slices.Contains(row.CoverageTypes, r.CoverageType) || sameType && d.someApply() {
			demands = append(demands, d)
		}
	}
	return demands
}

// someApply is whether "several requirements for one coverage type are of a profile and one of them has appliesWhen".
func (d naiveDemand) someApply() bool {
	return slices.ContainsFunc(d.facts.RiskProfile.Requirements, func(r *model.Requirement) bool {
		return r.CoverageType == d.coverage.ID && r.AppliesWhen != nil
	})
}

// addSharer adds a target of a requirement: "an asset once, with the greatest amount required there", which "is not known
// where one of them is not".
func (j naiveJudge) addSharer(sharing []naiveSharer, d naiveDemand, target naiveTarget) []naiveSharer {
	required := d.weight(target)
	if d.someApply() {
		for i, s := range sharing {
			first := naiveCoverage(j.facts.RiskProfile.Requirements[s.places[0]].CoverageType)
			if s.target == target && first.ID == d.coverage.ID {
				sharing[i].places = append(sharing[i].places, d.place)
				sharing[i].required = naiveGreater(s.required, required)
				return sharing
			}
		}
	}
	return append(sharing, naiveSharer{places: []int{d.place}, target: target, required: required})
}

func naiveGreater(a, b *naiveMoney) *naiveMoney {
	switch {
	case a == nil, b == nil, a.currency != b.currency:
		return nil
	case a.amount.Cmp(b.amount) < 0:
		return b
	default:
		return a
	}
}

// isHere is whether it is the target that is judged.
func (j naiveJudge) isHere(s naiveSharer) bool {
	return !s.outside && s.target == j.target && slices.Contains(s.places, j.demand.place)
}

// naiveRequiredTogether is what all that share require; nil if that of one is not known, or of another currency.
func naiveRequiredTogether(sharing []naiveSharer) *naiveMoney {
	var all *naiveMoney
	for _, s := range sharing {
		switch {
		case s.required == nil, all != nil && all.currency != s.required.currency:
			return nil
		case all == nil:
			all = &naiveMoney{new(big.Rat), s.required.currency}
		}
		all.amount.Add(all.amount, s.required.amount)
	}
	return all
}

// share is the part of a blanket that the target has: "in proportion to what each requires, rounded down to the cent;
// equally when the required amount of one of them is not known, or of another currency, or all are zero".
func (j naiveJudge) share(whole *naiveMoney, sharing []naiveSharer) *big.Rat {
	here := slices.IndexFunc(sharing, j.isHere)
	if here < 0 {
		return new(big.Rat)
	}
	all := naiveRequiredTogether(sharing)
	if all == nil || all.currency != whole.currency || all.amount.Sign() == 0 {
		return big.NewRat(1, int64(len(sharing)))
	}
	return new(big.Rat).Quo(sharing[here].required.amount, all.amount)
}

// judgedAt is how one that shares is judged by itself, by each of its requirements; none if nothing is judged yet.
func (j naiveJudge) judgedAt(s naiveSharer) (judged []naiveJudged) {
	if j.before == nil || s.outside {
		return nil
	}
	for _, place := range s.places {
		for _, t := range j.before[place] {
			if t.target == s.target {
				judged = append(judged, t)
			}
		}
	}
	return judged
}

// allFallShort is whether all that share fall short, no limit of theirs is unknown, and they share with each other; and
// "cents left over are not handed out where a margin cuts or otherValues takes part".
func (j naiveJudge) allFallShort(p naivePolicy, row *model.Limit, peril uuid.UUID, sharing []naiveSharer) bool {
	for _, s := range sharing {
		judged := j.judgedAt(s)
		for _, t := range judged {
			others := t.sharers(p, row, peril)
			alike := slices.EqualFunc(others, sharing, func(a, b naiveSharer) bool { return a.target == b.target })
			if !alike || !t.fallsShortBy(p, row) || t.cuts(p, row, peril) {
				return false
			}
		}
		if len(judged) == 0 {
			return false
		}
	}
	return true
}

// leftOver is how many cents of a blanket are added to the target's part: "A verdict takes the part rounded down; where
// all that share fall short and no limit of theirs is unknown, the cents left over are added to the parts shown, one
// each in order of creation, so that the parts add up to the blanket."
func (j naiveJudge) leftOver(p naivePolicy, row *model.Limit, peril uuid.UUID) int {
	sharing := j.sharers(p, row, peril)
	if !j.shown || !j.allFallShort(p, row, peril, sharing) {
		return 0
	}
	left := new(big.Rat).Set(naiveNumber(row.Amount.Amount))
	for _, s := range sharing {
		t := j.judgedAt(s)[0]
		left.Sub(left, t.part(p, row, peril).part.amount)
	}
	left.Mul(left, naiveCents(row.Amount.Currency))
	place := slices.IndexFunc(sharing, j.isHere)
	if place >= 0 && left.Cmp(big.NewRat(int64(place), 1)) > 0 {
		return 1
	}
	return 0
}

// naiveAssets are the assets of those that share, each once.
func naiveAssets(sharing []naiveSharer) (assets []uuid.UUID) {
	for _, s := range sharing {
		if s.target.asset != nil && !slices.Contains(assets, s.target.asset.ID) {
			assets = append(assets, s.target.asset.ID)
		}
	}
	return assets
}

// naiveTargetOrder is "in order of creation": a case is created before its assets.
func naiveTargetOrder(a, b naiveTarget) int {
	switch {
	case a.asset == b.asset:
		return 0
	case a.asset == nil:
		return -1
	case b.asset == nil:
		return 1
	}
	if c := a.asset.CreatedAt.Compare(b.asset.CreatedAt); c != 0 {
		return c
	}
	return bytes.Compare(a.asset.ID[:], b.asset.ID[:])
}

// mode is how what is told of the target counts what is not known, and what is waived.
func (j naiveJudged) mode() naiveMode { return naiveModeOf(j.told.Verdict) }

func naiveModeOf(verdict model.Verdict) naiveMode {
	return naiveMode{
		unknown: verdict == model.VerdictUnknown || verdict == model.VerdictDeficient,
		waivers: verdict != model.VerdictCompliant,
	}
}

// fallsShortBy is whether the limits at the target are known and fall short for each peril for which the row counts.
func (j naiveJudged) fallsShortBy(p naivePolicy, row *model.Limit) bool {
	// What is required of a target is not known while it is not known whether it is one.
	if j.demand.applies(j.target) == naiveUncertain {
		return false
	}
	short := false
	for _, peril := range j.demand.perils() {
		counted := j.countedTold(j.about, peril, j.mode())
		if j.required.amount == nil || !j.rowCounts(counted, p, row, peril) {
			continue
		}
		if !j.allKnown(counted, peril) || j.known(counted, peril, j.mode()).Cmp(j.required.amount.amount) >= 0 {
			return false
		}
		short = true
	}
	return short
}

func (j naiveJudged) allKnown(counted []naivePolicy, peril uuid.UUID) bool {
	return !slices.ContainsFunc(counted, func(p naivePolicy) bool {
		_, code := j.countedLimit(p, peril, j.mode())
		return code != ""
	})
}

// onlyCountsBy is whether the target has a finding limit_too_low with the same peril, or with none too, and the row is "the
// only limit that counts" for what it tells of.
func (j naiveJudged) onlyCountsBy(p naivePolicy, row *model.Limit, peril *uuid.UUID) bool {
	same := slices.ContainsFunc(j.told.Findings, func(f *model.Finding) bool {
		return f.Code == model.FindingCodeLimitTooLow && (f.PerilID == nil) == (peril == nil) &&
			(peril == nil || *f.PerilID == *peril)
	})
	counts := false
	for _, each := range j.demand.perils() {
		if peril != nil && *peril != each {
			continue
		}
		counted := j.countedTold(j.about, each, j.mode())
		if len(counted) > 1 || len(counted) == 1 && !j.rowCounts(counted, p, row, each) {
			return false
		}
		counts = counts || len(counted) == 1
	}
	return same && counts
}

// rowCounts is whether the row is the one of a policy that counts for the peril, and the policy counts.
func (j naiveJudged) rowCounts(counted []naivePolicy, p naivePolicy, row *model.Limit, peril uuid.UUID) bool {
	return slices.ContainsFunc(counted, func(other naivePolicy) bool {
		return other.policy == p.policy && j.counts(other, peril, j.mode()).row == row
	})
}

// blankets are those that the target shares.
func (j naiveJudged) blankets() (blankets []*model.Blanket) {
	j.shown = true
	for _, p := range naiveByID(j.about) {
		var seen []*model.Limit
		for _, peril := range j.demand.perils() {
			told := j.countedTold(j.about, peril, j.mode())
			if !slices.ContainsFunc(told, func(o naivePolicy) bool { return o.policy == p.policy }) {
				continue
			}
			counts := j.counts(p, peril, j.mode())
			row := counts.row
			if row == nil || row.Kind != model.LimitKindTotal || row.Amount == nil || counts.part == nil ||
				slices.Contains(seen, row) {
				continue
			}
			seen = append(seen, row)
			sharing := j.sharers(p, row, peril)
			if len(sharing) < 2 {
				continue
			}
			others := slices.DeleteFunc(slices.Clone(sharing), j.isHere)
			blankets = append(blankets, &model.Blanket{
				PolicyID: p.policy.ID, Limit: row.Amount, Allocated: counts.part.money(),
				Required: naiveOf(naiveRequiredTogether(sharing), row.Amount.Currency), SharedWith: naiveAssets(others),
			})
		}
	}
	return blankets
}

// naiveOf is an amount of the currency; nil of another one.
func naiveOf(m *naiveMoney, currency string) *scalar.Money {
	if m == nil || m.currency != currency {
		return nil
	}
	return m.money()
}

func naiveByID(policies []naivePolicy) []naivePolicy {
	policies = slices.Clone(policies)
	slices.SortFunc(policies, func(a, b naivePolicy) int { return bytes.Compare(a.policy.ID[:], b.policy.ID[:]) })
	return policies
}

// together are what is required and found of a blanket as a whole, nil where the target is told by itself: "Where the
// blanket is the only limit that counts at each of them and each falls short, the message is of all".
func (j naiveJudge) together(
	counted []naivePolicy, peril uuid.UUID, told *uuid.UUID, m naiveMode,
) (required, found *scalar.Money) {
	if len(counted) != 1 {
		return nil, nil
	}
	row := j.counts(counted[0], peril, m).row
	if row == nil || row.Kind != model.LimitKindTotal {
		return nil, nil
	}
	sharing := j.sharers(counted[0], row, peril)
	all := naiveRequiredTogether(sharing)
	if len(sharing) < 2 || all == nil || !j.allFallShort(counted[0], row, peril, sharing) {
		return nil, nil
	}
	for _, s := range sharing {
		for _, t := range j.judgedAt(s) {
			if !t.onlyCountsBy(counted[0], row, told) || t.demand.coverage.ID != j.demand.coverage.ID {
				return nil, nil
			}
		}
	}
	return all.money(), row.Amount
}
