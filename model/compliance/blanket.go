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
	row    *limitRow
	peril  perilSet // as whose sublimit; empty of a basic limit
	amount uint128.Uint128
	of     *model.Requirement // the first one among whose targets it is shared
}

// isOf reports whether two parts are of one blanket.
func (p *part) isOf(other *part) bool {
	return p.row.Limit == other.row.Limit && p.peril == other.peril && p.of == other.of
}

// noteBlankets keeps how the limits of a set that was reviewed add up, if one of them is shared with another target.
func (q *question) noteBlankets(r *ruling, set []member) {
	if !q.notes || r.verdict == model.VerdictCompliant && !q.file.tellsAll || !slices.ContainsFunc(set, sharesTotal) {
		return
	}
	isShared := false
	tallies := make([]tally, len(q.review.groups))
	for n := range q.review.groups {
		g, t := &q.review.groups[n], &tallies[n]
		*t = tally{
			perils: g.perils, sum: g.reached(r.required), short: g.fallsShort(q.review.required.amount), open: g.openCodes() != 0,
			parts: make([]part, 0, len(set)),
		}
		for i := range set {
			m := &set[i]
			if q.insured[i]&g.perils == 0 || slices.ContainsFunc(g.gaps, func(gap gap) bool { return gap.offer == m.offer && !gap.waived }) {
				continue
			}
			peril := g.perils & -g.perils
			limit, row := m.limitAt(q.Demand, q.target, peril, false)
			if !limit.IsKnown() && !limit.every {
				continue
			}
			t.counts++
			if row.Kind == model.LimitKindTotal && limit.IsKnown() && limit.Currency == row.amount.Currency {
				if row.perils == 0 {
					peril = 0
				}
				if s := m.sharersOf(q.Demand, row, peril); q.isShared(s) {
					t.parts, isShared = append(t.parts, part{m.offer, row, peril, limit.N, s.targets[0].Requirement}), true
				}
			}
		}
	}
	if !isShared {
		return
	}
	r.tallies, r.missesPerils = tallies, q.review.missing != 0
	for i := range r.findings {
		r.findings[i].blanket = r.onlyBlanketOf(&r.findings[i])
	}
}

// onlyBlanketOf returns the blanket that is the only limit that counts for all that a finding of limits that are too low tells of;
// nil if there is none.
func (r *ruling) onlyBlanketOf(f *ruled) (only *part) {
	for i := range r.tallies {
		t := &r.tallies[i]
		switch {
		case f.code != model.FindingCodeLimitTooLow, f.peril != nil && !t.perils.has(f.peril), t.counts == 0:
		case t.counts > 1, len(t.parts) == 0, only != nil && (only.offer != t.parts[0].offer || only.row.Limit != t.parts[0].row.Limit):
			return nil
		case only == nil:
			only = &t.parts[0]
		}
	}
	return only
}

// isShared reports whether another target takes part.
func (q *question) isShared(s *sharers) bool {
	return slices.ContainsFunc(s.targets, func(other sharing) bool { return !other.is(q.Demand, q.target) })
}

// sharesTotal reports whether a policy has a limit that is shared.
func sharesTotal(m member) bool {
	return slices.ContainsFunc(m.rows, func(r limitRow) bool { return r.Kind == model.LimitKindTotal })
}

// leastTallied returns the least sum of the limits that a finding of limits that are too low tells of.
func (r *ruling) leastTallied(f *ruled) (least uint128.Uint128, ok bool) {
	least = uint128.Max
	for i := range r.tallies {
		if t := &r.tallies[i]; f.code == model.FindingCodeLimitTooLow && t.short && (f.peril == nil || t.perils.has(f.peril)) {
			if ok = true; t.sum.Cmp(least) < 0 {
				least = t.sum
			}
		}
	}
	return least, ok
}

// tellBlankets tells what the rulings have in common by the blankets that their targets share: cents left over, and limits
// that are too low at all of them.
func tellBlankets(judgements []*judgement) {
	var told []*part
	var rulings rulingsAt
	for _, j := range judgements {
		for i := range j.rulings {
			r := &j.rulings[i]
			if r.verdict == model.VerdictCompliant {
				continue
			}
			for _, t := range r.tallies {
				for k := range t.parts {
					p := &t.parts[k]
					if !slices.ContainsFunc(told, p.isOf) {
						if told = append(told, p); rulings == nil {
							rulings = indexed(judgements)
						}
						tellBlanket(rulings, j.Demand, p)
					}
				}
			}
		}
	}
}

// tellBlanket does so of one blanket, unless what counts of it at a target is cut to a margin, or it insures other values too.
func tellBlanket(all rulingsAt, d *Demand, p *part) {
	s := p.offer.sharersOf(d, p.row, p.peril)
	if p.row.OtherValues != nil {
		return
	}
	rulings, left := make([]*ruling, 0, len(s.targets)), p.row.amount.N
	for i, at := range s.targets {
		r := all[sharingKey{asset: at.target.Asset, requirement: at.Requirement}]
		if r == nil || at.target.unsure != "" {
			return
		}
		amount, isShort := r.partOf(p)
		if !isShort || amount != s.partOf(p.row.amount, at.Demand, at.target, true).N {
			return
		}
		if rulings = append(rulings, r); s.first(i) == i {
			left = left.SubWrap(amount)
		}
	}
	s.addCents(rulings, p, left.Lo)
	for _, r := range rulings {
		for i := range r.findings {
			f := &r.findings[i]
			if f.blanket != nil && f.blanket.isOf(p) && isToldByAll(rulings, f) && s.areOfOneType() {
				f.together = p.row.amount.With(s.required)
			}
		}
	}
}

// rulingsAt are the rulings of targets, by requirement and asset.
type rulingsAt map[sharingKey]*ruling

func indexed(judgements []*judgement) rulingsAt {
	all := rulingsAt{}
	for _, j := range judgements {
		for i := range j.rulings {
			all[sharingKey{asset: j.rulings[i].target.Asset, requirement: j.Requirement}] = &j.rulings[i]
		}
	}
	return all
}

// partOf returns what counts of a blanket, and whether the limits fall short wherever it does, all of them known.
func (r *ruling) partOf(of *part) (amount uint128.Uint128, short bool) {
	for i := range r.tallies {
		t := &r.tallies[i]
		p := t.partOf(of)
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

// partOf returns what counts of a blanket; nil if it does not.
func (t *tally) partOf(of *part) *part {
	for i := range t.parts {
		if t.parts[i].isOf(of) {
			return &t.parts[i]
		}
	}
	return nil
}

// isToldByAll reports whether a blanket is the only limit, and too low, at each of the targets that share it.
func isToldByAll(rulings []*ruling, f *ruled) bool {
	for _, r := range rulings {
		isTold := func(other ruled) bool {
			return other.blanket != nil && other.blanket.isOf(f.blanket) && other.peril == f.peril
		}
		if !slices.ContainsFunc(r.findings, isTold) {
			return false
		}
	}
	return true
}

// addCent adds the smallest unit of a blanket to the part of the target that is shown.
func (r *ruling) addCent(of *part) {
	least := uint128.Max
	for i := range r.tallies {
		t := &r.tallies[i]
		if p := t.partOf(of); p != nil {
			p.amount, t.sum = p.amount.Add64(1), t.sum.Add64(1)
		}
		if t.sum.Cmp(least) < 0 {
			least = t.sum
		}
	}
	for i := range r.findings {
		if sum, ok := r.leastTallied(&r.findings[i]); ok {
			r.findings[i].sum.N = sum
		}
	}
	if r.missesPerils || !r.found.IsKnown() {
		return
	}
	r.found.N = least
	if r.shortfall.IsKnown() { // cents of several blankets may reach more than is required
		r.shortfall.N = r.required.N.SubWrap(least)
		if least.Cmp(r.required.N) > 0 {
			r.shortfall.N = uint128.Zero
		}
	}
}

// blanketsOf returns the blankets that the target shares as clients see them, in the order of the policies.
func (d *Demand) blanketsOf(r *ruling) []*model.Blanket {
	if r.tallies == nil || !d.file.tellsAll {
		return []*model.Blanket{}
	}
	var made []model.Blanket
	var before model.Blanket // most have what the one before has
	var required scalar.Units
	for i := range r.tallies {
		made = slices.Grow(made, len(r.tallies[i].parts))
		for k := range r.tallies[i].parts {
			p := &r.tallies[i].parts[k]
			isTold := func(before tally) bool { return before.partOf(p) != nil }
			if slices.ContainsFunc(r.tallies[:i], isTold) {
				continue
			}
			if of := d.requiredOfAll(p, r.target); of != required {
				required, before.Required = of, of.Money()
			}
			if others := d.assetsSharing(p, r.target); !slices.Equal(others, before.SharedWith) {
				before.SharedWith = slices.Clone(others)
			}
			made = append(made, model.Blanket{
				PolicyID: p.offer.record.policy.ID, Limit: p.row.Amount, Allocated: p.row.amount.With(p.amount).Money(),
				Required: before.Required, SharedWith: before.SharedWith,
			})
		}
	}
	blankets := make([]*model.Blanket, len(made))
	for i := range made {
		blankets[i] = &made[i]
	}
	return blankets
}

// assetsSharing returns the assets of the other targets that share a blanket, each once, in order of creation. What it returns is
// kept until it is called again.
func (d *Demand) assetsSharing(p *part, t *Target) []uuid.UUID {
	assets := d.file.lastSharing[:0]
	for _, other := range p.offer.sharersOf(d, p.row, p.peril).targets {
		if a := other.target.Asset; a != nil && !other.is(d, t) && (len(assets) == 0 || assets[len(assets)-1] != a.ID) {
			assets = append(assets, a.ID)
		}
	}
	d.file.lastSharing = assets
	return assets
}

// sharingWith returns the other targets that share a blanket, in order of creation.
func (d *Demand) sharingWith(o *offer, row *limitRow, peril perilSet, t *Target) []sharing {
	s := o.sharersOf(d, row, peril)
	others := make([]sharing, 0, len(s.targets))
	for i, other := range s.targets {
		if !other.is(d, t) && s.first(i) == i {
			others = append(others, other)
		}
	}
	return others
}

// requiredOfAll returns what all targets require that share a blanket; not known if that of one is not.
func (d *Demand) requiredOfAll(p *part, t *Target) scalar.Units {
	s := *p.offer.sharersOf(d, p.row, p.peril)
	if !p.offer.covers(t) {
		s.add(d.weightAt(t), p.row.amount.Currency)
	}
	if s.unequal {
		return scalar.Units{}
	}
	return p.row.amount.With(s.required)
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
	others := d.sharingWith(f.blanket.offer, f.blanket.row, f.blanket.peril, t)
	if !f.together.IsKnown() {
		return place + preposition + t.Name(),
			", its part of " + f.blanket.row.amount.Spoken() + " shared with " + d.listed(others)
	}
	all := slices.Concat(others, []sharing{{d, t}})
	slices.SortStableFunc(all, func(a, b sharing) int { return cmp.Compare(a.target.place(), b.target.place()) })
	return place + preposition + d.listed(all) + " together", ""
}

// mostListed is how many names a sentence tells.
const mostListed = 6

// listed returns the names of targets as a sentence has them: A, B and C.
func (d *Demand) listed(targets []sharing) string {
	names := make([]string, len(targets))
	for i, t := range targets {
		if names[i] = t.target.Name(); t.Coverage != d.Coverage {
			names[i] = t.Coverage.Name + " for " + names[i]
		}
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
