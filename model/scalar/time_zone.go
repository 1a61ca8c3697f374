package scalar

import (
	"regexp"
	"time"
	_ "time/tzdata" // every machine knows the zones, also one without files of them

	"github.com/covertrack/covertrack/model/fault"
)

// zoneForm leaves out what files of zones have besides names: `localtime`, `posixrules`, `right/…`; and `Local`, a node's own zone.
var zoneForm = regexp.MustCompile(`^(UTC|[A-Z][A-Za-z]+(/[A-Z][A-Za-z0-9_+-]*){1,2})$`)

// TimeZone finds a zone by its name in the IANA database, such as America/Chicago.
func TimeZone(name string) (*time.Location, bool) {
	if !zoneForm.MatchString(name) {
		return nil, false
	}
	zone, err := time.LoadLocation(name)
	return zone, err == nil
}

// CheckTimeZone reports a name that is of no zone: `invalid_value`.
func CheckTimeZone(pointer, name string) fault.Violations {
	if _, ok := TimeZone(name); ok {
		return nil
	}
	return fault.One(pointer, fault.CodeInvalidValue, "must be the name of a time zone of the IANA database, such as America/Chicago")
}

// DayIn returns the calendar day of an instant in a zone, as days are kept: its midnight in UTC.
func DayIn(at time.Time, zone *time.Location) time.Time {
	year, month, day := at.In(zone).Date()
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

// DayBegins returns the first moment of a day in a zone. Some zones skip the midnight on which their clocks go forward.
func DayBegins(day time.Time, zone *time.Location) time.Time {
	begins := time.Date(day.Year(), day.Month(), day.Day(), 0, 0, 0, 0, zone)
	for DayIn(begins, zone).Before(day) {
		begins = begins.Add(15 * time.Minute)
	}
	return begins.UTC()
}
