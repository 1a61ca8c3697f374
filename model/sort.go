package model

import (
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// TimeSorts are the orders that every list has.
var TimeSorts = []Sort{SortCreatedAt, SortCreatedAtDesc, SortUpdatedAt, SortUpdatedAtDesc}

// Ascending is the order, or the one that it is the opposite of.
func (s Sort) Ascending() Sort { return Sort(strings.TrimSuffix(string(s), "Desc")) }

// IsDescending reports whether the greatest value comes first.
func (s Sort) IsDescending() bool { return s != s.Ascending() }

// Param is the order as REST writes it: `-endDate` for endDateDesc.
func (s Sort) Param() string {
	if s.IsDescending() {
		return "-" + string(s.Ascending())
	}
	return string(s)
}

// amountKey is an amount by which a list is ordered, below zero for some currencies.
var amountKey = regexp.MustCompile(`^-?[0-9]{1,40}(\.[0-9]{1,10})?$`)

// longestKey is how long a text may be by which a list is ordered: a name of 255 characters.
const longestKey = 4 * 255

// keyOf reads a value by which the list is ordered, as a cursor has it: a time, or a text for texts and amounts. It
// reports whether there can be such a value.
func (s Sort) keyOf(text string) (any, bool) {
	switch s.Ascending() {
	case SortLoanNumber:
		return text, len(text) <= longestKey && utf8.ValidString(text) && !strings.ContainsRune(text, 0)
	case SortLoanAmount:
		return text, amountKey.MatchString(text)
	default:
		t, err := time.Parse(time.RFC3339Nano, text)
		return t.UTC(), err == nil && t.Year() >= 1 && t.Year() <= 9999
	}
}

// isOptional reports whether some records have no value for the order. Those come last.
func (s Sort) isOptional() bool { return !slices.Contains(TimeSorts, s) }
