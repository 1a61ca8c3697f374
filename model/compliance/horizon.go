package compliance

import (
	"time"

	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/scalar"
)

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
