package compliance

import (
	"slices"
	"time"

	"github.com/covertrack/covertrack/model"
)

// judgement is how a demand is met on a day at each of its targets.
type judgement struct {
	*lineup
	rulings  []ruling
	own      *ownRuling // of the requirement itself; nil without one
	question *question  // its lists are used again for other days
}

// lineup is what a demand is held against on a day.
type lineup struct {
	*Demand
	day     time.Time
	terms   []termInForce   // of each bid
	waived  []*model.Waiver // the waivers for the coverage type that hold, the lowest id first
	outages []outage        // of the policies that are not in force; nil until asked for
}

// termInForce is the term of a policy that is in force, or possibly so, and passes check 1.
type termInForce struct {
	standing
	offer *offer  // nil without such a term
	dated codeSet // what it does not pass on the day of the checks that it passes before
	lasts int     // until which of the days ahead it insures the same; kept by outlook
}

// notAsked is the value of what is reckoned only when it is asked for.
const notAsked = -1

// lineUp sets the day and what the demand is held against then.
func (l *lineup) lineUp(day time.Time) {
	l.day, l.outages = day, nil
	l.terms = slices.Grow(l.terms[:0], len(l.bids))
	for _, b := range l.bids {
		l.terms = append(l.terms, b.inForce(l.Demand, day))
	}
	l.waived = l.waived[:0]
	for _, w := range l.file.approved {
		if w.CoverageTypeID == l.Coverage.ID && w.HoldsOn(day) {
			l.waived = append(l.waived, w)
		}
	}
}

// inForce returns the term of the policy that is in force on a day.
func (b *bid) inForce(d *Demand, day time.Time) termInForce {
	s := b.record.on(day)
	t := termInForce{standing: s, offer: b.offer(d, s.term), lasts: notAsked}
	if t.offer != nil && t.offer.details != nil {
		t.dated = t.offer.datedLapses(day)
	}
	return t
}

// insuresLike reports whether two terms of a policy are the same for the demand, but for their dates.
func (t *termInForce) insuresLike(other *termInForce) bool {
	return t.possibly == other.possibly && t.dated == other.dated && t.offer.insuresLike(other.offer)
}

// judgeOn holds the demand against its targets on a day.
func (d *Demand) judgeOn(day time.Time) *judgement {
	j := &judgement{lineup: &lineup{Demand: d}, rulings: make([]ruling, len(d.Targets))}
	j.lineUp(day)
	q := j.newQuestion()
	j.question, q.notes = q, true
	for i := range d.Targets {
		q.ask(&d.Targets[i])
		j.rulings[i] = q.rule()
	}
	q.notes = false
	j.own = j.judgeLoan()
	return j
}

// inWords returns the judgement as clients see it.
func (j *judgement) inWords() *model.DemandCompliance {
	met := &model.DemandCompliance{Key: j.Requirement.Key, CoverageTypeID: j.Coverage.ID, Verdict: model.VerdictNotApplicable}
	made := make([]model.TargetCompliance, len(j.rulings))
	met.Targets = make([]*model.TargetCompliance, len(j.rulings))
	for i := range j.rulings {
		r := &j.rulings[i]
		made[i] = model.TargetCompliance{
			AssetID: r.target.assetID(), Verdict: r.verdict, LenderPlaced: r.isPlaced, Shortfall: r.shortfall.Money(),
			Findings: j.findings(r), Blankets: j.blanketsOf(r),
		}
		if j.file.tellsAll {
			made[i].RequiredLimit, made[i].FoundLimit = r.required.Money(), r.found.Money()
		}
		met.Targets[i] = &made[i]
		met.Verdict = worst(met.Verdict, r.verdict)
	}
	met.Findings = []*model.Finding{}
	if o := j.own; o != nil {
		met.Verdict, met.Findings = worst(met.Verdict, o.verdict), j.findings(&o.ruling)
		met.RequiredLimit, met.FoundLimit, met.Shortfall = o.required.Money(), o.found.Money(), o.shortfall.Money()
	}
	return met
}

// findings returns what is wrong at a target as clients see it.
func (d *Demand) findings(r *ruling) []*model.Finding {
	made := make([]model.Finding, len(r.findings))
	findings := make([]*model.Finding, len(r.findings))
	for i := range r.findings {
		made[i] = d.finding(r, &r.findings[i])
		findings[i] = &made[i]
	}
	return findings
}
