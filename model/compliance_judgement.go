package model

import (
	"slices"
	"time"
)

// judgement is how a demand is met on a day at each of its targets.
type judgement struct {
	*lineup
	rulings []ruling
}

// lineup is what a demand is held against on a day.
type lineup struct {
	*demand
	day    time.Time
	terms  []termInForce // of each bid
	waived []*Waiver     // the waivers for the coverage type that hold, the lowest id first
}

// termInForce is the term of a policy that is in force, or possibly so, and passes check 1.
type termInForce struct {
	standing
	offer *offer // nil without such a term
}

// lineUp returns what the demand is held against on a day.
func (d *demand) lineUp(day time.Time) *lineup {
	l := &lineup{demand: d, day: day, terms: make([]termInForce, len(d.bids))}
	for i, b := range d.bids {
		l.terms[i].standing = b.record.on(day)
		l.terms[i].offer = b.offer(d, l.terms[i].term)
	}
	for _, w := range d.file.approved {
		if w.CoverageTypeID == d.coverage.ID && w.HoldsOn(day) {
			l.waived = append(l.waived, w)
		}
	}
	return l
}

// judgeOn holds the demand against its targets on a day.
func (d *demand) judgeOn(day time.Time) *judgement {
	j := &judgement{lineup: d.lineUp(day), rulings: make([]ruling, len(d.targets))}
	q := j.newQuestion()
	for i, t := range d.targets {
		q.ask(t)
		j.rulings[i] = q.rule()
	}
	return j
}

// inWords returns the judgement as clients see it.
func (j *judgement) inWords() *DemandCompliance {
	met := &DemandCompliance{CoverageTypeID: j.coverage.ID, Verdict: VerdictNotApplicable}
	for i := range j.rulings {
		r := &j.rulings[i]
		at := &TargetCompliance{
			AssetID: r.target.assetID(), Verdict: r.verdict, RequiredLimit: r.target.required.known().money(),
			FoundLimit: r.found.money(), Shortfall: r.shortfall.money(), Findings: make([]*Finding, len(r.findings)),
		}
		for i, f := range r.findings {
			at.Findings[i] = j.finding(r, f)
		}
		met.Verdict = worst(met.Verdict, r.verdict)
		met.Targets = append(met.Targets, at)
	}
	return met
}

// isLike reports whether a demand is held against the same on two days, but for the dates of terms.
func (l *lineup) isLike(other *lineup) bool {
	return l.demand == other.demand && slices.Equal(l.waived, other.waived) &&
		slices.EqualFunc(l.terms, other.terms, func(a, b termInForce) bool {
			return a.possibly == b.possibly && a.offer.insuresLike(b.offer)
		})
}
