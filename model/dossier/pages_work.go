package dossier

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/scalar"
)

func (d *Dossier) writeEvidence(p Page) {
	p.Section("Evidence that was handed in")
	none(p, len(d.Evidence), "No evidence had been handed in.")
	for _, e := range d.Evidence {
		p.Heading(d.names.of(e.PolicyID) + ", " + instant(e.SubmittedAt))
		facts := [][2]string{{"State", sentence(string(e.State))}}
		if e.DecidedBy != nil && e.DecidedAt != nil {
			facts = append(facts, [2]string{"Decided by", d.names.person(e.DecidedBy) + ", " + instant(*e.DecidedAt)})
		}
		facts = append(facts, d.names.facts(model.MembersOf(*e), "state", "decidedBy", "decidedAt", "submittedAt", "taskId", "replyId")...)
		for _, f := range d.filesOf(e) {
			facts = append(facts, [2]string{"File", f.FileName + ", " + sentence(string(f.State))})
		}
		p.Facts(facts)
	}
}

func (d *Dossier) writeDocuments(p Page) {
	p.Section("Documents")
	none(p, len(d.Files), "No document was recorded.")
	for _, f := range d.Files {
		p.Heading(f.Document.Name)
		facts := [][2]string{{"Category", d.names.of(f.Document.CategoryID)}, {"Recorded", instant(f.Document.CreatedAt)}}
		for _, e := range f.Document.Evidences {
			facts = append(facts, [2]string{"Evidence of", fmt.Sprintf("%s, term %d", d.names.of(e.Policy), e.TermNumber)})
		}
		switch {
		case f.Removed != nil:
			facts = append(facts, [2]string{"File", "removed on " + instant(*f.Removed)})
		case f.Name == "":
			facts = append(facts, [2]string{"File", "not in the object store"})
		default:
			facts = append(facts, [2]string{"File", f.Name})
		}
		if f.SHA256 != "" {
			facts = append(facts, [2]string{"SHA-256", f.SHA256})
		}
		p.Facts(facts)
	}
}

func (d *Dossier) writeTasks(p Page) {
	p.Section("Tasks")
	none(p, len(d.Tasks), "There had been no task.")
	var rows [][]string
	for _, t := range d.Tasks {
		due, about := "", ""
		if t.DueAt != nil {
			due = scalar.SpokenDay(*t.DueAt)
		}
		if t.PolicyID != nil {
			about = d.names.of(*t.PolicyID)
		}
		rows = append(rows, []string{
			sentence(string(t.Type)), about, sentence(string(t.State)), due, d.names.person(t.AssigneeID),
			d.names.text(scalar.OrZero(t.Reason)), instant(t.CreatedAt),
		})
	}
	if len(rows) > 0 {
		p.Table([]string{"Task", "Policy", "State", "Due", "Whose", "Reason", "Opened"}, []float64{16, 18, 11, 13, 12, 15, 15}, rows)
	}
}

func (d *Dossier) writeTrail(p Page) {
	p.Section("Trail")
	if d.Left > 0 {
		p.Text(fmt.Sprintf("The %d latest events are told; %d older ones are left out.", len(d.Events), d.Left))
	}
	rows := make([][]string, len(d.Events))
	for i, e := range d.Events {
		what := sentence(e.Action)
		if e.SubjectID != nil {
			if name, known := d.names[*e.SubjectID]; known {
				what += ": " + name
			}
		}
		rows[i] = []string{instant(e.At), e.ActorName, what, d.changed(e)}
	}
	p.Table([]string{"When", "Who", "What", "Changes"}, []float64{24, 14, 24, 38}, rows)
}

// longestChange is how many characters of a change the page tells; the JSON has all of it.
const longestChange = 160

// changed says the changes of an event. What a creation gave a record is told where the record is.
func (d *Dossier) changed(e *model.AuditEvent) string {
	var said []string
	for _, c := range d.changes(e.Changes) {
		switch {
		case strings.HasSuffix(e.Action, ".created"):
			said = append(said, strings.ToLower(c[0]))
		case c[1] == "":
			said = append(said, c[0]+": "+shortened(c[2]))
		default:
			said = append(said, c[0]+": "+shortened(c[1])+" → "+shortened(c[2]))
		}
	}
	if strings.HasSuffix(e.Action, ".created") {
		return strings.Join(said, ", ")
	}
	return strings.Join(said, "\n")
}

func shortened(s string) string { return scalar.Shorten(s, longestChange) }

// Today is how the loan stands on the day on which the dossier is made, by what is known then.
type Today struct {
	Of      *Dossier
	Day     time.Time
	Then    *model.Compliance // of the dossier's day
	Now     *model.Compliance
	profile *model.RiskProfile
	names   names
}

// NewToday tells of the day and of today by the records of today.
func NewToday(r *Records, on, today time.Time) *Today {
	return &Today{Day: today, Then: r.Compliance(on), Now: r.Compliance(today), profile: r.profile(), names: namesOf(r)}
}

// Write writes both verdicts, beside the one that was known.
func (t *Today) Write(p Page) {
	day, today := scalar.SpokenDay(t.Then.On), scalar.SpokenDay(t.Day)
	p.Section("The loan today")
	p.Text("This page is by what is known on " + today + ", the day on which the dossier was made. All else in the dossier is by what " +
		"was known on " +
		day + ".")
	p.Facts([][2]string{
		{"Known on " + day, sentence(string(t.Of.Verdict.Verdict))},
		{"The same day as known today", sentence(string(t.Then.Verdict))},
		{"Today", sentence(string(t.Now.Verdict))},
	})
	p.Section("Verdict today, " + today)
	t.names.writeVerdict(p, t.Now, t.profile)
	p.Section("Verdict on " + day + " as known today")
	t.names.writeVerdict(p, t.Then, t.profile)
}

// WriteJSON writes the page for programs.
func (t *Today) WriteJSON(w io.Writer) error {
	return object{
		{"today", t.Day.Format(time.DateOnly)}, {"verdict", told(t.Now)}, {"verdictOnTheDay", told(t.Then)},
	}.write(w)
}
