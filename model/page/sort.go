package page

import (
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Sort is an order of a list.
type Sort string

// The orders of lists.
const (
	// Oldest first.
	SortCreatedAt Sort = "createdAt"
	// Newest first.
	SortCreatedAtDesc Sort = "createdAtDesc"
	// Least recently changed first.
	SortUpdatedAt Sort = "updatedAt"
	// Most recently changed first.
	SortUpdatedAtDesc Sort = "updatedAtDesc"
	// What ends first: policies. What has no such value comes last, in every order.
	SortEndDate Sort = "endDate"
	// What ends last, first.
	SortEndDateDesc Sort = "endDateDesc"
	// What starts first: policies.
	SortStartDate Sort = "startDate"
	// What starts last, first.
	SortStartDateDesc Sort = "startDateDesc"
	// By the loan number: cases. Numbers are compared character by character.
	SortLoanNumber Sort = "loanNumber"
	// By the loan number, backwards.
	SortLoanNumberDesc Sort = "loanNumberDesc"
	// What matures first: cases.
	SortMaturityDate Sort = "maturityDate"
	// What matures last, first.
	SortMaturityDateDesc Sort = "maturityDateDesc"
	// The smallest loan first: cases. Amounts of one currency follow each other, in both directions: US dollars, then
	// the others by their codes.
	SortLoanAmount Sort = "loanAmount"
	// The largest loan first, of each currency.
	SortLoanAmountDesc Sort = "loanAmountDesc"
	// What is due first: tasks and renewal notices.
	SortDueAt Sort = "dueAt"
	// What is due last, first.
	SortDueAtDesc Sort = "dueAtDesc"
)

// AllSort are the orders, of all lists.
var AllSort = []Sort{
	SortCreatedAt,
	SortCreatedAtDesc,
	SortUpdatedAt,
	SortUpdatedAtDesc,
	SortEndDate,
	SortEndDateDesc,
	SortStartDate,
	SortStartDateDesc,
	SortLoanNumber,
	SortLoanNumberDesc,
	SortMaturityDate,
	SortMaturityDateDesc,
	SortLoanAmount,
	SortLoanAmountDesc,
	SortDueAt,
	SortDueAtDesc,
}

// IsValid reports whether there is such an order.
func (s Sort) IsValid() bool { return slices.Contains(AllSort, s) }

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
