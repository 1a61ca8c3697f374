package compliance

import (
	"slices"
	"sort"
	"time"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/scalar"
)

// outlook holds a demand against its targets on later days, to find the first on which it is met in another way. A
// target is looked at only on the days on which a policy turns that it depends on.
type outlook struct {
	*question             // on the day that was lined up last
	days      []time.Time // of change, in order
	rulings   []ruling    // those made last; they are like those of today
	safe      []int       // until which of the days each target stays compliant, whatever happens
	before    *lineup     // what was lined up before
	turned    []int       // the policies that are lined up otherwise than before
}

// outlookOn returns the outlook on the days of change. It uses the judgement up.
func (j *judgement) outlookOn(days []time.Time) *outlook {
	o := &outlook{
		question: j.question, days: days, rulings: j.rulings, safe: make([]int, len(j.rulings)), before: &lineup{},
	}
	guess := len(days)
	for i := range o.rulings {
		if o.rulings[i].verdict == model.VerdictCompliant && !o.file.isPlaced {
			o.ask(&o.Targets[i])
			guess = o.safeUntil(-1, guess)
			o.safe[i] = guess
		}
	}
	return o
}

// differsOn reports whether the demand is met in another way on one of the days than it is now.
func (o *outlook) differsOn(n int) bool {
	if n < slices.Min(o.safe) {
		return false
	}
	o.moveTo(o.days[n])
	for i := range o.Targets {
		if o.differsAt(i, n) {
			return true
		}
	}
	return false
}

func (o *outlook) differsAt(i, n int) bool {
	t, last := &o.Targets[i], &o.rulings[i]
	switch {
	case n < o.safe[i]:
		return false
	case last.verdict == model.VerdictCompliant:
		o.ask(t)
		if !o.isMet(stance{}) || o.isPlacedBy(o.set) != last.isPlaced {
			return true
		}
		if !o.file.isPlaced { // else a further policy can change who insures it
			o.safe[i] = o.safeUntil(n, len(o.days))
		}
		return false
	case !o.dependsOnTurned(t, last):
		return false
	}
	o.ask(t)
	then := o.rule()
	isLike := then.isLike(last)
	*last = then
	return !isLike
}

// moveTo lines up what the demand is held against on a later day, and finds what turned.
func (o *outlook) moveTo(later time.Time) {
	o.before, o.lineup = o.lineup, o.before
	o.Demand = o.before.Demand
	if o.isOfAnotherProgramme(later) {
		o.Demand = o.file.DemandOn(later, o.Requirement)
	}
	o.lineUp(later)
	o.turned = o.turned[:0]
	for i := range o.terms {
		if was, is := &o.before.terms[i], &o.terms[i]; was.offer != is.offer || was.possibly != is.possibly || was.dated != is.dated {
			o.turned = append(o.turned, i)
		}
	}
}

// isOfAnotherProgramme reports whether the flood programme has other maximums on a day than the demand is made with.
func (d *Demand) isOfAnotherProgramme(day time.Time) bool {
	return d.isOfFlood() && catalog.FloodMaximumOn(d.file.flood, day) != d.flood
}

// dependsOnTurned reports whether a ruling may be another one because of what turned.
func (o *outlook) dependsOnTurned(t *Target, r *ruling) bool {
	if r.byDay || o.Demand != o.before.Demand || !slices.Equal(o.lineup.waived, o.before.waived) {
		return true
	}
	for _, i := range o.turned {
		was, is := &o.before.terms[i], &o.terms[i]
		if !r.byNearest && was.insuresLike(is) {
			continue
		}
		if o.isParty(t, r, was) || o.isParty(t, r, is) {
			return true
		}
	}
	return false
}

// isParty reports whether a ruling depends on a policy: it is in the set that was looked at, or is no farther than the
// nearest candidate. Others make neither the verdict nor the findings.
func (o *outlook) isParty(t *Target, r *ruling, s *termInForce) bool {
	if s.offer == nil {
		return false
	}
	m := s.memberAt(o.Demand, t, r.waivers, 0)
	if r.stance.lacks(&m) == 0 {
		return true
	}
	return r.tellsUncounted && s.offer.isAbovePrimary() ||
		r.byNearest && o.isCandidate(s.offer) && compareNearness(&m, &r.nearest) <= 0
}

// safeUntil returns until which of the days after the nth the target that was asked of stays compliant, whatever else
// happens: the policies that insure the same until then suffice, and further ones worsen nothing. A good guess saves
// most of the search.
func (o *outlook) safeUntil(n, guess int) int {
	met, notMet := n+1, len(o.days)+1
	if at := slices.IndexFunc(o.days[met:], o.isOfAnotherProgramme); at >= 0 {
		notMet = met + at + 1
	}
	for _, until := range []int{guess, guess + 1} {
		if until > met && until < notMet {
			if o.isMetUntil(until) {
				met = until
			} else {
				notMet = until
			}
		}
	}
	return met + sort.Search(notMet-met-1, func(i int) bool { return !o.isMetUntil(met + 1 + i) })
}

// isMetUntil reports whether the eligible policies that insure the same until one of the days suffice.
func (o *outlook) isMetUntil(n int) bool {
	o.set = o.set[:0]
	for i := range o.members {
		m := &o.members[i]
		if (stance{}).lacks(m) == 0 && o.lasts(m.place) >= n {
			o.set = append(o.set, *m)
		}
	}
	return o.suffice(o.set, stance{})
}

// lasts returns until which of the days a policy insures the same as on the day that was lined up.
func (o *outlook) lasts(place int) int {
	now := &o.terms[place]
	if now.lasts != notAsked {
		return now.lasts
	}
	now.lasts = len(o.days)
	for _, day := range o.bids[place].turns {
		n, isAhead := slices.BinarySearchFunc(o.days, day, time.Time.Compare)
		if isAhead && n < now.lasts && day.After(o.day) {
			if then := o.bids[place].inForce(o.Demand, day); !then.insuresLike(now) {
				now.lasts = n
			}
		}
	}
	return now.lasts
}

// lookAgainOn returns the first later day on which a change that is too far off for NextChangeOn may have come within two
// years; nil if none can come. It follows from the dates of the records alone, so that day may show that nothing changes.
func (f *Facts) lookAgainOn(day time.Time) *time.Time {
	var first *time.Time
	last := lastInView(day)
	note := func(date *time.Time) {
		if date != nil && date.After(last) && (first == nil || date.Before(*first)) {
			first = date
		}
	}
	for _, v := range f.Versions {
		note(v.StartDate)
		note(v.EndDate)
		for _, r := range f.RiskProfile.Requirements {
			if v.StartDate != nil && r.Evidence != nil && r.Evidence.TemporaryDays != nil {
				note(new(v.StartDate.AddDate(0, 0, *r.Evidence.TemporaryDays)))
			}
		}
	}
	for _, c := range f.Cancellations {
		note(&c.EffectiveDate)
		note(c.ReinstatedOn)
	}
	for _, w := range f.Waivers {
		if w.ExpiresOn != nil {
			note(new(w.ExpiresOn.AddDate(0, 0, 1)))
		}
	}
	for _, row := range catalog.FloodProgramme {
		note(&row.From)
	}
	if first == nil {
		return nil
	}
	return new(firstDayInViewOf(scalar.DayOf(*first)))
}

// lastInView is the last day on which a change counts as the next one on a day.
func lastInView(day time.Time) time.Time { return day.AddDate(2, 0, 0) }

// firstDayInViewOf returns the first day from which a change on a date is in view. Two of them may see a last day of
// February at once.
func firstDayInViewOf(date time.Time) time.Time {
	day := date.AddDate(-2, 0, 0)
	for earlier := day.AddDate(0, 0, -1); !lastInView(earlier).Before(date); earlier = day.AddDate(0, 0, -1) {
		day = earlier
	}
	return day
}
