package placement

import "time"

// days are those of the placement; before insurance is bought, all from the lapse up to and with today.
func (f *File) days(today time.Time) Span {
	if f.Cover != nil {
		return f.Cover.Insured()
	}
	return Span{f.LapsedOn, plus(today, 1)}
}

// Insured are the days for which the placed insurance stands.
func (c *Cover) Insured() Span {
	days := c.Days
	if !c.EndsEarlyOn.IsZero() && c.EndsEarlyOn.Before(days.To) {
		days.To = c.EndsEarlyOn
	}
	return days
}

// Gap returns the days of the placement on which the borrower had no cover, by the evidence that is accepted.
func (f *File) Gap(today time.Time) []Span { return f.gap(f.days(today), len(f.Evidence)) }

// gap does so by the first n of the evidence.
func (f *File) gap(days Span, n int) []Span {
	var covers []Span
	for _, e := range f.Evidence[:n] {
		covers = append(covers, e.shown()...)
	}
	return days.Without(covers)
}

// shown returns the days on which accepted evidence shows cover. Cover that was in force on the day of receipt counts as if it
// had no end: the placement ends for good, and a later lapse needs new notices.
func (e Evidence) shown() (covers []Span) {
	if e.Verdict != VerdictAccepted {
		return nil
	}
	for _, s := range e.Covers {
		if s.To.After(e.ReceivedOn) {
			s.To = time.Time{}
		}
		covers = append(covers, s)
	}
	return covers
}

// Shows reports whether evidence shows all days of a span already on which the placement looks at cover.
func (f *File) Shows(s Span) bool {
	s.From = later(s.From, f.LapsedOn)
	if f.Cover != nil {
		s.From = later(s.From, f.Cover.Days.From)
		if end := f.Cover.Days.To; s.To.IsZero() || s.To.After(end) {
			s.To = end
		}
	}
	var covers []Span
	for _, e := range f.Evidence {
		covers = append(covers, e.shown()...)
	}
	return s.isEmpty() || len(s.Without(covers)) == 0
}

// GiveUp ends a placement that waits for an older gap alone, because cover was mended behind it and has ended anew: a later lapse
// needs notices of its own.
func (f *File) GiveUp() { f.State, _ = f.State.Move(ActionGiveUp) }

// IsCured reports whether evidence leaves no day to insure.
func (f *File) IsCured(today time.Time) bool {
	days := f.days(today)
	if days.isEmpty() { // cover has not ended yet
		days = Span{f.LapsedOn, plus(f.LapsedOn, 1)}
	}
	return len(f.gap(days, len(f.Evidence))) == 0
}

// Hold holds accepted evidence against the placement's days. What is not charged is cured if no day lacks cover; else the
// placement stands for the gap alone. The insurance itself is ended by Cancel, which is a duty then; what overlaps and was
// charged is to be given back.
func (f *File) Hold(today time.Time) {
	switch f.State {
	case StateNoticed, StateReminded, StateMayPlace:
		f.Advance(today)
	case StatePlaced, StateCharged, StateCancelled, StateRefunded:
		f.endBehind(f.Gap(today))
		if f.State == StatePlaced && f.IsCured(today) {
			f.State, _ = f.State.Move(ActionCure)
		}
		if f.State == StateRefunded && f.DueBack() != nil {
			f.State, _ = f.State.Move(ActionReopen)
		}
	}
}

// endBehind ends the placement behind its last day without cover.
func (f *File) endBehind(gap []Span) {
	last := f.Cover.Days.From
	if len(gap) > 0 {
		last = gap[len(gap)-1].To
	}
	f.Cover.endEarly(last)
}

// Cancel records that the insurance was ended with its carrier from a day on. `invalid_transition`.
func (f *File) Cancel(today, from time.Time, by string) (err error) {
	if f.State, err = f.State.Move(ActionCancel); err != nil {
		return err
	}
	f.Cover.CancelledOn, f.Cover.CancelledBy = today, by
	f.Cover.endEarly(from)
	f.settle()
	return nil
}

func (c *Cover) endEarly(from time.Time) {
	if from = later(from, c.Days.From); from.Before(c.Insured().To) {
		c.EndsEarlyOn = from
	}
}
