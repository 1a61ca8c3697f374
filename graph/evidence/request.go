package evidence

import (
	"fmt"
	"html/template"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/scalar"
)

// request is what AskForEvidence returns.
type request struct {
	Lender         lender
	Step           *model.RenewalStep
	Borrowers      []string
	Properties     []string
	MoreProperties int
	LoanNumber     string
	PolicyNumber   string
	Carrier        string
	EndsOn         string
	Cancelled      bool
	Limits         []struct{ Coverage, Kind, Amount string }
	Deductible     string
	Document       string
	Demands        []string
	Perils         []struct {
		Coverage string
		Names    []string
	}
	Clauses   []struct{ Type, Holder, Address, Wording string }
	Findings  []string
	RespondBy string
	ExpiresAt time.Time
	Current   struct {
		Limits []currentLimit
		proposable
	}
	CoverageTypes []coverageType
	Asked         asked
	Submissions   []*sent

	lender uuid.UUID // of the link
}

type lender struct{ Name, ContactName, ContactEmail, ContactPhone, ReplyTo, Address string }

type coverageType struct {
	ID, Name string
	Limits   []currentLimit
}

type currentLimit struct {
	CoverageType *string
	Kind         model.LimitKind
	Amount       scalar.Money
}

// sent is one submission as it is listed.
type sent struct {
	ID          uuid.UUID
	State       model.EvidenceState
	SubmittedAt time.Time
	Reason      string
	Proposed    struct {
		StartDate, EndDate, PolicyNumber, Note string
		Limits                                 []currentLimit
		proposable
	}
	coverage map[string]string // names of coverage types
	Files    []struct {
		FileName string
		Size     int64
		State    model.EvidenceFileState
	}
}

// nameCoverage lets submissions name the coverage types of their limits.
func (r *request) nameCoverage() {
	names := map[string]string{"": "Limit"}
	for _, t := range r.CoverageTypes {
		names[t.ID] = t.Name
	}
	for _, s := range r.Submissions {
		s.coverage = names
	}
}

func orNone(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// Typed are the values that were sent besides the files, in words.
func (s *sent) Typed() (texts []string) {
	add := func(label, value string) {
		if value != "" {
			texts = append(texts, label+" "+value)
		}
	}
	add("Starts on", day(s.Proposed.StartDate))
	add("Ends on", day(s.Proposed.EndDate))
	add("Policy number", s.Proposed.PolicyNumber)
	for _, l := range s.Proposed.Limits {
		if l.Amount.Currency == "" {
			continue // of a time element, which the form does not ask for
		}
		add(strings.TrimSpace(s.coverage[orNone(l.CoverageType)]+" "+inKind(l.Kind))+":", l.Amount.Spoken())
	}
	return append(texts, s.Proposed.inWords()...)
}

// StateText is the state in words.
func (s *sent) StateText() string {
	switch s.State {
	case model.EvidenceStateAccepted:
		return "Accepted"
	case model.EvidenceStatePartlyAccepted:
		return "Accepted in part"
	case model.EvidenceStateRejected:
		return "Not accepted"
	}
	return "Being looked at"
}

// Asks is what is asked for, as a heading.
func (r *request) Asks() string {
	switch {
	case r.Step == nil && !r.Cancelled:
		return "Evidence of insurance"
	case r.Cancelled, *r.Step == model.RenewalStepLapsed, *r.Step == model.RenewalStepWarning,
		*r.Step == model.RenewalStepForcePlacementReview:
		return "Proof of current insurance"
	}
	return "Evidence of renewal"
}

// Thing is what is asked for, in a sentence.
func (r *request) Thing() string { return strings.ToLower(r.Asks()[:1]) + r.Asks()[1:] }

// Place is what the insurance is for, in a few words.
func (r *request) Place() string {
	switch {
	case len(r.Properties) == 0:
		return strings.Join(r.Borrowers, ", ")
	case len(r.Properties)+r.MoreProperties == 1:
		return r.Properties[0]
	}
	return fmt.Sprintf("%s and %d more", r.Properties[0], len(r.Properties)+r.MoreProperties-1)
}

// received is the submission with an id, nil if the link has none.
func (r *request) received(id uuid.UUID) *sent {
	for _, s := range r.Submissions {
		if s.ID == id {
			return s
		}
	}
	return nil
}

// words are what the templates write values with.
var words = template.FuncMap{
	"initial": func(name string) string {
		first, _ := utf8.DecodeRuneInString(name)
		return string(unicode.ToUpper(first))
	},
	"dial":   dialled,
	"list":   func(names []string) string { return strings.Join(names, ", ") },
	"day":    day,
	"moment": func(t time.Time) string { return t.UTC().Format("January 2, 2006, 15:04") + " UTC" },
	"bytes":  size,
}

// dialled is what a telephone needs of a number.
func dialled(phone string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r == '+' {
			return r
		}
		return -1
	}, phone)
}

// day is a date, or the day of a time, as people write it.
func day(date string) string {
	if t, err := time.Parse(time.DateOnly, date[:min(len(date), len(time.DateOnly))]); err == nil {
		return t.Format("January 2, 2006")
	}
	return date
}

// size is a size of a file as people read it.
func size(bytes int64) string {
	if bytes < 1<<20 {
		return fmt.Sprintf("%d KB", max(1, (bytes+512)>>10))
	}
	return fmt.Sprintf("%.1f MB", float64(bytes)/(1<<20))
}

// printable leaves out what a line of text should not have: control characters, and marks that change the direction of
// reading.
func printable(r rune) rune {
	if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
		return -1
	}
	return r
}
