package compliance

import (
	"slices"

	"lukechampine.com/uint128"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/scalar"
)

// gap is a policy that does not count, as what lies below it does not reach its attachment (check 10c).
type gap struct {
	offer  *offer
	below  scalar.Units
	waived bool // it counts all the same
}

// attaches reports whether check 10c is asked of a policy.
func (d *Demand) attaches(o *offer) bool {
	return o.attachment.IsKnown() && o.isAbovePrimary() && d.Coverage.ID != catalog.UmbrellaExcess
}

// counting returns the policies of a set that count for the perils of a group, and what keeps others from it: in order of
// attachment each counts on whose attachment the whole rows of those below add up to.
func (q *question) counting(g *group, set []member, insured []perilSet, s stance) (counting []int) {
	var attached []int
	for i := range set {
		switch {
		case insured[i]&g.perils == 0:
		case q.attaches(set[i].offer):
			attached = append(attached, i)
		default:
			counting = append(counting, i)
		}
	}
	if attached == nil {
		return counting
	}
	slices.SortStableFunc(attached, func(a, b int) int { return set[a].attachment.N.Cmp(set[b].attachment.N) })
	without := len(counting)
	for _, i := range attached {
		below, open := uint128.Zero, sum{}
		for n, k := range counting {
			if n >= without && set[k].attachment.N.Cmp(set[i].attachment.N) >= 0 {
				continue
			}
			below = below.Add(q.wholeBelow(&set[k], g.perils&-g.perils, set[i].attachment, &open))
		}
		if below.Cmp(set[i].attachment.N) < 0 {
			isTolerated := open.openCodes() != 0 && (s.unknown || s.waived && q.waived.has(open.openCodes()))
			if isTolerated {
				g.resting = append(g.resting, i)
				g.below.noLimit = append(g.below.noLimit, open.noLimit...)
				g.below.otherCurrency = append(g.below.otherCurrency, open.otherCurrency...)
			}
			isWaived := s.waived && g.perils&^q.waivedGaps == 0
			if !isTolerated {
				g.gaps = append(g.gaps, gap{set[i].offer, set[i].attachment.With(below), isWaived})
			}
			if !isTolerated && !isWaived {
				continue
			}
		}
		counting = append(counting, i)
	}
	return counting
}

// wholeBelow returns the whole amount of the row of a policy below an attachment; what is not known is added to open.
func (q *question) wholeBelow(m *member, peril perilSet, attachment scalar.Units, open *sum) uint128.Uint128 {
	limit, row := m.limitAt(q.Demand, q.target, peril, false)
	switch {
	case limit.every:
		return attachment.N
	case row == nil || !row.amount.IsKnown():
		open.noLimit = append(open.noLimit, m.offer)
	case row.amount.Currency != attachment.Currency:
		open.otherCurrency = append(open.otherCurrency, foreign{m.offer, row.amount})
	default:
		return row.amount.N
	}
	return uint128.Zero
}

// explainGaps adds the policies that do not count for what lies below them, where limits are too low: once a policy where all
// perils are alike.
func (q *question) explainGaps(r *ruling, review *review, set []member) {
	isTooLow := r.verdict != model.VerdictWaived && slices.ContainsFunc(r.findings, func(f ruled) bool {
		return (f.code == model.FindingCodeLimitTooLow || f.code == model.FindingCodeAggregateTooLow) && !r.waivers.reach(&f)
	})
	for i := range set {
		asked, told := perilSet(0), []ruled{}
		for _, g := range review.groups {
			if q.insured[i]&g.perils == 0 || !q.attaches(set[i].offer) {
				continue
			}
			asked |= g.perils
			at := slices.IndexFunc(g.gaps, func(gap gap) bool { return gap.offer == set[i].offer })
			if at < 0 {
				continue
			}
			for _, p := range g.perils.Perils() {
				f := ruled{code: model.FindingCodeAttachmentGap, offer: set[i].offer, peril: p, sum: g.gaps[at].below}
				if isTooLow || r.waivers.reach(&f) {
					told = append(told, f)
				}
			}
		}
		r.findings = append(r.findings, onceIfAlike(told, asked, r.waivers)...)
	}
}

// onceIfAlike returns findings of each peril as one without a peril if they are of all of them and alike.
func onceIfAlike(told []ruled, asked perilSet, ws waivers) []ruled {
	perils := perilSet(0)
	for _, f := range told {
		perils |= 1 << (f.peril.Position - 1)
	}
	differs := func(f ruled) bool { return f.sum != told[0].sum || ws.reach(&f) != ws.reach(&told[0]) }
	if len(told) == 0 || perils != asked || slices.ContainsFunc(told, differs) {
		return told
	}
	told[0].peril, told[0].perils = nil, perils
	return told[:1]
}
