package model

import (
	"slices"
	"time"
)

// ruling is how a demand is met at a target on a day, before it is put into words.
type ruling struct {
	target    *target
	verdict   Verdict
	findings  []ruled
	found     *units // nil when no amount is required or it is not known
	shortfall *units
	waivers   waivers
}

// judgement is how a demand is met on a day at each of its targets.
type judgement struct {
	demand  *demand
	rulings []*ruling
}

// judgeOn holds the demand against its targets on a day.
func (d *demand) judgeOn(day time.Time) *judgement {
	standing := make([]standing, len(d.bids))
	for i, b := range d.bids {
		standing[i] = b.record.on(day)
	}
	j := &judgement{demand: d, rulings: make([]*ruling, len(d.targets))}
	for i, t := range d.targets {
		j.rulings[i] = d.ask(t, day, standing).rule()
	}
	return j
}

// inWords returns the judgement as clients see it.
func (j *judgement) inWords() *DemandCompliance {
	met := &DemandCompliance{CoverageType: j.demand.coverage.ID, Verdict: VerdictNotApplicable}
	for _, r := range j.rulings {
		at := &TargetCompliance{
			Asset: r.target.assetID(), Verdict: r.verdict, RequiredLimit: r.target.required.known().money(),
			FoundLimit: r.found.money(), Shortfall: r.shortfall.money(),
			Findings: make([]*Finding, len(r.findings)),
		}
		for i, f := range r.findings {
			at.Findings[i] = j.demand.finding(r, f)
		}
		met.Verdict = worst(met.Verdict, r.verdict)
		met.Targets = append(met.Targets, at)
	}
	return met
}

// question is a demand at a target on a day.
type question struct {
	*demand
	target   *target
	day      time.Time
	waivers  waivers
	waived   codeSet
	members  []member // of the policies that pass check 1 and are in force, or possibly so
	standing []standing
}

// ask prepares the question. standing has where each bid's policy is on the day.
func (d *demand) ask(t *target, day time.Time, standing []standing) *question {
	q := &question{demand: d, target: t, day: day, waivers: d.waiversAt(t, day), standing: standing}
	q.waived = q.waivers.codes()
	for i, s := range standing {
		if s.term == nil {
			continue
		}
		if o := d.bids[i].offer(d, s.term); o != nil {
			q.members = append(q.members, member{offer: o, lapses: o.lapsesAt(t, s)})
		}
	}
	return q
}

// lapsesAt returns the codes of the checks 2 to 7 that the policy does not pass at a target.
func (o *offer) lapsesAt(t *target, s standing) codeSet {
	lapses := o.lapses
	if s.possibly {
		lapses |= datesUnknown
	}
	if !o.covers(t) {
		lapses |= assetNotCovered
	}
	return lapses
}

// eligible returns the policies that pass checks 2 to 7 when the tolerated codes count as passed.
func (q *question) eligible(tolerated codeSet) []member {
	return slices.DeleteFunc(slices.Clone(q.members), func(m member) bool { return m.lapses&^tolerated != 0 })
}

// isMet reports whether checks 1 to 10 are passed when the tolerated codes count as passed. What is waived is tolerated.
func (q *question) isMet(tolerated, waived codeSet) bool {
	return q.reviewOf(q.target, q.eligible(tolerated), waived).passes(tolerated)
}

// verdict is the worst that has to be said: what is unknown or waived counts only if it is needed.
func (q *question) verdict() Verdict {
	switch {
	case q.isMet(0, 0):
		return VerdictCompliant
	case q.waived.has(noCoverCodes) || q.isMet(q.waived, q.waived):
		return VerdictWaived
	case q.isMet(q.waived|unknownCodes, q.waived):
		return VerdictUnknown
	default:
		return VerdictDeficient
	}
}

// verdictOrder are the verdicts, the worst first. What is not applicable is left out.
var verdictOrder = []Verdict{VerdictDeficient, VerdictUnknown, VerdictWaived, VerdictCompliant}

// worst returns the worse of two verdicts.
func worst(a, b Verdict) Verdict {
	for _, v := range verdictOrder {
		if a == v || b == v {
			return v
		}
	}
	return VerdictNotApplicable
}
