package model

import "math/big"

// member is an offer at one target, with what is not passed of checks 2 to 7.
type member struct {
	*offer
	lapses codeSet
}

// review is how checks 8 to 10 go for policies together.
type review struct {
	primaryMissing bool
	missing        perilSet // demanded, and insured by no policy; empty where that is waived
	told           perilSet // what a waived peril_missing is told of: insured by none, or by some without passing check 10
	groups         []group  // of the other demanded perils
	required       required
}

// group are perils that the same policies insure, and how the limits of these add up.
type group struct {
	perils        perilSet
	sum           *big.Int // of the known limits in the currency required
	noLimit       []*offer // those whose limit is not known
	otherCurrency []*offer
}

// reviewOf holds policies together against a demand at a target.
func (d *demand) reviewOf(t *target, set []member, waived codeSet) *review {
	r := &review{required: t.required, primaryMissing: d.lacksPrimary(set)}
	insured := d.insuredBy(t, set)
	var covered perilSet
	for _, perils := range insured {
		covered |= perils
	}
	r.missing = d.perils &^ covered
	for _, perils := range perilGroups(d.perils&covered, insured) {
		r.groups = append(r.groups, d.addUp(t, set, insured, perils))
	}
	if waived.has(perilMissing) {
		d.waivePerils(r, t, set, insured)
	}
	return r
}

// waivePerils counts all policies for every peril, and keeps which perils that was needed for.
func (d *demand) waivePerils(r *review, t *target, set []member, insured []perilSet) {
	r.told, r.missing = r.missing, 0
	for _, g := range r.groups {
		if g.fallsShort(r.required) && !isInsuredByAll(g.perils, insured) {
			r.told |= g.perils
		}
	}
	all := make([]perilSet, len(set))
	for i := range all {
		all[i] = d.perils
	}
	r.groups = []group{d.addUp(t, set, all, d.perils)}
}

func isInsuredByAll(perils perilSet, insured []perilSet) bool {
	for _, set := range insured {
		if set&perils == 0 {
			return false
		}
	}
	return true
}

// lacksPrimary is check 8: one policy is of the primary layer; for umbrellaExcess any one suffices.
func (d *demand) lacksPrimary(set []member) bool {
	for _, m := range set {
		if m.primary || d.coverage.ID == umbrellaExcess {
			return false
		}
	}
	return true
}

// insuredBy returns the demanded perils that each policy of a set insures at a target, for check 9. An umbrella that does
// not list the coverage type insures what a primary policy of the set does, besides its own.
func (d *demand) insuredBy(t *target, set []member) []perilSet {
	insured := make([]perilSet, len(set))
	var primary perilSet
	for i, m := range set {
		insured[i] = m.perilsAt(t) & d.perils
		if m.primary {
			primary |= insured[i]
		}
	}
	for i, m := range set {
		if m.follows {
			insured[i] |= primary
		}
	}
	return insured
}

// perilGroups splits perils into those that the same policies insure, in the order of the catalog's first of each.
func perilGroups(perils perilSet, insured []perilSet) []perilSet {
	if perils == 0 {
		return nil
	}
	groups := []perilSet{perils}
	for _, by := range insured {
		for i, g := range groups {
			if inside, outside := g&by, g&^by; inside != 0 && outside != 0 {
				groups[i] = inside
				groups = append(groups, outside)
			}
		}
	}
	return groups
}

// addUp is check 10 for perils that the same policies insure: their limits are added up over all layers.
func (d *demand) addUp(t *target, set []member, insured []perilSet, perils perilSet) group {
	g := group{perils: perils, sum: new(big.Int)}
	if t.required.amount == nil {
		return g
	}
	for i, m := range set {
		if insured[i]&perils == 0 {
			continue
		}
		switch limit := m.limitAt(d, t); {
		case limit == nil:
			g.noLimit = append(g.noLimit, m.offer)
		case m.limit.currency != t.required.amount.currency:
			g.otherCurrency = append(g.otherCurrency, m.offer)
		default:
			g.sum.Add(g.sum, limit)
		}
	}
	return g
}

// fallsShort reports whether the known limits do not reach what is required.
func (g *group) fallsShort(r required) bool { return r.amount != nil && g.sum.Cmp(r.amount.n) < 0 }

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
func (r *review) passes(tolerated codeSet) bool {
	if r.primaryMissing || r.missing != 0 || r.required.unknown && !tolerated.has(requiredAmountUnknown) {
		return false
	}
	for _, g := range r.groups {
		if g.fallsShort(r.required) && !tolerated.has(limitTooLow|g.openCodes()) {
			return false
		}
	}
	return true
}

// least returns the least sum of the limits over all demanded perils.
func (r *review) least() *big.Int {
	if r.missing != 0 || len(r.groups) == 0 {
		return new(big.Int)
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
	for _, g := range r.groups {
		if g.openCodes() != 0 {
			return false
		}
	}
	return true
}
