package compliance

import (
	"slices"
	"sort"
	"time"
)

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
