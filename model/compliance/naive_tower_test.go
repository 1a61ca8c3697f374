package compliance_test

import (
	"math/big"
	"slices"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
)

// naiveTower is what of a set counts for a peril, and why others do not.
type naiveTower struct {
	asked  []naivePolicy
	counts []naivePolicy
	gaps   []naiveGap
	// rests are the policies that count only if what is not known below them suffices, and what is not known
	rests   []naivePolicy
	unknown []naiveUnknown
}

// naiveGap is a policy that begins above what lies below it.
type naiveGap struct {
	policy naivePolicy
	below  *big.Rat
}

// tower is 10c: "asked of umbrella and excess policies with an attachment, for each demanded peril, in order of attachment;
// not for umbrellaExcess. Below one lie the eligible policies of the peril without attachment, and those that count and
// have a lesser one. It counts if the whole amounts of the rows of those below add up to the attachment".
func (j naiveJudge) tower(counted []naivePolicy, peril uuid.UUID, m naiveMode) (t naiveTower) {
	t.asked = counted
	var attached []naivePolicy
	for _, p := range counted {
		if j.demand.anyLayer() || naiveIsPrimary(p) || p.version.Attachment == nil {
			t.counts = append(t.counts, p)
		} else {
			attached = append(attached, p)
		}
	}
	slices.SortStableFunc(attached, func(a, b naivePolicy) int {
		return naiveMoneyOf(a.version.Attachment).amount.Cmp(naiveMoneyOf(b.version.Attachment).amount)
	})
	base := slices.Clone(t.counts)
	for _, p := range attached {
		attachment := naiveMoneyOf(p.version.Attachment)
		sum := new(big.Rat)
		var unknown []naiveUnknown
		for _, below := range append(slices.Clone(base), t.lesser(attachment, base)...) {
			switch whole := j.counts(below, peril, m); {
			case whole.every:
				sum.Add(sum, attachment.amount)
			case whole.both:
				unknown = append(unknown, naiveUnknown{below, whole.code})
			case whole.row == nil || whole.row.Amount == nil:
				unknown = append(unknown, naiveUnknown{below, model.FindingCodeLimitUnknown})
			case whole.row.Amount.Currency != attachment.currency:
				unknown = append(unknown, naiveUnknown{below, model.FindingCodeCurrencyDiffers})
			default:
				sum.Add(sum, naiveNumber(whole.row.Amount.Amount))
			}
		}
		suffices := sum.Cmp(attachment.amount) >= 0
		rests := !suffices && len(unknown) > 0
		waived := m.waivers && j.waiverOf(naiveAttachmentGap, &peril, "") != nil
		passes := rests && (m.unknown || m.waivers && slices.ContainsFunc(unknown, func(u naiveUnknown) bool {
			return j.waiver(u.code) != nil
		}))
		if rests {
			t.rests, t.unknown = append(t.rests, p), append(t.unknown, unknown...)
		}
		if !suffices && !passes {
			t.gaps = append(t.gaps, naiveGap{p, sum})
		}
		if suffices || passes || waived {
			t.counts = append(t.counts, p)
		}
	}
	return t
}

// lesser are those that count and have a lesser attachment.
func (t naiveTower) lesser(attachment *naiveMoney, base []naivePolicy) (lesser []naivePolicy) {
	for _, p := range t.counts[len(base):] {
		if naiveMoneyOf(p.version.Attachment).amount.Cmp(attachment.amount) < 0 {
			lesser = append(lesser, p)
		}
	}
	return lesser
}

// gaps tells 10c: "attachment_gap is told only beside a limit_too_low or aggregate_too_low that is not waived, or itself
// waived; once a policy where all perils are alike".
func (a *naiveAmiss) gaps(set []naivePolicy) {
	tooLow := slices.ContainsFunc(a.findings, func(f *model.Finding) bool {
		low := f.Code == model.FindingCodeLimitTooLow || f.Code == naiveAggregateTooLow
		return low && f.Outcome != model.FindingOutcomeWaived
	})
	for _, p := range set {
		var told []naiveFailed
		asked := 0
		for _, peril := range a.demand.perils() {
			tower := a.towerTold(set, peril, a.mode)
			if !slices.ContainsFunc(tower.asked, func(o naivePolicy) bool { return o.policy == p.policy }) {
				continue
			}
			asked++
			for _, gap := range tower.gaps {
				f := naiveFailed{code: naiveAttachmentGap, peril: &peril}
				if gap.policy.policy != p.policy || !tooLow && !a.isWaived(f) {
					continue
				}
				f.required = p.version.Attachment.String()
				f.found = (&naiveMoney{gap.below, p.version.Attachment.Currency}).money().String()
				told = append(told, f)
			}
		}
		alike := len(told) == asked && !slices.ContainsFunc(told, func(f naiveFailed) bool {
			return f.found != told[0].found || a.isWaived(f) != a.isWaived(told[0])
		})
		for i, f := range told {
			if alike && i > 0 {
				break
			}
			finding := a.tellOf(p, f)
			if alike {
				finding.PerilID = nil
			}
		}
	}
}
