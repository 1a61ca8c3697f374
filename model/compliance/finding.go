package compliance

import (
	"cmp"
	"slices"
	"time"

	"github.com/google/uuid"
	"lukechampine.com/uint128"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/scalar"
)

// ruled is a finding before it is put into words.
type ruled struct {
	code    model.FindingCode
	outcome model.FindingOutcome
	offer   *offer         // nil where the finding names no policy
	peril   *catalog.Peril // nil where it names none
	perils  perilSet       // of what is told once of several perils: these
	item    string         // which of several things it is about; "" where there is but one
	sum     scalar.Units   // of limit_too_low: the limits found
	date    *time.Time     // of a policy that is not in force: when that changed or will change; nil if not known
	never   bool           // of a policy that never was in force
	next    *ruled         // of a cover that ended: when the next term begins; nil if none will
	ofLimit bool           // of currency_differs: that of the limit, which is the sum, not of the deductible
	period  *period        // of the codes of check 10b

	uncounted bool         // the reason why a policy does not count, beside limit_too_low
	blanket   *part        // of limit_too_low: the only limit found, which is shared with other targets
	together  scalar.Units // told of all the targets that share the blanket: what they require; else not known
}

// rule answers the question: the verdict, what is wrong, and the amounts (specification of compliance, section 4).
func (q *question) rule() ruling {
	r := ruling{target: q.target, verdict: q.verdict(), waivers: q.waivers}
	if r.verdict == model.VerdictCompliant {
		q.setAmounts(&r, &q.review) // of the eligible policies: the verdict took no other
		q.noteBlankets(&r, q.set)
		r.isPlaced = q.isPlacedBy(q.set)
		return r
	}
	r.stance = stance{waived: true, unknown: r.verdict != model.VerdictWaived}
	q.explain(&r, q.eligible(r.stance))
	q.tellUncounted(&r)
	for i := range r.findings {
		r.findings[i].outcome = q.outcomeOf(&r, &r.findings[i])
	}
	if q.target.unsure != "" && r.verdict != model.VerdictWaived {
		r.findings = append(r.findings, ruled{code: model.FindingCodeApplicabilityUnknown, outcome: model.FindingOutcomeUnknown})
		r.verdict, r.required, r.found, r.shortfall = model.VerdictUnknown, scalar.Units{}, scalar.Units{}, scalar.Units{}
	}
	slices.SortStableFunc(r.findings, compareFindings)
	return r
}

// explain finds what is wrong: in the set of eligible policies if one is of the primary layer, else with the nearest
// candidate that insures the target, else with those that do not or are not in force.
func (q *question) explain(r *ruling, set []member) {
	if !q.lacksPrimary(set) {
		q.explainSet(r, set)
		for i := range set {
			r.tell(&set[i], set[i].lapses)
			q.tellSeven(r, &set[i])
		}
		return
	}
	nearest := q.nearestCandidate()
	if nearest == nil || (nearest.lapses &^ nearest.forgiven).has(assetNotCovered) {
		r.byDay = true
		q.explainAbsence(r, set, nearest)
		return
	}
	r.byNearest, r.nearest = true, *nearest
	q.tellNearest(r, nearest)
	counted := *nearest
	counted.seven = deductibles{}
	q.explainSet(r, append(set, counted))
}

// explainAbsence tells why no policy of the primary layer insures the target: its cover is not in force, the nearest one
// that is does not insure it, or there is none. The set is of the eligible policies of other layers.
func (q *question) explainAbsence(r *ruling, set []member, nearest *member) {
	reason := q.whyNotInForce()
	switch {
	case reason != nil:
		r.findings = append(r.findings, *reason)
	case nearest != nil:
		q.tellNearest(r, nearest)
	case len(set) > 0:
		q.explainSet(r, set)
		return
	default:
		r.findings = append(r.findings, ruled{code: model.FindingCodeNoPolicy})
	}
	if len(set) > 0 {
		r.findings = append(r.findings, ruled{code: model.FindingCodePrimaryMissing})
	}
	q.setAmounts(r, nil)
}

// tellNearest adds what the nearest candidate does not pass of checks 2 to 7d.
func (q *question) tellNearest(r *ruling, m *member) {
	r.tell(m, m.lapses)
	q.tellDeductibles(r, m, m.seven.told, false)
}

// tellSeven adds what a policy of the set does not pass of check 7: what is not known or waived; what fails where no other
// policy insures the peril; and, not counted, where others do and fall short.
func (q *question) tellSeven(r *ruling, m *member) {
	failing := r.stance.failing(m)
	q.tellDeductibles(r, m, m.seven.told&^failing|m.seven.told&failing&q.review.failing, false)
	short := perilSet(0)
	for _, f := range r.findings {
		if f.code == model.FindingCodeLimitTooLow {
			short |= f.perils
			if f.peril != nil {
				short |= perilsOf([]uuid.UUID{f.peril.ID})
			}
		}
	}
	if r.verdict != model.VerdictWaived {
		q.tellDeductibles(r, m, m.seven.told&failing&short&^q.review.failing&m.perilsAt(q.target), true)
	}
}

// tell adds some of what a policy does not pass of checks 2 to 7d, a finding an item where there are several.
func (r *ruling) tell(m *member, lapses codeSet) {
	for _, code := range lapses.codes() {
		told := len(r.findings)
		for _, l := range m.details {
			if l.code == code && l.item != "" {
				r.findings = append(r.findings, ruled{code: code, offer: m.offer, item: l.item})
			}
		}
		if len(r.findings) == told {
			r.findings = append(r.findings, ruled{code: code, offer: m.offer})
		}
	}
}

// tellUncounted adds, where the limits of a liability demand are too low, why umbrella and excess policies in force are not
// counted.
func (q *question) tellUncounted(r *ruling) {
	isShort := func(f ruled) bool { return f.code == model.FindingCodeLimitTooLow }
	if q.Coverage.CoverageGroup != catalog.CoverageGroupLiability || r.verdict == model.VerdictWaived ||
		!slices.ContainsFunc(r.findings, isShort) {
		return
	}
	r.tellsUncounted = true
	for i := range q.members {
		m := &q.members[i]
		if !m.isAbovePrimary() || m.offer == r.nearest.offer {
			continue
		}
		told := len(r.findings)
		r.tell(m, r.stance.lacks(m))
		for i := len(r.findings) - 1; i >= told; i-- {
			if r.findings[i].uncounted = true; r.waivers.reach(&r.findings[i]) {
				r.findings = slices.Delete(r.findings, i, i+1)
			}
		}
	}
}

// isAbovePrimary reports whether the policy is of layer umbrella or excess.
func (o *offer) isAbovePrimary() bool {
	return o.version().IsOfLayer(model.CoverageLayerUmbrella) || o.version().IsOfLayer(model.CoverageLayerExcess)
}

// nearestCandidate returns the policy of the primary layer, for UmbrellaExcess of any, that is in force or possibly so and
// lacks the least; nil if there is none.
func (q *question) nearestCandidate() *member {
	var nearest *member
	for i := range q.members {
		m := &q.members[i]
		if q.isCandidate(m.offer) && (nearest == nil || compareNearness(m, nearest) < 0) {
			nearest = m
		}
	}
	return nearest
}

// compareNearness orders candidates by what they lack, but for what is waived: those that insure the target first, then the
// one with the fewest failing, then the fewest unknown checks.
func compareNearness(a, b *member) int {
	ofA, ofB := (a.lapses|a.seven.codes())&^a.forgiven, (b.lapses|b.seven.codes())&^b.forgiven
	failingA, failingB := (ofA &^ unknownCodes).checks(), (ofB &^ unknownCodes).checks()
	return cmp.Or(
		cmp.Compare(ofA&assetNotCovered, ofB&assetNotCovered),
		cmp.Compare(failingA.size(), failingB.size()),
		cmp.Compare(((ofA&unknownCodes).checks()&^failingA).size(), ((ofB&unknownCodes).checks()&^failingB).size()),
		compareEnds(a.offer, b.offer))
}

// explainSet adds what is wrong with policies together.
func (q *question) explainSet(r *ruling, set []member) {
	review := q.reviewOf(set, r.stance, true)
	add := func(code model.FindingCode, perils ...*catalog.Peril) {
		for _, p := range perils {
			r.findings = append(r.findings, ruled{code: code, peril: p})
		}
	}
	if review.primaryMissing {
		add(model.FindingCodePrimaryMissing, nil)
	}
	add(model.FindingCodePerilMissing, (review.missing | review.told).Perils()...)
	if review.required.unknown && !review.reachesEnough() {
		add(model.FindingCodeRequiredAmountUnknown, nil)
	}
	q.explainLimits(r, review)
	q.explainGaps(r, review, set)
	q.setAmounts(r, review)
	q.noteBlankets(r, set)
}

// explainLimits adds what is wrong with the limits: those that are not known stand in place of what is missing while
// they could make up for it. In a waived target what is not known counts nothing unless that is waived.
func (q *question) explainLimits(r *ruling, review *review) {
	var short []group
	var noLimit []*offer
	var otherCurrency []foreign
	leastAggregate := review.aggregate
	isShort := func(s *sum, amount scalar.Units) bool {
		if !s.fallsShort(amount) {
			return false
		}
		possible := s.openCodes()
		if r.verdict == model.VerdictWaived {
			possible &= q.waived
		}
		if possible.has(limitUnknown) {
			noLimit = append(noLimit, s.noLimit...)
		}
		if possible.has(currencyDiffers) {
			otherCurrency = append(otherCurrency, s.otherCurrency...)
		}
		return possible == 0
	}
	for i := range review.groups {
		g := &review.groups[i]
		certain := g.sum // without what rests on limits that are not known
		if g.resting != nil {
			certain.sum, certain.every = g.sum.sum.SubWrap(g.rested), g.surely
			certain.noLimit = slices.Concat(g.noLimit, g.below.noLimit)
			certain.otherCurrency = slices.Concat(g.otherCurrency, g.below.otherCurrency)
		}
		if isShort(&certain, review.required.amount) {
			short = append(short, *g)
		}
		if isShort(&g.aggregates, review.aggregate) && g.aggregates.sum.Cmp(leastAggregate.N) < 0 {
			leastAggregate.N = g.aggregates.sum
		}
	}
	q.tellShort(r, short, len(short) == len(review.groups))
	if leastAggregate != review.aggregate {
		r.findings = append(r.findings, ruled{code: model.FindingCodeAggregateTooLow, sum: leastAggregate})
	}
	r.tellOpen(noLimit, otherCurrency)
	q.explainPeriod(r, &review.period)
}

// tellShort adds limit_too_low: once if every peril falls short equally, else once each with its peril.
func (q *question) tellShort(r *ruling, short []group, every bool) {
	if len(short) == 0 {
		return
	}
	amount := q.target.Required.amount
	all := perilSet(0)
	for _, g := range short {
		all |= g.perils
	}
	waived := q.waivedShort & all
	differs := func(g group) bool { return g.sum.sum != short[0].sum.sum }
	if every && !slices.ContainsFunc(short, differs) && (waived == 0 || waived == all) {
		r.findings = append(r.findings, ruled{code: model.FindingCodeLimitTooLow, perils: all, sum: amount.With(short[0].sum.sum)})
		return
	}
	for _, g := range short {
		for _, p := range g.perils.Perils() {
			r.findings = append(r.findings, ruled{code: model.FindingCodeLimitTooLow, peril: p, sum: amount.With(g.sum.sum)})
		}
	}
}

// tellOpen adds the limits that are not known, or of another currency, once a policy.
func (r *ruling) tellOpen(noLimit []*offer, otherCurrency []foreign) {
	for i, o := range noLimit {
		if !slices.Contains(noLimit[:i], o) {
			r.findings = append(r.findings, ruled{code: model.FindingCodeLimitUnknown, offer: o})
		}
	}
	for i, f := range otherCurrency {
		isTold := func(other foreign) bool { return other.offer == f.offer }
		if !slices.ContainsFunc(otherCurrency[:i], isTold) {
			r.findings = append(r.findings, ruled{code: model.FindingCodeCurrencyDiffers, offer: f.offer, sum: f.amount, ofLimit: true})
		}
	}
}

// setAmounts sets the amount required, what was found of it and what is missing; nothing was found without a review.
func (q *question) setAmounts(r *ruling, review *review) {
	amount := q.target.Required.Known()
	if review != nil && review.missing == 0 && q.target.Required.enough.IsKnown() && review.reachesEnough() {
		amount = q.target.Required.enough
	}
	if !amount.IsKnown() {
		return
	}
	r.required, r.found = amount, amount.With(uint128.Zero)
	known := true
	if review != nil {
		r.found.N, known = review.least(amount), review.knowsLimits()
	}
	if known && (r.verdict == model.VerdictDeficient || r.verdict == model.VerdictUnknown) {
		r.shortfall = amount.With(uint128.Zero)
		if r.found.N.Cmp(amount.N) < 0 {
			r.shortfall.N = amount.N.Sub(r.found.N)
		}
	}
}

// outcomeOf returns how a finding counts: all those of a waived target are waived.
func (q *question) outcomeOf(r *ruling, f *ruled) model.FindingOutcome {
	if r.verdict == model.VerdictWaived || q.waivers.reach(f) {
		return model.FindingOutcomeWaived
	}
	return ruleOf(f.code).Outcome
}

// compareFindings orders findings as the table of codes has them, then by policy and by peril.
func compareFindings(a, b ruled) int {
	if c := cmp.Compare(findingPlaces[a.code], findingPlaces[b.code]); c != 0 {
		return c
	}
	if a.offer != nil && b.offer != nil {
		if c := CompareIDs(a.offer.record.policy.ID, b.offer.record.policy.ID); c != 0 {
			return c
		}
	}
	if a.peril != nil && b.peril != nil {
		return cmp.Compare(a.peril.Position, b.peril.Position)
	}
	return cmp.Compare(itemPlace(a.item), itemPlace(b.item))
}

// itemPlace returns the place of an item among those of its check: as the catalog has them, cancellation before non-payment.
func itemPlace(item string) int {
	if e, ok := catalog.Endorsements.ByRef(item); ok {
		return e.Position
	}
	if e, ok := catalog.Exclusions.ByRef(item); ok {
		return e.Position
	}
	return slices.Index(noticeItems, item)
}
