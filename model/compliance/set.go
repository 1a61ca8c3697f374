package compliance

import (
	"slices"

	"lukechampine.com/uint128"

	"github.com/covertrack/covertrack/model/catalog"
)

// member is an offer at one target, with what is not passed of checks 2 to 7d.
type member struct {
	*offer
	lapses   codeSet
	forgiven codeSet // what is waived of them, in whole
	place    int     // of the policy among the bids
}

// review is how checks 8 to 10 go for policies together.
type review struct {
	primaryMissing bool
	missing        perilSet // demanded, and insured by no policy; empty where that is waived
	told           perilSet // what a waived peril_missing is told of: insured by none, or by some without passing check 10
	groups         []group  // of the other demanded perils
	required       *required
}

// group are perils that the same policies insure, and how the limits of these add up.
type group struct {
	perils        perilSet
	sum           uint128.Uint128 // of the known limits in the currency required
	noLimit       []*offer        // those whose limit is not known
	otherCurrency []*offer
}

// reviewOf holds policies together against the demand at the target. What it returns is kept until it is called again.
func (q *question) reviewOf(set []member, waives bool) *review {
	r := &q.review
	*r = review{required: &q.target.Required, primaryMissing: q.lacksPrimary(set), groups: r.groups[:0]}
	insured := q.insuredBy(set)
	covered := perilSet(0)
	for _, perils := range insured {
		covered |= perils
	}
	r.missing = q.Perils &^ covered
	r.groups = splitPerils(r.groups, q.Perils&covered, insured)
	for i := range r.groups {
		q.addUp(&r.groups[i], set, insured)
	}
	if waives && q.waivedMissing&q.Perils != 0 {
		q.waivePerils(r, set, insured)
	}
	return r
}

// waivePerils counts all policies for every peril of which it is waived that it is missing, and keeps for which that was
// needed.
func (q *question) waivePerils(r *review, set []member, insured []perilSet) {
	waived := q.waivedMissing & q.Perils
	r.told = r.missing & waived
	r.missing &^= waived
	for _, g := range r.groups {
		if g.fallsShort(r.required) && !isInsuredByAll(g.perils&waived, insured) {
			r.told |= g.perils & waived
		}
	}
	for i := range insured {
		insured[i] |= waived
	}
	r.groups = splitPerils(r.groups[:0], q.Perils&^r.missing, insured)
	for i := range r.groups {
		q.addUp(&r.groups[i], set, insured)
	}
}

func isInsuredByAll(perils perilSet, insured []perilSet) bool {
	for _, set := range insured {
		if set&perils == 0 {
			return false
		}
	}
	return true
}

// lacksPrimary is check 8: one policy is of the primary layer; for UmbrellaExcess any one suffices.
func (d *Demand) lacksPrimary(set []member) bool {
	return !slices.ContainsFunc(set, func(m member) bool { return d.isCandidate(m.offer) })
}

// isCandidate reports whether a policy is of the primary layer; for UmbrellaExcess any one is as good.
func (d *Demand) isCandidate(o *offer) bool {
	return o.primary || d.Coverage.ID == catalog.UmbrellaExcess
}

// insuredBy returns the demanded perils that each policy of a set insures at the target, for check 9. An umbrella that
// does not list the coverage type insures what a primary policy of the set does, besides its own.
func (q *question) insuredBy(set []member) []perilSet {
	insured, primary := q.insured[:0], perilSet(0)
	for _, m := range set {
		perils := m.perilsAt(q.target) & q.Perils
		insured = append(insured, perils)
		if m.primary {
			primary |= perils
		}
	}
	for i, m := range set {
		if m.follows {
			insured[i] |= primary
		}
	}
	q.insured = insured
	return insured
}

// splitPerils adds a group for each part of the perils that the same policies insure.
func splitPerils(groups []group, perils perilSet, insured []perilSet) []group {
	if perils == 0 {
		return groups
	}
	groups = append(groups, group{perils: perils})
	for _, by := range insured {
		for i := range groups {
			perils := groups[i].perils
			if inside, outside := perils&by, perils&^by; inside != 0 && outside != 0 {
				groups[i].perils = inside
				groups = append(groups, group{perils: outside})
			}
		}
	}
	return groups
}

// addUp is check 10 for the perils of a group: the limits of the policies that insure them are added up over all
// layers.
func (q *question) addUp(g *group, set []member, insured []perilSet) {
	currency := q.target.Required.currency()
	if currency == 0 {
		return
	}
	for i, m := range set {
		if insured[i]&g.perils == 0 {
			continue
		}
		switch limit := m.limitAt(q.Demand, q.target); limit.Currency {
		case currency:
			g.sum = g.sum.Add(limit.N)
		case 0:
			g.noLimit = append(g.noLimit, m.offer)
		default:
			g.otherCurrency = append(g.otherCurrency, m.offer)
		}
	}
}

// fallsShort reports whether the known limits do not reach what is required.
func (g *group) fallsShort(r *required) bool { return r.amount.IsKnown() && g.sum.Cmp(r.amount.N) < 0 }

// openCodes returns the codes of the limits that are not known and could make up for what is missing.
func (g *group) openCodes() (open codeSet) {
	if len(g.noLimit) > 0 {
		open |= limitUnknown
	}
	if len(g.otherCurrency) > 0 {
		open |= currencyDiffers
	}
	return open
}

// passes reports whether checks 8 to 10 are passed when the tolerated codes count as passed.
func (r *review) passes(tolerated codeSet, forgiven perilSet) bool {
	if r.primaryMissing || r.missing != 0 || r.required.unknown && !tolerated.has(requiredAmountUnknown) && !r.reachesEnough() {
		return false
	}
	for i := range r.groups {
		g := &r.groups[i]
		if g.fallsShort(r.required) && g.perils&^forgiven != 0 && !tolerated.has(g.openCodes()) {
			return false
		}
	}
	return true
}

// reachesEnough reports whether the limits suffice whatever the amount is that is not known.
func (r *review) reachesEnough() bool {
	enough := r.required.enough
	fallsShort := func(g group) bool { return g.sum.Cmp(enough.N) < 0 }
	return enough.IsKnown() && len(r.groups) > 0 && !slices.ContainsFunc(r.groups, fallsShort)
}

// least returns the least sum of the limits over all demanded perils.
func (r *review) least() uint128.Uint128 {
	if r.missing != 0 || len(r.groups) == 0 {
		return uint128.Zero
	}
	least := r.groups[0].sum
	for _, g := range r.groups[1:] {
		if g.sum.Cmp(least) < 0 {
			least = g.sum
		}
	}
	return least
}

// knowsLimits reports whether the limits of all policies that count for a demanded peril are known.
func (r *review) knowsLimits() bool {
	for i := range r.groups {
		if r.groups[i].openCodes() != 0 {
			return false
		}
	}
	return true
}
