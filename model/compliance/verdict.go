package compliance

import (
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/scalar"
)

// ruling is how a demand is met at a target on a day, before it is put into words.
type ruling struct {
	target    *Target
	verdict   model.Verdict
	findings  []ruled
	tolerated codeSet // the policies that pass checks 2 to 7 but for these were looked at together
	byNearest bool    // and, as none of them is of the primary layer, with the nearest candidate
	nearest   member
	byDay     bool         // whether the finding is why no policy insures the target
	tallies   []tally      // where a blanket is shared: how the limits add up
	required  scalar.Units // not known when no amount is required or it is not known; nor are the next two then
	found     scalar.Units
	shortfall scalar.Units
	waivers   waivers

	missesPerils   bool // whether a demanded peril is insured by no policy; noted with the tallies
	tellsUncounted bool // whether it says of the policies above the primary layer why they do not count
}

// question is a demand at a target on a day. Its lists are used again for the next target.
type question struct {
	*lineup
	target  *Target
	waivers waivers
	waived  codeSet
	members []member // the policies that pass check 1 and are in force, or possibly so
	set     []member
	insured []perilSet
	review  review // the last one
	notes   bool   // whether rulings note which blankets they share, to be told
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
	q.waived = q.waivers.codes()
	q.members = q.members[:0]
	for i, s := range q.terms {
		if s.offer != nil {
			q.members = append(q.members, member{offer: s.offer, lapses: s.offer.lapsesAt(t, s.possibly), place: i})
		}
	}
}

// lapsesAt returns the codes of the checks 2 to 7 that the policy does not pass at a target.
func (o *offer) lapsesAt(t *Target, possibly bool) codeSet {
	lapses := o.lapses
	if possibly {
		lapses |= datesUnknown
	}
	if !o.covers(t) {
		lapses |= assetNotCovered
	}
	return lapses
}

// eligible returns the policies that pass checks 2 to 7 when the tolerated codes count as passed, until it is called
// again.
func (q *question) eligible(tolerated codeSet) []member {
	q.set = q.set[:0]
	for _, m := range q.members {
		if m.lapses&^tolerated == 0 {
			q.set = append(q.set, m)
		}
	}
	return q.set
}

// isMet reports whether checks 1 to 10 are passed when the tolerated codes count as passed. What is waived is
// tolerated.
func (q *question) isMet(tolerated, waived codeSet) bool {
	return q.suffice(q.eligible(tolerated), tolerated, waived)
}

// suffice reports whether policies together pass checks 8 to 10 when the tolerated codes count as passed.
func (q *question) suffice(set []member, tolerated, waived codeSet) bool {
	if q.lacksPrimary(set) {
		return false
	}
	return q.reviewOf(set, waived).passes(tolerated)
}

// verdict is the worst that has to be said: what is unknown or waived counts only if it is needed.
func (q *question) verdict() model.Verdict {
	switch {
	case q.isMet(0, 0):
		return model.VerdictCompliant
	case q.waived.has(noCoverCodes) || q.waived != 0 && q.isMet(q.waived, q.waived):
		return model.VerdictWaived
	case q.isMet(q.waived|unknownCodes, q.waived):
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
