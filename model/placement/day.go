package placement

import (
	"slices"
	"time"
)

// Span is the days from From up to, but without, To. A span whose To is zero does not end.
type Span struct {
	From time.Time `json:"from"`
	To   time.Time `json:"to,omitzero"`
}

// Days returns how many days a span has that ends.
func (s Span) Days() int { return daysBetween(s.From, s.To) }

func (s Span) isEmpty() bool { return !s.To.IsZero() && !s.From.Before(s.To) }

// Overlaps reports whether two spans share a day.
func (s Span) Overlaps(other Span) bool {
	return (other.To.IsZero() || s.From.Before(other.To)) && (s.To.IsZero() || other.From.Before(s.To)) &&
		!s.isEmpty() && !other.isEmpty()
}

// Without returns the days that are in none of the others, in order.
func (s Span) Without(others []Span) []Span {
	ordered := slices.SortedFunc(slices.Values(others), func(a, b Span) int { return a.From.Compare(b.From) })
	var left []Span
	rest := s
	for _, other := range ordered {
		if rest.isEmpty() || !rest.Overlaps(other) {
			continue
		}
		if rest.From.Before(other.From) {
			left = append(left, Span{rest.From, other.From})
		}
		if other.To.IsZero() {
			return left
		}
		rest.From = other.To
	}
	if !rest.isEmpty() {
		left = append(left, rest)
	}
	return left
}

func daysOf(spans []Span) (n int) {
	for _, s := range spans {
		n += s.Days()
	}
	return n
}

func daysBetween(from, to time.Time) int { return int(to.Sub(from) / (24 * time.Hour)) }

func plus(day time.Time, days int) time.Time { return day.AddDate(0, 0, days) }

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
