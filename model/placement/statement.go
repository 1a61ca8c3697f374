package placement

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Saying is how far a lender's words may leave those of the law.
type Saying string

// The ways.
const (
	SayVerbatim Saying = "verbatim" // word for word
	SayVaried   Saying = "varied"   // in own words, with the same members
)

// Statement is what a notice must say.
type Statement struct {
	Key      string
	Citation string
	Say      Saying
	Bold     bool
	Plain    []string // members that need not be bold where the rest must
	Optional bool     // only where it applies
	Text     string   // with {members}
}

// Members are what letters fill in: the names that stand in braces, and what each is.
var Members = map[string]string{
	"date":             "the day of the notice",
	"servicerName":     "the lender's name",
	"servicerAddress":  "the lender's mailing address",
	"servicerPhone":    "the lender's telephone number",
	"borrowerName":     "the borrower's name",
	"borrowerAddress":  "the borrower's mailing address",
	"accountNumber":    "the loan's number",
	"property":         "the physical address of the property",
	"insuranceType":    "the coverage type, such as hazard",
	"lack":             "is expiring, has expired, or provides insufficient coverage",
	"informationAsked": "what to send, and how",
	"cost":             "costs an amount, or will cost an estimated amount",
	"gapDays":          "the days for which cover cannot be verified",
	"expiry":           "has expired, or is scheduled to expire",
	"amountRequired":   "the limit that the loan requires",
	"lapsedOn":         "the first day without cover",
	"mayPlaceOn":       "the earliest day of a placement",
}

var memberForm = regexp.MustCompile(`\{[^{}]*\}`)

// members returns the members of a text, in braces, each once.
func members(text string) []string {
	found := memberForm.FindAllString(text, -1)
	slices.Sort(found)
	return slices.Compact(found)
}

// isMember reports whether letters have a member, which is in braces.
func isMember(name string) bool { return Members[strings.Trim(name, "{}")] != "" }

func (s *Statement) check() error {
	var problems []error
	say := func(format string, args ...any) {
		problems = append(problems, fmt.Errorf("statement "+s.Key+" "+format, args...))
	}
	if s.Key == "" || s.Citation == "" || s.Text == "" {
		say("has no key, citation or text")
	}
	if s.Say != SayVerbatim && s.Say != SayVaried {
		say("may be said as %q", s.Say)
	}
	for _, m := range append(members(s.Text), s.Plain...) {
		if !isMember(m) {
			say("has a member %s that letters do not have", m)
		}
	}
	return errors.Join(problems...)
}
