package compliance

import (
	"slices"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/scalar"
)

// ruling is how a demand is met at a target on a day, before it is put into words.
type ruling struct {
	target    *Target
	verdict   model.Verdict
	findings  []ruled
	stance    stance // which policies were looked at together
	byNearest bool   // and, as none of them is of the primary layer, with the nearest candidate
	nearest   member
	byDay     bool         // whether the finding is why no policy insures the target
	tallies   []tally      // where a blanket is shared: how the limits add up
	required  scalar.Units // not known when no amount is required or it is not known; nor are the next two then
	found     scalar.Units
	shortfall scalar.Units
	waivers   waivers
	isPlaced  bool // whether it is compliant by policies alone that the lender placed

	missesPerils   bool // whether a demanded peril is insured by no policy; noted with the tallies
	tellsUncounted bool // whether it says of the policies above the primary layer why they do not count
}

// question is a demand at a target on a day. Its lists are used again for the next target.
type question struct {
	*lineup
	target  *Target
	waivers waivers
	waived  codeSet  // whatever the peril or item
	members []member // the policies that pass check 1 and are in force, or possibly so
	set     []member
	insured []perilSet
	review  review // the last one

	waivedMissing perilSet // the perils of which peril_missing is waived
	waivedGaps    perilSet // the perils of which attachment_gap is waived
	waivedShort   perilSet // the perils of which limit_too_low is waived
	notes         bool     // whether rulings note which blankets they share, to be told
}

// newQuestion returns a question whose lists have room for every policy.
func (l *lineup) newQuestion() *question {
	most := len(l.bids)
	return &question{
		lineup: l, members: make([]member, 0, most), set: make([]member, 0, most+1), insured: make([]perilSet, 0, most+1),
	}
}

// ask sets the target.
func (q *question) ask(t *Target) {
	q.target, q.waivers = t, q.waiversAt(t)
	q.waived, q.waivedMissing, q.waivedShort, q.waivedGaps = 0, 0, 0, 0
	if len(q.waivers) > 0 {
		q.waived = q.waivers.codes()
		q.waivedMissing, q.waivedShort = q.waivers.perils(perilMissing), q.waivers.perils(limitTooLow)
		q.waivedGaps = q.waivers.perils(attachmentGap)
	}
	q.members = q.members[:0]
	for i := range q.terms {
		s := &q.terms[i]
		if s.offer != nil {
			q.members = append(q.members, s.memberAt(q.Demand, t, q.waivers, i))
		}
	}
}

// memberAt returns the term of a policy at a target.
func (s *termInForce) memberAt(d *Demand, t *Target, ws waivers, place int) member {
	m := member{offer: s.offer, lapses: s.offer.lapses | s.dated, place: place}
	if s.possibly {
		m.lapses |= datesUnknown
	}
	if !s.offer.covers(t) {
		m.lapses |= assetNotCovered
	}
	m.seven = s.offer.judgeDeductibles(d, t)
	if len(ws) > 0 {
		m.sevenWaived.high, m.sevenWaived.unknown = ws.perils(deductibleTooHigh), ws.perils(deductibleUnknown)
		m.sevenWaived.otherCurrency = ws.perils(currencyDiffers)
		m.forgiven = ws.forgiven(&m)
	}
	m.asked = d.Perils
	return m
}

// stance is what counts as passed: what is waived, and what is unknown.
type stance struct{ waived, unknown bool }

// lacks returns what a member does not pass of checks 2 to 7d.
func (s stance) lacks(m *member) codeSet {
	lapses := m.lapses
	if s.waived {
		lapses &^= m.forgiven
	}
	if s.unknown {
		lapses &^= unknownCodes
	}
	if failing := s.failing(m); failing != 0 && failing == m.asked {
		lapses |= m.seven.codes()
	}
	return lapses
}

// eligible returns the policies that pass checks 2 to 7d, until it is called again.
func (q *question) eligible(s stance) []member {
	q.set = q.set[:0]
	for i := range q.members {
		if s.lacks(&q.members[i]) == 0 {
			q.set = append(q.set, q.members[i])
		}
	}
	return q.set
}

// isMet reports whether all checks are passed.
func (q *question) isMet(s stance) bool { return q.suffice(q.eligible(s), s) }

// suffice reports whether policies, or some of them, together pass checks 8 to 10.
func (q *question) suffice(set []member, s stance) bool {
	if q.lacksPrimary(set) {
		return false
	}
	return q.pass(set, s) || s.waived && q.asksPeriod() && q.someSuffice(set, s)
}

// pass reports whether policies together, one of them primary, pass checks 8 to 10.
func (q *question) pass(set []member, s stance) bool {
	return q.reviewOf(set, s, false).passes(q.toleratedBy(s), q.perilsForgiven(s))
}

// toleratedBy returns the codes of checks 8 to 10 that count as passed.
func (q *question) toleratedBy(s stance) (tolerated codeSet) {
	if s.waived {
		tolerated |= q.waived
	}
	if s.unknown {
		tolerated |= unknownCodes
	}
	return tolerated
}

// perilsForgiven returns the perils for which limits that are too low count as passed.
func (q *question) perilsForgiven(s stance) perilSet {
	if !s.waived {
		return 0
	}
	return q.waivedShort
}

// isPlacedBy reports whether the lender placed every policy of a set that suffices.
func (q *question) isPlacedBy(set []member) bool {
	isVoluntary := func(m member) bool { return !m.version().IsLenderPlaced() }
	return q.file.isPlaced && !slices.ContainsFunc(set, isVoluntary)
}

// verdict is the worst that has to be said: what is unknown or waived counts only if it is needed.
func (q *question) verdict() model.Verdict {
	switch {
	case q.isMet(stance{}):
		return model.VerdictCompliant
	case q.waived.has(noCoverCodes) || q.waivers != nil && q.isMet(stance{waived: true}):
		return model.VerdictWaived
	case q.isMet(stance{waived: true, unknown: true}):
		return model.VerdictUnknown
	default:
		return model.VerdictDeficient
	}
}

// verdictOrder are the verdicts, the worst first. What is not applicable is left out.
var verdictOrder = []model.Verdict{model.VerdictDeficient, model.VerdictUnknown, model.VerdictWaived, model.VerdictCompliant}

// worst returns the worse of two verdicts.
func worst(a, b model.Verdict) model.Verdict {
	for _, v := range verdictOrder {
		if a == v || b == v {
			return v
		}
	}
	return model.VerdictNotApplicable
}
