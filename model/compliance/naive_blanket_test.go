package compliance_test

import (
	"math/big"
	"slices"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/scalar"
)

// naiveSharer is one that takes part in a blanket.
type naiveSharer struct {
	place    int // of its requirement
	target   naiveTarget
	required *naiveMoney // nil if it is not known
}

// sharers are those of a row of kind total: "shared among all targets of the demand that the policy covers". "Where
// asset_not_covered is waived, […] a blanket is shared with that target as well when it is judged there."
func (j naiveJudge) sharers(p naivePolicy, row *model.Limit, peril uuid.UUID, m naiveMode) (sharing []naiveSharer) {
	for _, target := range j.demand.targets() {
		here := target.asset == j.target.asset
		if naiveCovers(p.version, target) || here && m.waivers && j.waiver(model.FindingCodeAssetNotCovered) != nil {
			sharing = append(sharing, naiveSharer{j.demand.place, target, j.demand.required(target).amount})
		}
	}
	return sharing
}

// isHere is whether it is the target that is judged.
func (j naiveJudge) isHere(s naiveSharer) bool { return s.place == j.demand.place && s.target == j.target }

// requiredTogether is what all that share require; nil if that of one is not known, or of another currency.
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

// judgedAt is how one that shares is judged by itself; nil if nothing is judged yet.
func (j naiveJudge) judgedAt(s naiveSharer) *naiveJudged {
	if j.before == nil {
		return nil
	}
	for _, t := range j.before[s.place] {
		if t.target == s.target {
			return &t
		}
	}
	return nil
}

// leftOver is how many cents of a blanket are added to the target's part: "A verdict takes the part rounded down; where
// all that share fall short and no limit of theirs is unknown, the cents left over are added to the parts shown, one
// each in order of creation, so that the parts add up to the blanket."
func (j naiveJudge) leftOver(p naivePolicy, row *model.Limit, peril uuid.UUID, m naiveMode) int {
	sharing := j.sharers(p, row, peril, m)
	if !j.shown {
		return 0
	}
	left := new(big.Rat).Set(naiveNumber(row.Amount.Amount))
	place := -1
	for i, s := range sharing {
		t := j.judgedAt(s)
		if t == nil || !t.fallsShortBy(p, row) || !slices.Equal(t.sharedWith(p, row, peril), naiveAssets(sharing)) {
			return 0
		}
		if j.isHere(s) {
			place = i
		}
		left.Sub(left, t.part(p, row, peril, t.mode()).amount)
	}
	left.Mul(left, naiveCents(row.Amount.Currency))
	if place >= 0 && left.Cmp(big.NewRat(int64(place), 1)) > 0 {
		return 1
	}
	return 0
}

func naiveAssets(sharing []naiveSharer) (assets []uuid.UUID) {
	for _, s := range sharing {
		if s.target.asset != nil {
			assets = append(assets, s.target.asset.ID)
		}
	}
	return assets
}

func (j naiveJudged) sharedWith(p naivePolicy, row *model.Limit, peril uuid.UUID) []uuid.UUID {
	return naiveAssets(j.sharers(p, row, peril, j.mode()))
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
	return same && !slices.ContainsFunc(j.demand.perils(), func(each uuid.UUID) bool {
		counted := j.countedTold(j.about, each, j.mode())
		return (peril == nil || *peril == each) && len(counted) > 0 &&
			(len(counted) != 1 || !j.rowCounts(counted, p, row, each))
	})
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
			if !slices.Contains(j.countedTold(j.about, peril, j.mode()), p) {
				continue
			}
			row := j.counts(p, peril, j.mode()).row
			if row == nil || row.Kind != model.LimitKindTotal || slices.Contains(seen, row) {
				continue
			}
			seen = append(seen, row)
			sharing := j.sharers(p, row, peril, j.mode())
			if len(sharing) < 2 {
				continue
			}
			others := slices.DeleteFunc(slices.Clone(sharing), j.isHere)
			blankets = append(blankets, &model.Blanket{
				PolicyID: p.policy.ID, Limit: row.Amount, Allocated: j.part(p, row, peril, j.mode()).money(),
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
	slices.SortFunc(policies, func(a, b naivePolicy) int {
		if naiveBefore(a.policy.ID, b.policy.ID) {
			return -1
		}
		return 1
	})
	return policies
}

// together are what is required and found of a blanket as a whole, nil where the target is told by itself: "Where the
// blanket is the only limit that counts at each of them and each falls short, the message is of all".
func (j naiveJudge) together(
	counted []naivePolicy, peril uuid.UUID, told *uuid.UUID, m naiveMode,
) (required, found *scalar.Money) {
	if j.before == nil || len(counted) != 1 {
		return nil, nil
	}
	row := j.counts(counted[0], peril, m).row
	if row == nil || row.Kind != model.LimitKindTotal {
		return nil, nil
	}
	sharing := j.sharers(counted[0], row, peril, m)
	all := naiveRequiredTogether(sharing)
	if len(sharing) < 2 || all == nil {
		return nil, nil
	}
	for _, s := range sharing {
		t := j.judgedAt(s)
		if t == nil || !t.onlyCountsBy(counted[0], row, told) || !t.fallsShortBy(counted[0], row) ||
			!slices.Equal(t.sharedWith(counted[0], row, peril), naiveAssets(sharing)) {
			return nil, nil
		}
	}
	return all.money(), row.Amount
}
