package placement

import (
	"fmt"
	"slices"
	"time"

	"github.com/covertrack/covertrack/model/scalar"
)

// renewalDays is how many days before its last day the notice of a renewal is asked for.
const renewalDays = 15

// Work is something for the lender to do now, or soon.
type Work struct {
	What  string // of the duty
	Step  *Step  // of a notice; nil for all else
	DueOn time.Time
	Duty  Duty
}

// Work returns what the lender is to do on a day: a notice that could have gone the day before, insurance that may be placed, and
// what evidence or the end of a term asks for. What a law only lets a lender do is due on its first day, for nobody insures the
// target until then. What is given back is DueBack's.
func (f *File) Work(today time.Time) []Work {
	var work []Work
	for _, d := range f.Duties(today) {
		w := Work{What: d.What, Step: f.Programme.Step(d.What), DueOn: d.DueOn, Duty: d}
		if w.DueOn.IsZero() {
			w.DueOn = later(d.EarliestOn, f.StartedOn)
		}
		if d.DoneOn.IsZero() && f.isAskedFor(w, today) {
			work = append(work, w)
		}
	}
	return work
}

// isAskedFor reports whether the day of work that is not done has come.
func (f *File) isAskedFor(w Work, today time.Time) bool {
	switch {
	case w.Step != nil:
		return f.State.IsWaiting() && f.mayGo(w.Step) && today.After(later(w.DueOn, f.StartedOn))
	case w.What == "place":
		return f.State == StateMayPlace
	case w.What == "renewalNotice":
		return !today.Before(plus(w.DueOn, -renewalDays))
	}
	return w.What == "cancel"
}

// Words say in the trade's words what there is to do.
func (f *File) Words(w Work) string {
	due := scalar.SpokenDay(w.DueOn)
	switch {
	case w.Step != nil && w.Step.DueAtOnce:
		return fmt.Sprintf("The notice %q was due on %s and has not gone, or does not count (%s).", w.Step.Name, due, w.Duty.Source)
	case w.Step != nil:
		return fmt.Sprintf("The notice %q may go since %s and has not gone, or does not count (%s).", w.Step.Name, due, w.Duty.Source)
	case w.What == "place":
		return fmt.Sprintf("All notices are out and their days were over on %s (%s). Place insurance, or record the borrower's own cover.",
			due, w.Duty.Source)
	case w.What == "cancel":
		return fmt.Sprintf("End the placed insurance with its carrier by %s (%s): the borrower has cover of its own from %s.",
			due, w.Duty.Source, scalar.SpokenDay(f.Cover.EndsEarlyOn))
	}
	return fmt.Sprintf("The placed insurance ends on %s. Send the notice of its renewal by %s (%s), or let it end.",
		scalar.SpokenDay(f.Cover.Days.To), due, w.Duty.Source)
}

// mayGo reports whether the notices have gone that go before one.
func (f *File) mayGo(s *Step) bool {
	return !slices.ContainsFunc(s.After, func(w Wait) bool { return f.CountsFrom(w.Step).IsZero() })
}

// NextOn returns the first day after today on which the rules say something new of the placement as it is, if nothing is recorded
// until then: its state, the first day of a notice, whether a duty is late, or what there is to do. It is zero if no day does. The
// placement is as Advance leaves it today.
func (f *File) NextOn(today time.Time) (next time.Time) {
	days := []time.Time{f.LapsedOn}
	if f.State.IsWaiting() {
		if e := f.EarliestOn(today); e.Missing == "" {
			days = append(days, e.On)
		}
		for _, s := range f.Programme.StepsOf(f.Renewal) {
			if first := f.earliestOf(s, today); f.mayGo(s) && f.CountsFrom(s.Key).IsZero() {
				days = append(days, first, plus(later(first, f.StartedOn), 1))
			}
		}
	}
	for _, d := range f.Duties(today) {
		if d.DoneOn.IsZero() && !d.DueOn.IsZero() {
			days = append(days, plus(d.DueOn, 1), plus(later(d.DueOn, f.StartedOn), 1))
			if d.What == "renewalNotice" {
				days = append(days, plus(d.DueOn, -renewalDays), f.Cover.Days.To)
			}
		}
	}
	for _, day := range days {
		if day.After(today) && (next.IsZero() || day.Before(next)) {
			next = day
		}
	}
	return next
}
