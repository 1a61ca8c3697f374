// Package retention says how long records of closed cases are kept.
package retention

import (
	"fmt"
	"regexp"
	"strconv"
	"time"
)

// Noun is what is kept for a time of its own.
type Noun string

// The nouns.
const (
	Letters   Noun = "letters"   // words and addresses; that one was sent, and when, stays
	Evidence  Noun = "evidence"  // what was typed and handed in; the decision stays
	Documents Noun = "documents" // with their files
	Cases     Noun = "cases"     // with all that belongs to them
)

// Nouns are all nouns, in the order in which they are removed.
func Nouns() []Noun { return []Noun{Letters, Evidence, Documents, Cases} }

// Age is for how long something is kept; the zero Age is for ever.
type Age struct{ years, months, days int }

var form = regexp.MustCompile(`^([1-9][0-9]{0,3})([ymd])$`)

// ParseAge reads 7y, 18m or 90d; an empty text is for ever.
func ParseAge(text string) (Age, error) {
	parts := form.FindStringSubmatch(text)
	if parts == nil {
		if text == "" {
			return Age{}, nil
		}
		return Age{}, fmt.Errorf("it is %q; it takes years, months or days, like 7y, 18m or 90d", text)
	}
	n, _ := strconv.Atoi(parts[1]) // four digits at most
	return map[string]Age{"y": {years: n}, "m": {months: n}, "d": {days: n}}[parts[2]], nil
}

// IsForEver reports whether nothing is removed.
func (a Age) IsForEver() bool { return a == Age{} }

// Before returns a moment after which nothing that is over by IsOver began.
func (a Age) Before(now time.Time) time.Time { return now.AddDate(-a.years, -a.months, -a.days) }

// IsOver reports whether the records of a case have been kept for so long: since it was closed, or, if that was later, since the
// last term of its policies ended. closed is nil while the case is not closed, and ends if no term has an end.
func (a Age) IsOver(closed, ends *time.Time, now time.Time) bool {
	if a.IsForEver() || closed == nil {
		return false
	}
	if ends != nil && ends.After(*closed) {
		closed = ends
	}
	return !closed.AddDate(a.years, a.months, a.days).After(now)
}

// Schedule is for how long each noun is kept.
type Schedule map[Noun]Age

// Check refuses to keep what belongs to a case for longer than the case.
func (s Schedule) Check(now time.Time) error {
	cases := s[Cases]
	for _, noun := range Nouns() {
		if age := s[noun]; !cases.IsForEver() && !age.IsForEver() && age.Before(now).Before(cases.Before(now)) {
			return fmt.Errorf("--keep-%s is longer than --keep-cases, with which they go", noun)
		}
	}
	return nil
}
