package placement

import (
	"time"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
)

// Earliest is the first day on which insurance may be placed and charged, and the rule that decides it.
type Earliest struct {
	On       time.Time
	Rule     string
	Citation string
	Missing  string // the step that must go out first; "" if all notices count. On supposes that it goes on its first day
}

// EarliestOn returns the first day on which insurance may be placed and charged, as it is known today.
func (f *File) EarliestOn(today time.Time) Earliest {
	e := Earliest{On: f.LapsedOn, Rule: "No placement before cover ended", Citation: f.Programme.Source.Name}
	for _, w := range f.Programme.waits(f.Renewal) {
		from := f.CountsFrom(w.Step)
		if from.IsZero() {
			from = later(today, f.earliestOf(f.Programme.Step(w.Step), today))
			if e.Missing == "" {
				e.Missing = w.Step
			}
		}
		if on := w.earliestAfter(from); on.After(e.On) {
			e.On, e.Rule, e.Citation = on, w.Rule, w.Citation
		}
	}
	return e
}

// earliestOf returns the first day on which a notice counts; zero for any.
func (f *File) earliestOf(s *Step, today time.Time) (day time.Time) {
	if !s.BeforeLapse {
		day = f.LapsedOn
	}
	for _, w := range s.After {
		from := f.CountsFrom(w.Step)
		if from.IsZero() {
			from = later(today, f.earliestOf(f.Programme.Step(w.Step), today))
		}
		day = later(day, w.earliestAfter(from))
	}
	return day
}

// IsReady reports whether all notices count and their days are over.
func (f *File) IsReady(today time.Time) bool {
	e := f.EarliestOn(today)
	return e.Missing == "" && !today.Before(e.On)
}

// Advance moves a placement that waits to where notices and days put it today, and cures one that needs nothing more.
func (f *File) Advance(today time.Time) {
	if !f.State.IsWaiting() {
		return
	}
	action := ActionNotice
	steps := f.Programme.StepsOf(f.Renewal)
	switch {
	case f.IsCured(today):
		action = ActionCure
	case f.IsReady(today):
		action = ActionPermit
	case len(steps) > 1 && !f.CountsFrom(steps[1].Key).IsZero():
		action = ActionRemind
	}
	f.State, _ = f.State.Move(action)
}

// CheckPlace reports why insurance must not be placed today for the days and the premium. `too_early`, `proof_on_file`,
// `invalid_transition`; `invalid_value` for days and money that cannot be. No member of an input overrides it.
func (f *File) CheckPlace(today time.Time, days Span, premium *scalar.Money) error {
	told := *f
	if yearly := Yearly(premium, days); IsHigher(yearly, f.Estimate) {
		told.Estimate = yearly
	}
	if !f.State.IsWaiting() {
		_, err := f.State.Move(ActionPlace)
		return err
	}
	if err := f.checkProof(today, days); err != nil {
		return err
	}
	if err := told.checkDays(today); err != nil {
		return err
	}
	var vs fault.Violations
	if days.From.Before(f.LapsedOn) {
		vs.Say("/effectiveOn", fault.CodeInvalidValue, "must not be before the first day without cover, %s", f.LapsedOn.Format(time.DateOnly))
	}
	if days.To.IsZero() || days.isEmpty() {
		vs.Say("/endsOn", fault.CodeInvalidValue, "must be after `effectiveOn`")
	}
	return vs.Err()
}

// CheckCharge reports why nothing must be charged today. `too_early`, `proof_on_file`, `invalid_transition`.
func (f *File) CheckCharge(today time.Time) error {
	if _, err := f.State.Move(ActionCharge); err != nil {
		return err
	}
	if err := f.checkPending(today); err != nil {
		return err
	}
	if yearly := Yearly(f.Cover.Premium, f.Cover.Days); IsHigher(yearly, f.Estimate) {
		told := *f
		told.Estimate = yearly
		return told.checkDays(today)
	}
	return f.checkDays(today)
}

// checkDays refuses what is before its day. `too_early` names the day, the rule and its source.
func (f *File) checkDays(today time.Time) error {
	e := f.EarliestOn(today)
	switch {
	case e.Missing != "":
		return fault.New(fault.CodeTooEarly, "The notice %s has not gone out, or does not count. If it goes on its first day, "+
			"the earliest day is %s. %s (%s).", e.Missing, scalar.SpokenDay(e.On), e.Rule, e.Citation)
	case today.Before(e.On):
		return fault.New(fault.CodeTooEarly, "The earliest day is %s. %s (%s).", scalar.SpokenDay(e.On), e.Rule, e.Citation)
	}
	return nil
}

// checkProof refuses days for which there is evidence of cover.
func (f *File) checkProof(today time.Time, days Span) error {
	if err := f.checkPending(today); err != nil {
		return err
	}
	for _, e := range f.Evidence {
		for _, covered := range e.shown() {
			if covered.Overlaps(days) {
				return fault.New(fault.CodeProofOnFile, "Evidence received on %s shows the borrower's own cover from %s. "+
					"Insurance is placed only for days without it (%s).", scalar.SpokenDay(e.ReceivedOn),
					scalar.SpokenDay(covered.From), f.Programme.Refund.Citation)
			}
		}
	}
	return nil
}

// checkPending refuses while evidence that was received waits to be looked at.
func (f *File) checkPending(today time.Time) error {
	for _, e := range f.Evidence {
		if e.Verdict == VerdictPending && !e.ReceivedOn.After(today) {
			return fault.New(fault.CodeProofOnFile, "Evidence received on %s has not been looked at. Accept or reject it first (%s).",
				scalar.SpokenDay(e.ReceivedOn), f.Programme.Refund.Citation)
		}
	}
	return nil
}
