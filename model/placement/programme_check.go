package placement

import (
	"errors"
	"slices"
)

// check reports what a programme's file lacks or names wrongly, so that no rule is without its source.
func (p *Programme) check() error {
	var problems []error
	say := func(wrong bool, format string, args ...any) {
		if wrong {
			problems = append(problems, p.problem(format, args...))
		}
	}
	say(p.Name == "" || p.Source.Name == "" || p.Source.Edition == "", "has no name, source or edition")
	say(p.ValidFrom.IsZero() || !p.ValidTo.IsZero() && p.ValidTo.Before(p.ValidFrom.Time), "has no first day, or ends before it")
	say(p.AppliesTo.Citation == "" || p.Delivery.Citation == "" || p.Refund.Citation == "", "has a rule without a citation")
	say(!slices.Contains([]string{"consent", "accepted"}, p.Delivery.Electronic), "does not say when e-mail counts")
	say(!slices.Contains([]string{"ifMore", "asRecorded"}, p.Refund.ShortRate), "does not say when a short rate counts")
	say(p.Refund.Days <= 0 && p.Refund.Agreed == "", "has no days for refunds")
	say(len(p.Waits) == 0 || len(p.RenewalWaits) == 0, "waits for nothing")
	for _, r := range p.Readings {
		say(r.Question == "" || r.Taken == "" || r.Other == "" || r.Citation == "", "has a reading without its parts: %q", r.Question)
	}
	for _, w := range slices.Concat(p.Waits, p.RenewalWaits) {
		problems = append(problems, p.checkWait(w))
	}
	for _, s := range p.Steps {
		problems = append(problems, p.checkStep(s))
	}
	return errors.Join(problems...)
}

func (p *Programme) checkWait(w Wait) error {
	switch {
	case p.Step(w.Step) == nil:
		return p.problem("waits for a step %q that it does not have", w.Step)
	case w.Citation == "" || w.Rule == "":
		return p.problem("waits after %s without a citation or a rule", w.Step)
	case w.Days <= 0 && w.Agreed != "cure":
		return p.problem("waits no days after %s", w.Step)
	}
	return nil
}

func (p *Programme) checkStep(s *Step) error {
	var problems []error
	if s.Key == "" || s.Name == "" || s.Citation == "" || len(s.Statements) == 0 {
		problems = append(problems, p.problem("step %q has no key, name, citation or statements", s.Key))
	}
	if s.CountsAs != "" && p.Step(s.CountsAs) == nil {
		problems = append(problems, p.problem("step %s counts as %q, which it does not have", s.Key, s.CountsAs))
	}
	for _, w := range s.After {
		problems = append(problems, p.checkWait(w))
	}
	keys := map[string]bool{}
	for _, stated := range s.Statements {
		if keys[stated.Key] {
			problems = append(problems, p.problem("step %s has two statements %s", s.Key, stated.Key))
		}
		keys[stated.Key] = true
		if err := stated.check(); err != nil {
			problems = append(problems, p.problem("step %s: %w", s.Key, err))
		}
	}
	return errors.Join(problems...)
}
