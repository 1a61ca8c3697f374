package sandbox

import (
	"regexp"
	"strconv"
	"time"
)

// Duration is a duration of ISO 8601, of which the calendar says how long it is.
type Duration struct {
	years, months, days int
	rest                time.Duration
}

var durationForm = regexp.MustCompile(
	`^P(?:(\d{1,4})Y)?(?:(\d{1,4})M)?(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,7})M)?(?:(\d{1,9})S)?)?$`)

// ParseDuration reads a duration; false if the text is none.
func ParseDuration(text string) (d Duration, ok bool) {
	parts := durationForm.FindStringSubmatch(text)
	if parts == nil || text[len(text)-1] == 'P' || text[len(text)-1] == 'T' {
		return d, false
	}
	n := make([]int, len(parts))
	for i, part := range parts[1:] {
		n[i], _ = strconv.Atoi(part) // digits, or nothing
	}
	d.years, d.months, d.days = n[0], n[1], 7*n[2]+n[3]
	d.rest = time.Duration(n[4])*time.Hour + time.Duration(n[5])*time.Minute + time.Duration(n[6])*time.Second
	return d, true
}

// After returns the time so long after another. A month ends where the other begins: a month after 31 January is the last of
// February.
func (d Duration) After(t time.Time) time.Time {
	moved := t.AddDate(d.years, d.months, 0)
	if moved.Day() != t.Day() {
		moved = moved.AddDate(0, 0, -moved.Day())
	}
	return moved.AddDate(0, 0, d.days).Add(d.rest)
}
