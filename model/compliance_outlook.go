package model

import (
	"slices"
	"sort"
	"time"
)

// outlook holds a demand against its targets on later days, to find the first on which it is met in another way.
type outlook struct {
	*question // on the day that was looked at last
	now       *judgement
	days      []time.Time // of change, in order, and last the end
	allMet    bool        // whether every target is compliant now
	byDates   bool        // whether what is amiss now depends on when terms begin or end
	safe      time.Time   // before this day, what is compliant now stays so
}

// outlookOn returns the outlook on the days of change before an end.
func (j *judgement) outlookOn(days []time.Time, end time.Time) *outlook {
	o := &outlook{question: j.question, now: j, days: append(days, end)}
	o.allMet = !slices.ContainsFunc(j.rulings, func(r ruling) bool { return r.verdict != VerdictCompliant })
	o.byDates = slices.ContainsFunc(j.rulings, func(r ruling) bool { return r.byDates })
	o.safe = o.safeUntil(o.days)
	o.lineup = &lineup{demand: j.demand}
	return o
}

// differsOn reports whether the demand is met in another way on a day of change than it is now.
func (o *outlook) differsOn(n int) bool {
	later := o.days[n]
	isSafe := later.Before(o.safe)
	if isSafe && o.allMet {
		return false
	}
	o.moveTo(later)
	if !o.byDates && o.isLike(o.now.lineup) {
		return false
	}
	for i := range o.targets {
		if o.differsAt(&o.targets[i], &o.now.rulings[i], isSafe) {
			return true
		}
	}
	if !isSafe {
		o.safe = o.safeUntil(o.days[n+1:])
	}
	return false
}

// moveTo lines up what the demand is held against on a later day.
func (o *outlook) moveTo(later time.Time) {
	if o.isOfAnotherProgramme(later) {
		o.demand = o.file.demandOn(later, o.requirement)
	}
	o.lineUp(later)
}

func (o *outlook) differsAt(t *target, now *ruling, isSafe bool) bool {
	if now.verdict != VerdictCompliant {
		o.ask(t)
		then := o.rule()
		return !now.isLike(&then)
	}
	if isSafe {
		return false
	}
	o.ask(t)
	return !o.isMet(0, 0)
}

// safeUntil returns one of the days ahead, before which every target that is compliant now stays so: the policies that
// insure the same until then suffice, and further ones worsen nothing.
func (o *outlook) safeUntil(ahead []time.Time) time.Time {
	if n := slices.IndexFunc(ahead, o.isOfAnotherProgramme); n >= 0 {
		ahead = ahead[:n+1]
	}
	for i := range o.terms {
		o.terms[i].lasts = o.bids[i].lasts(o.lineup, &o.terms[i], ahead)
	}
	safe := len(ahead) - 1
	for i := range o.targets {
		if safe == 0 {
			break
		}
		if o.now.rulings[i].verdict != VerdictCompliant {
			continue
		}
		o.ask(&o.targets[i])
		if !o.isMetUntil(safe) {
			safe = sort.Search(safe, func(n int) bool { return !o.isMetUntil(n) }) - 1
		}
	}
	return ahead[safe]
}

// isOfAnotherProgramme reports whether the flood programme has other maximums on a day than the demand is made with.
func (d *demand) isOfAnotherProgramme(day time.Time) bool {
	return d.isOfFlood() && floodMaximumOn(d.file.flood, day) != d.flood
}

// lasts returns on how many of the days ahead the policy insures the same as now, until it does not for the first time.
func (b *bid) lasts(l *lineup, now *termInForce, ahead []time.Time) int {
	until := ahead[len(ahead)-1]
	for _, day := range b.record.turns {
		if day.After(l.day) && day.Before(until) {
			if then := b.inForce(l.demand, day); !then.insuresLike(now) {
				until = day
			}
		}
	}
	n, _ := slices.BinarySearchFunc(ahead, until, time.Time.Compare)
	return n
}

// isMetUntil reports whether the eligible policies that insure the same on some of the days ahead suffice.
func (q *question) isMetUntil(days int) bool {
	q.set = q.set[:0]
	for _, m := range q.members {
		if m.lapses == 0 && m.lasts >= days {
			q.set = append(q.set, m)
		}
	}
	return q.suffice(q.set, 0, 0)
}
