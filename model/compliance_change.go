package model

import (
	"slices"
	"time"
)

// nextChange returns the first day within two years after a day on which the verdict, a finding or the shortfall of a
// target differs if nobody does anything; nil if none.
func nextChange(day time.Time, judgements []*judgement) *time.Time {
	var next *time.Time
	for _, j := range judgements {
		q := j.newQuestion()
		for _, later := range j.daysOfChange(day) {
			if next != nil && !later.Before(*next) {
				break
			}
			if j.differsOn(later, q) {
				next = &later
				break
			}
		}
	}
	return next
}

// differsOn reports whether the demand is met in another way on a later day. The question is used again for each day.
func (j *judgement) differsOn(later time.Time, q *question) bool {
	d := j.demand
	if d.isOfFlood() && floodMaximumOn(d.file.flood, later) != d.flood {
		d = d.file.demandOn(later, d.requirement)
	}
	q.lineup = d.lineUp(later)
	if q.isLike(j.lineup) && !slices.ContainsFunc(j.rulings, func(r ruling) bool { return r.byDates }) {
		return false
	}
	for i, t := range d.targets {
		q.ask(t)
		if now := &j.rulings[i]; now.verdict == VerdictCompliant && q.isMet(0, 0) {
			continue
		} else if then := q.rule(); !now.isLike(&then) {
			return true
		}
	}
	return false
}

// isOfFlood reports whether what is required depends on the federal flood programme.
func (d *demand) isOfFlood() bool {
	return d.requirement.LimitBasis != nil && *d.requirement.LimitBasis == LimitBasisFlood
}

// isLike reports whether two rulings have the same verdict, findings and shortfall.
func (r *ruling) isLike(other *ruling) bool {
	return r.verdict == other.verdict && r.shortfall == other.shortfall &&
		slices.EqualFunc(r.findings, other.findings, func(a, b ruled) bool {
			return a.code == b.code && a.outcome == b.outcome && a.peril == b.peril
		})
}

// daysOfChange returns the days within two years after a day on which anything can change, in order: a term begins or
// ends, a cancellation or a reinstatement takes effect, a policy is deactivated, a waiver has expired, or the flood
// programme has new maximums.
func (d *demand) daysOfChange(day time.Time) []time.Time {
	var days []time.Time
	for _, b := range d.bids {
		days = append(days, b.record.turningDays()...)
	}
	for _, w := range d.file.approved {
		if w.ExpiresOn != nil && w.CoverageTypeID == d.coverage.ID {
			days = append(days, DayOf(*w.ExpiresOn).AddDate(0, 0, 1))
		}
	}
	if d.isOfFlood() {
		for _, row := range d.file.flood {
			days = append(days, row.From)
		}
	}
	last := day.AddDate(2, 0, 0)
	days = slices.DeleteFunc(days, func(d time.Time) bool { return !d.After(day) || d.After(last) })
	slices.SortFunc(days, time.Time.Compare)
	return slices.CompactFunc(days, time.Time.Equal)
}
