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
		for _, later := range j.demand.daysOfChange(day) {
			if next != nil && !later.Before(*next) {
				break
			}
			if j.differsOn(later) {
				next = &later
				break
			}
		}
	}
	return next
}

// differsOn reports whether the demand is met in another way on a later day.
func (j *judgement) differsOn(later time.Time) bool {
	d := j.demand
	if floodMaximumOn(d.file.flood, later) != d.flood {
		d = d.file.demandOn(later, d.requirement)
	}
	rulings := d.judgeOn(later).rulings
	return !slices.EqualFunc(j.rulings, rulings, (*ruling).isLike)
}

// isLike reports whether two rulings have the same verdict, findings and shortfall.
func (r *ruling) isLike(other *ruling) bool {
	return r.verdict == other.verdict && r.shortfall.equals(other.shortfall) &&
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
	for _, row := range d.file.flood {
		days = append(days, row.From)
	}
	last := day.AddDate(2, 0, 0)
	days = slices.DeleteFunc(days, func(d time.Time) bool { return !d.After(day) || d.After(last) })
	slices.SortFunc(days, time.Time.Compare)
	return slices.CompactFunc(days, time.Time.Equal)
}
