package placement

import (
	"slices"
	"strings"
	"time"

	"github.com/covertrack/covertrack/model/scalar"
)

// DueStep returns the notice that is to go out today; nil for none. Where evidence leaves a gap, it is the variant that says so
// (12 CFR 1024.37(d)(2)(ii)).
func (f *File) DueStep(today time.Time) *Step {
	if !f.State.IsWaiting() {
		return nil
	}
	for _, s := range f.Programme.StepsOf(f.Renewal) {
		switch {
		case !f.CountsFrom(s.Key).IsZero():
		case today.Before(f.earliestOf(s, today)):
			return nil
		default:
			return f.variantOf(s)
		}
	}
	return nil
}

func (f *File) variantOf(s *Step) *Step {
	gaps := f.Gaps()
	if len(gaps) == 0 || gaps[0].From.Equal(f.LapsedOn) && gaps[0].To.IsZero() {
		return s // there is no evidence
	}
	for _, other := range f.Programme.Steps {
		if other.CountsAs == s.Key {
			return other
		}
	}
	return s
}

// IsSame reports whether two steps are one notice, or variants of one.
func (s *Step) IsSame(other *Step) bool {
	base := func(s *Step) string {
		if s.CountsAs != "" {
			return s.CountsAs
		}
		return s.Key
	}
	return base(s) == base(other)
}

// Gaps returns the days since the lapse for which no accepted evidence shows cover. The last one may have no end.
func (f *File) Gaps() []Span { return f.gap(Span{From: f.LapsedOn}, len(f.Evidence)) }

// IsTooEarly reports whether a notice was handed over before its first day.
func (f *File) IsTooEarly(s *Step, handedOver time.Time) bool {
	return handedOver.Before(f.earliestOf(s, handedOver))
}

// TakesEmail reports whether a notice by e-mail counts.
func (f *File) TakesEmail() bool { return f.isDelivered(Notice{Means: MeansEmail}) }

// MembersOf returns the names of the members that a wording has, each once, without their braces.
func MembersOf(wording string) []string {
	found := members(wording)
	for i, m := range found {
		found[i] = strings.Trim(m, "{}")
	}
	return found
}

// SpokenSpans returns days as letters tell them: December 28, 2026 to January 26, 2027. Both days are of the span.
func SpokenSpans(spans []Span) string {
	spoken := make([]string, len(spans))
	for i, s := range spans {
		switch {
		case s.To.IsZero():
			spoken[i] = scalar.SpokenDay(s.From) + " on"
		case s.Days() == 1:
			spoken[i] = scalar.SpokenDay(s.From)
		default:
			spoken[i] = scalar.SpokenDay(s.From) + " to " + scalar.SpokenDay(plus(s.To, -1))
		}
	}
	return strings.Join(spoken, " and ")
}

// Text returns what passages say.
func Text(passages []Passage) string {
	var b strings.Builder
	for _, p := range passages {
		b.WriteString(p.Text)
	}
	return b.String()
}

// Paragraphs cuts passages where a line is empty. Line breaks within a paragraph stay.
func Paragraphs(passages []Passage) (paragraphs [][]Passage) {
	var last []Passage
	for _, p := range passages {
		for i, part := range strings.Split(p.Text, "\n\n") {
			if i > 0 && len(last) > 0 {
				paragraphs, last = append(paragraphs, last), nil
			}
			if part != "" {
				last = append(last, Passage{Text: part, Bold: p.Bold, Statement: p.Statement})
			}
		}
	}
	if len(last) > 0 {
		paragraphs = append(paragraphs, last)
	}
	return slices.DeleteFunc(paragraphs, func(of []Passage) bool { return strings.TrimSpace(Text(of)) == "" })
}

// TakesPost reports whether a class of mail counts.
func (d Delivery) TakesPost(class string) bool { return slices.Contains(d.PostClasses, class) }
