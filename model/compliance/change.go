package compliance

import (
	"slices"
	"time"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/scalar"
)

// nextChange returns the first day within two years after a day on which the verdict, who placed its policies, a finding or the
// shortfall of a target differs if nothing is recorded until then; nil if none.
func nextChange(day time.Time, judgements []*judgement) *time.Time {
	end := day.AddDate(2, 0, 1)
	next := end
	for _, j := range judgements {
		next = j.nextChange(next)
	}
	if next.Equal(end) {
		return nil
	}
	return &next
}

// nextChange returns the first later day on which the demand is met in another way; the end if none is before it.
func (j *judgement) nextChange(end time.Time) time.Time {
	days := j.daysOfChange(j.day, end)
	if len(days) == 0 {
		return end
	}
	if j.isOfLoan() {
		return j.nextChangeOfLoan(days, end)
	}
	o := j.outlookOn(days)
	for n, later := range days {
		if o.differsOn(n) {
			return later
		}
	}
	return end
}

// nextChangeOfLoan judges a requirement of all targets together anew on each day.
func (j *judgement) nextChangeOfLoan(days []time.Time, end time.Time) time.Time {
	for _, later := range days {
		then := j.file.DemandOn(later, j.Requirement).judgeOn(later)
		if !slices.EqualFunc(j.rulings, then.rulings, func(a, b ruling) bool { return a.isLike(&b) }) ||
			(j.own == nil) != (then.own == nil) || j.own != nil && !j.own.isLike(&then.own.ruling) {
			return later
		}
	}
	return end
}

// isOfFlood reports whether what is required depends on the federal flood programme.
func (d *Demand) isOfFlood() bool {
	return d.Requirement.LimitBasis != nil && *d.Requirement.LimitBasis == model.LimitBasisFlood
}

// isLike reports whether two rulings have the same verdict, findings and shortfall, of policies that the same placed.
func (r *ruling) isLike(other *ruling) bool {
	return r.verdict == other.verdict && r.shortfall == other.shortfall && r.isPlaced == other.isPlaced &&
		slices.EqualFunc(r.findings, other.findings, func(a, b ruled) bool {
			return a.code == b.code && a.outcome == b.outcome && a.peril == b.peril && a.item == b.item && a.uncounted == b.uncounted
		})
}

// daysOfChange returns the days after a day and before another on which anything can change, in order: a term begins or
// ends, a cancellation or a reinstatement takes effect, a policy is deactivated, a waiver has expired, or the flood
// programme has new maximums.
func (d *Demand) daysOfChange(day, end time.Time) []time.Time {
	days := make([]time.Time, 0, 2*len(d.bids))
	add := func(on time.Time) {
		if on.After(day) && on.Before(end) {
			days = append(days, on)
		}
	}
	for _, b := range d.bids {
		for _, on := range b.turns {
			add(on)
		}
	}
	for _, w := range d.file.approved {
		if w.ExpiresOn != nil && w.CoverageTypeID == d.Coverage.ID {
			add(scalar.DayOf(*w.ExpiresOn).AddDate(0, 0, 1))
		}
	}
	if d.isOfFlood() {
		for _, row := range d.file.flood {
			add(row.From)
		}
	}
	slices.SortFunc(days, time.Time.Compare)
	return slices.CompactFunc(days, time.Time.Equal)
}
