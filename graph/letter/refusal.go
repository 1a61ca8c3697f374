package letter

import (
	"strings"
	"time"

	"github.com/covertrack/covertrack/model/letter"
	"github.com/covertrack/covertrack/model/scalar"
)

// Refusal is why evidence that was handed in was not accepted. A letter with one is the answer to that evidence.
type Refusal struct {
	HandedIn time.Time
	Reason   string
	Partly   bool // some of the evidence was accepted
}

// subjectSize is how many characters the subject of a refusal has at most.
const subjectSize = 200

// words are those of the refusal. They are ours: no lender's template is about it.
func (f *Refusal) words(r *letter.Request) words {
	subject, verdict := "evidence not accepted", "could not accept it"
	if f.Partly {
		subject, verdict = "part of the evidence not accepted", "accepted some of it, but not all"
	}
	paragraphs := []string{
		"Thank you for the evidence that you handed in on " + scalar.SpokenDay(f.HandedIn) + ". " +
			r.Lender.Name + " " + verdict + ", for this reason:",
	}
	for line := range strings.Lines(f.Reason) {
		if line = strings.TrimSpace(line); line != "" {
			paragraphs = append(paragraphs, line)
		}
	}
	return words{
		subject:    scalar.Shorten(r.Lender.Name+": "+subject+" for "+r.Place+" ("+r.Reference+")", subjectSize),
		paragraphs: append(paragraphs, "Please hand in what is missing, or tell us if you cannot."),
		version:    builtInVersion, answers: true,
	}
}
