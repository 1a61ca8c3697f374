package compliance

import (
	"slices"

	"lukechampine.com/uint128"

	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/scalar"
)

// member is an offer at one target, with what is not passed of checks 2 to 7d.
type member struct {
	*offer
	lapses      codeSet // but for check 7
	forgiven    codeSet // what is waived of them and of check 7, in whole
	place       int     // of the policy among the bids
	asked       perilSet
	seven       deductibles
	sevenWaived deductibles // the perils of which its codes are waived
}

// review is how checks 8 to 10b go for policies together.
type review struct {
	primaryMissing bool
	missing        perilSet // demanded, and insured by no policy; empty where that is waived
	failing        perilSet // of these, insured by policies only that do not pass check 7; they count when they are told
	told           perilSet // what a waived peril_missing is told of: insured by none, or by some without passing check 10
	groups         []group  // of the other demanded perils
	required       *required
	aggregate      scalar.Units // what limits of kind aggregate must reach; not known if none is demanded
	period         period
}

// group are perils that the same policies insure with the same limits, and how these add up.
type group struct {
	perils perilSet
	sum
	aggregates sum             // of the limits of kind aggregate
	gaps       []gap           // the policies that do not count for what lies below them
	resting    []int           // the policies that count only if what is not known below them suffices
	below      sum             // what is not known below these
	rested     uint128.Uint128 // their limits
	surely     bool            // whether another one's limit reaches every amount
}

// sum is limits added up.
type sum struct {
	sum           uint128.Uint128 // of the known limits in the currency required
	every         bool            // whether one reaches every amount
	noLimit       []*offer        // those whose limit is not known
	otherCurrency []foreign
}

// foreign is a limit in another currency.
type foreign struct {
	offer  *offer
	amount scalar.Units
}

// reviewOf holds policies together against the demand at the target. Of perils that only policies insure which do not pass
// check 7, these count when they are told. What it returns is kept until it is called again.
func (q *question) reviewOf(set []member, s stance, tells bool) *review {
	r := &q.review
	*r = review{required: &q.target.Required, aggregate: q.aggregate, primaryMissing: q.lacksPrimary(set), groups: r.groups[:0]}
	insured := q.insuredBy(set, s)
	covered := perilSet(0)
	for _, perils := range insured {
		covered |= perils
	}
	r.missing = q.Perils &^ covered
	if tells && r.missing != 0 {
		r.failing = q.countFailing(set, r.missing&^q.waivedMissing, insured)
		r.missing &^= r.failing
	}
	q.group(r, set, insured, s)
	if s.waived && q.waivedMissing&q.Perils != 0 {
		q.waivePerils(r, set, insured, s)
	}
	if q.asksPeriod() {
		counted := perilSet(0)
		for _, perils := range insured {
			counted |= perils
		}
		r.period = q.periodOf(set, insured, q.Perils&counted)
	}
	return r
}

// group adds up the limits for the perils that are insured.
func (q *question) group(r *review, set []member, insured []perilSet, s stance) {
	r.groups = splitPerils(r.groups[:0], q.Perils&^r.missing, insured)
	for i := range set {
		if !set[i].plain {
			r.groups = set[i].rows.split(r.groups)
		}
	}
	if q.waivedGaps != 0 {
		r.groups = splitGroups(r.groups, q.waivedGaps)
	}
	for i := range r.groups {
		q.addUp(&r.groups[i], set, insured, s)
	}
}

// countFailing lets the policies that do not pass check 7 for some perils insure them.
func (q *question) countFailing(set []member, perils perilSet, insured []perilSet) (failing perilSet) {
	for i := range set {
		of := set[i].perilsAt(q.target) & perils
		insured[i] |= of
		failing |= of
	}
	for i := range set {
		if set[i].follows {
			insured[i] |= q.primaryPerils(set, insured) & failing
		}
	}
	return failing
}

// waivePerils counts all policies for every peril of which it is waived that it is missing, and keeps for which that was
// needed.
func (q *question) waivePerils(r *review, set []member, insured []perilSet, s stance) {
	waived := q.waivedMissing & q.Perils
	r.told = r.missing & waived
	r.missing &^= waived
	for _, g := range r.groups {
		if g.fallsShort(r.required.amount) && !isInsuredByAll(g.perils&waived, insured) {
			r.told |= g.perils & waived
		}
	}
	for i := range insured {
		insured[i] |= waived &^ s.failing(&set[i])
	}
	q.group(r, set, insured, s)
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

// insuredBy returns the demanded perils that each policy of a set insures at the target and for which it passes check 7, for
// check 9. An umbrella that does not list the coverage type insures what a primary policy of the set does, besides its own.
func (q *question) insuredBy(set []member, s stance) []perilSet {
	insured := q.insured[:0]
	for i := range set {
		insured = append(insured, set[i].perilsAt(q.target)&q.Perils&^s.failing(&set[i]))
	}
	primary := q.primaryPerils(set, insured)
	for i := range set {
		if set[i].follows {
			insured[i] |= primary
		}
	}
	q.insured = insured
	return insured
}

// primaryPerils returns what the primary policies of a set insure.
func (*question) primaryPerils(set []member, insured []perilSet) (perils perilSet) {
	for i := range set {
		if set[i].primary {
			perils |= insured[i]
		}
	}
	return perils
}

// splitPerils adds a group for each part of the perils that the same policies insure.
func splitPerils(groups []group, perils perilSet, insured []perilSet) []group {
	if perils == 0 {
		return groups
	}
	groups = append(groups, group{perils: perils})
	for _, by := range insured {
		groups = splitGroups(groups, by)
	}
	return groups
}

// splitGroups parts the perils of groups by some.
func splitGroups(groups []group, by perilSet) []group {
	for i := range groups {
		perils := groups[i].perils
		if inside, outside := perils&by, perils&^by; inside != 0 && outside != 0 {
			groups[i].perils = inside
			groups = append(groups, group{perils: outside})
		}
	}
	return groups
}

// split parts the perils of groups by the sublimits.
func (rows limitRows) split(groups []group) []group {
	for i := range rows {
		groups = splitGroups(groups, rows[i].perils)
	}
	return groups
}

// addUp is checks 10 and 10a for the perils of a group: the limits of the policies that insure them are added up over all
// layers.
func (q *question) addUp(g *group, set []member, insured []perilSet, s stance) {
	currency, peril := q.target.Required.currency(), g.perils&-g.perils
	isTower := slices.ContainsFunc(set, func(m member) bool { return q.attaches(m.offer) })
	var counting []int
	if isTower {
		counting = q.counting(g, set, insured, s)
	}
	for i := range set {
		if insured[i]&g.perils == 0 || isTower && !slices.Contains(counting, i) {
			continue
		}
		limit, _ := set[i].limitAt(q.Demand, q.target, peril, false)
		if q.target.Required.positive && limit.IsKnown() { // a limit above zero is one in every currency
			limit.Currency = currency
		}
		g.add(set[i].offer, limit, currency)
		switch rests := slices.Contains(g.resting, i); {
		case !rests:
			g.surely = g.surely || limit.every
		case limit.Currency == currency:
			g.rested = g.rested.Add(limit.N)
		}
		if q.aggregate.IsKnown() {
			limit, _ := set[i].limitAt(q.Demand, q.target, peril, true)
			g.aggregates.add(set[i].offer, limit, q.aggregate.Currency)
		}
	}
}

// add adds a limit.
func (s *sum) add(o *offer, limit counted, currency scalar.CurrencyPlace) {
	switch {
	case limit.every:
		s.every = true
	case currency == 0:
	case limit.Currency == currency:
		s.sum = s.sum.Add(limit.N)
	case limit.Currency == 0:
		s.noLimit = append(s.noLimit, o)
	default:
		s.otherCurrency = append(s.otherCurrency, foreign{o, limit.Units})
	}
}

// fallsShort reports whether the known limits do not reach an amount.
func (s *sum) fallsShort(amount scalar.Units) bool {
	return amount.IsKnown() && !s.every && s.sum.Cmp(amount.N) < 0
}

// openCodes returns the codes of the limits that are not known and could make up for what is missing.
func (s *sum) openCodes() (open codeSet) {
	if len(s.noLimit) > 0 {
		open |= limitUnknown
	}
	if len(s.otherCurrency) > 0 {
		open |= currencyDiffers
	}
	return open
}

// passes reports whether checks 8 to 10b are passed when the tolerated codes count as passed.
func (r *review) passes(tolerated codeSet, forgiven perilSet) bool {
	if r.primaryMissing || r.missing != 0 || r.required.unknown && !tolerated.has(requiredAmountUnknown) && !r.reachesEnough() {
		return false
	}
	for i := range r.groups {
		g := &r.groups[i]
		if g.fallsShort(r.required.amount) && g.perils&^forgiven != 0 && !tolerated.has(g.openCodes()) {
			return false
		}
		if g.aggregates.fallsShort(r.aggregate) && !tolerated.has(aggregateTooLow|g.aggregates.openCodes()) {
			return false
		}
	}
	return r.period.passes(tolerated)
}

// reachesEnough reports whether the limits suffice whatever the amount is that is not known.
func (r *review) reachesEnough() bool {
	enough := r.required.enough
	fallsShort := func(g group) bool { return !g.every && (!enough.IsKnown() || g.sum.sum.Cmp(enough.N) < 0) }
	return len(r.groups) > 0 && !slices.ContainsFunc(r.groups, fallsShort)
}

// least returns the least sum of the limits over all demanded perils; one that reaches every amount is what is required.
func (r *review) least(amount scalar.Units) uint128.Uint128 {
	if r.missing != 0 || len(r.groups) == 0 {
		return uint128.Zero
	}
	least := uint128.Max
	for i := range r.groups {
		if sum := r.groups[i].reached(amount); sum.Cmp(least) < 0 {
			least = sum
		}
	}
	return least
}

// reached returns the sum; what is required where one of the limits reaches every amount.
func (s *sum) reached(amount scalar.Units) uint128.Uint128 {
	if s.every && s.sum.Cmp(amount.N) < 0 {
		return amount.N
	}
	return s.sum
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
