package compliance

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	"lukechampine.com/uint128"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/scalar"
)

// A blanket is judged at each target by its part, and told as a whole: the targets that share it have one gap.

// tally is how the limits for some perils add up at a target where a blanket is shared.
type tally struct {
	perils perilSet
	sum    uint128.Uint128
	counts int // how many limits add up
	short  bool
	open   bool // whether a limit is not known
	parts  []part
}

// part is what counts of a shared blanket.
type part struct {
	offer  *offer
	amount uint128.Uint128
}

// noteBlankets keeps how the limits of a set that was reviewed add up, if one of them is shared with another target.
func (q *question) noteBlankets(r *ruling, set []member) {
	if !q.notes || r.verdict == model.VerdictCompliant && !q.file.tellsAll {
		return
	}
	isShared := false
	for i, m := range set {
		isShared = isShared || q.insured[i] != 0 && m.isSharedAt(q.Demand, q.target)
	}
	if !isShared {
		return
	}
	r.tallies = make([]tally, len(q.review.groups))
	for n := range q.review.groups {
		g, t := &q.review.groups[n], &r.tallies[n]
		*t = tally{perils: g.perils, sum: g.sum, short: g.fallsShort(q.review.required), open: g.openCodes() != 0}
		for i, m := range set {
			if q.insured[i]&g.perils == 0 || !m.limit.IsKnown() {
				continue
			}
			t.counts++
			if m.isSharedAt(q.Demand, q.target) {
				t.parts = append(t.parts, part{m.offer, m.limitAt(q.Demand, q.target).N})
			}
		}
	}
	r.missesPerils = q.review.missing != 0
	for i := range r.findings {
		f := &r.findings[i]
		if t := r.tallyOf(f); t != nil && t.counts == 1 && len(t.parts) == 1 {
			f.blanket = t.parts[0].offer
		}
	}
}

// isSharedAt reports whether the policy's limit at a target is its part of a blanket.
func (o *offer) isSharedAt(d *Demand, t *Target) bool {
	if !o.blanket || !o.limit.IsKnown() {
		return false
	}
	o.limitAt(d, t) // reckons who shares
	return o.sharersAt(t).count > 1
}

// tallyOf returns the tally that a finding of limits that are too low tells of; nil for another finding.
func (r *ruling) tallyOf(f *ruled) *tally {
	if f.code != model.FindingCodeLimitTooLow {
		return nil
	}
	for i := range r.tallies {
		if t := &r.tallies[i]; t.short && (f.peril == nil || t.perils.has(f.peril)) {
			return t
		}
	}
	return nil
}

// tellBlankets tells what the rulings have in common by the blankets that their targets share: cents left over, and limits
// that are too low at all of them.
func (j *judgement) tellBlankets() {
	var told []*offer
	for i := range j.rulings {
		if j.rulings[i].verdict == model.VerdictCompliant {
			continue
		}
		for _, t := range j.rulings[i].tallies {
			for _, p := range t.parts {
				if !slices.Contains(told, p.offer) {
					told = append(told, p.offer)
					j.tellBlanket(p.offer)
				}
			}
		}
	}
}

func (j *judgement) tellBlanket(o *offer) {
	var sharing []*ruling
	left, short := o.limit.N, true
	for i := range j.rulings {
		r := &j.rulings[i]
		if !o.covers(r.target) {
			continue
		}
		amount, isShort := r.partOf(o)
		short = short && isShort
		sharing, left = append(sharing, r), left.SubWrap(amount)
	}
	if !short {
		return
	}
	for _, r := range sharing {
		if left.IsZero() {
			break
		}
		r.addCent(o)
		left = left.Sub64(1)
	}
	for _, r := range sharing {
		for i := range r.findings {
			f := &r.findings[i]
			if f.blanket == o && isToldByAll(sharing, f) {
				f.together = j.requiredOfAll(o, r.target)
			}
		}
	}
}

// partOf returns what counts of a blanket, and whether the limits fall short wherever it does, all of them known.
func (r *ruling) partOf(o *offer) (amount uint128.Uint128, short bool) {
	for i := range r.tallies {
		t := &r.tallies[i]
		p := t.partOf(o)
		if p == nil {
			continue
		}
		if !t.short || t.open {
			return amount, false
		}
		amount, short = p.amount, true
	}
	return amount, short && r.required.IsKnown()
}

// isToldByAll reports whether a blanket is the only limit, and too low, at each of the targets that share it.
func isToldByAll(sharing []*ruling, f *ruled) bool {
	for _, r := range sharing {
		told := false
		for _, other := range r.findings {
			told = told || other.blanket == f.blanket && other.peril == f.peril
		}
		if !told {
			return false
		}
	}
	return true
}

// addCent adds the smallest unit of a blanket to the part of the target that is shown.
func (r *ruling) addCent(o *offer) {
	least := uint128.Max
	for i := range r.tallies {
		t := &r.tallies[i]
		if p := t.partOf(o); p != nil {
			p.amount, t.sum = p.amount.Add64(1), t.sum.Add64(1)
		}
		if t.sum.Cmp(least) < 0 {
			least = t.sum
		}
	}
	for i := range r.findings {
		if t := r.tallyOf(&r.findings[i]); t != nil {
			r.findings[i].sum.N = t.sum
		}
	}
	if r.missesPerils || !r.found.IsKnown() {
		return
	}
	r.found.N = least
	if r.shortfall.IsKnown() {
		r.shortfall.N = r.required.N.Sub(least)
	}
}

// blanketsOf returns the blankets that the target shares as clients see them, in the order of the policies.
func (d *Demand) blanketsOf(r *ruling) []*model.Blanket {
	blankets := make([]*model.Blanket, 0, len(r.tallies))
	for i, t := range r.tallies {
		for _, p := range t.parts {
			isTold := func(before tally) bool { return before.partOf(p.offer) != nil }
			if slices.ContainsFunc(r.tallies[:i], isTold) {
				continue
			}
			b := &model.Blanket{
				PolicyID: p.offer.record.policy.ID, Limit: p.offer.limit.Money(), Allocated: p.offer.limit.With(p.amount).Money(),
				Required: d.requiredOfAll(p.offer, r.target).Money(), SharedWith: make([]uuid.UUID, 0, p.offer.covered.count),
			}
			for _, other := range d.sharingWith(p.offer, r.target) {
				b.SharedWith = append(b.SharedWith, other.Asset.ID)
			}
			blankets = append(blankets, b)
		}
	}
	return blankets
}

// partOf returns what counts of a blanket; nil if it does not.
func (t *tally) partOf(o *offer) *part {
	for i := range t.parts {
		if t.parts[i].offer == o {
			return &t.parts[i]
		}
	}
	return nil
}

// sharingWith returns the other targets that share a blanket, in order of creation.
func (d *Demand) sharingWith(o *offer, t *Target) []*Target {
	others := make([]*Target, 0, o.covered.count)
	for i := range d.Targets {
		if other := &d.Targets[i]; other != t && o.covers(other) {
			others = append(others, other)
		}
	}
	return others
}

// requiredOfAll returns what all targets require that share a blanket; not known if that of one is not.
func (d *Demand) requiredOfAll(o *offer, t *Target) scalar.Units {
	s := o.sharersAt(t)
	if s.unequal {
		return scalar.Units{}
	}
	return o.limit.With(s.required)
}

// shortWords says of limits that are too low where that is, and of a blanket whose it is.
func (d *Demand) shortWords(t *Target, f *ruled) (where, part string) {
	place := ""
	if f.peril != nil {
		place = " for " + f.peril.Name
	}
	if f.blanket == nil {
		return place, ""
	}
	preposition := " for "
	if place != "" {
		preposition = " at "
	}
	others := d.sharingWith(f.blanket, t)
	if !f.together.IsKnown() {
		return place + preposition + t.Name(), ", its part of " + f.blanket.limit.Spoken() + " shared with " + listed(others)
	}
	all := append(others, t)
	slices.SortFunc(all, func(a, b *Target) int { return cmp.Compare(a.Asset.place, b.Asset.place) })
	return place + preposition + listed(all) + " together", ""
}

// mostListed is how many names a sentence tells.
const mostListed = 6

// listed returns the names of targets as a sentence has them: A, B and C.
func listed(targets []*Target) string {
	names := make([]string, len(targets))
	for i, t := range targets {
		names[i] = t.Name()
	}
	last := len(names) - 1
	switch {
	case last >= mostListed:
		return strings.Join(names[:mostListed], ", ") + fmt.Sprintf(" and %d more", len(names)-mostListed)
	case last <= 0:
		return strings.Join(names, "")
	default:
		return strings.Join(names[:last], ", ") + " and " + names[last]
	}
}
