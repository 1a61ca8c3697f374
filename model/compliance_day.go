package model

import "time"

// complianceYears is how far from today a day may be for which compliance is asked.
const complianceYears = 10

// ComplianceDay returns the day that a client asks about, which is today if it names none. `invalid_value` for a day more
// than ten years from today.
func ComplianceDay(on *time.Time, now time.Time) (time.Time, error) {
	today := DayOf(now)
	if on == nil {
		return today, nil
	}
	day := DayOf(*on)
	var vs Violations
	if day.Before(today.AddDate(-complianceYears, 0, 0)) || day.After(today.AddDate(complianceYears, 0, 0)) {
		vs.Say("on", CodeInvalidValue, "is a day at most %d years from today", complianceYears)
	}
	return day, vs.Err()
}

// Compliances are how a case is insured, by the days asked about; the zero time for today where none was named.
type Compliances map[time.Time]*Compliance

// DayAsked is the key of a day in Compliances.
func DayAsked(on *time.Time) time.Time {
	if on == nil {
		return time.Time{}
	}
	return DayOf(*on)
}

// Compliance returns how the case is insured on a day, today if nil. It was evaluated when the case was read.
func (c *Case) Compliance(on *time.Time) *Compliance { return c.Compliances[DayAsked(on)] }
